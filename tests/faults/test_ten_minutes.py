"""Players come, play, leave and come back for ten minutes: no error, and the memory does not grow."""

from __future__ import annotations

import asyncio
import random
import time

from benchmarks.serving.databases import Database
from benchmarks.serving.load import Seat
from tests.faults.hands import Hand
from tests.faults.harness import Redis, Service, audit, size

PLAYERS = int(size(20, 100))
SECONDS = size(30, 600)
GROWTH = 1.05
"""What the memory may be in the end, of what it was at half-time: by then what is kept, within bounds, of
players who come and go is there."""


async def test_no_error_and_no_growth(database: Database, redis: Redis) -> None:
    moves = int(SECONDS * 1.5 / 200) + 2
    seats = [seat for [seat] in database.seats(PLAYERS * moves, 1)]
    service = await asyncio.to_thread(Service, database, 2, redis.url)
    chance, played = random.Random(3), list[Hand]()
    until = time.monotonic() + SECONDS

    async def lives(mine: list[Seat]) -> None:
        """Play a table to its end, leaving it now and then."""
        await asyncio.sleep(chance.uniform(0, 2))
        for seat in mine:
            hand = Hand(seat, service.ports[:: chance.choice((1, -1))], pace=1.5)
            played.append(hand)
            while hand.turn < len(seat.moves) and not hand.wrongs:
                if time.monotonic() > until:
                    return
                await hand.play(chance.randint(5, 30))

    try:
        async with asyncio.TaskGroup() as group:
            for number in range(PLAYERS):
                group.create_task(lives(seats[number::PLAYERS]))
            held = []
            for _ in range(4):
                await asyncio.sleep(SECONDS / 4)
                held.append(service.weigh() / (1 << 20))
    finally:
        await asyncio.to_thread(service.stop)
    acknowledged = [each for hand in played for each in hand.acknowledged]
    quarters = ", ".join(f"{each:.1f}" for each in held)
    print(f"{len(acknowledged)} moves; memory {quarters} MiB, a quarter of the time after another")
    assert not [wrong for hand in played for wrong in hand.wrongs]
    assert not [hand.refusals for hand in played if hand.refusals]
    assert not any(hand.thrown_out for hand in played)
    assert not audit(database, acknowledged)
    assert "Traceback" not in service.said()
    assert held[3] <= held[1] * GROWTH
