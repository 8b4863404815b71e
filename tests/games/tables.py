"""Tables laid by hand, and play at random, for the tests of the games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from games import catalogue, notation
from games.game import BOOK, Game
from games.moves import Move
from games.position import Position

VARIANTS = [(game.slug, game.variant) for game in catalogue.every()]


class Table:
    """A table to play on by move texts: what a test of a rule needs and no more."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.position = position

    def __getitem__(self, pile: str) -> str:
        """The cards of a pile as the player sees them: "KS ?? QD"."""
        cards = self.game.view(self.position)["piles"][pile.replace("_", "-")]
        return " ".join(cards)

    def play(self, *texts: str) -> Table:
        position = self.position
        for text in texts:
            position = self.game.play(position, self.game.read_move(text))
        return Table(self.game, position)

    @property
    def moves(self) -> set[str]:
        return {move.text for move in self.game.moves(self.position)}

    @property
    def status(self) -> str:
        return self.game.status(self.position)


def lay(slug: str, variant: str = BOOK, *, state: dict[str, Any] | None = None, **piles: str) -> Table:
    """A table with the piles named: ``lay("the-olga", bed_1="KS qd", talon="7H")``."""
    document = {
        "game": slug,
        "variant": variant,
        "piles": {name.replace("_", "-"): cards.split() for name, cards in piles.items()},
        "state": state or {},
    }
    return Table(*notation.from_document(document))


def dealt(slug: str, seed: str = "a seed", variant: str = BOOK) -> Table:
    game = catalogue.game(slug, variant)
    return Table(game, game.deal(seed))


def random_play(game: Game, seed: str, longest: int = 400) -> Iterator[tuple[Position, Move, Position]]:
    """The steps of one play at random, which would rather change the table for good than shuffle about."""
    chance = random.Random(seed)
    here = game.deal(seed)
    for _ in range(longest):
        moves = game.moves(here)
        if not moves:
            return
        chosen = chance.sample(moves, len(moves))
        move = next((move for move in chosen if game.for_good(here, move)), chosen[0])
        if chance.random() < 0.2:
            move = chosen[0]
        there = game.play(here, move)
        yield here, move, there
        here = there
