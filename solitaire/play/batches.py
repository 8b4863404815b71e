"""The quick way to write: what arrives while a batch is being committed makes up the next.

There is one writer for each process, with a connection of its own. It judges by ``writing.judge`` on what the
process remembers, as soon as an intent arrives, and says yes only to what the database has taken. Whatever it
cannot say yes to (an old base, a known id, an illegal move, an end, an attempt that it does not remember, or
that another process has gone on with) is left to ``writing.write``, which looks at one intent at a time and
with care: so a refusal is always true, and one bad move hurts nobody else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple
from uuid import UUID

import structlog
from django.utils import timezone

from solitaire.play import messages
from solitaire.play.memory import memory
from solitaire.play.store import NoAnswer, Row, Store, store
from solitaire.play.table import Facts, Standing, snapshot_text
from solitaire.play.writing import BUSY, Intent, Refused, judge
from solitaire.sockets.loops import per_loop
from solitaire.sockets.postgresql import PATIENCE

log = structlog.get_logger(__name__)

MOST: Final = 128
"""Intents in a batch."""


class Stored(NamedTuple):
    """An event that is in the database and ended nothing: the attempt, how it stood before and after, and the
    event as an ``ev``."""

    facts: Facts
    before: Standing
    after: Standing
    text: str


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

    def busy(self) -> None:
        """Answer that the database does not, if anybody still waits."""
        if not self.answer.done():
            self.answer.set_exception(Refused("busy", BUSY))


class Judged(NamedTuple):
    """A wish that the rules allow, and what comes of it once it is stored."""

    wish: Wish
    outcome: Stored


class Writer:
    """The writer of one process (of one event loop)."""

    def __init__(self) -> None:
        self._ready: deque[Judged] = deque()
        """What the next batch is made of: of an attempt one wish at a time is here or being written."""
        self._behind: dict[int, deque[Wish]] = {}
        """By the numbers of those attempts' ids what else is wanted there, in the order of arrival."""
        self._loop = asyncio.get_running_loop()
        self._due = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self._hanging = False
        """A batch has had its time, and it is still not known what became of it."""

    async def write(self, attempt: UUID, player: int, intent: Intent) -> Stored | None:
        """Store what a player wants; how it was done, or None: look at it with care.

        Raises Refused: ``busy``, where the database does not answer. Then it may have been stored or not.
        """
        if self._hanging:
            raise Refused("busy", BUSY)
        wish = Wish(attempt, player, intent, self._loop.create_future())
        behind = self._behind.get(attempt.int)
        if behind is not None:
            behind.append(wish)
        elif not self._begin(wish, deque()):
            return None
        self.start()
        return await wish.answer

    def start(self) -> None:
        """Begin to work, and connect to the database, unless that is done."""
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run(store()))

    def _begin(self, wish: Wish, behind: deque[Wish]) -> bool:
        """Judge a wish, and have it written before those ``behind``; whether it can be."""
        outcome = self._judge(wish)
        if outcome is None:
            return False
        self._behind[wish.attempt.int] = behind
        self._ready.append(Judged(wish, outcome))
        self._due.set()
        return True

    @staticmethod
    def _judge(wish: Wish) -> Stored | None:
        latest = memory.latest(wish.attempt)
        if latest is None or latest.facts is None:
            return None
        before, facts, now = latest.standing, latest.facts, timezone.now()
        try:
            after = judge(facts, before, wish.player, wish.intent, now)
            if after.is_over:
                return None
            # Written out now, and not when it is stored: the database's time is ours.
            return Stored(facts, before, after, messages.text(messages.event(facts, before, after, now)))
        except Exception:  # whatever it is, it will be met again where it can be answered
            return None

    def _end(self, attempt: UUID) -> None:
        """Nothing is being written there any more: on to what waits."""
        behind = self._behind.pop(attempt.int)
        while behind:
            wish = behind.popleft()
            if not wish.answer.done():
                if self._begin(wish, behind):
                    break
                wish.tell(None)

    async def _run(self, database: Store) -> None:
        try:
            try:
                await database.open()
            except NoAnswer as error:
                log.warning("database did not answer", error=str(error))
            while True:
                await self._due.wait()
                self._due.clear()
                while batch := self._batch():
                    try:
                        await self._write(database, batch)
                    finally:
                        for judged in batch:
                            self._end(judged.wish.attempt)
        finally:
            await database.close()

    def _batch(self) -> list[Judged]:
        batch: list[Judged] = []
        while self._ready and len(batch) < MOST:
            judged = self._ready.popleft()
            if judged.wish.answer.done():
                self._end(judged.wish.attempt)
            else:
                batch.append(judged)
        return batch

    async def _write(self, database: Store, batch: list[Judged]) -> None:
        rows = [_row(n, judged) for n, judged in enumerate(batch)]
        assert self._work is not None
        # Waited for here and not in a task of its own, whose price a batch of one or two moves would feel.
        patience = self._loop.call_later(PATIENCE + 1, self._give_up, self._work, batch)
        try:
            stored = await database.write(rows, timezone.now())
        except NoAnswer as error:
            log.warning("database did not answer", error=str(error))
            self._busy(batch)
        except asyncio.CancelledError:
            if not self._hanging or self._work.uncancel():
                raise
            log.warning("database hung")
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
            patience.cancel()
            self._hanging = False

    def _give_up(self, work: asyncio.Task[None], batch: list[Judged]) -> None:
        """Nobody else begins to wait, until the database lets go of what it was given."""
        self._hanging = True
        self._busy(batch)
        work.cancel()

    def _busy(self, batch: Iterable[Judged]) -> None:
        """Tell these, and all who wait: for them it would be the same, only later."""
        for judged in (*batch, *self._ready):
            judged.wish.busy()
        for behind in self._behind.values():
            for wish in behind:
                wish.busy()


def _row(n: int, judged: Judged) -> Row:
    (attempt, player, intent, _), outcome = judged
    after = outcome.after
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
