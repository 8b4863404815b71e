"""Many tabs at one table, on two processes: whatever they all want at once comes to one line of events."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from contextlib import AsyncExitStack

from benchmarks.serving.databases import Database
from benchmarks.serving.load import Seat
from tests.faults.audit import Acknowledged
from tests.faults.hands import until
from tests.faults.harness import Redis, Service, audit, size
from tests.faults.tabs import Tab, tab, truth

OPERATIONS = int(size(600, 10_000))
TABS = (2, 3, 4, 5, 6, 7, 8)
"""At so many tables, so many tabs."""
PACE = 10.0
"""Operations a second of a tab, at the most."""
IN_STEP = 6.0
"""Seconds in which every tab knows what all have done."""


class Chaos:
    """The tabs of one table, and what each of them has been told."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.acknowledged: list[Acknowledged] = []
        self.known: list[tuple[str, str, int, str, int]] = []
        """Intents that are events: kind, id, base, move, seq."""
        self.told: Counter[str] = Counter()
        self.wrongs: list[str] = []

    async def plays(self, seat: Seat, tab: Tab, operations: int) -> None:
        """One tab does so many things, of all kinds."""
        for _ in range(operations):
            began = time.monotonic()
            what = self.chance.choices(("move", "undo", "again", "stale"), (5, 4, 1, 1))[0]
            if what == "again" and self.known:
                kind, id, base, move, seq = self.chance.choice(self.known)
                said = await tab.ask(kind, base, move, id)
                if (said["t"], said.get("seq"), said.get("dup")) != ("ack", seq, True):
                    self.wrongs.append(f"event {seq} sent again was answered by {said}")
                self.told["again"] += 1
            elif what == "stale" and tab.seq > 0:
                said = await tab.ask("resign", self.chance.randrange(tab.seq))
                if said.get("code") not in ("stale", "busy"):
                    self.wrongs.append(f"a stale base was answered by {said}")
                self.told["stale on purpose"] += 1
            elif what == "undo" and tab.now["can"]["undo"]:
                await self._wish(seat, tab, "undo")
            elif tab.now["legal"]:
                await self._wish(seat, tab, "move", self.chance.choice(tab.now["legal"]))
            await asyncio.sleep(max(0.0, began + 1 / PACE - time.monotonic()))

    async def _wish(self, seat: Seat, tab: Tab, kind: str, move: str = "") -> None:
        base = tab.seq
        said = await tab.ask(kind, base, move)
        if said["t"] == "ack":
            self.acknowledged.append((seat.path.split("/")[3], said["id"], base, said["seq"]))
            self.known.append((kind, said["id"], base, move, said["seq"]))
            self.told[kind] += 1
        elif said["code"] in ("stale", "busy"):
            self.told[said["code"]] += 1
        else:
            self.wrongs.append(f"{kind} {move} on {base} was answered by {said}")


async def test_every_log_is_one_line_and_every_tab_sees_its_end(database: Database, redis: Redis) -> None:
    seats = [seat for [seat] in database.seats(len(TABS), 1)]
    service = await asyncio.to_thread(Service, database, 2, redis.url)
    chaos = [Chaos(random.Random(number)) for number in TABS]
    try:
        async with AsyncExitStack() as stack:
            tables = [
                [
                    await stack.enter_async_context(tab(service.ports[number % 2], seat))
                    for number in range(tabs)
                ]
                for seat, tabs in zip(seats, TABS, strict=True)
            ]
            each = OPERATIONS // sum(TABS) + 1
            async with asyncio.TaskGroup() as group:
                for seat, tabs, one in zip(seats, tables, chaos, strict=True):
                    for opened in tabs:
                        group.create_task(one.plays(seat, opened, each))
            for seat, tabs in zip(seats, tables, strict=True):
                seq, view = await truth(service.ports[0], seat)
                await until(lambda tabs=tabs, seq=seq: all(each.seq == seq for each in tabs), IN_STEP)
                assert all(each.view == view for each in tabs)
    finally:
        await asyncio.to_thread(service.stop)
    told = sum((one.told for one in chaos), Counter())
    print(f"{each * sum(TABS)} operations: {dict(told)}")
    assert not [wrong for one in chaos for wrong in one.wrongs]
    assert not audit(database, [each for one in chaos for each in one.acknowledged])
    assert told["move"] > OPERATIONS / 20
    assert min(told[what] for what in ("undo", "again", "stale", "stale on purpose")) > 0
    assert "Traceback" not in service.said()
