"""News between sockets: "something of this topic has changed".

Sockets of this process hear it at once, with the message that tells it, if there is one. Those of other
processes get a hint through the channel layer: it has no content, it may be lost, and it may come twice, and
whoever needs certainty also looks at the database from time to time. Hints go out together, some times a
second, and nobody waits for them: the play goes on when Redis does not.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable
from typing import Final

import structlog
from channels.layers import get_channel_layer

from solitaire.sockets.loops import per_loop

log = structlog.get_logger(__name__)

GROUP: Final = "hints"
PATIENCE: Final = 3.0
"""Seconds that the layer has to take what is sent."""
AGAIN: Final = 1.0
"""Seconds before the layer is tried again when it fails."""
EVERY: Final = 0.05
"""Seconds from one sending of hints to the next."""
WAITING: Final = 10_000
"""Topics that wait to be sent; when there are more, the layer is too slow, and they are dropped."""

Listener = Callable[[int, str | None], None]


def is_cancelled() -> bool:
    """Whether the running task was told to end, even if a library on the way has swallowed the telling.

    The Redis client does so when it is told while it connects; the task would go on for ever.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Hub:
    """The hints of one process (of one event loop)."""

    def __init__(self) -> None:
        self._name = secrets.token_hex(8)
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._hints: dict[str, int] = {}
        """What waits to be sent: by topic the newest seq."""
        self._waiting = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def listen(self, topic: str, listener: Listener) -> None:
        """Call ``listener`` whenever there is news on ``topic``: with the newest seq, and the message that
        tells it, or None: look for yourself."""
        self._listeners[topic].add(listener)
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._send())]

    def forget(self, topic: str, listener: Listener) -> None:
        """Stop listening; does nothing where nobody listened."""
        self._listeners[topic].discard(listener)
        if not self._listeners[topic]:
            del self._listeners[topic]

    def tell(self, topic: str, seq: int = 0, text: str | None = None) -> None:
        """Tell everybody here, and hint to other processes. Never waits and never fails."""
        self._deliver(topic, seq, text)
        if len(self._hints) < WAITING:
            self._hints[topic] = max(seq, self._hints.get(topic, 0))
            self._waiting.set()

    def _deliver(self, topic: str, seq: int, text: str | None = None) -> None:
        for listener in tuple(self._listeners.get(topic, ())):
            listener(seq, text)

    async def _send(self) -> None:
        while not is_cancelled():
            await self._waiting.wait()
            self._waiting.clear()
            hints, self._hints = self._hints, {}
            layer = get_channel_layer()
            try:
                async with asyncio.timeout(PATIENCE):
                    await layer.group_send(GROUP, {"type": "hints", "seqs": hints, "by": self._name})
                await asyncio.sleep(EVERY)
            except Exception as error:  # any failure of the layer's client is the same to us
                log.warning("hints not sent", error=repr(error))
                await asyncio.sleep(AGAIN)
                self._hints = hints | self._hints
                self._waiting.set()

    async def _hear(self) -> None:
        while not is_cancelled():
            layer = get_channel_layer()
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while not is_cancelled():
                    hints = await layer.receive(channel)
                    if hints.get("by") != self._name:
                        for topic, seq in hints["seqs"].items():
                            self._deliver(topic, seq)
            except Exception as error:  # as above
                log.warning("channel layer lost", error=repr(error))
            await asyncio.sleep(AGAIN)


hub = per_loop(Hub)
"""The hub of the running event loop."""
