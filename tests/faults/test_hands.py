"""The players themselves: a server that forgets, lies or leaves something out is found out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from benchmarks.serving.load import Seat
from tests.faults.hands import Hand, Message, Party
from tests.faults.tabs import apply, tab

SEAT = Seat("/ws/play/one/", "session=1", ("deal",) * 5)
VIEW: dict[str, Any] = {"piles": {"stock": ["??", "??"], "talon": []}, "state": {}}
NOW = {"legal": ["deal"], "can": {"undo": False}}


@asynccontextmanager
async def serving(answer: Callable[[Message], list[Message]]) -> AsyncIterator[int]:
    """A server that says what it is told to; its port. No answer at all closes the line."""

    async def talk(client: ServerConnection) -> None:
        async for text in client:
            said = answer(json.loads(text))
            for message in said:
                await client.send(json.dumps(message))
            if not said:
                await client.close()

    async with serve(talk, "127.0.0.1", 0, subprotocols=[Subprotocol("patience.v1")]) as server:
        yield server.sockets[0].getsockname()[1]


def state(seq: int) -> Message:
    return {"t": "state", "seq": seq, "view": json.loads(json.dumps(VIEW)), **NOW}


def ack(wish: Message, **more: Any) -> Message:
    return {"t": "ack", "id": wish["id"], "seq": wish["base"] + 1, "dup": False, **more}


async def played(answer: Callable[[Message], list[Message]]) -> Hand:
    async with serving(answer) as port:
        hand = Hand(SEAT, [port], pace=100)
        async with asyncio.timeout(5):
            await hand.play()
    return hand


async def test_a_server_that_keeps_its_word_has_nothing_against_it() -> None:
    hand = await played(lambda wish: [state(0)] if wish["t"] == "join" else [ack(wish)])
    assert not hand.wrongs
    assert [(base, seq) for _, _, base, seq in hand.acknowledged] == [(n, n + 1) for n in range(5)]


async def test_a_server_that_forgets_is_found_out() -> None:
    """It acknowledges three moves, closes, and has none of them."""
    hand = await played(
        lambda wish: [state(0)] if wish["t"] == "join" else [ack(wish)] if wish["base"] < 3 else []
    )
    assert hand.wrongs == ["one: at event 0, but 3 are acknowledged"]


async def test_an_answer_to_something_else_is_found_out() -> None:
    hand = await played(lambda wish: [state(0)] if wish["t"] == "join" else [ack(wish, id="another")])
    assert "an answer to something else" in hand.wrongs[0]


async def test_a_refusal_without_reason_is_found_out() -> None:
    hand = await played(
        lambda wish: [state(0)] if wish["t"] == "join" else [{"t": "err", "code": "stale", "id": wish["id"]}]
    )
    assert "was answered by" in hand.wrongs[0]


async def test_who_is_busy_is_asked_again_with_the_same_id() -> None:
    ids: list[str] = []

    def answer(wish: Message) -> list[Message]:
        if wish["t"] == "join":
            return [state(0)]
        ids.append(wish["id"])
        return [ack(wish) if len(ids) > 2 else {"t": "err", "code": "busy", "id": wish["id"]}]

    hand = await played(answer)
    assert len(set(ids[:3])) == 1
    assert hand.refusals == {"busy": 2}
    assert not hand.wrongs


def test_who_never_came_back_is_never_back() -> None:
    party = Party([SEAT], [1])
    party.hands[0].times = [1.0, 2.0]
    assert party.all_back(1.5) == 0.5
    assert party.all_back(3.0) == float("inf")


# ---- tabs ----------------------------------------------------------------------------------------

TURN = {"from": "stock", "to": "talon", "card": "AS"}


async def test_a_tab_that_was_told_a_wrong_card_does_not_see_the_table() -> None:
    view = json.loads(json.dumps(VIEW))
    apply(view, {"events": [TURN]})
    assert view == {"piles": {"stock": ["??"], "talon": ["AS"]}, "state": {}}
    with pytest.raises(AssertionError):
        apply(view, {"events": [{"from": "talon", "to": "stock", "card": "??", "n": 2}]})


async def test_a_tab_that_missed_an_event_asks_for_the_table() -> None:
    def answer(wish: Message) -> list[Message]:
        if wish["t"] == "join":
            return [state(0) if wish["seq"] == 0 else state(3)]
        return [ack(wish, events=[TURN], **NOW), {"t": "ev", "seq": 3, "events": [TURN], **NOW}]

    async with serving(answer) as port, tab(port, SEAT) as opened:
        await opened.ask("move", 0, "deal")
        assert opened.view["piles"]["talon"] == ["AS"]
        async with asyncio.timeout(5):
            while opened.seq < 3:
                await asyncio.sleep(0.01)
        assert opened.joins == 2
