"""Who may have a hint worked out now: one at a time for an attempt, one a second for a player, and no long
queue before the processes that think."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Final
from uuid import UUID

import structlog
from django.conf import settings

from games import workers
from solitaire.play.thinking import Question, think_or_die
from solitaire.play.writing import Refused
from solitaire.sockets.watch import before_daphne_goes

log = structlog.get_logger(__name__)

WAITING: Final = 6
"""Hints that may be under way at a time, for each process."""
PATIENCE: Final = 8.0
"""Seconds that a player waits for a hint."""
EVERY: Final = 1.0
"""Seconds from one hint of a player to his next."""
NICENESS: Final = 5
"""Moves are more urgent than hints."""

Text = str | None


class Hints:
    """The hints that a process of the service is working out."""

    def __init__(self) -> None:
        self._pool: Executor | None = None
        self._under_way: dict[UUID, tuple[int, Future[Text]]] = {}
        """By attempt: after which event the question was put, and the answer to come."""
        self._asked: dict[int, float] = {}
        """By player, when he last had a hint worked out, the newest last."""

    async def ask(self, attempt: UUID, player: int, base: int, question: Question) -> str:
        """The move to suggest at the table as it is after event ``base``.

        Raises Refused: ``rate`` (too fast), ``busy`` (too many, too slow), ``illegal`` (nothing to suggest).
        """
        try:
            future = asyncio.wrap_future(self._future(attempt, player, base, question))
            # It may fail when nobody waits for it any longer.
            future.add_done_callback(lambda done: done.cancelled() or done.exception())
            async with asyncio.timeout(PATIENCE):
                # Another tab may wait for the same hint, so that nobody who goes away takes it with him.
                text = await asyncio.shield(future)
        except TimeoutError:
            raise Refused("busy", "No hint came in time; try again in a moment.") from None
        except BrokenExecutor:
            log.warning("hints: a process was lost")
            raise Refused("busy", "The hint was lost on the way; try again.") from None
        if text is None:
            raise Refused("illegal", "There is no move to suggest.")
        return text

    def _future(self, attempt: UUID, player: int, base: int, question: Question) -> Future[Text]:
        under_way = self._under_way.get(attempt)
        if under_way is not None:
            if under_way[0] == base:
                return under_way[1]
            raise Refused("busy", "A hint is being worked out already.")
        if len(self._under_way) >= WAITING * settings.HINT_PROCESSES:
            raise Refused("busy", "Many players ask for hints just now; try again in a moment.")
        self._not_so_fast(player)
        future = self._submit(question)
        self._under_way[attempt] = base, future
        future.add_done_callback(lambda _: self._under_way.pop(attempt, None))
        return future

    def _not_so_fast(self, player: int) -> None:
        now = time.monotonic()
        while self._asked and next(iter(self._asked.values())) <= now - EVERY:
            del self._asked[next(iter(self._asked))]
        if player in self._asked:
            raise Refused("rate", "One hint a second; wait a moment.")
        self._asked[player] = now

    def _submit(self, question: Question) -> Future[Text]:
        if self._pool is not None:
            try:
                return self._pool.submit(think_or_die, question)
            except BrokenExecutor:
                log.warning("hints: the processes are started again")
        self._pool = workers.pool(settings.HINT_PROCESSES, NICENESS)
        before_daphne_goes(self.close)
        return self._pool.submit(think_or_die, question)

    def close(self) -> None:
        """End the processes; a later hint would begin new ones."""
        if self._pool is not None:
            workers.end(self._pool)
        self._pool = None


hints = Hints()
"""Those of this process."""
