"""A real process of the service on the database of the tests, and clients that reach it over the network."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from solitaire.play.models import Attempt
from tests.solitaire.wire import Message

ROOT = Path(__file__).resolve().parents[2]


def database_url() -> str:
    """The database that the tests use, as another process is told of it."""
    kept = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{kept['NAME']}"
    return f"postgres://{kept['USER']}:{kept['PASSWORD']}@{kept['HOST']}:{kept['PORT']}/{kept['NAME']}"


APPLICATION = "solitaire.asgi:application"


def daphne(port: int) -> list[str]:
    """How docs/service.md says that Daphne is started."""
    endpoint = f"tcp:port={port}:interface=127.0.0.1:backlog=2048"
    return ["daphne", "--websocket-max-message-size", "65536", "-e", endpoint, APPLICATION]


def uvicorn(port: int) -> list[str]:
    """How it says that uvicorn is started."""
    protocol = ["--ws", "websockets-sansio", "--ws-per-message-deflate", "false", "--ws-max-size", "65536"]
    place = ["--host", "127.0.0.1", "--port", str(port), "--backlog", "2048"]
    manners = ["--loop", "uvloop", "--no-proxy-headers", "--log-level", "warning"]
    return ["uvicorn", *manners, *protocol, *place, APPLICATION]


SERVERS = {"daphne": daphne, "uvicorn": uvicorn}


class Server:
    """One process of the service."""

    def __init__(self, directory: Path, kind: str = "daphne", **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.log = directory / f"{kind}-{self.port}.log"
        self.process = subprocess.Popen(
            [sys.executable, "-m", *SERVERS[kind](self.port)],
            cwd=ROOT,
            env={
                **os.environ,
                "DATABASE_URL": database_url(),
                "SECRET_KEY": settings.SECRET_KEY,
                "PYTHONUNBUFFERED": "1",
                **environment,
            },
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("w"),
        )
        self._wait()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _wait(self) -> None:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.origin}/healthz", timeout=1)
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.1)
            else:
                return
        raise AssertionError(self.log.read_text())

    def stop(self) -> None:
        """Ask it to go, as an operator does, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    @asynccontextmanager
    async def open(
        self, path: str, cookie: str | None = None, origin: str | None = ""
    ) -> AsyncIterator[Line]:
        """An open socket; by default from the server's own origin."""
        headers = {} if cookie is None else {"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"}
        async with connect(
            f"ws://127.0.0.1:{self.port}{path}",
            origin=Origin(self.origin if origin == "" else origin) if origin is not None else None,
            additional_headers=headers,
            subprotocols=[Subprotocol("patience.v1")],
            proxy=None,
        ) as client:
            yield Line(client)

    @asynccontextmanager
    async def table(self, attempt: Attempt, cookie: str) -> AsyncIterator[Line]:
        async with self.open(f"/ws/play/{attempt.pk}/", cookie) as line:
            yield line


class Line:
    """One socket over the network."""

    def __init__(self, client: ClientConnection) -> None:
        self.client = client

    async def send(self, message: Message | str | bytes) -> None:
        await self.client.send(json.dumps(message) if isinstance(message, dict) else message)

    async def receive(self, kind: str | None = None) -> Message:
        message: Any = json.loads(await self.client.recv())
        assert kind is None or message["t"] == kind, message
        found: Message = message
        return found

    async def ask(self, message: Message | str | bytes, kind: str | None = None) -> Message:
        await self.send(message)
        return await self.receive(kind)

    async def join(self) -> Message:
        return await self.ask({"t": "join", "seq": 0}, "state")

    async def closed(self) -> int | None:
        """Read to the end; the code it ends with."""
        with suppress(ConnectionClosed):
            async for _ in self.client:
                pass
        return self.client.close_code
