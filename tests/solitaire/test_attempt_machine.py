"""An attempt as a whole, against a plain model: whatever is done in whatever order, by however many tabs.

The model is a list of events and a stack of positions, and knows the rules of docs/protocol.md and no other
part of the service. The service is asked through its sockets alone. After every step all tabs see the
model's table, and the log in the database is the model's.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import catalogue, changes, workers
from games.game import Game
from games.position import Position
from solitaire.daily.models import Deal
from solitaire.daily.services import settle
from solitaire.play import hints, services
from solitaire.play.log import mismatch
from solitaire.play.memory import memory
from solitaire.play.models import Attempt, Event
from solitaire.players.models import Player
from solitaire.players.services import ban, unban
from solitaire.sockets import watch
from solitaire.sockets.rate import Bucket
from tests.solitaire.conftest import make_deal, make_player
from tests.solitaire.tiny import SEED, WIN
from tests.solitaire.wire import Message, Wire, dial, session

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = ("tiny", "the-sultan", "the-labyrinth", "la-nivernaise", "the-square")
MOST_TABS = 3
EXAMPLES, STEPS = 40, 40
FAR_BEHIND = 50
numbers = count(1)
_now = timezone.now


class Clock:
    """The hour, which the machine can put forward."""

    def __init__(self) -> None:
        self.ahead = dt.timedelta()

    def now(self) -> dt.datetime:
        return _now() + self.ahead


clock = Clock()


@pytest.fixture
def _calm(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Nothing happens but what the machine does: no rounds, no limit of pace, hints at once."""
    monkeypatch.setattr(watch, "EVERY", 1000.0)
    monkeypatch.setattr(Bucket, "take", lambda self: True)
    monkeypatch.setattr(workers, "pool", lambda *_: ThreadPoolExecutor(1))
    monkeypatch.setattr(hints, "EVERY", 0.0)
    monkeypatch.setattr(hints, "think_or_die", lambda question, *_: "deal")
    monkeypatch.setattr(timezone, "now", clock.now)
    hints.hints.close()
    yield
    hints.hints.close()


# ---- the model -----------------------------------------------------------------------------------


@dataclass
class Model:
    """What an attempt is, in a few lines."""

    game: Game
    positions: list[Position]
    """What undo can go back to, and last what lies on the table."""
    depth: int = 0
    """How many moves lead to it."""
    events: list[tuple[str, str, str]] = field(default_factory=list)
    """The id, the kind and the text of each."""
    undos: int = 0
    result: str = ""
    """How it ended: ``won`` or ``ended``; empty while it goes on."""
    closed: bool = False
    banned: bool = False

    @property
    def table(self) -> Position:
        return self.positions[-1]

    @property
    def seq(self) -> int:
        return len(self.events)

    @property
    def legal(self) -> list[str]:
        return [] if self.result or self.closed else [move.text for move in self.game.moves(self.table)]

    @property
    def counters(self) -> Message:
        kinds = [kind for _, kind, _ in self.events]
        return {
            "moves": kinds.count("move") + kinds.count("undo"),
            "undos": kinds.count("undo"),
            "score": self.game.score(self.table),
            "total": self.game.total,
            "assisted": "hint" in kinds,
        }

    @property
    def status(self) -> str:
        return self.result or self.game.status(self.table)

    def refusal(self, kind: str, base: int, text: str) -> str | None:
        """The code with which an intent that is not known is refused; None where it is done."""
        if self.banned:
            return "forbidden"
        if self.result:
            return "ended"
        if self.closed:
            return "closed"
        if base != self.seq:
            return "stale"
        if kind == "move" and text not in self.legal:
            return "illegal"
        if kind == "undo" and len(self.positions) == 1:
            return "undo_floor"
        return None

    def do(self, id: str, kind: str, text: str) -> None:
        """What was acknowledged has happened."""
        self.events.append((id, kind, text))
        if kind == "move":
            before = self.table
            after = self.game.play(before, self.game.read_move(text))
            self.positions = [after] if self.game.reveals(before, after) else [*self.positions, after]
            self.depth += 1
            if self.game.status(after) == "won":
                self.result = "won"
        elif kind == "undo":
            self.positions = self.positions[:-1]
            self.depth -= 1
        elif kind == "resign":
            self.result = "ended"


# ---- a client ------------------------------------------------------------------------------------


