"""What the engine and the solver do in a second, and how that compares with a plain loop of the same Python.

The yardstick is a loop that copies a list of 13 piles, changes two of them and makes a tuple: the least that
any next table can cost here. Processor time is counted, so other work on the machine disturbs little.
"""

from __future__ import annotations

import random
import re
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import TypeVar

from games import catalogue, changes
from games.game import Game
from games.moves import Move
from games.position import Position
from games.solver import Limits, solve

TABLES = 30_000
"""Tables that each search looks at."""
ROUNDS = 3
"""The best of so many counts."""


def main() -> None:
    """Print the table."""
    yardstick = best(copying)
    heads = f"{'':26}{'moves':>10}{'next':>10}{'key':>10}{'search':>10}"
    print(f"{heads}   per second; search / yardstick; a served move, microseconds")
    print(f"{'yardstick':26}{'':10}{yardstick:10,.0f}")
    for slug in catalogue.classes():
        game = catalogue.game(slug)
        tables = met(game)
        moves = best(lambda tables=tables, game=game: rate(tables, game.moves))
        keys = best(lambda tables=tables, game=game: rate(tables, game.key))
        steps = [(table, move) for table in tables for move in game.moves(table)]
        after = best(lambda steps=steps, game=game: rate(steps, lambda step: game.after(*step)))
        search = best(lambda game=game: searched(game))
        print(
            f"{slug:26}{moves:10,.0f}{after:10,.0f}{keys:10,.0f}{search:10,.0f}"
            f"   {search / yardstick:.3f}   {min(move_of(game) for _ in range(ROUNDS)):6.0f}",
            flush=True,
        )
    freecell()


def best(count: Callable[[], float]) -> float:
    """The best rate of some counts: what disturbs a count can only make it slower."""
    return max(count() for _ in range(ROUNDS))


T = TypeVar("T")


def rate(things: list[T], do: Callable[[T], object]) -> float:
    """How many of the things are done in a second of processor time."""
    began = time.process_time()
    for thing in things:
        do(thing)
    return len(things) / (time.process_time() - began)


def copying() -> float:
    """The yardstick."""
    piles = tuple(bytes([n] * 7) for n in range(1, 14))

    def step(_: int) -> tuple[bytes, ...]:
        table = list(piles)
        table[3] = table[3][:-1]
        table[4] += b"\1"
        return tuple(table)

    return rate(list(range(100_000)), step)


def met(game: Game) -> list[Position]:
    """Tables met in a few plays that bring cards home where they can."""

    def choose(step: int, table: Position, moves: list[Move]) -> Move:
        homes = [move for move in moves if game.score(game.after(table, move)) > game.score(table)]
        return homes[step % len(homes)] if homes else moves[-1]

    return [table for table, _ in played(game, 150, choose)] * 10


def played(
    game: Game, longest: int, choose: Callable[[int, Position, list[Move]], Move]
) -> Iterator[tuple[Position, Move]]:
    """The tables of a few plays, each with the move that is made there."""
    for seed in ("bench-1", "bench-2", "bench-3"):
        table = game.deal(seed)
        for step in range(longest):
            moves = game.moves(table)
            if not moves:
                break
            move = choose(step, table, moves)
            yield table, move
            table = game.after(table, move)


def searched(game: Game) -> float:
    """Tables that the solver looks at in a second of processor time."""
    tables, number, began = 0, 0, time.process_time()
    while tables < TABLES:
        number += 1
        verdict = solve(game, game.deal(f"bench-{number}"), Limits(seconds=60, tables=TABLES - tables))
        tables += max(verdict.tables, 1)
    return tables / (time.process_time() - began)


def move_of(game: Game) -> float:
    """Microseconds, at the median, of what a server asks of the engine for a move: the next table, whether it
    shows a card, its legal moves, its status and the events. Moves are chosen at random."""
    chance = random.Random(1)
    spent = []
    for table, move in played(game, 120, lambda _, __, moves: chance.choice(moves)):
        began = time.perf_counter()
        there = game.after(table, move)
        game.reveals(table, there)
        game.status(there, game.moves(there))
        changes.events(game, table, there, move)
        spent.append(time.perf_counter() - began)
    return median(spent) * 1e6


def freecell() -> None:
    """For scale: a solver in C on its own game, which has half the cards."""
    program = shutil.which("freecell-solver-range-parallel-solve")
    if not program:
        print("(apt-get install freecell-solver-bin adds a solver in C, for scale)")
        return
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [program, "1", "600", "600", "--total-iterations-limit", "100000"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    counts = re.findall(r"total_num_iters=(\d+)", done.stdout)
    if counts:
        print(f"{'freecell-solver (C)':26}{'':30}{int(counts[-1]) / seconds:10,.0f}   FreeCell, 600 deals")
