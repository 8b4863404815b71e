"""Hints between sockets: "something of this topic has changed, look at the database".

A hint has no content, may be lost, and may come twice; whoever needs certainty also looks from time to time.
Sockets of this process hear it at once; those of others through the channel layer, of which nobody waits
for more than a moment: the play goes on when Redis does not.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final
from weakref import WeakKeyDictionary

import structlog
from channels.layers import get_channel_layer

log = structlog.get_logger(__name__)

GROUP: Final = "hints"
PATIENCE: Final = 1.0
"""Seconds that the layer has to take a hint."""
AGAIN: Final = 2.0
"""Seconds before the layer is tried again when it fails."""
WAITING: Final = 100
"""Hints on their way to the layer at one time; more are dropped."""

Listener = Callable[[int], None]


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
        self._tasks: set[asyncio.Task[None]] = set()
        self._pump: asyncio.Task[None] | None = None

    def listen(self, topic: str, listener: Listener) -> None:
        """Call ``listener`` with the newest seq whenever there is a hint on ``topic``."""
        self._listeners[topic].add(listener)
        if self._pump is None:
            self._pump = asyncio.create_task(self._hear())

    def forget(self, topic: str, listener: Listener) -> None:
        """Stop listening; does nothing where nobody listened."""
        self._listeners[topic].discard(listener)
        if not self._listeners[topic]:
            del self._listeners[topic]

    def tell(self, topic: str, seq: int = 0) -> None:
        """Hint to everybody, here and in other processes. Never waits and never fails."""
        self._deliver(topic, seq)
        if len(self._tasks) < WAITING:
            task = asyncio.create_task(
                self._send({"type": "hint", "topic": topic, "seq": seq, "by": self._name})
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _deliver(self, topic: str, seq: int) -> None:
        for listener in tuple(self._listeners.get(topic, ())):
            listener(seq)

    async def _send(self, hint: dict[str, Any]) -> None:
        layer = get_channel_layer()
        try:
            async with asyncio.timeout(PATIENCE):
                await layer.group_send(GROUP, hint)
        except Exception as error:  # any failure of the layer's client is the same to us
            log.warning("hint not sent", error=repr(error))

    async def _hear(self) -> None:
        while not is_cancelled():
            layer = get_channel_layer()
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while not is_cancelled():
                    hint = await layer.receive(channel)
                    if hint.get("by") != self._name:
                        self._deliver(hint["topic"], hint["seq"])
            except Exception as error:  # as above
                log.warning("channel layer lost", error=repr(error))
            await asyncio.sleep(AGAIN)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