class Tab:
    """A client that knows the protocol and nothing of the game."""

    def __init__(self, way: AbstractAsyncContextManager[Wire], wire: Wire) -> None:
        self.way, self.wire = way, wire
        self.seq = -1
        self.view: Message = {}
        self.said: Message = {}
        """The rest of what was last said of the table."""
        self.end: Message | None = None

    async def hear(self) -> Message:
        """The next message, taken in as docs/protocol.md says."""
        message = await self.wire.receive()
        if message["t"] == "state":
            self.seq, self.view, self.said, self.end = (
                message["seq"],
                message["view"],
                message,
                message["result"],
            )
        elif message["t"] in ("ack", "ev") and message["seq"] > self.seq:
            assert message["seq"] == self.seq + 1, "an event was left out"
            self.view = changes.apply(self.view, message["events"], message.get("state"))
            self.seq, self.said = message["seq"], message
        elif message["t"] == "end":
            # The place among the others may change: somebody finishes, or is shut out.
            result = {
                key: message["result"][key]
                for key in ("status", "score", "moves", "undos", "assisted", "time_ms")
            }
            assert self.end is None or self.end.items() >= result.items()
            self.end = message["result"]
        return message

    async def answer(self, id: str) -> Message:
        """The answer to an intent, and what comes before it."""
        while (message := await self.hear()).get("id") != id:
            pass
        return message

    async def rest(self) -> list[Message]:
        """All that has been sent meanwhile."""
        await self.wire.send({"t": "ping"})
        found = []
        while (message := await self.hear())["t"] != "pong":
            found.append(message)
        return found

    async def until(self, seq: int, over: bool) -> None:
        """Wait for what others have done."""
        while self.seq < seq or (over and self.end is None):
            await self.hear()


# ---- the machine ---------------------------------------------------------------------------------

tabs = st.integers(0, MOST_TABS - 1)
numbered = st.integers(0, 10**6)


