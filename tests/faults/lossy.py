"""A way to Redis on which some of the hints are lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.faults.harness import Redis, free_port


class LossyWay:
    """Between the service and Redis: the part ``loss`` of what is published does not arrive."""

    def __init__(self, redis: Redis, loss: float) -> None:
        self.redis, self.loss = redis, loss
        self.port = free_port()
        self.passed = self.lost = 0
        self._chance = random.Random(7)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @asynccontextmanager
    async def open(self) -> AsyncIterator[LossyWay]:
        """Inside, the way is there."""
        door = await asyncio.start_server(self._carry, "127.0.0.1", self.port)
        try:
            yield self
        finally:
            door.close()

    async def _carry(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, there = await asyncio.open_connection("127.0.0.1", self.redis.port)
        asking = asyncio.create_task(self._asks(near, there))
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                while True:
                    answer = await value(far)
                    if b"message" in answer[:40] and answer[:1] in (b"*", b">"):
                        if self._chance.random() < self.loss:
                            self.lost += 1
                            continue
                        self.passed += 1
                    back.write(answer)
                    await back.drain()
        finally:
            asking.cancel()
            there.close()
            back.close()

    @staticmethod
    async def _asks(near: asyncio.StreamReader, there: asyncio.StreamWriter) -> None:
        while data := await near.read(65536):
            there.write(data)
            await there.drain()
        there.close()


async def value(stream: asyncio.StreamReader) -> bytes:
    """One whole value of the Redis protocol, as it stands. Raises IncompleteReadError at the end."""
    line = await stream.readuntil(b"\r\n")
    kind, count = line[:1], line[1:-2]
    if kind in b"$=!" and count != b"-1":
        return line + await stream.readexactly(int(count) + 2)
    if kind in b"*>~%|" and count != b"-1":
        parts = int(count) * (2 if kind in b"%|" else 1)
        return line + b"".join([await value(stream) for _ in range(parts)])
    return line
