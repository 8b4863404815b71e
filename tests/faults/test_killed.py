"""Kill -9 of a server under load: what was acknowledged is there, and play goes on."""

from __future__ import annotations

import asyncio
import random
import time

from benchmarks.serving.databases import Database
from tests.faults.hands import Party
from tests.faults.harness import Service, audit, rounds, size

HANDS = 40
ROUNDS = rounds(3, 50)
BACK = 3.0
"""Seconds in which play is back after the start of the new process."""


async def test_nothing_acknowledged_is_lost(database: Database) -> None:
    database.prepare(HANDS * ROUNDS)
    service = await asyncio.to_thread(Service, database)
    acknowledged, wrongs, back, chance = [], [], [], random.Random(5)
    try:
        for _ in range(ROUNDS):
            party = Party([seat for [seat] in database.seats(HANDS, 1)], service.ports)
            async with party.playing():
                await party.until(lambda party=party: len(party.acknowledged) > HANDS, 20)
                await asyncio.sleep(chance.uniform(0.2, size(0.6, 1.5)))
                service.kill()
                killed = time.monotonic()
                await asyncio.to_thread(service.start)
                await party.until(lambda party=party, killed=killed: party.all_back(killed) < 1e9, 20)
            back.append(party.all_back(killed))
            acknowledged += party.acknowledged
            wrongs += party.wrongs
            assert all(hand.thrown_out for hand in party.hands)
    finally:
        await asyncio.to_thread(service.stop)
    print(f"{len(acknowledged)} moves, back after {min(back):.2f} to {max(back):.2f} s")
    assert not wrongs
    assert not audit(database, acknowledged)
    assert max(back) <= BACK
