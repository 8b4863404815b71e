"""The quick way to write: what arrives while one batch is being committed makes up the next.

There is one writer for each process. It judges by ``writing.judge`` on what the process remembers, and says
yes only to what the database has taken. Whatever it cannot say yes to (an old base, a known id, an illegal
move, an end, an attempt that it does not remember, or that another process has gone on with) is left to
``writing.write``, which looks at one intent at a time and with care: so a refusal is always true, and one bad
move hurts nobody else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

import structlog
from django.utils import timezone

from solitaire.play.memory import memory
from solitaire.play.store import PATIENCE, NoAnswer, Row, Store, store
from solitaire.play.table import Facts, Standing, snapshot_text
from solitaire.play.writing import BUSY, Intent, Refused, judge
from solitaire.sockets.loops import per_loop

log = structlog.get_logger(__name__)

MOST: Final = 64
"""Intents in a batch: the sockets must not wait long while they are judged."""


class Stored(NamedTuple):
    """An event that is in the database and ended nothing: the attempt, and how it stood before and after."""

    facts: Facts
    before: Standing
    after: Standing


class Wish(NamedTuple):
    """An intent whose socket waits for the answer."""

    attempt: UUID
    player: int
    intent: Intent
    answer: asyncio.Future[Stored | None]

    def tell(self, stored: Stored | None) -> None:
        """Answer, if anybody still waits."""
        if not self.answer.done():
            self.answer.set_result(stored)


class Judged(NamedTuple):
    """A wish that the rules allow, and what comes of it once it is stored."""

    wish: Wish
    outcome: Stored


class Writer:
    """The writer of one process (of one event loop)."""

    def __init__(self) -> None:
        self._waiting: deque[Wish] = deque()
        self._arrived = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._hangs = False
        """The database has had its time, and still does not say what became of the last batch."""

    async def write(self, attempt: UUID, player: int, intent: Intent) -> Stored | None:
        """Store what a player wants; how it was done, or None: look at it with care.

        Raises Refused: ``busy``, where the database does not answer. Then it may have been stored or not.
        """
        if self._hangs:
            raise Refused("busy", BUSY)
        answer: asyncio.Future[Stored | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Wish(attempt, player, intent, answer))
        self.start()
        self._arrived.set()
        return await answer

    def start(self) -> None:
        """Begin to work, and connect to the database, unless that is done."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        database = store()
        try:
            try:
                await database.open()
            except NoAnswer as error:
                log.warning("database did not answer", error=str(error))
            while True:
                await self._arrived.wait()
                self._arrived.clear()
                while self._waiting:
                    now = timezone.now()
                    await self._write(database, self._judged(now), now)
        finally:
            await database.close()

    def _judged(self, now: datetime) -> list[Judged]:
        """The next batch. An attempt has one place in it: what else is wanted there waits for the next."""
        batch: dict[UUID, Judged] = {}
        later: list[Wish] = []
        while self._waiting and len(batch) < MOST:
            wish = self._waiting.popleft()
            if wish.attempt in batch:
                later.append(wish)
            elif judged := self._judge(wish, now):
                batch[wish.attempt] = judged
            else:
                wish.tell(None)
        self._waiting.extendleft(reversed(later))
        return list(batch.values())

    def _judge(self, wish: Wish, now: datetime) -> Judged | None:
        latest = memory.latest(wish.attempt)
        if latest is None or latest.facts is None or wish.answer.done():
            return None
        try:
            after = judge(latest.facts, latest.standing, wish.player, wish.intent, now)
            return None if after.is_over else Judged(wish, Stored(latest.facts, latest.standing, after))
        except Exception:  # whatever it is, it will be met again where it can be answered
            return None

    async def _write(self, database: Store, batch: list[Judged], now: datetime) -> None:
        if not batch:
            return
        rows = [_row(n, judged) for n, judged in enumerate(batch)]
        writing = asyncio.ensure_future(database.write(rows, now))
        try:
            await asyncio.wait({writing}, timeout=PATIENCE + 1)
            if not writing.done():
                self._hangs = True
                self._busy([judged.wish for judged in batch])
                self._busy(self._waiting)
                writing.cancel()
                await asyncio.wait({writing})
                log.warning("database hung")
                return
            stored = writing.result()
        except NoAnswer as error:
            log.warning("database did not answer", error=str(error))
            self._busy([judged.wish for judged in batch])
        except Exception as error:
            log.warning("batch failed, and is written one by one", error=repr(error))
            for judged in batch:
                judged.wish.tell(None)
        else:
            for n, (wish, outcome) in enumerate(batch):
                if n in stored:
                    memory.put(wish.attempt, outcome.after, outcome.facts)
                wish.tell(outcome if n in stored else None)
        finally:
            self._hangs = False

    @staticmethod
    def _busy(wishes: list[Wish] | deque[Wish]) -> None:
        for wish in wishes:
            if not wish.answer.done():
                wish.answer.set_exception(Refused("busy", BUSY))


def _row(n: int, judged: Judged) -> Row:
    (attempt, player, intent, _), (_, _, after) = judged
    return Row(
        n,
        attempt,
        player,
        intent.base,
        intent.id,
        intent.kind,
        intent.text,
        after.moves,
        after.undos,
        after.assisted,
        after.score,
        after.status,
        snapshot_text(after),
    )


writer = per_loop(Writer)
"""The writer of the running event loop."""
