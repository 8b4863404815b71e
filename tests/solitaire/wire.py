"""A client of the websockets, as small as a client can be."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from solitaire.asgi import application
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from solitaire.players.services import GUEST_BACKEND
from solitaire.sockets.database import run
from tests.solitaire.conftest import ACCOUNT_BACKEND

ORIGIN = "http://localhost:8000"
Message = dict[str, Any]


def session(player: Player) -> str:
    """The cookie of a browser in which the player is logged in."""
    client = Client()
    client.force_login(player, GUEST_BACKEND if player.is_guest else ACCOUNT_BACKEND)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


class Wire:
    """One open socket."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def send(self, message: Message | str | bytes) -> None:
        if isinstance(message, bytes):
            await self.communicator.send_to(bytes_data=message)
        else:
            text = message if isinstance(message, str) else json.dumps(message)
            await self.communicator.send_to(text_data=text)

    async def text(self) -> str:
        """The next message as it came."""
        output = await self.communicator.receive_output(6)
        assert output["type"] == "websocket.send", output
        text: str = output["text"]
        return text

    async def receive(self, kind: str | None = None) -> Message:
        """The next message; it must be of that kind."""
        message: Message = json.loads(await self.text())
        assert kind is None or message["t"] == kind, message
        return message

    async def ask(self, message: Message | str | bytes, kind: str | None = None) -> Message:
        """Send, and the answer."""
        await self.send(message)
        return await self.receive(kind)

    async def join(self, seq: int = 0) -> Message:
        return await self.ask({"t": "join", "seq": seq}, "state")

    async def intend(self, t: str, base: int, kind: str | None = "ack", **more: Any) -> Message:
        """Send an intent with a fresh id, and the answer."""
        return await self.ask({"t": t, "id": str(uuid.uuid4()), "base": base, **more}, kind)

    async def error(self, message: Message | str | bytes, code: str) -> Message:
        """Send what must be answered by this error."""
        answer = await self.ask(message, "err")
        assert answer["code"] == code, answer
        assert answer["why"]
        return answer

    async def closed(self) -> int:
        """The code that the server closes with, next."""
        output = await self.communicator.receive_output(6)
        assert output["type"] == "websocket.close", output
        code: int = output["code"]
        return code

    async def silent(self) -> bool:
        return await self.communicator.receive_nothing(0.2)


class NotAccepted(Exception):
    """The handshake was refused; the argument is the code."""


@asynccontextmanager
async def dial(
    path: str,
    cookie: str | None = None,
    origin: str | None = ORIGIN,
    subprotocols: tuple[str, ...] = ("patience.v1",),
) -> AsyncIterator[Wire]:
    """An open socket at a path."""
    headers = [(b"origin", origin.encode())] if origin is not None else []
    if cookie is not None:
        headers.append((b"cookie", f"other=1; {settings.SESSION_COOKIE_NAME}={cookie}".encode()))
    communicator = WebsocketCommunicator(application, path, headers, list(subprotocols))
    accepted, said = await communicator.connect(timeout=6)
    if not accepted:
        raise NotAccepted(said)
    try:
        yield Wire(communicator)
    finally:
        with suppress(asyncio.CancelledError):  # where a test has killed the application
            await communicator.disconnect(timeout=6)


@asynccontextmanager
async def table(attempt: Attempt, player: Player | None = None) -> AsyncIterator[Wire]:
    """A socket at an attempt's table, for its player or somebody else."""
    cookie = await run(session, player or attempt.player)
    async with dial(f"/ws/play/{attempt.pk}/", cookie) as wire:
        yield wire
