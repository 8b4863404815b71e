"""A good move for a player who sees what he sees.

Between two cards that turn up, the player knows what every move comes to. So plans that show nothing are
judged as they are; where a plan ends by showing a card, the hidden cards are dealt at random several times
over, and what it leaves is averaged. The most promising plan is taken, if it mends anything; if none does,
the stock is turned. Where nothing is hidden any more, the game is solved. So a hint is a function of the view
(and of chance), never of the cards that really lie there.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from games.cards import HIDDEN
from games.catalogue.the_empress_of_india import TheEmpressOfIndia
from games.game import Game
from games.moves import Move
from games.position import Position
from games.solver.empress import advise
from games.solver.likely import likely_moves
from games.solver.promise import Cost, Promise, Weights
from games.solver.search import Limits, Verdict, solve
from games.solver.worlds import world

WORLDS: Final = 4
"""How often the hidden cards are dealt, for a plan that shows one."""
CHOOSING: Final = 8
"""How often, where a choice at the beginning decides about the whole game; then each is played to its end."""
SHOWING: Final = 24
"""Plans that show a card, looked at for a hint: the shortest."""
TABLES: Final = 20_000
"""Tables looked at when everything lies open."""
WIN: Final = 20
"""What a win counts for besides its cards, when games are played to their end."""
LONGEST: Final = 500
"""Moves of a game that is played to its end in thought."""

Plan = tuple[Move, ...]


class Taste(NamedTuple):
    """How a game is thought about.

    weights  what is promising
    depth    moves of a plan, at the most
    width    tables from which plans go on
    follow   moves that may follow what a plan has shown, before it is judged
    """

    weights: Weights | None = None
    depth: int = 3
    width: int = 12
    follow: int = 0


TASTES: Final[dict[str, Taste]] = {
    # A cell of the Divan is opened when the talon has something for it that is due soon.
    "the-sultan": Taste(Weights(40, reserve=Cost(0, late=23), talon=Cost(10, each=-5))),
    # A vacancy bought dear, and one kept: with none, nothing can be seen and nothing dug for.
    "la-nivernaise": Taste(
        Weights(40, Cost(2), Cost(0, each=30, room=-60, bare=8, joined=True)), depth=5, width=16, follow=3
    ),
    "the-labyrinth": Taste(Weights(20, Cost(0, walled=4, columns=True)), depth=10, width=25),
    # The Terrace before all else: what its cards wait for is played, and what would pass them by is not.
    "the-terrace": Taste(Weights(20, Cost(5, each=-10), Cost(0, each=60, late=15), Cost(5)), width=16),
    "the-olga": Taste(Weights(40, Cost(10, each=-10, late=5), talon=Cost(5))),
    "red-and-black": Taste(Weights(40, Cost(0, each=-29), talon=Cost(-5))),
    "the-square": Taste(Weights(40, Cost(10), talon=Cost(5))),
    "the-blockade": Taste(Weights(40, Cost(10, each=-20, columns=True)), follow=3),
}
"""By game; found by playing some hundred deals (``tune-1`` ...) by many."""

OPEN: Final[dict[str, Weights]] = {
    # A place of two cards is worse than none: every tie binds, the more the further apart its two are due.
    "the-empress-of-india": Weights(
        20, Cost(0, room=-5, bare=2, late=2, apart=1), talon=Cost(0, each=3, late=1)
    ),
}
"""What is promising when all lies open, where a search for that has other weights than one from the start."""


def hint(game: Game, view: Mapping[str, Any], seconds: float = 0.8, seed: int = 0) -> Move | None:
    """A move that promises well; None where there is none to make.

    Takes what ``Game.view`` gives; ends within about ``seconds``. With one ``seed`` the hidden cards are
    dealt alike as long as nothing more is seen, so that a plan that is begun is also carried out.
    """
    ends = time.monotonic() + seconds
    if lies_open(game, view):
        verdict = solve_open(game, world(game, view, random.Random(seed)), seconds)
        if verdict.line:
            return verdict.line[0]
    return _thinker(game).best(view, random.Random(seed), ends)


def lies_open(game: Game, view: Mapping[str, Any]) -> bool:
    """Whether the player knows all that is to come: no card is hidden, and none will be shuffled again."""
    if game.redeal_shuffled and view["state"]["redeals"] < game.redeals:
        return False
    return not any(HIDDEN in cards for cards in view["piles"].values())


def solve_open(game: Game, table: Position, seconds: float, seed: int = 0) -> Verdict:
    """The search of a table where all lies open."""
    return solve(game, table, Limits(seconds, TABLES), seed, OPEN.get(game.slug))


class _Thinker:
    """Thinks about the tables of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.taste = TASTES.get(game.slug, Taste())
        self.promise = Promise(game, self.taste.weights)
        self.likely = likely_moves(game)

    def best(self, view: Mapping[str, Any], chance: random.Random, ends: float) -> Move | None:
        """The move to suggest."""
        game, promise = self.game, self.promise
        worlds = [world(game, view, chance)]
        table = worlds[0]
        moves = self._moves(table)
        if len(moves) < 2:
            return moves[0] if moves else None
        if moves[0].verb == "choose":
            worlds += [world(game, view, chance) for _ in range(CHOOSING - 1)]
            return self._chosen(moves, worlds, ends)
        if isinstance(game, TheEmpressOfIndia):
            return advise(game, table, promise.due(table))
        worlds += [world(game, view, chance) for _ in range(WORLDS - 1)]
        turning = [move for move in moves if move.verb != "move"]
        worths, showing = self._plans(table)
        for plan in showing[:SHOWING]:
            if time.monotonic() > ends:
                break
            worths[plan] = self._worth(plan, worlds)
        # Of equally good plans the shortest, and of these the first: so nothing goes to and fro.
        best = max(worths, key=lambda plan: (worths[plan], -len(plan)), default=None)
        if best and (not turning or worths[best] > promise.of(table)):
            return best[0]
        if turning:
            return max(turning, key=lambda move: self._worth((move,), worlds))
        return moves[0]

    def _moves(self, table: Position) -> list[Move]:
        if self.likely:
            return self.likely(table, self.promise.due(table))
        return self.game.moves(table, distinct=True)

    def _plans(self, table: Position) -> tuple[dict[Plan, float], list[Plan]]:
        """The plans that show nothing and what they are worth, and those whose last move shows a card."""
        game, promise = self.game, self.promise
        worths: dict[Plan, float] = {}
        showing: list[Plan] = []
        seen = {game.key(table)}
        layer: list[tuple[Plan, Position]] = [((), table)]
        for _ in range(self.taste.depth):
            found: list[tuple[Plan, Position]] = []
            for plan, here in layer:
                for move in self._moves(here):
                    if move.verb != "move":
                        continue
                    there = game.after(here, move)
                    longer = (*plan, move)
                    if game.reveals(here, there):
                        showing.append(longer)
                        continue
                    key = game.key(there)
                    if key not in seen:
                        seen.add(key)
                        worths[longer] = promise.of(there)
                        found.append((longer, there))
            found.sort(key=lambda step: -worths[step[0]])
            layer = found[: self.taste.width]
        return worths, showing

    def _worth(self, plan: Plan, worlds: list[Position]) -> float:
        """What a plan leaves, on average."""
        total = 0
        for table in worlds:
            for move in plan:
                table = self.game.after(table, move)
            for _ in range(self.taste.follow):
                better = self._mended(table)
                if better is None:
                    break
                table = better
            total += self.promise.of(table)
        return total / len(worlds)

    def _mended(self, table: Position) -> Position | None:
        """The most promising table a move away, if that is more promising than this."""
        game, promise = self.game, self.promise
        best, worth = None, promise.of(table)
        for move in self._moves(table):
            if move.verb == "move":
                there = game.after(table, move)
                promised = promise.of(there)
                if promised > worth:
                    best, worth = there, promised
        return best

    def _chosen(self, moves: list[Move], worlds: list[Position], ends: float) -> Move:
        """The choice that does best when each is played to the end in the same worlds."""
        scores = dict.fromkeys(moves, 0)
        for table in worlds:
            for move in moves:
                scores[move] += self._played_on(self.game.after(table, move))
            if time.monotonic() > ends:
                break
        return max(moves, key=lambda move: scores[move])

    def _played_on(self, table: Position) -> int:
        """What a game comes to when each move mends what it can."""
        game = self.game
        for _ in range(LONGEST):
            better = self._mended(table)
            if better is None:
                turning = [move for move in self._moves(table) if move.verb != "move"]
                if not turning:
                    break
                better = game.after(table, turning[0])
            table = better
        score = game.score(table)
        return score + (WIN if score == game.total else 0)


@cache
def _thinker(game: Game) -> _Thinker:
    return _Thinker(game)
