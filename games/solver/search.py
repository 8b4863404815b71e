"""Is a table won? Beam searches, each wider than the last, over the engine's own positions.

A beam goes forward a move at a time and keeps the most promising tables of each step. It never comes to a
table twice. One that had to drop none has seen everything that can be reached: then the word is ``lost``.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from heapq import nlargest
from itertools import compress
from operator import is_not
from typing import Final, NamedTuple

from games.game import Game
from games.moves import Move
from games.position import Position
from games.solver.fingerprint import Fingerprint
from games.solver.likely import likely_moves
from games.solver.promise import HOME, Homes, Promise

NARROWEST: Final = 4
WIDER: Final = 3
"""How many times wider each beam is than the one before."""
WIDEST: Final = 30_000
"""A beam of this width is the last: so the memory is bounded, too."""
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
    """A table, the way to it, and what was read of it."""

    worth: float
    number: int
    position: Position
    before: _Node | None
    move: Move | None
    mark: int
    """The piles' part of its fingerprint."""
    rest: int
    homes: Homes
    cost: int


def line_to(node: _Node) -> tuple[Move, ...]:
    """The moves that lead to a node."""
    moves: list[Move] = []
    while node.before is not None and node.move is not None:
        moves.append(node.move)
        node = node.before
    return tuple(reversed(moves))


class _Search:
    """One question: its limits, and the best that has been seen."""

    def __init__(self, game: Game, start: Position, limits: Limits, seed: int) -> None:
        self.game = game
        self.began = time.monotonic()
        self.ends = self.began + limits.seconds
        self.most = limits.tables
        self.tables = 0
        self.chance = random.Random(seed)
        self.promise = Promise(game)
        self.fingerprint = Fingerprint(game)
        self.likely = likely_moves(game)
        homes = self.promise.homes(start)
        rest = self.fingerprint.rest(start)
        mark = self.fingerprint.of(start) - rest
        self.start = _Node(0, 0, start, None, None, mark, rest, homes, self.promise.cost(homes, start.piles))
        self.best = self.start
        self.score = homes.score

    def verdict(self, status: str) -> Verdict:
        seconds = time.monotonic() - self.began
        return Verdict(status, line_to(self.best), self.score, self.tables, seconds)

    def beam(self, width: int, exact: bool = False) -> str:
        """One beam: ``won``, ``lost`` when it dropped nothing, ``open``.

        ``exact`` knows tables by their keys, not by their fingerprints.
        """
        game, chance, promise = self.game, self.chance.random, self.promise
        after, moved, growth = game.after, self.fingerprint.moved, promise.growth
        home = game.homes
        pure = type(game).other_key is Game.other_key
        places = range(len(game.names))
        seen: set[object] = {game.key(self.start.position) if exact else self.start.mark + self.start.rest}
        layer = [self.start]
        dropped = self.likely is not None
        while layer:
            found: list[_Node] = []
            for node in layer:
                if self.tables >= self.most or time.monotonic() > self.ends:
                    return "open"
                here = node.position
                old = here.piles
                old_home = old[home]
                for move in self._moves(here):
                    there = after(here, move)
                    self.tables += 1
                    new = there.piles
                    changed = list(compress(places, map(is_not, old, new)))
                    mark = node.mark + moved(old, new, changed)
                    rest = node.rest
                    if there.state is not here.state or not pure:
                        rest = self.fingerprint.rest(there)
                    key = game.key(there) if exact else mark + rest
                    if key in seen:
                        continue
                    seen.add(key)
                    homes, cost = node.homes, node.cost
                    if new[home] == old_home:
                        cost += growth(homes, old, new, changed)
                    else:
                        homes = promise.homes(there)
                        cost = promise.cost(homes, new)
                    worth = HOME * homes.score - cost + WHIM * chance()
                    node_there = _Node(worth, len(found), there, node, move, mark, rest, homes, cost)
                    if homes.score > self.score:
                        self.score, self.best = homes.score, node_there
                        if homes.score == game.total:
                            return "won"
                    found.append(node_there)
            if len(found) > width:
                dropped = True
                found = nlargest(width, found)
            layer = found
        return "open" if dropped else "lost"

    def _moves(self, position: Position) -> list[Move]:
        if self.likely:
            return self.likely(position, self.promise.due(position))
        return self.game.moves(position, distinct=True)


def solve(game: Game, start: Position, limits: Limits | None = None, seed: int = 0) -> Verdict:
    """Search for a win from a table whose every card is known.

    ``seed`` is for the search's own chance. A ``won`` line is for the caller to replay; a win already on
    the table is an empty line.
    """
    search = _Search(game, start, limits or Limits(), seed)
    if search.score == game.total:
        return search.verdict("won")
    width = NARROWEST
    while True:
        status = search.beam(width)
        if status == "lost":
            # Nothing was left out, but fingerprints are only nearly sure.
            status = search.beam(width, exact=True)
        out = search.tables >= search.most or time.monotonic() > search.ends
        if status != "open" or out or width >= WIDEST:
            return search.verdict(status)
        width *= WIDER
