"""The round that a process makes every few seconds past all its sockets.

It closes those whose session has ended, and lets the others look for what no hint told them. The queries
are for many sockets together.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

import structlog

from solitaire.sockets.database import run
from solitaire.sockets.leaving import before_leaving, stop_listening
from solitaire.sockets.loops import per_loop
from solitaire.sockets.sessions import Proof, doubtful, proofs_of
from solitaire.sockets.socket import NO_SESSION, Socket

log = structlog.get_logger(__name__)

T = TypeVar("T")

EVERY: Final = 4.0
"""Seconds from one round to the next: nobody who logged out is heard for five."""

SLICE: Final = 500
"""Sockets that are looked at in one query."""
PAUSE: Final = 0.01
"""Seconds between queries, in which the sockets have the interpreter to themselves."""
LAST_WORDS: Final = 0.3
"""Seconds that farewells have to leave the process."""


class Watch:
    """The open sockets of one process (of one event loop)."""

    def __init__(self) -> None:
        self._sockets: set[Socket] = set()
        self._task: asyncio.Task[None] | None = None
        self._leaving = False

    def add(self, socket: Socket) -> None:
        """Pass by this socket from now on."""
        self._sockets.add(socket)
        if self._task is None:
            self._task = asyncio.create_task(self._rounds())
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

    async def _rounds(self) -> None:
        spent = 0.0
        while True:
            await asyncio.sleep(max(EVERY - spent, PAUSE))
            began = time.monotonic()
            try:
                await self.round()
            except Exception as error:  # a database that is away for a round may be back for the next
                log.warning("round past the sockets failed", error=repr(error))
            spent = time.monotonic() - began

    async def round(self) -> None:
        """Check every session, then let each kind of socket look."""
        known = {
            (socket.session, socket.proof) for socket in self._sockets if socket.session and socket.proof
        }
        doubted: set[str] = set()
        proofs: dict[str, Proof] = {}
        for pairs in slices(known):
            keys = await run(doubtful, pairs)
            if keys:
                doubted |= keys
                proofs |= await run(proofs_of, keys)
            await asyncio.sleep(PAUSE)
        for socket in tuple(self._sockets):
            if socket.session in doubted and socket.proof is not None:
                socket.proof = proofs.get(socket.session)
                if socket.proof is None or socket.proof.player != socket.player:
                    await socket.close(NO_SESSION)
        kinds: defaultdict[type[Socket], list[Socket]] = defaultdict(list)
        for socket in self._sockets:
            kinds[type(socket)].append(socket)
        for kind, those in kinds.items():
            for some in slices(those):
                await kind.look(some)
                await asyncio.sleep(PAUSE)


def slices(things: Iterable[T]) -> Iterator[list[T]]:
    """Some hundred at a time: a thread that works for longer keeps the sockets from the interpreter."""
    left = iter(things)
    while some := list(islice(left, SLICE)):
        yield some


def before_daphne_goes(work: Callable[[], Any]) -> None:
    """Under Daphne, do this when it is told to stop and before it does; it waits for a Deferred."""
    if reactor := sys.modules.get("twisted.internet.reactor"):
        reactor.addSystemEventTrigger("before", "shutdown", work)


watch = per_loop(Watch)
"""The watch of the running event loop."""
