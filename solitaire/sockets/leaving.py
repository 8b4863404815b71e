"""What is done when the process is told to end (SIGTERM, Ctrl-C), before its server does what it does then.

Daphne drops its sockets without a word, and uvicorn closes them in the middle of a sentence.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGTERM, signal.SIGINT)


def before_leaving(work: Callable[[], Awaitable[None]]) -> None:
    """Do this work in the running event loop when a server is told to end, and only then let it.

    Told a second time, it ends at once. Does nothing where no server listens to the signals.
    """
    loop = asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread():
        return
    told = False

    def listener(before: Callable[[int, FrameType | None], Any]) -> Callable[[int, FrameType | None], None]:
        async def leave(number: int) -> None:
            try:
                await work()
            finally:
                before(number, None)

        def listen(number: int, frame: FrameType | None) -> None:
            nonlocal told
            if told:
                before(number, frame)
            else:
                told = True
                loop.call_soon_threadsafe(lambda: tasks.append(loop.create_task(leave(number))))

        return listen

    tasks: list[asyncio.Task[None]] = []
    for number in SIGNALS:
        before = signal.getsignal(number)
        if callable(before) and before is not signal.default_int_handler:
            signal.signal(number, listener(before))


def stop_listening() -> None:
    """Under Daphne, take no new connections; uvicorn does so by itself."""
    if "twisted.internet.reactor" in sys.modules:
        from twisted.internet import reactor, tcp

        for reader in reactor.getReaders():  # type: ignore[misc]
            if isinstance(reader, tcp.Port):
                reader.stopListening()
