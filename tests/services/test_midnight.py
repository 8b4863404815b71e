"""The end of the day, when everything happens at once: one deal, one result."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import catalogue
from solitaire.daily.leaderboards import board
from solitaire.daily.models import GRACE, SETTLING, Deal
from solitaire.daily.services import deals_of, plan, settle_due, today
from solitaire.play import services
from solitaire.play.log import mismatch
from solitaire.play.models import Attempt
from solitaire.play.services import CannotBegin
from solitaire.play.writing import Refused
from solitaire.players.models import Player
from tests.services.test_two_processes import together
from tests.solitaire.conftest import Hand, begun, make_deal, make_player

pytestmark = pytest.mark.django_db(transaction=True)
HANDS = 20
MIDNIGHT = datetime(2031, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _room_for_all() -> Any:
    """Twenty threads have twenty connections."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW max_connections")
        assert int(cursor.fetchone()[0]) > 2 * HANDS


def results() -> list[Any]:
    """All that a settling may change."""
    fields = ("pk", "status", "won", "score", "moves", "time_ms", "finished_at", "verified_at", "voided_at")
    return list(Attempt.objects.order_by("pk").values_list(*fields))


def test_twenty_settlers_settle_once(time_machine: Any) -> None:
    time_machine.move_to(MIDNIGHT - timedelta(hours=1), tick=False)
    deals = [make_deal(slug) for slug in ("the-olga", "the-sultan", "the-square")]
    for number in range(6):
        for deal in deals:
            hand = Hand(begun(make_player(f"{deal.game}-{number}"), deal))
            hand.plays(["deal"] * number)
            if number % 2:
                hand("resign")
    now = MIDNIGHT + SETTLING
    time_machine.move_to(now, tick=False)
    settled = together(lambda number: settle_due(now), HANDS)
    assert Counter(deal.pk for some in settled for deal in some) == {deal.pk: 1 for deal in deals}
    assert set(Deal.objects.values_list("status", "settled_at")) == {("settled", now)}
    for attempt in Attempt.objects.select_related("deal", "player"):
        assert not attempt.void_reason, (attempt.deal, attempt.seq, attempt.void_reason)
        assert (attempt.status, attempt.voided_at, attempt.verified_at) == ("ended", None, now)
        assert attempt.finished_at is not None
        assert attempt.finished_at <= attempt.deal.deadline
        assert mismatch(attempt) is None
    before = results()
    assert together(lambda number: settle_due(now + timedelta(hours=1)), HANDS) == [[]] * HANDS
    assert results() == before
    assert all(len(board(deal, None).rows) == 6 for deal in Deal.objects.all())


def test_twenty_planners_and_visitors_make_each_deal_once(time_machine: Any) -> None:
    time_machine.move_to(MIDNIGHT, tick=False)
    day = today()

    def work(number: int) -> Any:
        return plan(day) if number % 2 else [(deal.pk, deal.seed) for deal in deals_of(day)]

    seen = [found for found in together(work, HANDS) if isinstance(found, list)]
    made = [(deal.pk, deal.seed) for deal in deals_of(day)]
    assert len(made) == Deal.objects.count() == len(catalogue.every())
    assert seen == [made] * (HANDS // 2), "nobody was shown a deal that was not to be"


def test_a_move_at_the_deadline_and_twenty_settlers(time_machine: Any) -> None:
    """What was stored before an attempt was ended counts; afterwards nothing is stored."""
    time_machine.move_to(MIDNIGHT - SECOND, tick=False)
    deal = make_deal("the-olga")
    hands = [Hand(begun(make_player(f"p{number}"), deal)) for number in range(8)]
    time_machine.move_to(MIDNIGHT + GRACE - SECOND, tick=False)

    why: set[str] = set()

    def work(number: int) -> int:
        if number >= len(hands):
            return len(settle_due(MIDNIGHT + SETTLING))
        stored = 0
        try:
            for _ in range(15):
                hands[number]("move", "deal")
                stored += 1
        except Refused as refused:
            why.add(refused.code)
        return stored

    done = together(work, HANDS)
    assert sum(done[len(hands) :]) == 1
    assert why <= {"ended"}
    for stored, hand in zip(done, hands, strict=False):
        attempt = Attempt.objects.select_related("deal", "player").get(pk=hand.attempt.pk)
        assert (attempt.seq, attempt.status, attempt.voided_at) == (stored, "ended", None)
        assert mismatch(attempt) is None


def test_who_begins_at_23_59_59_has_the_half_hour_of_grace(time_machine: Any) -> None:
    time_machine.move_to(MIDNIGHT - SECOND, tick=False)
    deal = make_deal("the-olga")
    hand = Hand(begun(make_player("ada"), deal))
    unseen = services.begin(make_player("grace"), deal)
    time_machine.move_to(MIDNIGHT, tick=False)
    assert today() == MIDNIGHT.date()
    with pytest.raises(CannotBegin):
        services.begin(make_player("late"), deal)
    assert services.show(unseen)[0].started_at is None, "it was begun, and not seen in time"
    time_machine.move_to(MIDNIGHT + GRACE - SECOND, tick=False)
    hand("move", "deal")
    time_machine.move_to(MIDNIGHT + GRACE, tick=False)
    with pytest.raises(Refused, match="closed"):
        hand("move", "deal")
    time_machine.move_to(MIDNIGHT + SETTLING - SECOND, tick=False)
    assert settle_due(timezone.now()) == []
    time_machine.move_to(MIDNIGHT + SETTLING, tick=False)
    assert settle_due(timezone.now()) == [deal]
    attempt = Attempt.objects.get()
    assert (attempt.moves, attempt.finished_at) == (1, MIDNIGHT + GRACE)
    assert attempt.time_ms == round((GRACE + SECOND).total_seconds() * 1000)


def test_a_clock_that_is_set_back_opens_nothing_again(time_machine: Any) -> None:
    """Not the deal, whose seed is public by then, and not the result."""
    time_machine.move_to(MIDNIGHT - SECOND, tick=False)
    deal = make_deal("the-olga")
    hand = Hand(begun(make_player("ada"), deal))
    time_machine.move_to(MIDNIGHT + SETTLING, tick=False)
    settle_due(timezone.now())
    before = results()
    time_machine.move_to(MIDNIGHT - timedelta(hours=1), tick=False)
    deal.refresh_from_db()
    assert not deal.is_open
    with pytest.raises(CannotBegin):
        services.begin(make_player("cheat"), deal)
    with pytest.raises(Refused, match="over"):
        hand("move", "deal")
    assert settle_due(timezone.now()) == []
    time_machine.move_to(MIDNIGHT + SETTLING, tick=False)
    assert settle_due(timezone.now()) == []
    assert results() == before


def test_a_clock_that_is_set_back_in_the_middle_of_a_play(time_machine: Any) -> None:
    noon = MIDNIGHT - timedelta(hours=12)
    time_machine.move_to(noon, tick=False)
    deal = make_deal("the-olga")
    hand = Hand(begun(make_player("ada"), deal))
    time_machine.move_to(noon + timedelta(minutes=5), tick=False)
    hand("move", "deal")
    time_machine.move_to(noon - timedelta(hours=1), tick=False)
    hand("move", "deal")
    time_machine.move_to(noon - timedelta(minutes=50), tick=False)
    hand("resign")
    attempt = Attempt.objects.select_related("deal", "player").get()
    assert (attempt.seq, attempt.time_ms) == (3, 15 * 60 * 1000)
    assert mismatch(attempt) is None
    assert Player.objects.count() == 1