class AttemptMachine(RuleBasedStateMachine):
    """One attempt, from its first table to its settling."""

    def __init__(self) -> None:
        super().__init__()
        clock.ahead = dt.timedelta()
        self.loop = asyncio.new_event_loop()
        self.tabs: list[Tab] = []
        number = next(numbers)
        self.player: Player = make_player(f"player{number}")
        self.cookie = session(self.player)
        self.number = number

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 15))

    def teardown(self) -> None:
        for tab in self.tabs:
            self.run(tab.way.__aexit__(None, None, None))
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        # The writer lets its connection go.
        self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self.loop.close()
        clock.ahead = dt.timedelta()

    @initialize(slug=st.sampled_from(GAMES), seed=numbered)
    def begin(self, slug: str, seed: int) -> None:
        game = catalogue.game(slug)
        text = SEED if slug == "tiny" and seed % 2 else f"seed-{seed}"
        self.deal: Deal = make_deal(slug, seed=text, days=0)
        # A date of its own: a game is dealt once a day.
        Deal.objects.filter(pk=self.deal.pk).update(date=dt.date(2000, 1, 1) + dt.timedelta(days=self.number))
        self.deal.refresh_from_db()
        self.attempt = services.begin(self.player, self.deal)
        self.model = Model(game, [game.deal(text)])
        self.run(self._open())

    async def _open(self, at: int | None = None) -> None:
        """Open a tab, or open one again that knows what it has seen."""
        way = dial(f"/ws/play/{self.attempt.pk}/", self.cookie)
        wire = await way.__aenter__()
        if self.model.banned:
            assert await wire.closed() == 4401
            await way.__aexit__(None, None, None)
            return
        tab = Tab(way, wire)
        held = 0 if at is None else self.tabs[at].seq
        await wire.send({"t": "join", "seq": held})
        message = await tab.hear()
        assert message["t"] == "state"
        assert message["status"] == self.model.status
        if at is None:
            self.tabs.append(tab)
        else:
            self.tabs[at] = tab

    def tab(self, number: int) -> Tab:
        return self.tabs[number % len(self.tabs)]

    async def _do(self, tab: Tab, kind: str, text: str = "", base: int | None = None) -> None:
        """Intend something, and have the answer that the model gives."""
        id = str(uuid.uuid4())
        base = self.model.seq if base is None else base
        expected = self.model.refusal(kind, base, text)
        if kind == "hint" and expected is None:
            text = self._hint()
            expected = None if text else "illegal"
        intent = {"t": kind, "id": id, "base": base, **({"move": text} if kind == "move" else {})}
        await tab.wire.send(intent)
        answer = await tab.answer(id)
        if expected is None:
            assert answer["t"] == "ack", answer
            assert (answer["seq"], answer["kind"], answer["dup"]) == (self.model.seq + 1, kind, False)
            assert answer["text"] == text
            self.model.do(id, kind, text)
            await self._all_told()
        else:
            assert (answer["t"], answer.get("code")) == ("err", expected), answer
            assert answer["why"]
            told = await tab.rest()
            if expected == "stale":
                missed = self.model.seq - base
                wanted = (
                    [("ev", seq) for seq in range(base + 1, self.model.seq + 1)]
                    if 0 <= missed <= FAR_BEHIND
                    else [("state", self.model.seq)]
                )
                assert [(message["t"], message["seq"]) for message in told] == wanted
            elif expected == "ended":
                assert tab.end is not None

    def _hint(self) -> str:
        """What is suggested: the same again while nothing has happened since."""
        if self.model.events and self.model.events[-1][1] == "hint":
            return self.model.events[-1][2]
        return "deal"

    async def _all_told(self) -> None:
        for tab in self.tabs:
            await tab.until(self.model.seq, bool(self.model.result))

    # ---- what players do -------------------------------------------------------------------------

    @precondition(lambda self: len(self.tabs) < MOST_TABS)
    @rule()
    def open_another_tab(self) -> None:
        self.run(self._open())

    @rule(tab=tabs)
    def reconnect(self, tab: int) -> None:
        async def again() -> None:
            at = tab % len(self.tabs)
            await self.tabs[at].way.__aexit__(None, None, None)
            await self._open(at)
            if self.model.banned:
                del self.tabs[at]

        if len(self.tabs) > 1 or not self.model.banned:
            self.run(again())

    @rule(tab=tabs, which=numbered)
    def move(self, tab: int, which: int) -> None:
        legal = [move.text for move in self.model.game.moves(self.model.table)]
        if legal:
            self.run(self._do(self.tab(tab), "move", legal[which % len(legal)]))

    @precondition(lambda self: self.deal.seed == SEED and not self.model.seq)
    @rule(tab=tabs)
    def play_to_the_last_move_but_one(self, tab: int) -> None:
        """The tests' own game is nearly won; the next move home wins it."""
        for text in WIN[:-1]:
            self.run(self._do(self.tab(tab), "move", text))

    @rule(tab=tabs, choices=st.lists(numbered, min_size=2, max_size=10))
    def play_on(self, tab: int, choices: list[int]) -> None:
        """Cards home where there are any, so that games come to an end."""
        for which in choices:
            legal = [move.text for move in self.model.game.moves(self.model.table)]
            chosen = [text for text in legal if ">foundation" in text] or legal
            if chosen and not self.model.result:
                self.run(self._do(self.tab(tab), "move", chosen[which % len(chosen)]))

    @rule(
        tab=tabs,
        text=st.sampled_from(("redeal", "deal", "fill", "stock>talon", "a>b", "x", "deal+deal", "…")),
    )
    def try_what_may_be_illegal(self, tab: int, text: str) -> None:
        self.run(self._do(self.tab(tab), "move", text))

    @rule(tab=tabs)
    def undo(self, tab: int) -> None:
        self.run(self._do(self.tab(tab), "undo"))

    @rule(tab=tabs)
    def ask_for_a_hint(self, tab: int) -> None:
        if self.model.legal or self.model.result or self.model.closed:
            self.run(self._do(self.tab(tab), "hint"))

    @rule(tab=tabs, kind=st.sampled_from(("move", "undo", "resign")), off=st.integers(-60, 3).filter(bool))
    def act_on_another_table(self, tab: int, kind: str, off: int) -> None:
        base = max(0, self.model.seq + off)
        if base != self.model.seq:
            self.run(self._do(self.tab(tab), kind, "deal" if kind == "move" else "", base))

    @precondition(lambda self: self.model.seq > 6)
    @rule(tab=tabs, sure=st.integers(0, 5))
    def resign(self, tab: int, sure: int) -> None:
        if sure == 0:
            self.run(self._do(self.tab(tab), "resign"))

    @precondition(lambda self: self.model.events)
    @rule(tab=tabs, which=numbered, base=st.integers(0, 80))
    def send_the_same_again(self, tab: int, which: int, base: int) -> None:
        """To any socket, with any base, even when it is over, closed or the player shut out."""

        async def again() -> None:
            at = which % self.model.seq
            id, kind, text = self.model.events[at]
            wire = self.tab(tab).wire
            await wire.send({"t": kind, "id": id, "base": base, **({"move": text} if kind == "move" else {})})
            answer = await self.tab(tab).answer(id)
            assert (answer["t"], answer["seq"], answer["kind"], answer["text"]) == ("ack", at + 1, kind, text)
            assert answer["dup"] is True
            await self.tab(tab).rest()

        self.run(again())

    @precondition(lambda self: len(self.tabs) > 1 and self.model.legal and not self.model.banned)
    @rule(which=numbered, same=st.booleans())
    def two_tabs_at_once(self, which: int, same: bool) -> None:
        """The same intent is done once and answered twice; of two intents one is stale."""

        async def both() -> None:
            text = self.model.legal[which % len(self.model.legal)]
            ids = [str(uuid.uuid4())] * 2 if same else [str(uuid.uuid4()) for _ in range(2)]
            pair = self.tabs[:2]
            for tab, id in zip(pair, ids, strict=True):
                await tab.wire.send({"t": "move", "id": id, "base": self.model.seq, "move": text})
            answers = [await tab.answer(id) for tab, id in zip(pair, ids, strict=True)]
            done = [answer for answer in answers if answer["t"] == "ack" and not answer["dup"]]
            assert len(done) == 1
            [other] = [answer for answer in answers if answer is not done[0]]
            self.model.do(done[0]["id"], "move", text)
            if same:
                assert (other["t"], other["dup"], other["seq"]) == ("ack", True, self.model.seq)
            else:
                assert other["code"] == ("ended" if self.model.result else "stale")
            for tab in pair:
                await tab.rest()
            await self._all_told()

        self.run(both())

    # ---- what befalls them -----------------------------------------------------------------------

    @rule()
    def the_process_is_started_anew(self) -> None:
        """Everything that it remembers is gone, and the clients come back."""

        async def anew() -> None:
            for at, tab in enumerate(self.tabs):
                await tab.way.__aexit__(None, None, None)
                await self._open(at)

        memory.clear()
        if not self.model.banned:
            self.run(anew())

    @precondition(lambda self: self.model.seq > 3 and not self.model.banned)
    @rule()
    def shut_the_player_out(self) -> None:
        ban(self.player, "A machine.", None)
        self.model.banned = True

    @precondition(lambda self: self.model.banned)
    @rule()
    def let_the_player_in(self) -> None:
        unban(self.player, "It was a person.", None)
        self.model.banned = False

    @precondition(lambda self: not 0 < self.model.seq < 12 and not self.model.closed)
    @rule()
    def the_day_ends(self) -> None:
        clock.ahead = self.deal.deadline + dt.timedelta(minutes=1) - _now()
        self.model.closed = True

    @precondition(lambda self: self.model.closed)
    @rule()
    def the_deal_is_settled(self) -> None:
        clock.ahead = self.deal.closes_at + dt.timedelta(minutes=40) - _now()
        settle(Deal.objects.get(pk=self.deal.pk), timezone.now())
        self.model.result = self.model.result or "ended"

    # ---- what is always so -----------------------------------------------------------------------

    @invariant()
    def every_tab_sees_the_table(self) -> None:
        view = self.model.game.view(self.model.table)
        for tab in self.tabs:
            assert tab.seq == self.model.seq
            assert tab.view == view
            assert tab.said["undo_floor"] == self.model.depth - len(self.model.positions) + 1
            assert tab.said["counters"] == self.model.counters
            if not self.model.closed:
                # It may have closed since that was said.
                assert tab.said["legal"] == self.model.legal
                assert tab.said["status"] == self.model.status
                assert tab.said["can"]["undo"] == (not self.model.result and len(self.model.positions) > 1)

    @invariant()
    def the_log_is_what_was_acknowledged(self) -> None:
        log = Event.objects.filter(attempt=self.attempt).order_by("seq")
        assert [(str(event.client_id), event.kind, event.text) for event in log] == self.model.events
        assert [event.seq for event in log] == list(range(1, self.model.seq + 1))
        attempt = Attempt.objects.select_related("deal", "player").get(pk=self.attempt.pk)
        assert attempt.seq == self.model.seq
        row = {name: getattr(attempt, name) for name in ("moves", "undos", "score", "assisted")}
        assert row == {name: value for name, value in self.model.counters.items() if name != "total"}
        assert (attempt.status, attempt.is_over) == (self.model.status, bool(self.model.result))
        assert mismatch(attempt) is None


@pytest.mark.usefixtures("_calm")
def test_an_attempt_is_what_the_model_says() -> None:
    django_settings.DEBUG = False
    run_state_machine_as_test(
        AttemptMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
