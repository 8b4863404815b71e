"""A good move for a player who sees what he sees.

The hidden cards are dealt at random several times over, and in each of these worlds the plan that leaves the
most promising table is looked for; the worlds vote. Where nothing is hidden any more, the game is searched
instead. So a hint is a function of the view (and of chance), never of the cards that really lie there.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from games.cards import HIDDEN
from games.game import Game
from games.moves import Move
from games.position import Position
from games.solver.likely import likely_moves
from games.solver.promise import Promise
from games.solver.search import Limits, solve
from games.solver.worlds import world

WORLDS: Final = 9
"""Votes at the most."""
TABLES: Final = 20_000
"""Tables looked at when everything lies open, at the most."""

Plan = tuple[Move, ...]
"""A move, or two of which the first makes the second possible."""


def hint(game: Game, view: Mapping[str, Any], seconds: float = 0.8, seed: int = 0) -> Move | None:
    """The move that most of the worlds would make; None where there is none to make.

    Takes what ``Game.view`` gives; ends within about ``seconds``.
    """
    chance = random.Random(seed)
    ends = time.monotonic() + seconds
    if not any(HIDDEN in cards for cards in view["piles"].values()):
        verdict = solve(game, world(game, view, chance), Limits(seconds, TABLES), seed)
        if verdict.status == "won":
            return verdict.line[0] if verdict.line else None
    votes: Counter[Move] = Counter()
    for _ in range(WORLDS):
        move = _best(game, world(game, view, chance))
        if move is None:
            return None
        votes[move] += 1
        if time.monotonic() > ends:
            break
    return max(votes, key=lambda move: (votes[move], move.text))


def _best(game: Game, table: Position) -> Move | None:
    """The first move of the plan that leaves the most promising table; the stock is turned if no plan mends
    anything, so that nothing goes to and fro."""
    promise = Promise(game)
    likely = likely_moves(game)
    moves = likely(table, promise.due(table)) if likely else game.moves(table, distinct=True)
    turning = [move for move in moves if move.verb != "move"]
    plans = _plans(game, table, [move for move in moves if move.verb == "move"])
    worth = {plan: promise.of(_carried_out(game, table, plan)) for plan in plans}
    best = max(plans, key=lambda plan: (worth[plan], -len(plan), plan[0].text), default=None)
    if best and (worth[best] > promise.of(table) or not turning):
        return best[0]
    if turning:
        return max(turning, key=lambda move: promise.of(game.after(table, move)))
    return moves[0] if moves else None


def _plans(game: Game, table: Position, moves: list[Move]) -> list[Plan]:
    """What can be done for good in one move, or in two of which the first makes the second possible."""
    now = {move.text for move in moves}
    plans: list[Plan] = []
    for move in moves:
        if game.for_good(table, move):
            plans.append((move,))
        after = game.after(table, move)
        plans += [
            (move, then)
            for then in game.moves(after, distinct=True)
            if then.verb == "move" and then.text not in now and game.for_good(after, then)
        ]
    return plans


def _carried_out(game: Game, table: Position, plan: Plan) -> Position:
    for move in plan:
        table = game.after(table, move)
    return table
