"""The rounds that a process makes past all its sockets, each of which it passes every few seconds.

It closes those whose session has ended, and lets the others look for what no hint told them. The queries
are for many sockets together, but not for all at once: a long one, or many in a row, would be felt by all
who play.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any, Final

import structlog

from solitaire.sockets.database import run
from solitaire.sockets.leaving import before_leaving, stop_listening
from solitaire.sockets.loops import per_loop
from solitaire.sockets.postgresql import link
from solitaire.sockets.sessions import doubtful, proofs_of
from solitaire.sockets.socket import NO_SESSION, Socket

log = structlog.get_logger(__name__)

EVERY: Final = 4.0
"""Seconds until a socket is passed again: nobody who logged out is heard for five."""
STOPS: Final = 20
"""Stops on the way round. At each this share of all sockets is looked at,"""
SLICE: Final = 100
"""or so many, where that is more."""
EARLY: Final = 0.75
"""The part of ``EVERY`` that must be over before a socket is looked at again."""
PAUSE: Final = 0.01
"""Seconds between stops at the least, in which the sockets have the interpreter to themselves."""
LAST_WORDS: Final = 0.3
"""Seconds that farewells have to leave the process."""


class Watch:
    """The open sockets of one process (of one event loop)."""

    def __init__(self) -> None:
        self._sockets: set[Socket] = set()
        self._queue: deque[tuple[float, Socket]] = deque()
        """When each was passed last, in that order; those that are gone fall out when their turn comes."""
        self._task: asyncio.Task[None] | None = None
        self._leaving = False

    def add(self, socket: Socket) -> None:
        """Pass by this socket from now on."""
        self._sockets.add(socket)
        self._queue.append((time.monotonic(), socket))
        if self._task is None:
            self._task = asyncio.create_task(self._walk())
            before_leaving(self.farewell)
        if self._leaving:
            socket.soon(socket.farewell)

    def discard(self, socket: Socket) -> None:
        """Pass by it no longer."""
        self._sockets.discard(socket)

    async def farewell(self) -> None:
        """Take nobody new, answer what is under way, tell every client to come back in a moment, and let the
        words get out."""
        self._leaving = True
        stop_listening()
        await asyncio.gather(*(socket.farewell() for socket in tuple(self._sockets)))
        await asyncio.sleep(LAST_WORDS)

    async def _walk(self) -> None:
        spent = 0.0
        try:
            while True:
                await asyncio.sleep(max(EVERY / STOPS - spent, PAUSE))
                began = time.monotonic()
                try:
                    await self._look(self._next(began))
                except Exception as error:  # a database that is away for this stop may be back for the next
                    log.warning("sockets not looked at", error=repr(error))
                spent = time.monotonic() - began
        finally:
            await link().close()

    def _next(self, now: float) -> list[Socket]:
        """The sockets to look at at this stop."""
        some = []
        for _ in range(max(SLICE, -(-len(self._queue) // STOPS))):
            if not self._queue or now - self._queue[0][0] < EVERY * EARLY:
                break
            _, socket = self._queue.popleft()
            if socket in self._sockets:
                self._queue.append((now, socket))
                some.append(socket)
        return some

    async def _look(self, sockets: list[Socket]) -> None:
        """Check the sessions of these sockets, then let each kind of socket look."""
        pairs = {(socket.session, socket.proof) for socket in sockets if socket.session and socket.proof}
        doubted = await doubtful(pairs) if pairs else set()
        proofs = await run(proofs_of, doubted) if doubted else {}
        for socket in sockets:
            if socket.session in doubted and socket.proof is not None:
                socket.proof = proofs.get(socket.session)
                if socket.proof is None or socket.proof.player != socket.player:
                    await socket.close(NO_SESSION)
        kinds: defaultdict[type[Socket], list[Socket]] = defaultdict(list)
        for socket in sockets:
            kinds[type(socket)].append(socket)
        for kind, those in kinds.items():
            await kind.look(those)


def before_daphne_goes(work: Callable[[], Any]) -> None:
    """Under Daphne, do this when it is told to stop and before it does; it waits for a Deferred."""
    if reactor := sys.modules.get("twisted.internet.reactor"):
        reactor.addSystemEventTrigger("before", "shutdown", work)


watch = per_loop(Watch)
"""The watch of the running event loop."""
