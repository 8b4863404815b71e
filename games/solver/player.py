"""A whole deal played by hints alone: what a player comes to who sees no more than the table shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.game import Game
from games.solver.hints import hint, lies_open, solve_open

FOREVER: Final = 1e9
"""The clock decides nothing, so a play is the same on every machine."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a deal went: ``won`` or ``stuck``, the cards home, and the moves made."""

    status: str
    score: int
    moves: int


def play_by_hints(game: Game, seed: str) -> Played:
    """Play the deal of ``seed``, each move as ``hint`` says from the view alone.

    When everything lies open, the line that the hints' search finds is played to its end. Nobody follows
    hints that go to and fro: rather than have a table once more, the stock is turned, or the play is over.
    """
    table = game.deal(seed)
    reached = {game.key(table)}
    moves = 0
    while True:
        legal = game.moves(table)
        status = game.status(table, legal)
        if status != "playing":
            return Played(status, game.score(table), moves)
        view = game.view(table)
        if lies_open(game, view):
            verdict = solve_open(game, table, FOREVER)
            status = "won" if verdict.status == "won" else "stuck"
            return Played(status, verdict.score, moves + len(verdict.line))
        advice = hint(game, view, FOREVER)
        turning = [move for move in legal if move.verb != "move"]
        for move in ([advice] if advice else []) + turning:
            after = game.after(table, move)
            if game.key(after) not in reached:
                break
        else:
            return Played("stuck", game.score(table), moves)
        reached.add(game.key(after))
        table = after
        moves += 1
