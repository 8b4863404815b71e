"""The moves a search may content itself with, where all of them are too many.

A search that leaves moves out can still say ``won``; it can no longer say ``lost``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.cards import FACE
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
    fleets = [game.group("army"), game.group("navy")]

    def moves(position: Position, due: Due) -> list[Move]:
        piles = position.piles
        late = {
            cell
            for fleet in fleets
            for cell in sorted(
                (cell for cell in fleet if len(piles[cell]) == 1),
                key=lambda cell: -due[piles[cell][0] & FACE],
            )[:LATEST]
        }
        return [
            move
            for move in game.moves(position, distinct=True)
            if move.also or move.verb != "move" or {move.source, move.target} <= late
        ]

    return moves


MAKERS: Final[dict[str, Callable[[Game], Likely]]] = {"the-empress-of-india": _ties_of_the_latest}
