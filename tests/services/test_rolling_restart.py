"""A new version is put in place process by process, and nobody loses a move."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from solitaire.play.log import mismatch
from solitaire.play.models import Attempt, Event
from solitaire.players.models import Player
from solitaire.sockets.database import run
from tests.solitaire.conftest import begun, make_deal
from tests.solitaire.server import Line, Server
from tests.solitaire.wire import session

pytestmark = pytest.mark.django_db(transaction=True)


class Client:
    """Plays as the page does: keeps what is not answered, and sends it again to whoever serves it next."""

    def __init__(self, attempt: Attempt, cookie: str) -> None:
        self.attempt, self.cookie = attempt, cookie
        self.acknowledged: dict[str, int] = {}
        self.codes: list[int | None] = []
        self.restarts = 0
        self.wish: dict[str, Any] | None = None

    async def play(self, server: Server, moves: int | None = None) -> None:
        """Turn cards until so many are turned, or until the server goes."""
        async with server.table(self.attempt, self.cookie) as line:
            with suppress(ConnectionClosed):
                seq = (await line.join())["seq"]
                while moves is None or len(self.acknowledged) < moves:
                    id = str(uuid.uuid4())
                    self.wish = self.wish or {"t": "move", "id": id, "base": seq, "move": "deal"}
                    await line.send(self.wish)
                    seq = (await self._heard(line))["seq"]
                    await asyncio.sleep(0.02)
                return
            with suppress(ConnectionClosed):
                while True:
                    await self._heard(line)
            self.codes.append(line.client.close_code)

    async def _heard(self, line: Line) -> dict[str, Any]:
        """The next acknowledgement; the server may also say farewell."""
        while (said := await line.receive())["t"] != "ack":
            assert said == {"t": "restart"}
            self.restarts += 1
        self.acknowledged[said["id"]] = said["seq"]
        self.wish = None
        return said


@pytest.fixture(params=["daphne", "uvicorn"])
def pair(request: Any, tmp_path: Path, db: None) -> Iterator[tuple[Server, Server]]:
    both = Server(tmp_path, request.param), Server(tmp_path, request.param)
    yield both
    for server in both:
        if server.process.poll() is None:
            server.stop()
    for server in both:
        assert "Traceback" not in server.log.read_text(), server.log.read_text()


async def test_clients_of_a_process_that_ends_go_on_in_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair

    def seated() -> list[Client]:
        deal = make_deal("the-olga")
        players = [Player.objects.create_guest() for _ in range(6)]
        return [Client(begun(player, deal), session(player)) for player in players]

    clients = await run(seated)
    playing = [asyncio.create_task(client.play(one)) for client in clients]
    await asyncio.sleep(0.5)
    stopping = asyncio.create_task(asyncio.to_thread(one.stop))
    await asyncio.gather(*playing)
    assert [client.restarts for client in clients] == [1] * 6
    assert [client.codes for client in clients] == [[4012]] * 6
    moved = [len(client.acknowledged) for client in clients]
    assert min(moved) > 0
    await asyncio.gather(*(client.play(two, moves=n + 5) for client, n in zip(clients, moved, strict=True)))
    await stopping
    assert one.process.returncode in (0, -15)

    def stored() -> None:
        for client in clients:
            events = {str(id): seq for id, seq in client.attempt.events.values_list("client_id", "seq")}
            assert events == client.acknowledged
        assert Event.objects.count() == sum(moved) + 30
        assert not any(mismatch(attempt) for attempt in Attempt.objects.select_related("deal"))

    await run(stored)
