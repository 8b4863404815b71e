"""Redis stops, restarts, is emptied, hangs, or loses what it is given: play goes on, and tabs come right."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, contextmanager, nullcontext
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.serving import POSTGRESQL
from benchmarks.serving.databases import Database
from tests.faults.hands import Party, until
from tests.faults.harness import Redis, Service, audit, frozen, postgresql_is_here, size, thawed
from tests.faults.lossy import LossyWay
from tests.faults.tabs import tab, truth

Fault = AbstractContextManager[None]

HANDS = 10
PACE = 4.0
FAULT = size(5, 10)
"""Seconds of it."""
RIGHT = 5.0
"""Seconds after which a tab at another process sees what has been played, with Redis or without."""
LONGEST = 1.0
"""Seconds that a player may have to wait for his answer meanwhile."""


@contextmanager
def stopped(redis: Redis) -> Iterator[None]:
    redis.stop()
    yield
    redis.start()


@contextmanager
def restarted(redis: Redis) -> Iterator[None]:
    redis.stop()
    redis.start()
    yield


@contextmanager
def flushed(redis: Redis) -> Iterator[None]:
    redis.flush()
    yield
    redis.flush()


@contextmanager
def paused(redis: Redis) -> Iterator[None]:
    pids = frozen(redis.process.pid)
    yield
    thawed(pids)


@pytest.fixture
def database(folder: Path) -> Iterator[Database]:
    """Two processes and Redis: that is PostgreSQL, where it is."""
    made = Database("postgresql" if postgresql_is_here() else "sqlite", folder, POSTGRESQL)
    yield made
    made.remove()


@pytest.mark.parametrize("fault", [stopped, restarted, flushed, paused])
async def test_play_goes_on(database: Database, redis: Redis, fault: Callable[[Redis], Fault]) -> None:
    await plays_on(database, redis.url, fault(redis))


async def test_play_goes_on_when_hints_are_lost(database: Database, redis: Redis) -> None:
    async with LossyWay(redis, loss=0.3).open() as way:
        await plays_on(database, way.url, nullcontext())
    print(f"{way.lost} hints lost, {way.passed} passed")
    assert way.lost > HANDS
    assert way.passed > way.lost


async def plays_on(database: Database, url: str, fault: Fault) -> None:
    """Hands play at one process and each has a tab at the other, before, during and after the fault."""
    seats = [seat for [seat] in database.seats(HANDS, 1)]
    service = await asyncio.to_thread(Service, database, 2, url)
    here, there = service.ports
    party = Party(seats, [here], PACE)
    behind = 0.0
    try:
        async with AsyncExitStack() as stack:
            tabs = [await stack.enter_async_context(tab(there, seat)) for seat in seats]

            async def in_step() -> float:
                """How long it takes until every tab has seen what its hand had played when this was asked."""
                turns = [hand.turn for hand in party.hands]
                return await until(
                    lambda: all(each.seq >= turn for each, turn in zip(tabs, turns, strict=True)), 3 * RIGHT
                )

            async with party.playing():
                await party.until(lambda: all(hand.turn > 2 for hand in party.hands), 20)
                began = time.monotonic()
                await asyncio.to_thread(fault.__enter__)
                while time.monotonic() < began + FAULT:
                    behind = max(behind, await in_step())
                    await asyncio.sleep(0.1)
                await asyncio.to_thread(fault.__exit__, None, None, None)
                behind = max(behind, await in_step())
                ended = time.monotonic()
            behind = max(behind, await in_step())
            for seat, each in zip(seats, tabs, strict=True):
                assert (await truth(here, seat)) == (each.seq, each.view)
    finally:
        await asyncio.to_thread(service.stop)
    longest = max(
        later - earlier - 1 / PACE for hand in party.hands for earlier, later in pairwise(hand.times)
    )
    print(
        f"{party.between(began, ended)} moves in {ended - began:.1f} s, the longest wait {longest:.2f} s; "
        f"the other tab right after {behind:.2f} s at the most"
    )
    assert not party.wrongs
    assert not any(hand.refusals or hand.thrown_out for hand in party.hands)
    assert not audit(database, party.acknowledged)
    assert longest <= LONGEST
    assert behind <= RIGHT
