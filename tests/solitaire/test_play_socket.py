"""``/ws/play/`` by docs/protocol.md."""

from __future__ import annotations

import asyncio
import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games import changes
from solitaire.daily.models import Deal
from solitaire.play import consumers, dialogue, services, writing
from solitaire.play.memory import memory
from solitaire.play.models import Attempt, Event
from solitaire.play.store import NoAnswer
from solitaire.play.table import Standing
from solitaire.players.models import Player
from solitaire.players.services import ban
from solitaire.sockets import hub, watch
from solitaire.sockets.database import run
from solitaire.sockets.rate import Bucket
from solitaire.sockets.socket import Refusal, parse
from tests.solitaire.conftest import Hand, begun
from tests.solitaire.test_batches import Store
from tests.solitaire.tiny import WIN
from tests.solitaire.wire import NotAccepted, dial, session, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _quick_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.1)


# ---- joining -------------------------------------------------------------------------------------


async def test_join_is_answered_by_the_whole_table(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        state = await wire.join()
    assert state["seq"] == 0
    assert (state["game"], state["variant"], state["kind"]) == ("tiny", "book", "official")
    assert state["view"]["piles"]["stock"] == ["??"] * 6
    assert state["view"]["piles"]["bed-1"][0] == "??"
    assert "deal" in state["legal"]
    assert state["can"] == {"move": True, "undo": False, "hint": True, "resign": True}
    assert state["counters"] == {"moves": 0, "undos": 0, "score": 0, "total": 12, "assisted": False}
    assert state["clock"]["running"] is True
    assert (state["status"], state["last"], state["result"]) == ("playing", None, None)


async def test_the_first_join_starts_the_clock(player: Player, deal: Deal) -> None:
    attempt = await run(services.begin, player, deal)
    async with table(attempt) as wire:
        assert (await wire.join())["clock"]["elapsed_ms"] < 1000
    assert (await run(Attempt.objects.get)).started_at is not None


async def test_ping(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        assert await wire.ask({"t": "ping"}) == {"t": "pong", "seq": 0}


async def test_who_does_not_join_is_let_go(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "PATIENCE", 0.05)
    async with table(attempt) as wire:
        assert await wire.closed() == 4408


async def test_nothing_is_played_before_join(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        answer = await wire.intend("move", 0, "err", move="deal")
        assert answer["code"] == "forbidden"


# ---- playing -------------------------------------------------------------------------------------


async def test_a_move_is_acknowledged_when_it_is_stored(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        id = str(uuid.uuid4())
        ack = await wire.ask({"t": "move", "id": id, "base": 0, "move": "deal"}, "ack")
    assert (ack["id"], ack["seq"], ack["kind"], ack["text"], ack["dup"]) == (id, 1, "move", "deal", False)
    assert ack["events"][0]["from"] == "stock"
    assert ack["counters"]["moves"] == 1
    assert (await run(Event.objects.get)).client_id == uuid.UUID(id)


async def test_state_and_events_make_the_next_state(attempt: Attempt) -> None:
    """What every client does with the events gives what a fresh client is told: at every move of a game."""
    async with table(attempt) as wire:
        view = (await wire.join())["view"]
        for base, move in enumerate(WIN):
            ack = await wire.intend("move", base, move=move)
            view = changes.apply(view, ack["events"], ack.get("state"))
            [state] = (await run(dialogue.join, attempt.pk)).messages
            assert state["view"] == view
            for shared in ("legal", "undo_floor", "can", "counters", "status"):
                assert state[shared] == ack[shared]
        assert (await wire.receive("end"))["result"] == state["result"]


async def test_two_tabs_see_the_same(attempt: Attempt) -> None:
    async with table(attempt) as wire, table(attempt) as other:
        await wire.join()
        await other.join()
        ack = await wire.intend("move", 0, move="deal")
        ev = await other.receive("ev")
        told = {key: value for key, value in ack.items() if key not in ("t", "id", "dup", "clock")}
        assert {key: value for key, value in ev.items() if key not in ("t", "clock")} == told
        assert await wire.silent()
        await other.intend("move", 1, move="deal")
        assert (await wire.receive("ev"))["seq"] == 2


async def test_the_same_id_has_the_same_answer_on_any_socket(attempt: Attempt) -> None:
    intent = {"t": "move", "id": str(uuid.uuid4()), "base": 0, "move": "deal"}
    async with table(attempt) as wire:
        await wire.join()
        first = await wire.ask(intent, "ack")
    memory.clear()
    async with table(attempt) as wire:
        await wire.join()
        again = await wire.ask(intent, "ack")
    assert again.pop("dup") is True
    assert first.pop("dup") is False
    assert {**again, "clock": None} == {**first, "clock": None}
    assert await run(Event.objects.count) == 1


async def test_a_resent_id_brings_what_happened_meanwhile(attempt: Attempt) -> None:
    """The answer was lost, and another tab has gone on."""
    id = uuid.uuid4()
    hand = Hand(attempt)
    async with table(attempt) as wire:
        await wire.join()
        await run(hand, "move", "deal", id=id)
        await run(hand, "move", "deal")
        ack = await wire.ask({"t": "move", "id": str(id), "base": 0, "move": "deal"}, "ack")
        assert (ack["seq"], ack["dup"]) == (1, True)
        assert (await wire.receive("ev"))["seq"] == 2


async def test_undo(attempt: Attempt) -> None:
    hand = Hand(attempt)
    async with table(attempt) as wire:
        before = await wire.join()
        for base, move in enumerate(WIN):
            ack = await wire.intend("move", base, move=move)
            if ack["can"]["undo"]:
                break
            before = await wire.join()
        undone = await wire.intend("undo", ack["seq"])
        assert undone["kind"] == "undo"
        after = await wire.join()
    assert after["view"] == before["view"]
    assert after["counters"]["moves"] == before["counters"]["moves"] + 2
    assert after["counters"]["undos"] == 1
    assert hand.attempt.pk == attempt.pk


async def test_an_old_base_is_stale_and_brings_what_was_missed(attempt: Attempt) -> None:
    hand = Hand(attempt)
    await run(hand.plays, ["deal", "deal"])
    async with table(attempt) as wire:
        await wire.join()
        stale = await wire.intend("move", 1, "err", move="deal")
        assert (stale["code"], stale["seq"]) == ("stale", 2)
        assert (await wire.receive("ev"))["seq"] == 2


async def test_who_is_far_behind_gets_the_whole_table(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogue, "FAR_BEHIND", 1)
    await run(Hand(attempt).plays, ["deal", "deal"])
    async with table(attempt) as wire:
        await wire.join()
        await wire.intend("move", 0, "err", move="deal")
        assert (await wire.receive("state"))["seq"] == 2


async def test_a_base_from_the_future_is_stale_too(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        assert (await wire.intend("move", 9, "err", move="deal"))["code"] == "stale"
        await wire.receive("state")


async def test_refusals_have_a_code_and_change_nothing(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        illegal = await wire.intend("move", 0, "err", move="redeal")
        assert (illegal["code"], illegal["why"], illegal["seq"]) == (
            "illegal",
            "The stock is not empty yet.",
            0,
        )
        assert (await wire.intend("undo", 0, "err"))["code"] == "undo_floor"
    assert not await run(Event.objects.exists)


async def test_winning_ends_it_with_a_place_and_a_line_to_share(attempt: Attempt) -> None:
    await run(Hand(attempt).plays, WIN[:-1])
    async with table(attempt) as wire, table(attempt) as other:
        await wire.join()
        await other.join()
        ack = await wire.intend("move", len(WIN) - 1, move=WIN[-1])
        assert (ack["status"], ack["legal"]) == ("won", [])
        end = await wire.receive("end")
        await other.receive("ev")
        assert await other.receive("end") == end
        assert (await wire.intend("undo", len(WIN), "err"))["code"] == "ended"
    result = end["result"]
    assert (result["status"], result["score"], result["rank"], result["players"]) == ("won", 12, 1, 1)
    assert result["leaderboard"] == attempt.deal.get_absolute_url()
    assert f"won in {len(WIN)} moves" in result["share"]
    assert (await run(Attempt.objects.get)).won


async def test_resigning_ends_it(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        assert (await wire.intend("resign", 0))["status"] == "ended"
        assert (await wire.receive("end"))["result"]["status"] == "ended"
    async with table(attempt) as wire:
        state = await wire.join()
    assert (state["status"], state["legal"], state["result"]["rank"]) == ("ended", [], 1)


async def test_practice_has_no_rank(attempt: Attempt) -> None:
    await run(Hand(attempt), "resign")
    practice = await run(begun, attempt.player, attempt.deal, "practice")
    async with table(practice) as wire:
        assert (await wire.join())["clock"]["closes_in_ms"] is None
        await wire.intend("resign", 0)
        assert (await wire.receive("end"))["result"]["rank"] is None


async def test_a_closed_deal(attempt: Attempt, player: Player) -> None:
    unseen = await run(services.begin, await run(Player.objects.create_guest), attempt.deal)
    long_ago = timezone.now() - timedelta(hours=1)
    await run(Deal.objects.update, closes_at=long_ago)
    async with table(attempt) as wire:
        state = await wire.join()
        assert (state["can"]["move"], state["legal"]) == (False, [])
        assert (await wire.intend("move", 0, "err", move="deal"))["code"] == "closed"
    async with table(unseen) as wire:
        await wire.error({"t": "join", "seq": 0}, "closed")


@pytest.mark.usefixtures("_quick_rounds")
async def test_the_end_by_the_clock_is_told(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        attempt = await run(Attempt.objects.select_related("deal", "player").get)
        await run(services.close, attempt, timezone.now())
        end = await wire.receive("end")
        assert end["result"]["status"] == "ended"
        assert await wire.silent()


# ---- who may come in -----------------------------------------------------------------------------


async def test_another_players_table(attempt: Attempt, other: Player) -> None:
    async with table(attempt, other) as wire:
        assert (await wire.receive("err"))["code"] == "forbidden"
        assert await wire.closed() == 4403


async def test_no_such_attempt(player: Player) -> None:
    cookie = await run(session, player)
    async with dial(f"/ws/play/{uuid.uuid4()}/", cookie) as wire:
        assert (await wire.receive("err"))["code"] == "not_found"
        assert await wire.closed() == 4404


@pytest.mark.parametrize("cookie", [None, "nonsense", "é;=;", r'sessionid="\000abcdefghijk"'])
async def test_no_session(attempt: Attempt, cookie: str | None) -> None:
    async with dial(f"/ws/play/{attempt.pk}/", cookie) as wire:
        assert await wire.closed() == 4401


@pytest.mark.parametrize("path", ["/ws/", "/ws/play/1/", "/ws/play/../admin/", "/elsewhere", "/ws/board/x/"])
async def test_unknown_paths(path: str) -> None:
    async with dial(path) as wire:
        assert await wire.closed() == 4404


@pytest.mark.parametrize("subprotocols", [(), ("chat",)])
async def test_another_protocol(attempt: Attempt, subprotocols: tuple[str, ...]) -> None:
    cookie = await run(session, attempt.player)
    async with dial(f"/ws/play/{attempt.pk}/", cookie, subprotocols=subprotocols) as wire:
        await wire.receive("err")
        assert await wire.closed() == 4400


@pytest.mark.parametrize(
    "origin",
    [None, "", "null", "https://evil.example", "http://localhost.evil.example:8000", "https://localhost"],
)
async def test_missing_and_foreign_origins_are_refused(attempt: Attempt, origin: str | None) -> None:
    cookie = await run(session, attempt.player)
    with pytest.raises(NotAccepted, match="4403"):
        async with dial(f"/ws/play/{attempt.pk}/", cookie, origin):
            pass


async def test_an_attempt_that_is_given_up_meanwhile(player: Player, deal: Deal) -> None:
    """Settling removes what was never begun, also from under a socket that has not looked yet."""
    attempt = await run(services.begin, player, deal)
    async with table(attempt) as wire:
        await run(Attempt.objects.all().delete)
        await wire.error({"t": "join", "seq": 0}, "not_found")


@pytest.mark.usefixtures("_quick_rounds")
async def test_logging_out_closes_the_socket(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        await run(Session.objects.all().delete)
        assert await wire.closed() == 4401


@pytest.mark.usefixtures("_quick_rounds")
async def test_a_ban_closes_the_socket(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        await run(ban, attempt.player, "Plays with a machine.", None)
        assert await wire.closed() == 4401


@pytest.mark.usefixtures("_quick_rounds")
async def test_a_new_password_closes_the_socket(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        attempt.player.set_password("another long password")
        await run(attempt.player.save)
        assert await wire.closed() == 4401


@pytest.mark.usefixtures("_quick_rounds")
async def test_a_session_that_has_had_its_time_closes_the_socket(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        await run(Session.objects.update, expire_date=timezone.now())
        assert await wire.closed() == 4401


def _rewrite(key: str, **changes: str) -> None:
    row = Session.objects.get(pk=key)
    row.session_data = SessionStore().encode({**row.get_decoded(), **changes})
    row.save()


@pytest.mark.usefixtures("_quick_rounds")
async def test_a_session_that_is_written_to_goes_on(attempt: Attempt) -> None:
    cookie = await run(session, attempt.player)
    async with dial(f"/ws/play/{attempt.pk}/", cookie) as wire:
        await wire.join()
        for number in range(3):
            await run(_rewrite, cookie, seen=str(number))
            await asyncio.sleep(0.3)
            await wire.send({"t": "ping"})
            await wire.receive("pong")


@pytest.mark.usefixtures("_quick_rounds")
async def test_a_session_that_becomes_anothers_closes_the_socket(attempt: Attempt, other: Player) -> None:
    cookie = await run(session, attempt.player)
    async with dial(f"/ws/play/{attempt.pk}/", cookie) as wire:
        await wire.join()
        hers = {SESSION_KEY: str(other.pk), HASH_SESSION_KEY: other.get_session_auth_hash()}
        await run(_rewrite, cookie, **hers)
        assert await wire.closed() == 4401


@pytest.mark.usefixtures("_quick_rounds")
async def test_a_round_in_many_slices_finds_everybody(
    attempt: Attempt, other: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "SLICE", 1)
    hers = await run(begun, other, attempt.deal)
    async with table(attempt) as wire, table(attempt) as second, table(hers) as third:
        for one in (wire, second, third):
            await one.join()
        await run(Hand(attempt), "move", "deal")
        await run(ban, other, "Plays with a machine.", None)
        assert (await wire.receive("ev"))["seq"] == 1
        assert (await second.receive("ev"))["seq"] == 1
        assert await third.closed() == 4401


def test_nobody_who_logged_out_is_heard_for_five_seconds() -> None:
    assert watch.EVERY < 5


# ---- what cannot be understood -------------------------------------------------------------------

UUID = str(uuid.UUID(int=1))


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (" ", "bad_json"),
        ("{", "bad_json"),
        ("[]", "bad_json"),
        ("null", "bad_json"),
        ('"ping"', "bad_json"),
        (b'{"t":"ping"}', "bad_json"),
        ('{"t":"ping"}{"t":"ping"}', "bad_json"),
        ('{"t":"join","seq":NaN}', "bad_json"),
        ('{"t":"join","seq":Infinity}', "bad_json"),
        ('{"t":"\\ud800"}', "bad_json"),
        ("[" * 4000, "bad_json"),
        ('{"a":' * 600 + "1" + "}" * 600, "bad_schema"),
        ("{}", "bad_schema"),
        ('{"t":7}', "bad_schema"),
        ('{"t":["join"]}', "bad_schema"),
        ('{"t":"join"}', "bad_schema"),
        ('{"t":"join","seq":-1}', "bad_schema"),
        ('{"t":"join","seq":1e999}', "bad_json"),
        ('{"t":"join","seq":true}', "bad_schema"),
        ('{"t":"join","seq":0.5}', "bad_schema"),
        ('{"t":"join","seq":99999999999999999999999}', "bad_schema"),
        ('{"t":"move","id":"1","base":0,"move":"deal"}', "bad_schema"),
        (f'{{"t":"move","id":"{UUID}","base":"0","move":"deal"}}', "bad_schema"),
        (f'{{"t":"move","id":"{UUID}","base":0,"move":""}}', "bad_schema"),
        (f'{{"t":"move","id":"{UUID}","base":0,"move":["deal"]}}', "bad_schema"),
        (f'{{"t":"move","id":"{UUID}","base":0,"move":"{"x" * 300}"}}', "bad_schema"),
        (f'{{"t":"undo","id":"{UUID}"}}', "bad_schema"),
        ('{"t":"state"}', "unknown_type"),
        ('{"t":""}', "unknown_type"),
        ('{"t":"' + "x" * 5000 + '"}', "too_big"),
        (b"\x00" * 5000, "too_big"),
    ],
)
async def test_what_cannot_be_understood_is_answered(attempt: Attempt, frame: str | bytes, code: str) -> None:
    async with table(attempt) as wire:
        await wire.error(frame, code)
        assert await wire.ask({"t": "ping"}, "pong")


async def test_an_error_names_the_intent_and_the_field(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        answer = await wire.error({"t": "undo", "id": UUID}, "bad_schema")
    assert answer["id"] == UUID
    assert "base" in answer["why"]


async def test_a_monster_closes_the_socket(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.send("x" * 70_000)
        assert await wire.closed() == 4009


@given(
    st.text() | st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists).map(json.dumps)
)
def test_any_text_is_a_document_or_a_refusal(text: str) -> None:
    try:
        found: Any = parse(text)
    except Refusal as refusal:
        found = refusal.code
    assert isinstance(found, dict) or found == "bad_json"


# ---- the pace ------------------------------------------------------------------------------------


async def test_a_thousand_messages_at_once(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        for _ in range(1000):
            await wire.send({"t": "ping"})
        answers: list[str] = []
        while (output := await wire.communicator.receive_output(6))["type"] == "websocket.send":
            answers.append(json.loads(output["text"])["t"])
        assert output["code"] == 4429
    assert 39 <= answers.count("pong") <= 60
    assert answers.count("err") == 1


def test_the_bucket_lets_fast_hands_play_and_nobody_flood() -> None:
    now = 0.0
    bucket = Bucket(20, 40, clock=lambda: now)
    assert [bucket.take() for _ in range(41)] == [True] * 40 + [False]
    now = 0.5
    assert [bucket.take() for _ in range(11)] == [True] * 10 + [False]
    assert bucket.overflow == 2
    now = 10.0
    assert bucket.take()
    assert bucket.overflow == 0


# ---- what may fail -------------------------------------------------------------------------------


class BrokenLayer:
    """A channel layer whose server is away: it fails, or never answers."""

    def __init__(self, hangs: bool) -> None:
        self.hangs = hangs

    async def _fail(self, *args: Any) -> Any:
        if self.hangs:
            await asyncio.sleep(3600)
        raise ConnectionError("Connection refused")

    new_channel = group_add = group_send = receive = _fail


@pytest.mark.parametrize("hangs", [False, True])
@pytest.mark.usefixtures("_quick_rounds")
async def test_play_goes_on_without_the_channel_layer(
    attempt: Attempt, hangs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "get_channel_layer", lambda: BrokenLayer(hangs))
    async with table(attempt) as wire, table(attempt) as other:
        await wire.join()
        await other.join()
        async with asyncio.timeout(3):
            for base, move in enumerate(WIN):
                await wire.intend("move", base, move=move)
                assert (await other.receive("ev"))["seq"] == base + 1
            await wire.receive("end")


@pytest.mark.usefixtures("_quick_rounds")
async def test_what_no_hint_told_of_is_seen_on_the_next_round(attempt: Attempt) -> None:
    """The move was made in another process, and the hint was lost."""
    async with table(attempt) as wire:
        await wire.join()
        await run(Hand(attempt), "move", "deal")
        assert (await wire.receive("ev"))["seq"] == 1


async def test_a_database_that_does_not_answer_is_busy(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    async def no_answer(*args: Any) -> None:
        raise NoAnswer("server closed the connection")

    def locked(*args: Any) -> None:
        raise OperationalError("database is locked")

    async with table(attempt) as wire:
        await wire.join()
        id = str(uuid.uuid4())
        intent = {"t": "move", "id": id, "base": 0, "move": "deal"}
        with monkeypatch.context() as patch:
            patch.setattr(Store, "write", no_answer)
            assert (await wire.error(intent, "busy"))["id"] == id
        with monkeypatch.context() as patch:
            patch.setattr(memory, "latest", lambda id: None)
            patch.setattr(writing, "locked", locked)
            assert (await wire.error(intent, "busy"))["id"] == id
        assert (await wire.ask(intent, "ack"))["dup"] is False


async def test_a_table_that_cannot_be_read_now_is_busy_too(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    def fail(*args: Any) -> None:
        raise OperationalError("deadlock detected")

    async with table(attempt) as wire:
        await wire.join()
        with monkeypatch.context() as patch:
            patch.setattr(dialogue, "_find", fail)
            assert (await wire.intend("move", 7, "err", move="deal"))["code"] == "stale"
            assert (await wire.receive("err"))["code"] == "busy"
        assert (await wire.intend("move", 0, move="deal"))["seq"] == 1


async def test_our_own_fault_is_internal_and_the_socket_lives(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(attempt) as wire:
        await wire.join()
        with monkeypatch.context() as patch:
            patch.setattr(Standing, "after", lambda *args: 1 // 0)
            answer = await wire.intend("move", 0, "err", move="deal")
            assert answer["code"] == "internal"
            assert "division" not in answer["why"]
        await wire.intend("move", 0, move="deal")


async def test_a_server_that_goes_down_says_so(attempt: Attempt) -> None:
    async with table(attempt) as wire:
        await wire.join()
        wire.communicator.future.cancel()
        said = wire.communicator.output_queue
        assert json.loads((await said.get())["text"]) == {"t": "restart"}
        assert await said.get() == {"type": "websocket.close", "code": 4012}


async def test_another_tab_here_is_told_without_a_look_at_the_database(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(*args: Any) -> None:
        raise AssertionError("the log was read")

    async with table(attempt) as wire, table(attempt) as other:
        await wire.join()
        await other.join()
        monkeypatch.setattr(dialogue, "catch_up", look)
        for base in range(3):
            ack = await wire.intend("move", base, move="deal")
            ev = await other.receive("ev")
            assert ev == {**{key: ack[key] for key in ack if key not in ("id", "dup")}, "t": "ev"}
        assert (await other.intend("move", 3, move="deal"))["seq"] == 4


async def test_what_is_heard_out_of_order_is_told_in_order(attempt: Attempt) -> None:
    """News of event 2 is here before that of event 1: the log has both, and each is told once."""
    hand = Hand(attempt)
    async with table(attempt) as wire:
        await wire.join()
        await run(hand.plays, ["deal", "deal"])
        hub.hub().tell(f"attempt.{attempt.pk}", 2, '{"t":"ev","seq":2}')
        hub.hub().tell(f"attempt.{attempt.pk}", 1, '{"t":"ev","seq":1}')
        assert [(await wire.receive("ev"))["seq"] for _ in range(2)] == [1, 2]
        assert await wire.silent()


async def test_hints_go_out_together(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []

    class Layer(BrokenLayer):
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            sent.append(message["seqs"])

    monkeypatch.setattr(hub, "get_channel_layer", lambda: Layer(hangs=True))
    news = hub.Hub()
    news.listen("a", lambda seq, text: None)
    for seq in range(1, 200):
        news.tell("a", seq)
        news.tell("b")
    await asyncio.sleep(0.01)
    news.tell("a", 200)
    news.tell("a", 1)
    await asyncio.sleep(hub.EVERY * 1.5)
    assert sent == [{"a": 199, "b": 0}, {"a": 200}]


async def test_hints_that_could_not_be_sent_go_out_when_the_layer_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer: Any = BrokenLayer(hangs=False)
    monkeypatch.setattr(hub, "AGAIN", 0.05)
    monkeypatch.setattr(hub, "get_channel_layer", lambda: layer)
    news = hub.Hub()
    news.listen("a", lambda seq, text: None)
    news.tell("a", 1)
    await asyncio.sleep(0.02)
    news.tell("b", 2)
    sent: list[dict[str, int]] = []

    async def group_send(group: str, message: dict[str, Any]) -> None:
        sent.append(message["seqs"])

    layer.group_send = group_send
    async with asyncio.timeout(1):
        while not sent:
            await asyncio.sleep(0.01)
    assert sent == [{"a": 1, "b": 2}]
