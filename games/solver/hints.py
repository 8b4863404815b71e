"""A good move for a player who sees what he sees.

The hidden cards are dealt at random several times over, each of these worlds is searched a little, and the
worlds vote. A hint is a function of the view (and of chance), never of the cards that really lie there.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from games.game import Game
from games.moves import Move
from games.solver.search import Limits, narrow
from games.solver.worlds import world

WORLDS: Final = 6
"""Votes at the most."""
WIDTH: Final = 6
"""How many tables are kept at each step of a world's search."""
TABLES: Final = 4_000
"""Tables looked at in each world, at the most."""
WON: Final = 3
"""What the vote of a world that is won counts, against one that is not."""


def hint(game: Game, view: Mapping[str, Any], seconds: float = 0.8, seed: int = 0) -> Move | None:
    """The move that most of the worlds begin with; None where there is none to make.

    Takes what ``Game.view`` gives; ends within about ``seconds``.
    """
    chance = random.Random(seed)
    ends = time.monotonic() + seconds
    votes: Counter[Move] = Counter()
    for _ in range(WORLDS):
        left = ends - time.monotonic()
        if votes and left <= 0:
            break
        table = world(game, view, chance)
        moves = game.moves(table, distinct=True)
        if len(moves) < 2:
            return moves[0] if moves else None
        limits = Limits(seconds=max(left, 0.05), tables=TABLES)
        verdict = narrow(game, table, limits, WIDTH, seed=chance.getrandbits(32))
        first = verdict.line[0] if verdict.line else _onward(game, table, moves)
        votes[first] += WON if verdict.status == "won" else 1
    return max(votes, key=lambda move: (votes[move], move.text)) if votes else None


def _onward(game: Game, table: Any, moves: list[Move]) -> Move:
    """Where no search brings a card home: rather a move that changes the table for good."""
    return next((move for move in moves if game.for_good(table, move)), moves[0])
