"""The database stops, is locked, or has no room left: nobody is told otherwise, and play comes back."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from benchmarks.serving.databases import Database
from tests.faults.hands import Party
from tests.faults.harness import (
    BINARIES,
    Postgres,
    Service,
    audit,
    filled,
    frozen,
    size,
    small_disk,
    thawed,
)

HANDS = 20
OUTAGE = size(7, 10)
"""Seconds without a database: everybody hears ``busy`` before, however many wait."""
BACK = 5.0
"""Seconds in which everybody plays again after it."""

Broken = Callable[[], AbstractContextManager[None]]


async def outage(database: Database, broken: Broken, logs: Path) -> Party:
    """Play, break it, go on, mend it, and play on; then all must be as the players were told."""
    seats = [seat for [seat] in database.seats(HANDS, 1)]
    service = await asyncio.to_thread(Service, database, logs=logs)
    party = Party(seats, service.ports, pace=5.0)
    try:
        async with party.playing():
            await party.until(lambda: all(hand.turn for hand in party.hands), 20)
            break_it = broken()
            await asyncio.to_thread(break_it.__enter__)
            await asyncio.sleep(OUTAGE)
            busy = party.refused("busy")
            await asyncio.to_thread(break_it.__exit__, None, None, None)
            mended = time.monotonic()
            await party.until(lambda: party.all_back(mended) < 1e9, 60)
    finally:
        await asyncio.to_thread(service.stop)
    print(f"busy was said to {busy} of {HANDS}; all play again after {party.all_back(mended):.2f} s")
    assert not party.wrongs
    assert not audit(database, party.acknowledged)
    assert busy == HANDS
    assert party.all_back(mended) <= BACK
    return party


# ---- SQLite --------------------------------------------------------------------------------------


@pytest.fixture
def file(folder: Path) -> Database:
    return Database("sqlite", folder, "")


async def test_sqlite_locked(file: Database, folder: Path) -> None:
    @contextmanager
    def locked() -> Iterator[None]:
        with closing(sqlite3.connect(file.file, timeout=20, check_same_thread=False)) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            yield

    await outage(file, locked, folder)


async def test_sqlite_without_room(folder: Path) -> None:
    try:
        with small_disk(folder / "disk", megabytes=40) as disk:
            await outage(Database("sqlite", disk, ""), lambda: filled(disk), folder)
    except PermissionError as error:
        pytest.skip(f"no small disk can be mounted here: {error}")


# ---- PostgreSQL ----------------------------------------------------------------------------------


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[Postgres, Database]]:
    """A PostgreSQL of one's own, and a database in it."""
    if not BINARIES:
        pytest.skip("PostgreSQL's programs are not here")
    folder.mkdir(exist_ok=True)
    postgres = Postgres(folder)
    try:
        yield postgres, Database("postgresql", folder.parent, postgres.url)
    finally:
        if postgres.is_running():
            postgres.stop()


async def test_postgresql_stopped(folder: Path) -> None:
    with cluster(folder / "postgres") as (postgres, database):

        @contextmanager
        def stopped() -> Iterator[None]:
            postgres.stop()
            yield
            postgres.start()

        await outage(database, stopped, folder)


async def test_postgresql_that_hangs(folder: Path) -> None:
    with cluster(folder / "postgres") as (postgres, database):

        @contextmanager
        def hanging() -> Iterator[None]:
            pids = frozen(postgres.pid)
            yield
            thawed(pids)

        await outage(database, hanging, folder)


async def test_postgresql_locked(folder: Path) -> None:
    with cluster(folder / "postgres") as (_, database):

        @contextmanager
        def locked() -> Iterator[None]:
            with psycopg.connect(database.url) as holder:
                holder.execute("LOCK TABLE play_event IN ACCESS EXCLUSIVE MODE")
                yield

        await outage(database, locked, folder)


async def test_postgresql_without_room(folder: Path) -> None:
    try:
        with (
            small_disk(folder / "disk", megabytes=220) as disk,
            cluster(disk / "postgres") as (own, database),
        ):

            @contextmanager
            def full() -> Iterator[None]:
                with filled(disk):
                    yield
                if not own.is_running():
                    own.start()

            await outage(database, full, folder)
    except PermissionError as error:
        pytest.skip(f"no small disk can be mounted here: {error}")
