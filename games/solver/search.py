"""Is a table won? Sweeps, each wider than the last, over the engine's own positions.

A sweep goes from stage to stage. A stage holds the tables with the same progress (cards turned and cards
come home, which no move takes back), or in some games those after the same number of moves; only such tables
can be compared. From each stage the most promising tables are looked at, as many as the sweep is wide, and
what follows from them is put where it belongs. One that left nothing out has seen everything that can be
reached: then the word is ``lost``.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from heapq import heappop, heappush, nsmallest
from itertools import product
from typing import Final, NamedTuple

from games.game import Game
from games.moves import Move
from games.position import Position
from games.solver.fingerprint import Fingerprint
from games.solver.likely import likely_moves
from games.solver.promise import Homes, Promise, Weights

NARROWEST: Final = 4
WIDER: Final = 3
"""How many times wider each sweep is than the one before."""
WIDEST: Final = 30_000
"""A sweep of this width is the last: so the memory is bounded, too."""
MOST_WAITING: Final = 8
"""A stage keeps so many times its width of tables waiting; then all but the best are dropped."""
MANY: Final = 1000
"""More cards than any pack has: what a re-deal counts for in the progress."""
WHIM: Final = 2.0
"""How much chance may move a table in the order; a restart would otherwise only be a repetition."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: after so many seconds or so many tables, whichever comes first."""

    seconds: float = 20.0
    tables: int = 100_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search has found.

    status   ``won``, ``lost`` (every continuation tried) or ``open`` (a limit was reached)
    line     the winning moves; where it is not won, those to the most cards home
    score    the most cards seen home
    tables   how many tables were looked at
    seconds  how long it took
    """

    status: str
    line: tuple[Move, ...]
    score: int
    tables: int
    seconds: float


class _Node(NamedTuple):
    """A table, the way to it, and what was read of it. The less its ``rank``, the sooner it is looked at."""

    rank: float
    number: int
    position: Position
    before: _Node | None
    move: Move | None
    mark: int
    """The piles' part of its fingerprint."""
    rest: int
    homes: Homes
    cost: int


@dataclass(frozen=True, slots=True)
class _Stage:
    """The tables of a stage that wait, the best first, and the fingerprints of all that came."""

    heap: list[_Node]
    seen: set[object]


def line_to(node: _Node) -> tuple[Move, ...]:
    """The moves that lead to a node."""
    moves: list[Move] = []
    while node.before is not None and node.move is not None:
        moves.append(node.move)
        node = node.before
    return tuple(reversed(moves))


