"""Everybody loses the line at once, and comes back within five seconds to whichever process answers."""

from __future__ import annotations

import asyncio
import time

from benchmarks.serving.databases import Database
from tests.faults.hands import Party
from tests.faults.harness import Redis, Service, audit, size

SOCKETS = int(size(100, 500))
WITHIN = 5.0
"""Seconds in which they come back."""
IN_STEP = 10.0
"""Seconds after which all are in step, and play."""


async def test_all_are_in_step_and_no_move_is_made_twice(database: Database, redis: Redis) -> None:
    seats = [seat for [seat] in database.seats(SOCKETS, 1)]
    service = await asyncio.to_thread(Service, database, 2, redis.url)
    party = Party(seats, service.ports, pace=1.0, away=WITHIN)
    try:
        async with party.playing():
            await party.until(lambda: all(hand.turn for hand in party.hands), 60)
            cut = time.monotonic()
            for hand in party.hands:
                hand.cut()
            await party.until(lambda: party.all_back(cut) < 1e9, 60)
    finally:
        await asyncio.to_thread(service.stop)
    print(f"{SOCKETS} sockets, all in step {party.all_back(cut):.1f} s after the cut")
    assert not party.wrongs
    assert not audit(database, party.acknowledged)
    assert all(hand.thrown_out == 1 for hand in party.hands)
    assert party.all_back(cut) <= IN_STEP
