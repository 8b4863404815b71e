"""What a move costs the server: bare echo, the stock way and ours, in one run. docs/benchmarks.md.

The servers run side by side and are loaded in turn, round after round, so that what else the machine does
falls on all of them alike.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks.serving import peer
from benchmarks.serving.databases import Database
from benchmarks.serving.load import Manners, Room, Seat
from benchmarks.serving.report import PEER, Cell, Load, Report
from benchmarks.serving.servers import SERVERS, Server

POSTGRESQL = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("BENCH_REDIS_URL", "redis://127.0.0.1:6379/8")
FASTEST = {"bare": 60_000, "stock": 4_000, "ours": 12_000, "peer": 20_000}
"""Moves a second that none of these passes: so many are held ready."""
PLAY = 200
"""Moves of a play, more or less."""
WARM_UP = 0.5
"""Seconds before the clock starts; a paced run takes a second, so that all have played once."""


def main(arguments: Sequence[str] = ()) -> int:
    """Measure, and print the tables; 1 where something acknowledged is not in the log, or was refused."""
    options = parse(arguments)
    report = Report()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cadogan-bench-")))
        databases = {}
        for kind in options.databases:
            databases[kind] = Database(kind, folder, options.postgresql)
            stack.callback(databases[kind].remove)
        cells = [
            Cell(server, application, database)
            for server in options.servers
            for application in options.applications
            for database in ([""] if application == "bare" else options.databases)
        ]
        modules = peer.install(folder) if options.peer else None
        if modules:
            cells.append(PEER)
        # Paced loads first, while the servers are new: one that was larger once does not grow again.
        paced = [
            (Load(options.paced, 1.0), cell, options.seconds * 2)
            for cell in cells
            if options.paced and cell.application in ("bare", "ours")
        ]
        closed = [(Load(hands), cell, options.seconds) for hands in options.sockets for cell in cells]
        for kind, database in databases.items():
            runs = [*paced, *closed * options.rounds]
            database.prepare(sum(one[0].hands * tables(*one) for one in runs if one[1].database == kind))
        running = {}
        for cell in cells:
            running[cell] = start(cell, databases, options.redis, folder, modules)
            stack.callback(running[cell].stop)
        for number in range(options.rounds):
            for load, cell, seconds in closed if number else [*paced, *closed]:
                run(report, load, cell, seconds, running[cell], databases.get(cell.database))
            print(f"round {number + 1} of {options.rounds} is done", flush=True)
    print("\n".join(report.lines()), flush=True)
    return 1 if report.wrong else 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks serving", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round, on Daphne alone")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=2.0, help="of a run; twice that when paced")
    parser.add_argument("--sockets", type=int, nargs="*", default=[50, 500], help="closed loops")
    parser.add_argument("--paced", type=int, default=2000, help="sockets at a move a second; 0 for none")
    parser.add_argument("--servers", nargs="+", choices=SERVERS, help="both, or with --quick Daphne")
    parser.add_argument(
        "--applications", nargs="+", choices=["bare", "stock", "ours"], default=["bare", "stock", "ours"]
    )
    parser.add_argument(
        "--databases", nargs="+", choices=["postgresql", "sqlite"], default=["postgresql", "sqlite"]
    )
    parser.add_argument("--postgresql", metavar="URL", default=POSTGRESQL, help="where to make a database")
    parser.add_argument("--redis", metavar="URL", default=REDIS, help="for our service; empty for none")
    parser.add_argument("--peer", action="store_true", help="boardgame.io too, fetched by npm for the while")
    options = parser.parse_args(list(arguments))
    if options.quick:
        options.rounds, options.seconds, options.paced = 1, 1.0, min(options.paced, 500)
    options.servers = options.servers or list(SERVERS[:1] if options.quick else SERVERS)
    return options


def start(
    cell: Cell, databases: dict[str, Database], redis: str, folder: Path, modules: Path | None
) -> Server:
    """The cell's server, ready."""
    environment = databases[cell.database].environment(redis) if cell.database else {}
    if modules is not None:
        environment["NODE_PATH"] = str(modules)
    application = f"benchmarks.serving.{cell.application}:application"
    return Server(cell.server, application, environment, folder / f"{'-'.join(str(cell).split())}.log")


def tables(load: Load, cell: Cell, seconds: float) -> int:
    """At how many tables a hand must be seated so as not to run out of moves."""
    rate = load.pace or FASTEST[cell.application] / load.hands
    return int((WARM_UP + seconds) * rate / PLAY) + 1


def run(
    report: Report, load: Load, cell: Cell, seconds: float, server: Server, database: Database | None
) -> None:
    """One load on one server."""
    each = tables(load, cell, seconds)
    manners = Manners()
    if cell == PEER:
        hands, manners = peer.seats(load.hands, PLAY * each), peer.Manners()
    elif database is None:
        hands = [[Seat("/", "none=1", ("bed-1>foundation-3",) * (PLAY * each))]] * load.hands
    else:
        hands = database.seats(load.hands, each)
    before = database.events() if database else 0
    room = Room(server.port, hands, manners=manners)
    try:
        warm_up = 1.0 if load.pace else WARM_UP
        result = room.play(seconds, warm_up, load.pace, server.spent, server.weigh)
    finally:
        room.close()
    report.add(load, cell, result, database.events() - before if database else None)
