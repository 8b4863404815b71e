"""Hints: worked out from what is seen, in processes of their own, written like anything else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import uuid
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError

from games import catalogue, workers
from games.solver import hints as solver
from solitaire.play import dialogue, hints, thinking
from solitaire.play.hints import Hints
from solitaire.play.log import mismatch
from solitaire.play.models import Attempt, Event
from solitaire.play.thinking import Question, think
from solitaire.play.writing import Intent, Refused
from solitaire.players.models import Player
from solitaire.sockets.database import run
from tests.solitaire.conftest import Hand, begun, make_deal
from tests.solitaire.test_writing import refused
from tests.solitaire.tiny import WIN
from tests.solitaire.wire import Message, Wire, table

pytestmark = pytest.mark.django_db(transaction=True)


class Thoughts:
    """Hints that are answered when a test says so, in the order in which they were asked for."""

    def __init__(self) -> None:
        self.futures: list[Future[str | None]] = []
        self.questions: list[Question] = []

    def submit(self, work: Any, question: Question) -> Future[str | None]:
        self.questions.append(question)
        self.futures.append(Future())
        return self.futures[-1]

    def shutdown(self, **how: bool) -> None:
        return None

    async def asked(self, count: int) -> None:
        while len(self.futures) < count:
            await asyncio.sleep(0.01)


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    """No process thinks; the test does. Nobody is too fast."""
    made = Thoughts()
    monkeypatch.setattr(workers, "pool", lambda *_: made)
    monkeypatch.setattr(hints, "EVERY", 0.0)
    hints.hints.close()
    yield made
    hints.hints.close()


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hints are worked out in a thread, which knows the tests' own game."""
    monkeypatch.setattr(workers, "pool", lambda *_: ThreadPoolExecutor(1))
    monkeypatch.setattr(hints, "EVERY", 0.0)
    monkeypatch.setattr(hints, "think_or_die", think)
    hints.hints.close()
    yield
    hints.hints.close()


def asking(base: int, id: uuid.UUID | None = None) -> Message:
    return {"t": "hint", "id": str(id or uuid.uuid4()), "base": base}


# ---- what a hint is ------------------------------------------------------------------------------


@pytest.mark.usefixtures("_at_once")
async def test_a_hint_is_an_event_that_marks_the_attempt_and_is_no_move(attempt: Attempt) -> None:
    async with table(attempt) as wire, table(attempt) as other:
        state = await wire.join()
        await other.join()
        assert state["can"]["hint"] is True
        ack = await wire.ask(asking(0), "ack")
        ev = await other.receive("ev")
    assert (ack["seq"], ack["kind"], ack["events"], ack["dup"]) == (1, "hint", [], False)
    assert ack["text"] in state["legal"]
    assert (ack["counters"]["moves"], ack["counters"]["assisted"]) == (0, True)
    assert (ev["seq"], ev["text"]) == (1, ack["text"])
    row = await run(Attempt.objects.select_related("deal").get)
    assert (row.assisted, row.moves, row.seq) == (True, 0, 1)
    assert await run(mismatch, row) is None
    assert (await run(Event.objects.get)).text == ack["text"]


