"""The write path: every rule of it, and every refusal."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from solitaire.daily.models import Deal
from solitaire.play import services, writing
from solitaire.play.log import mismatch, replayed
from solitaire.play.memory import memory
from solitaire.play.models import Attempt, Event, worth_of
from solitaire.play.writing import COUNTED, Intent, Refused, write
from solitaire.players.models import Player
from solitaire.players.services import ban
from tests.solitaire.conftest import Hand, begun
from tests.solitaire.tiny import WIN

pytestmark = pytest.mark.django_db


def refused(code: str, why: str | None = None) -> Any:
    return pytest.raises(Refused, match=why, check=lambda error: error.code == code)


def test_a_move_is_an_event_and_a_new_row(hand: Hand) -> None:
    written = hand("move", "deal")
    row = Attempt.objects.get()
    event = Event.objects.get()
    assert (written.after.seq, row.seq, event.seq, event.text, row.moves) == (1, 1, 1, "deal", 1)
    assert written.dup is False


def test_a_move_changes_nothing_that_an_index_holds() -> None:
    """On PostgreSQL such a row stays in its page, and no index is written to."""
    held = [index.fields + [key for key, _ in index.condition.children] for index in Attempt._meta.indexes
            if index.condition]  # fmt: skip
    assert not {name.partition("__")[0] for names in held for name in names} & set(COUNTED)


def test_a_result_is_ranked_by_what_it_came_to(hand: Hand) -> None:
    hand.plays(WIN)
    row = Attempt.objects.get()
    assert row.worth == worth_of(True, False, row.score, row.moves)
    assert worth_of(False, False, 3, 7) > worth_of(True, True, 0, 2**31 - 1)


def test_the_same_id_is_one_event_and_gets_the_same_answer(hand: Hand) -> None:
    id = uuid.uuid4()
    first = hand("move", "deal", id=id)
    hand("move", "deal")
    memory.clear()
    again = hand("move", "deal", id=id, base=0)
    assert again.dup is True
    assert (again.before, again.after) == (first.before, first.after)
    assert Event.objects.count() == 2


def test_the_same_id_is_answered_even_when_the_attempt_is_over(hand: Hand) -> None:
    id = uuid.uuid4()
    hand("resign", id=id)
    assert hand("resign", id=id, base=0).dup is True


def test_a_stranger_is_refused_even_with_a_known_id(hand: Hand, other: Player) -> None:
    id = uuid.uuid4()
    hand("move", "deal", id=id)
    with refused("forbidden", "another player"):
        write(hand.attempt.pk, other.pk, Intent(id, "move", 0, "deal"))


def test_no_such_attempt(player: Player) -> None:
    with refused("not_found"):
        write(uuid.uuid4(), player.pk, Intent(uuid.uuid4(), "move", 0, "deal"))


def test_an_old_base_is_stale(hand: Hand) -> None:
    hand("move", "deal")
    with refused("stale"):
        hand("move", "deal", base=0)
    with refused("stale"):
        hand("move", "deal", base=7)
    assert Event.objects.count() == 1


def test_the_rules_reason_is_given(hand: Hand) -> None:
    with refused("illegal", "The stock is not empty yet"):
        hand("move", "redeal")
    with refused("illegal", "is not a move"):
        hand("move", "bed-1>moon")
    assert not Event.objects.exists()


def test_undo_stops_at_what_was_shown(hand: Hand) -> None:
    hand("move", "deal")
    with refused("undo_floor", "showed you a card"):
        hand("undo")


def test_a_hint_is_no_move_and_marks_the_attempt(hand: Hand) -> None:
    hand("hint", "deal")
    hand("move", "deal")
    row = Attempt.objects.get()
    assert (row.assisted, row.seq, row.moves) == (True, 2, 1)
    assert mismatch(row) is None


def test_a_win_ends_the_attempt(hand: Hand) -> None:
    hand.plays(WIN)
    row = Attempt.objects.get()
    assert (row.status, row.won, row.score, row.moves) == ("won", True, 12, len(WIN))
    assert row.finished_at is not None
    assert row.time_ms is not None
    with refused("ended"):
        hand("undo")


def test_the_time_is_from_the_first_look_to_the_end(hand: Hand, time_machine: Any) -> None:
    began = hand.attempt.started_at
    assert began is not None
    for number, move in enumerate(WIN, 1):
        time_machine.move_to(began + timedelta(seconds=number), tick=False)
        hand("move", move)
    assert Attempt.objects.get().time_ms == len(WIN) * 1000


def test_a_clock_that_is_set_back_gives_no_time(hand: Hand, time_machine: Any) -> None:
    began = hand.attempt.started_at
    assert began is not None
    time_machine.move_to(began + timedelta(minutes=5), tick=False)
    hand("move", "deal")
    time_machine.move_to(began - timedelta(minutes=2), tick=False)
    hand("move", "deal")
    time_machine.move_to(began + timedelta(minutes=1), tick=False)
    hand("resign")
    assert Attempt.objects.get().time_ms == 8 * 60 * 1000


def test_resigning_ends_it_and_it_is_not_won(hand: Hand) -> None:
    hand("move", "deal")
    assert hand("resign").ended
    row = Attempt.objects.get()
    assert (row.status, row.won, row.is_over) == ("ended", False, True)


def test_an_attempt_goes_on_thirty_minutes_past_closing(hand: Hand, time_machine: Any) -> None:
    closes = hand.attempt.deal.closes_at
    time_machine.move_to(closes + timedelta(minutes=29), tick=False)
    hand("move", "deal")
    time_machine.move_to(closes + timedelta(minutes=30), tick=False)
    with refused("closed"):
        hand("move", "deal")


def test_no_attempt_goes_on_without_end(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "LONGEST", 2)
    hand.plays(WIN[:2])
    for kind, text in (("move", WIN[2]), ("undo", ""), ("hint", WIN[2])):
        with refused("illegal", "only resign"):
            hand(kind, text)
    assert hand("resign").ended


def test_practice_has_no_closing(hand: Hand, time_machine: Any) -> None:
    hand("resign")
    practice = Hand(begun(hand.attempt.player, hand.attempt.deal, "practice"))
    time_machine.move_to(hand.attempt.deal.closes_at + timedelta(days=9), tick=False)
    practice("move", "deal")


def test_a_void_deal_is_closed(hand: Hand) -> None:
    Deal.objects.update(status="void")
    with refused("closed"):
        hand("move", "deal")


def test_the_banned_do_not_play(hand: Hand, player: Player) -> None:
    ban(player, "Plays with a machine.", None)
    with refused("forbidden", "shut out"):
        hand("move", "deal")
    with pytest.raises(services.CannotBegin):
        services.begin(Player.objects.get(pk=player.pk), hand.attempt.deal, "practice")


def test_a_table_must_be_seen_before_it_is_played(player: Player, deal: Deal) -> None:
    hand = Hand(services.begin(player, deal))
    with refused("forbidden", "join"):
        hand("move", "deal")


def test_a_database_that_does_not_answer_is_busy(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(writing, "locked", fail)
    with refused("busy"):
        hand("move", "deal")


def test_what_fails_after_the_event_leaves_no_event(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(writing, "_update", fail)
    with pytest.raises(RuntimeError):
        hand("move", "deal")
    assert not Event.objects.exists()
    assert Attempt.objects.get().seq == 0
    assert memory.get(hand.attempt.pk, 1) is None


def test_the_row_is_what_a_replay_of_the_log_gives(hand: Hand) -> None:
    for text in WIN:
        hand("move", text)
        assert mismatch(Attempt.objects.get()) is None
    *_, last = replayed(Attempt.objects.get())
    assert last.status == "won"


@pytest.mark.parametrize(
    ("field", "value"),
    [("score", 3), ("moves", 1), ("undos", 5), ("won", True), ("assisted", True), ("seq", 1)],
)
def test_a_row_that_was_tampered_with_does_not_match(hand: Hand, field: str, value: Any) -> None:
    hand.plays(WIN[:2])
    Attempt.objects.update(**{field: value})
    assert field in str(mismatch(Attempt.objects.get()))


def test_a_log_that_cannot_have_happened_does_not_match(hand: Hand) -> None:
    Event.objects.create(attempt=hand.attempt, seq=1, client_id=uuid.uuid4(), kind="move", text="redeal")
    assert "event 1" in str(mismatch(Attempt.objects.get()))


def test_the_memory_is_not_needed(hand: Hand) -> None:
    for text in WIN:
        memory.clear()
        hand("move", text)
    assert Attempt.objects.get().status == "won"


# ---- beginning -----------------------------------------------------------------------------------


def test_there_is_one_official_attempt(player: Player, deal: Deal) -> None:
    assert services.begin(player, deal) == services.begin(player, deal)
    assert Attempt.objects.count() == 1


def test_the_clock_starts_when_the_table_is_first_shown(
    player: Player, deal: Deal, time_machine: Any
) -> None:
    attempt = services.begin(player, deal)
    assert attempt.started_at is None
    later = timezone.now() + timedelta(seconds=90)
    if later >= deal.closes_at:
        later = timezone.now()
    time_machine.move_to(later, tick=False)
    shown, started = services.show(attempt)
    assert started
    assert shown.started_at == later
    assert services.show(attempt)[1] is False


def test_a_closed_deal_cannot_be_begun(player: Player, deal: Deal, time_machine: Any) -> None:
    attempt = services.begin(player, deal)
    time_machine.move_to(deal.closes_at, tick=False)
    with pytest.raises(services.CannotBegin, match="not open"):
        services.begin(Player.objects.create_guest(), deal)
    assert services.show(attempt)[1] is False
    assert Attempt.objects.get().started_at is None


def test_practice_comes_after_the_official_attempt(player: Player, other: Player, deal: Deal) -> None:
    with pytest.raises(services.CannotBegin, match="Practice"):
        services.begin(player, deal, "practice")
    Hand(begun(player, deal))("resign")
    practice = services.begin(player, deal, "practice")
    assert services.begin(player, deal, "practice") == practice
    Deal.objects.update(status="settled")
    deal.refresh_from_db()
    assert services.begin(other, deal, "practice").kind == "practice"


def test_a_record_is_public_when_the_deal_is_settled_and_replays(hand: Hand) -> None:
    from django.core.exceptions import PermissionDenied

    from games.notation import read_record, verify

    hand.plays(WIN)
    with pytest.raises(PermissionDenied):
        services.record(Attempt.objects.get())
    Deal.objects.update(status="settled")
    record = services.record(Attempt.objects.get())
    assert "Player: ada" in record
    outcome = verify(read_record(record))
    assert (outcome.status, outcome.moves) == ("won", len(WIN))
