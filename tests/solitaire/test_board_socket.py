"""``/ws/board/`` by docs/protocol.md."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from solitaire.daily import consumers, live
from solitaire.daily.models import Deal
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from solitaire.sockets.database import run
from tests.solitaire.conftest import Hand, begun, finished, make_player
from tests.solitaire.tiny import WIN
from tests.solitaire.wire import dial, session, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "AT_MOST_EVERY", 0.05)
    monkeypatch.setattr(consumers, "AT_LEAST_EVERY", 0.15)


async def test_a_visitor_learns_how_many_play_and_nothing_else(deal: Deal, player: Player) -> None:
    await run(finished, player, deal)
    async with dial(f"/ws/board/{deal.pk}/") as wire:
        told = await wire.receive("board")
        assert (told["players"], told["locked"], told["rows"], told["me"]) == (1, True, [], None)
        assert await wire.ask({"t": "ping"}) == {"t": "pong"}
        await wire.error({"t": "join", "seq": 0}, "unknown_type")


async def test_no_such_board() -> None:
    async with dial("/ws/board/987654321/") as wire:
        assert (await wire.receive("err"))["code"] == "not_found"
        assert await wire.closed() == 4404


@pytest.mark.usefixtures("_quick_looks")
async def test_the_board_opens_when_ones_own_attempt_is_over(attempt: Attempt, other: Player) -> None:
    await run(finished, other, attempt.deal, won=False, score=1)
    await run(Hand(attempt).plays, WIN[:-1])
    cookie = await run(session, attempt.player)
    async with dial(f"/ws/board/{attempt.deal_id}/", cookie) as board, table(attempt) as wire:
        assert (await board.receive("board"))["locked"] is True
        await wire.join()
        await wire.intend("move", len(WIN) - 1, move=WIN[-1])
        told = await board.receive("board")
    assert [(row["rank"], row["player"], row["me"]) for row in told["rows"]] == [
        (1, "ada", True),
        (2, "grace", False),
    ]
    assert (told["me"], told["won"], told["finished"]) == ({"rank": 1}, 1, 2)


@pytest.mark.usefixtures("_quick_looks")
async def test_a_change_in_another_process_is_seen_without_a_hint(deal: Deal, player: Player) -> None:
    async with dial(f"/ws/board/{deal.pk}/") as wire:
        assert (await wire.receive("board"))["players"] == 0
        await run(finished, player, deal)
        assert (await wire.receive("board"))["players"] == 1


async def test_many_changes_are_told_at_most_once_a_second(deal: Deal) -> None:
    """Twenty players begin as fast as they can; the watchers hear of it in a message or two."""
    async with dial(f"/ws/board/{deal.pk}/") as one, dial(f"/ws/board/{deal.pk}/") as two:
        await one.receive("board")
        await two.receive("board")
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number in range(20):
            await run(begun, await run(make_player, f"p{number}"), deal)
            consumers.hub().tell(f"board.{deal.pk}")
        told, players = 0, 0
        while players < 20:
            players = (await one.receive("board"))["players"]
            told += 1
            assert loop.time() - began > (told - 1) * 0.9
        assert told < 10
        assert await one.silent()


@pytest.mark.usefixtures("_quick_looks")
async def test_watchers_cost_nothing(deal: Deal, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Any] = []

    def counted(deal_id: int) -> Any:
        looks.append(deal_id)
        return live.field(deal_id)

    monkeypatch.setattr(consumers, "field", counted)
    async with dial(f"/ws/board/{deal.pk}/") as first:
        await first.receive("board")
        opened = len(looks)
        async with dial(f"/ws/board/{deal.pk}/") as second, dial(f"/ws/board/{deal.pk}/") as third:
            await second.receive("board")
            await third.receive("board")
            assert len(looks) - opened <= 1
    await asyncio.sleep(0.2)
    assert consumers.galleries() == {}
    seen = len(looks)
    await asyncio.sleep(0.3)
    assert len(looks) == seen
