"""What the ill-mannered get from a real server: an answer, and never a broken process."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from solitaire.play.models import Attempt, Event
from solitaire.players.models import Player
from solitaire.sockets.database import run
from tests.solitaire.conftest import begun, make_deal
from tests.solitaire.server import Server
from tests.solitaire.wire import session

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module", params=["daphne", "uvicorn"])
def kind(request: Any) -> str:
    """Both servers that docs/service.md knows."""
    found: str = request.param
    return found


@pytest.fixture(scope="module")
def server(
    kind: str, django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any
) -> Iterator[Server]:
    directory: Path = tmp_path_factory.mktemp("server")
    with django_db_blocker.unblock():
        server = Server(directory, kind)
    yield server
    server.stop()
    log = server.log.read_text()
    assert "Traceback" not in log, log


@pytest.fixture
def attempt(player: Player) -> Attempt:
    """An attempt at a game that the server's process knows."""
    return begun(player, make_deal("the-olga"))


@pytest.fixture
def cookie(player: Player) -> str:
    return session(player)


def intent(t: str, base: int, **more: Any) -> dict[str, Any]:
    return {"t": t, "id": str(uuid.uuid4()), "base": base, **more}


async def test_a_game_goes_its_way(server: Server, attempt: Attempt, cookie: str) -> None:
    async with server.table(attempt, cookie) as line:
        assert line.client.subprotocol == "patience.v1"
        state = await line.join()
        for base in range(12):
            ack = await line.ask(intent("move", base, move=state["legal"][0]), "ack")
            assert ack["seq"] == base + 1
            state = await line.join()
    assert await run(Event.objects.count) == 12


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("[" * 4000, "bad_json"),
        ('{"t":"join","seq":NaN}', "bad_json"),
        (b"\xff\xfe", "bad_json"),
        ("{}", "bad_schema"),
        ('{"t":"join","seq":"x"}', "bad_schema"),
        ('{"t":"shuffle"}', "unknown_type"),
        ('{"t":"' + "x" * 5000 + '"}', "too_big"),
        (intent("move", 0, move="bed-1>moon"), "illegal"),
        (intent("move", 0, move="redeal"), "illegal"),
        (intent("move", 99, move="deal"), "stale"),
        (intent("undo", 0), "undo_floor"),
        (intent("hint", 99), "stale"),
    ],
)
async def test_nonsense_is_answered(
    server: Server, attempt: Attempt, cookie: str, frame: str | bytes | dict[str, Any], code: str
) -> None:
    async with server.table(attempt, cookie) as line:
        await line.join()
        assert (await line.ask(frame, "err"))["code"] == code
        if code == "stale":
            await line.receive("state")
        assert (await line.ask({"t": "ping"}, "pong"))["seq"] == 0


async def test_a_hundred_kilobytes(server: Server, attempt: Attempt, cookie: str) -> None:
    async with server.table(attempt, cookie) as line:
        await line.send("x" * 100_000)
        # The server itself does not read so much: Daphne drops who sends it, uvicorn says why.
        assert await line.closed() in (1006, 1009)


async def test_a_thousand_messages_a_second(server: Server, attempt: Attempt, cookie: str) -> None:
    async with server.table(attempt, cookie) as line:
        await line.join()
        for _ in range(1000):
            await line.send({"t": "ping"})
        assert await line.closed() == 4429
    async with server.table(attempt, cookie) as line:
        await line.join()


async def test_another_players_table(server: Server, attempt: Attempt, other: Player) -> None:
    async with server.table(attempt, await run(session, other)) as line:
        assert (await line.receive("err"))["code"] == "forbidden"
        assert await line.closed() == 4403


@pytest.mark.parametrize(
    "path", ["/", "/ws/", "/ws/play/x/", "/ws/play/%00/", "/ws/board/99999999999999999999/"]
)
async def test_unknown_paths(server: Server, path: str) -> None:
    async with server.open(path) as line:
        assert await line.closed() == 4404


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
async def test_missing_and_foreign_origins(
    server: Server, attempt: Attempt, cookie: str, origin: str | None
) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with server.open(f"/ws/play/{attempt.pk}/", cookie, origin):
            pass


async def test_who_hangs_up_in_the_middle(server: Server, attempt: Attempt, cookie: str) -> None:
    """Twenty hands that send a move and are gone before the answer: one of them is stored, once."""

    async def rude() -> None:
        async with server.table(attempt, cookie) as line:
            await line.send({"t": "join", "seq": 0})
            await line.send(intent("move", 0, move="deal"))
            line.client.transport.abort()

    await asyncio.gather(*(rude() for _ in range(20)))
    async with server.table(attempt, cookie) as line:
        await line.join()
    assert await run(Event.objects.count) <= 1


async def test_logging_out_is_noticed_within_five_seconds(
    server: Server, attempt: Attempt, cookie: str
) -> None:
    from django.contrib.sessions.models import Session

    async with server.table(attempt, cookie) as line:
        await line.join()
        await run(Session.objects.all().delete)
        async with asyncio.timeout(5):
            assert await line.closed() == 4401


async def test_undo_and_coming_back(server: Server, attempt: Attempt, cookie: str) -> None:
    """A move that may be taken back is; and what was done is there when the line is made anew."""
    seq = 0
    async with server.table(attempt, cookie) as line:
        state = await line.join()
        for _ in range(30):
            text = next((text for text in state["legal"] if text != "deal"), "deal")
            seq = (ack := await line.ask(intent("move", seq, move=text), "ack"))["seq"]
            if ack["can"]["undo"]:
                break
            state = ack
        wish = intent("undo", seq)
        undone = await line.ask(wish, "ack")
    async with server.table(attempt, cookie) as line:
        state = await line.join()
        assert (state["seq"], state["last"]) == (seq + 1, {"kind": "undo", "text": ""})
        again = await line.ask(wish, "ack")
        assert (again["seq"], again["dup"]) == (undone["seq"], True)


async def test_a_server_that_goes_down_says_so(
    kind: str, attempt: Attempt, cookie: str, tmp_path: Path
) -> None:
    server = await asyncio.to_thread(Server, tmp_path, kind)
    async with server.table(attempt, cookie) as line:
        await line.join()
        stopping = asyncio.create_task(asyncio.to_thread(server.stop))
        assert await line.receive() == {"t": "restart"}
        assert await line.closed() == 4012
        await stopping
