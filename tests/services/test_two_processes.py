"""Two processes of the service, one database, one Redis."""

from __future__ import annotations

import asyncio
import shutil
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import close_old_connections

from solitaire.play import services
from solitaire.play.log import mismatch
from solitaire.play.models import Attempt, Event
from solitaire.players.models import Player
from solitaire.players.services import merge
from solitaire.sockets.database import run
from tests.faults.harness import Redis
from tests.solitaire.conftest import Hand, begun, finished, make_deal, make_player
from tests.solitaire.server import Line, Server

pytestmark = pytest.mark.django_db(transaction=True)

Servers = tuple[Server, Server]


def turn(base: int, id: str | None = None) -> dict[str, Any]:
    """Turn a card of the stock."""
    return {"t": "move", "id": id or str(uuid.uuid4()), "base": base, "move": "deal"}


async def test_a_move_in_one_process_is_seen_in_the_other_by_the_hint(
    servers: Servers, attempt: Attempt, cookie: str
) -> None:
    """Sooner than the round that needs no hint."""
    one, two = servers
    async with one.table(attempt, cookie) as here, two.table(attempt, cookie) as there:
        await here.join()
        await there.join()
        for base in range(5):
            await here.ask(turn(base), "ack")
            async with asyncio.timeout(1.5):
                assert (await there.receive("ev"))["seq"] == base + 1
        await there.ask(turn(5), "ack")
        async with asyncio.timeout(1.5):
            assert (await here.receive("ev"))["seq"] == 6


async def test_the_same_id_to_both_is_one_event(servers: Servers, attempt: Attempt, cookie: str) -> None:
    one, two = servers
    async with one.table(attempt, cookie) as here, two.table(attempt, cookie) as there:
        await here.join()
        await there.join()
        for base in range(10):
            wish = turn(base)
            await asyncio.gather(here.send(wish), there.send(wish))
            answers = [await answer(line, "ack") for line in (here, there)]
            assert [ack["seq"] for ack in answers] == [base + 1] * 2
            assert sorted(ack["dup"] for ack in answers) == [False, True]
    assert await run(Event.objects.count) == 10


async def answer(line: Line, *kinds: str) -> dict[str, Any]:
    """The next message of these kinds; what others did may come between."""
    while True:
        message = await line.receive()
        if message["t"] in kinds:
            return message


async def test_many_hands_on_one_table_write_one_line(
    servers: Servers, attempt: Attempt, cookie: str
) -> None:
    """Eight sockets in two processes play as fast as they may; what was acknowledged is what is stored."""
    acknowledged: list[tuple[str, int]] = []

    async def hand(server: Server) -> None:
        async with server.table(attempt, cookie) as line:
            seq = (await line.join())["seq"]
            for _ in range(15):
                wish = turn(seq)
                await line.send(wish)
                said = await answer(line, "ack", "err")
                if said["t"] == "ack":
                    acknowledged.append((wish["id"], said["seq"]))
                else:
                    assert said["code"] == "stale", said
                seq = said["seq"]

    await asyncio.gather(*(hand(servers[number % 2]) for number in range(8)))
    stored = await run(lambda: [(str(id), seq) for id, seq in Event.objects.values_list("client_id", "seq")])
    assert sorted(stored) == sorted(acknowledged)
    assert sorted(seq for _, seq in stored) == list(range(1, len(stored) + 1))
    assert await run(lambda: mismatch(Attempt.objects.get())) is None


async def test_a_board_hears_of_what_another_process_did(
    servers: Servers, attempt: Attempt, cookie: str
) -> None:
    one, two = servers
    async with two.open(f"/ws/board/{attempt.deal_id}/", cookie) as board, one.table(attempt, cookie) as line:
        assert (await board.receive("board"))["locked"] is True
        await line.join()
        await line.ask({"t": "resign", "id": str(uuid.uuid4()), "base": 0}, "ack")
        async with asyncio.timeout(2.5):
            told = await board.receive("board")
    assert [row["player"] for row in told["rows"]] == ["ada"]


# ---- Redis goes and comes back -------------------------------------------------------------------


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    if shutil.which("redis-server") is None:
        pytest.skip("there is no redis-server here")
    own = Redis(tmp_path)
    yield own
    own.stop()


async def test_play_survives_a_redis_that_stops(
    redis: Redis, attempt: Attempt, cookie: str, tmp_path: Path
) -> None:
    url = f"redis://127.0.0.1:{redis.port}/0"
    one = await asyncio.to_thread(lambda: Server(tmp_path, REDIS_URL=url))
    two = await asyncio.to_thread(lambda: Server(tmp_path, REDIS_URL=url))
    try:
        async with one.table(attempt, cookie) as here, two.table(attempt, cookie) as there:
            await here.join()
            await there.join()
            await here.ask(turn(0), "ack")
            await there.receive("ev")
            await asyncio.to_thread(redis.stop)
            for base in range(1, 6):
                async with asyncio.timeout(1):
                    await here.ask(turn(base), "ack")
            # Without hints the other process sees it on its round.
            async with asyncio.timeout(8):
                for base in range(1, 6):
                    assert (await there.receive("ev"))["seq"] == base + 1
            async with one.table(attempt, cookie) as new:
                assert (await new.join())["seq"] == 6
            await asyncio.to_thread(redis.start)
            await asyncio.sleep(4)
            await here.ask(turn(6), "ack")
            async with asyncio.timeout(8):
                assert (await there.receive("ev"))["seq"] == 7
    finally:
        await asyncio.to_thread(one.stop)
        await asyncio.to_thread(two.stop)


# ---- the same thing at the same time -------------------------------------------------------------


def together(work: Callable[[int], Any], hands: int = 8) -> list[Any]:
    barrier = Barrier(hands)

    def one(number: int) -> Any:
        barrier.wait()
        try:
            return work(number)
        finally:
            close_old_connections()

    with ThreadPoolExecutor(hands) as pool:
        return list(pool.map(one, range(hands)))


def test_beginning_at_the_same_time_begins_once(player: Player) -> None:
    deal = make_deal("the-olga")
    attempts = together(lambda number: services.begin(player, deal))
    assert len(set(attempts)) == 1
    assert Attempt.objects.count() == 1


def test_the_clock_is_started_once(player: Player) -> None:
    attempt = services.begin(player, make_deal("the-olga"))
    started = together(lambda number: services.show(attempt))
    assert [yes for _, yes in started].count(True) == 1
    assert len({shown.started_at for shown, _ in started}) == 1


def test_two_guests_that_log_in_at_the_same_time_leave_one_official_attempt(player: Player) -> None:
    deal = make_deal("the-olga")
    guests = [Player.objects.create_guest() for _ in range(4)]
    for guest in guests:
        finished(guest, deal)
    together(lambda number: merge(guests[number], player), hands=4)
    assert Attempt.objects.filter(player=player, kind="official").count() == 1
    assert Attempt.objects.filter(player=player, kind="merged").count() == 3


def test_players_at_different_tables_do_not_wait_for_each_other() -> None:
    deal = make_deal("the-olga")
    hands = [Hand(begun(make_player(f"p{number}"), deal)) for number in range(8)]
    together(lambda number: hands[number].plays(["deal"] * 20))
    assert Event.objects.count() == 160
    assert all(mismatch(attempt) is None for attempt in Attempt.objects.all())
