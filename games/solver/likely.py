"""The moves a search may content itself with, where all of them are too many.

A search that leaves moves out can still say ``won``; it can no longer say ``lost``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.catalogue.the_empress_of_india import TheEmpressOfIndia
from games.game import Game
from games.moves import Move
from games.position import Position
from games.solver.promise import Due

LATEST: Final = 2
"""How many soldiers and how many sailors are thought of for a tie: those due last."""

Likely = Callable[[Position, Due], list[Move]]


def likely_moves(game: Game) -> Likely | None:
    """The function that names the likely moves of a table; None where a game wants all of them tried."""
    maker = MAKERS.get(game.slug)
    return maker(game) if maker else None


def _ties_of_the_latest(game: Game) -> Likely:
    """In the Empress any red card may be tied to any black one; to tie those due last costs least."""
    assert isinstance(game, TheEmpressOfIndia)

    def moves(position: Position, due: Due) -> list[Move]:
        army, navy = game.loose(position)
        ties = game.ties(_latest(position, army, due), _latest(position, navy, due))
        return [*game.pairs(position, distinct=True), *ties, *game.other_moves(position)]

    return moves


def _latest(position: Position, cells: list[int], due: Due) -> list[int]:
    return sorted(cells, key=lambda cell: -due[position.piles[cell][0]])[:LATEST]


MAKERS: Final[dict[str, Callable[[Game], Likely]]] = {"the-empress-of-india": _ties_of_the_latest}