class _Search:
    """One question: its limits, and the best that has been seen."""

    def __init__(
        self, game: Game, start: Position, limits: Limits, seed: int, weights: Weights | None
    ) -> None:
        self.game = game
        self.began = time.monotonic()
        self.ends = self.began + limits.seconds
        self.most = limits.tables
        self.tables = 0
        self.chance = random.Random(seed)
        self.promise = Promise(game, weights)
        self.fingerprint = Fingerprint(game)
        self.likely = likely_moves(game)
        self.start = self._node(start, None, None)
        self.stock = game.index["stock"]
        self.redeals = list(game.state).index("redeals") if "redeals" in game.state else -1
        self.best = self.start
        self.score = self.start.homes.score

    def _node(self, position: Position, before: _Node | None, move: Move | None) -> _Node:
        homes = self.promise.homes(position)
        rest = self.fingerprint.rest(position)
        mark = self.fingerprint.mark(position.piles)
        return _Node(
            0, 0, position, before, move, mark, rest, homes, self.promise.cost(homes, position.piles)
        )

    def first(self) -> list[_Node]:
        """Where sweeps start: where all begins with a choice, after each of the cards that may be chosen."""
        start = self.start
        moves = self.game.moves(start.position)
        if not moves or moves[0].verb != "choose":
            return [start]
        return [self._node(self.game.after(start.position, move), start, move) for move in moves]

    def out(self) -> bool:
        """Whether a limit is reached."""
        return self.tables >= self.most or time.monotonic() > self.ends

    def verdict(self, status: str) -> Verdict:
        seconds = time.monotonic() - self.began
        return Verdict(status, line_to(self.best), self.score, self.tables, seconds)

    def sweep(self, start: _Node, width: int, by_moves: bool, exact: bool = False) -> str:
        """One sweep over the stages from a table on: ``won``, ``lost`` when it left nothing out, ``open``.

        ``exact`` knows tables by their keys, not by their fingerprints.
        """
        game, chance, promise = self.game, self.chance.random, self.promise
        after, touches = game.after, game.touched
        mend_mark, mend_cost = self.fingerprint.mended, promise.mended
        home, total, home_worth = game.homes, game.total, promise.home
        pure = type(game).other_key is Game.other_key
        number = 0
        left_out = self.likely is not None
        ever: set[object] = set()
        stage = 0 if by_moves else self._progress(start.position, start.homes)
        waiting = {stage: _Stage([start], ever)}
        while waiting:
            stage = min(waiting)
            heap = waiting[stage].heap
            for _ in range(width):
                if not heap:
                    break
                if self.out():
                    return "open"
                node = heappop(heap)
                here = node.position
                old = here.piles
                old_home, old_mark, old_rest = old[home], node.mark, node.rest
                old_homes, old_cost = node.homes, node.cost
                marks: dict[int, int] = {}
                costs: dict[int, int] = {}
                for move in self._moves(here):
                    there = after(here, move)
                    self.tables += 1
                    new = there.piles
                    touched = touches(here, move, there)
                    mark = mend_mark(old_mark, old, new, touched, marks)
                    rest = old_rest
                    if there.state is not here.state or not pure:
                        rest = self.fingerprint.rest(there)
                    homes = old_homes
                    at_home = new[home] == old_home
                    if not at_home:
                        homes = promise.homes(there)
                    next_stage = stage + 1 if by_moves else self._progress(there, homes)
                    later = waiting.get(next_stage)
                    if later is None:
                        later = waiting[next_stage] = _Stage([], ever if by_moves else set())
                    key = game.key(there) if exact else mark + rest
                    if key in later.seen:
                        continue
                    later.seen.add(key)
                    cost = (
                        mend_cost(old_cost, homes, old, new, touched, costs)
                        if at_home
                        else promise.cost(homes, new)
                    )
                    number += 1
                    worth = home_worth * homes.score - cost + WHIM * chance()
                    found = _Node(-worth, number, there, node, move, mark, rest, homes, cost)
                    if homes.score > self.score:
                        self.score, self.best = homes.score, found
                        if homes.score == total:
                            return "won"
                    heappush(later.heap, found)
                    if len(later.heap) > MOST_WAITING * width:
                        left_out = True
                        later.heap[:] = nsmallest(width, later.heap)
            left_out = left_out or bool(heap)
            del waiting[stage]
        return "open" if left_out else "lost"

    def _progress(self, position: Position, homes: Homes) -> int:
        """Cards turned and cards come home: what no move takes back. A card that crosses from one foundation
        to another changes neither."""
        turned = -len(position.piles[self.stock])
        if self.redeals >= 0:
            redeals = position.state[self.redeals]
            assert isinstance(redeals, int)
            turned += MANY * redeals
        return turned + homes.score

    def _moves(self, position: Position) -> list[Move]:
        if self.likely:
            return self.likely(position, self.promise.due(position))
        moves = self.game.moves(position, distinct=True)
        sure = self.game.sure(position, moves)
        return moves if sure is None else [sure]


def solve(
    game: Game,
    start: Position,
    limits: Limits | None = None,
    seed: int = 0,
    weights: Weights | None = None,
) -> Verdict:
    """Search for a win from a table whose every card is known.

    ``seed`` is for the search's own chance; ``weights``, where others than the game's are to say what is
    promising. A ``won`` line is for the caller to replay; a win already on the table is an empty line.
    """
    search = _Search(game, start, limits or Limits(), seed, weights)
    if search.score == game.total:
        return search.verdict("won")
    starts = search.first()
    width = NARROWEST
    while starts and width <= WIDEST:
        for by_moves, begin in product(search.promise.by_moves, list(starts)):
            if begin not in starts:
                continue
            status = search.sweep(begin, width, by_moves)
            if status == "lost":
                # Nothing was left out, but fingerprints are only nearly sure.
                status = search.sweep(begin, width, by_moves, exact=True)
            if status == "lost":
                starts.remove(begin)
            if status == "won" or search.out():
                return search.verdict(status if starts else "lost")
        width *= WIDER
    return search.verdict("open" if starts else "lost")