@pytest.mark.usefixtures("_at_once")
async def test_the_same_id_is_answered_from_the_log(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = uuid.uuid4()
    async with table(attempt) as wire:
        await wire.join()
        first = await wire.ask(asking(0, id), "ack")
    monkeypatch.setattr(hints, "think_or_die", None)
    async with table(attempt) as wire:
        await wire.join()
        again = await wire.ask(asking(0, id), "ack")
    assert (again.pop("dup"), first.pop("dup")) == (True, False)
    assert {**again, "clock": None} == {**first, "clock": None}


@pytest.mark.usefixtures("_at_once")
async def test_the_same_table_gets_the_same_hint_without_more_thought(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(attempt) as wire:
        await wire.join()
        first = await wire.ask(asking(0), "ack")
        monkeypatch.setattr(hints, "think_or_die", None)
        second = await wire.ask(asking(1), "ack")
    assert (second["seq"], second["text"]) == (2, first["text"])


@pytest.mark.usefixtures("_at_once")
async def test_practice_has_hints_too(attempt: Attempt) -> None:
    await run(Hand(attempt), "resign")
    practice = await run(begun, attempt.player, attempt.deal, "practice")
    async with table(practice) as wire:
        assert (await wire.join())["can"]["hint"] is True
        await wire.ask(asking(0), "ack")


@pytest.mark.usefixtures("_at_once")
async def test_what_is_over_has_no_hint(attempt: Attempt) -> None:
    await run(Hand(attempt).plays, WIN)
    async with table(attempt) as wire:
        assert (await wire.join())["can"]["hint"] is False
        assert (await wire.ask(asking(len(WIN)), "err"))["code"] == "ended"


def test_nobody_elses_table_is_hinted_at(attempt: Attempt, other: Player) -> None:
    with refused("forbidden", "another player"):
        dialogue.before_hint(attempt.pk, other.pk, Intent(uuid.uuid4(), "hint", 0))


def test_a_database_that_does_not_answer_is_busy(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(dialogue, "_find", fail)
    with refused("busy"):
        dialogue.before_hint(attempt.pk, attempt.player_id, Intent(uuid.uuid4(), "hint", 0))


def test_the_question_is_the_view_and_nothing_else(attempt: Attempt) -> None:
    question = dialogue.before_hint(attempt.pk, attempt.player_id, Intent(uuid.uuid4(), "hint", 0))
    [state] = dialogue.join(attempt.pk).messages
    assert question == Question("tiny", "book", state["view"])


# ---- while it is thought about -------------------------------------------------------------------


async def test_the_play_goes_on_meanwhile_and_the_hint_is_stale(attempt: Attempt, thoughts: Thoughts) -> None:
    async with table(attempt) as wire:
        await wire.join()
        await wire.send(asking(0))
        await thoughts.asked(1)
        assert (await wire.ask({"t": "ping"}, "pong"))["seq"] == 0
        assert (await wire.intend("move", 0, move="deal"))["seq"] == 1
        thoughts.futures[0].set_result("deal")
        answer = await wire.receive("err")
        assert (answer["code"], answer["seq"]) == ("stale", 1)
        assert (await wire.receive("ev"))["seq"] == 1
    assert (await run(Attempt.objects.get)).assisted is False


async def test_two_tabs_wait_for_the_same_hint(attempt: Attempt, thoughts: Thoughts) -> None:
    id = uuid.uuid4()
    async with table(attempt) as wire, table(attempt) as other:
        await wire.join()
        await other.join()
        for one in (wire, other):
            await one.send(asking(0, id))
        await thoughts.asked(1)
        await asyncio.sleep(0.1)
        thoughts.futures[0].set_result("deal")
        acks = [await _next(one, "ack") for one in (wire, other)]
    assert sorted(ack["dup"] for ack in acks) == [False, True]
    assert len(thoughts.futures) == 1
    assert await run(Event.objects.count) == 1


async def _next(wire: Wire, kind: str) -> Message:
    while (message := await wire.receive())["t"] != kind:
        assert message["t"] == "ev"
    return message


async def test_who_goes_away_leaves_the_hint_to_the_others(attempt: Attempt, thoughts: Thoughts) -> None:
    async with table(attempt) as wire:
        await wire.join()
        async with table(attempt) as other:
            await other.join()
            await other.send(asking(0))
            await thoughts.asked(1)
        await wire.send(asking(0))
        await asyncio.sleep(0.1)
        thoughts.futures[0].set_result("deal")
        assert (await wire.receive("ack"))["kind"] == "hint"


async def test_one_hint_at_a_time_for_an_attempt(attempt: Attempt, thoughts: Thoughts) -> None:
    async with table(attempt) as wire:
        await wire.join()
        await wire.send(asking(0))
        await thoughts.asked(1)
        await wire.intend("move", 0, move="deal")
        answer = await wire.ask(asking(1), "err")
    assert (answer["code"], answer["why"]) == ("busy", "A hint is being worked out already.")


async def test_no_long_queue(attempt: Attempt, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "WAITING", 0)
    async with table(attempt) as wire:
        await wire.join()
        assert (await wire.ask(asking(0), "err"))["code"] == "busy"
    assert not thoughts.futures


async def test_nobody_waits_for_ever(
    attempt: Attempt, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "PATIENCE", 0.05)
    async with table(attempt) as wire:
        await wire.join()
        answer = await wire.ask(asking(0), "err")
    assert (answer["code"], answer["why"]) == ("busy", "No hint came in time; try again in a moment.")
    assert not await run(Event.objects.exists)


async def test_one_hint_a_second(
    attempt: Attempt, thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "EVERY", 1000.0)
    async with table(attempt) as wire:
        await wire.join()
        await wire.send(asking(0))
        await thoughts.asked(1)
        thoughts.futures[0].set_result("deal")
        await wire.receive("ack")
        await wire.intend("move", 1, move="deal")
        assert (await wire.ask(asking(2), "err"))["code"] == "rate"
    hints.hints._asked.clear()


async def test_what_goes_wrong_while_thinking_is_answered(attempt: Attempt, thoughts: Thoughts) -> None:
    async with table(attempt) as wire:
        await wire.join()
        intent = asking(0)
        await wire.send(intent)
        await thoughts.asked(1)
        thoughts.futures[0].set_exception(ZeroDivisionError())
        answer = await wire.receive("err")
        assert (answer["code"], answer["id"]) == ("internal", intent["id"])
        intent = asking(0)
        await wire.send(intent)
        await thoughts.asked(2)
        thoughts.futures[1].set_result(None)
        answer = await wire.receive("err")
    assert (answer["code"], answer["why"]) == ("illegal", "There is no move to suggest.")


async def test_no_hint_before_join(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        assert (await wire.ask(asking(0), "err"))["code"] == "forbidden"


# ---- the processes -------------------------------------------------------------------------------


@pytest.fixture
def margarethe(player: Player) -> Attempt:
    return begun(player, make_deal("margarethe"))


async def test_a_process_thinks_and_one_that_is_lost_is_made_good(margarethe: Attempt) -> None:
    game = catalogue.game("margarethe")
    question = Question("margarethe", "book", game.view(game.deal("processes")))
    moves = [move.text for move in game.moves(game.deal("processes"))]
    own = Hints()
    try:
        before = {process.pid for process in multiprocessing.active_children()}
        assert await own.ask(margarethe.pk, 1, 0, question) in moves
        [process] = [one for one in multiprocessing.active_children() if one.pid not in before]
        assert process.pid is not None
        asked = asyncio.create_task(own.ask(margarethe.pk, 2, 0, question))
        await asyncio.sleep(0)
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(Refused, match="lost on the way"):
            await asked
        assert await own.ask(margarethe.pk, 3, 0, question) in moves
    finally:
        own.close()
    for _ in range(300):
        if {process.pid for process in multiprocessing.active_children()} <= before:
            break
        await asyncio.sleep(0.1)
    assert {process.pid for process in multiprocessing.active_children()} <= before


def test_a_hint_knows_the_view_alone(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the seed of the deal, the same view has the same hint."""
    monkeypatch.setattr(solver, "TABLES", 200)
    attempt = begun(player, make_deal("the-olga"))
    question = dialogue.before_hint(attempt.pk, attempt.player_id, Intent(uuid.uuid4(), "hint", 0))
    assert isinstance(question, Question)
    assert thinking.think(question, seconds=60) == thinking.think(question, seconds=60)
