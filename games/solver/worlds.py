"""What may lie where the player cannot see: whole tables that agree with a view."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.cards import CARD, DOWN, HIDDEN
from games.game import Game
from games.piles import Role
from games.position import Position


def world(game: Game, view: Mapping[str, Any], chance: random.Random) -> Position:
    """One table, at random, that looks to the player as ``view`` does.

    ``view`` is what ``Game.view`` gives, and all that is known: so nothing made from a world can tell what is
    hidden. A shuffled re-deal draws from a seed of the world's own.
    """
    seen = Counter(CARD[text] for cards in view["piles"].values() for text in cards if text != HIDDEN)
    unseen = list((game.pack.all - seen).elements())
    chance.shuffle(unseen)
    piles = []
    for place, name in enumerate(game.names):
        group = game.group_of(place)
        down = DOWN if group.role is Role.STOCK or group.turns_up else 0
        piles.append(
            bytes(
                unseen.pop() | down if text == HIDDEN else CARD[text] for text in view["piles"].get(name, ())
            )
        )
    secret = {"seed": str(chance.random())}
    state = tuple({**view["state"], **secret}[name] for name in game.state)
    return Position(tuple(piles), state)
