"""Planning, opening and settling."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, close_old_connections, transaction
from django.utils import timezone

from games import catalogue
from solitaire.daily import services
from solitaire.daily.models import GRACE, SETTLING, Deal, commitment
from solitaire.play.models import Attempt, Event
from solitaire.play.services import begin
from solitaire.players.models import Player
from solitaire.staff.models import AuditEntry
from tests.solitaire.conftest import Hand, begun, make_deal
from tests.solitaire.tiny import WIN

pytestmark = pytest.mark.django_db
EVERY = len(catalogue.every()) + 1  # and the tests' own


def test_every_game_has_a_deal_each_day_in_every_variant() -> None:
    call_command("plan_deals", "--days", "3", "--no-certify")
    assert Deal.objects.count() == 3 * EVERY
    assert {deal.status for deal in Deal.objects.filter(date=services.today())} == {"open"}
    assert {deal.status for deal in Deal.objects.filter(date__gt=services.today())} == {"scheduled"}


def test_planning_twice_changes_nothing() -> None:
    call_command("plan_deals", "--days", "2", "--no-certify")
    before = list(Deal.objects.order_by("pk").values())
    call_command("plan_deals", "--days", "2", "--no-certify")
    assert list(Deal.objects.order_by("pk").values()) == before


def at_the_same_time(work: Callable[[], Any], hands: int = 4) -> list[Any]:
    """Do the work in several threads that start together."""
    barrier = Barrier(hands)

    def one(_: int) -> Any:
        barrier.wait()
        try:
            return work()
        finally:
            close_old_connections()

    with ThreadPoolExecutor(hands) as pool:
        return list(pool.map(one, range(hands)))


@pytest.mark.django_db(transaction=True)
def test_planning_at_the_same_time_makes_each_deal_once() -> None:
    at_the_same_time(lambda: services.plan(services.today()))
    assert Deal.objects.count() == EVERY


@pytest.mark.django_db(transaction=True)
def test_a_deal_that_is_missing_is_made_at_first_sight_and_once() -> None:
    seen = at_the_same_time(lambda: services.deals_of(services.today()))
    assert all(deals == seen[0] for deals in seen)
    assert len(seen[0]) == EVERY


def test_the_deals_of_a_day_come_in_the_order_of_the_book() -> None:
    deals = services.deals_of(services.today())
    order = [(game.slug, game.variant) for game in catalogue.every()]
    assert sorted(order) == sorted((deal.game, deal.variant) for deal in deals)
    assert [(deal.game, deal.variant) for deal in deals] == order


@pytest.mark.parametrize("days", [-1, 1, 400])
def test_no_sight_makes_a_deal_of_another_day(days: int) -> None:
    assert services.deals_of(services.today() + timedelta(days=days)) == []
    assert not Deal.objects.exists()


def test_there_cannot_be_two_deals_of_a_game_on_a_day(deal: Deal) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make_deal()


def test_seeds_are_256_bits_and_none_is_like_another() -> None:
    seeds = [deal.seed for deal in services.deals_of(services.today())]
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
    assert len(set(seeds)) == len(seeds)


def test_the_commitment_can_be_checked_with_a_hash_and_nothing_else() -> None:
    deal = services.deals_of(services.today())[0]
    text = f"patience-commit/1\0{deal.game}\0{deal.variant}\0{deal.date:%Y-%m-%d}\0{deal.seed}"
    assert deal.commitment == hashlib.sha256(text.encode()).hexdigest()
    assert commitment("the-olga", "book", date(2026, 11, 30), "00") == (
        hashlib.sha256(b"patience-commit/1\0the-olga\0book\x002026-11-30\x0000").hexdigest()
    )


def test_a_deal_is_open_for_its_day_and_not_a_moment_longer(deal: Deal) -> None:
    moment = timedelta(microseconds=1)
    assert not deal.is_open_at(deal.opens_at - moment)
    assert deal.is_open_at(deal.opens_at)
    assert deal.is_open_at(deal.closes_at - moment)
    assert not deal.is_open_at(deal.closes_at)


def test_what_is_due_is_opened() -> None:
    services.plan(services.today() + timedelta(days=1))
    assert services.open_due(timezone.now()) == 0
    assert services.open_due(timezone.now() + timedelta(days=1)) == EVERY


def test_a_deal_whose_hour_has_come_is_opened_at_first_sight(time_machine: Any) -> None:
    tomorrow = services.today() + timedelta(days=1)
    services.plan(tomorrow)
    time_machine.move_to(datetime.combine(tomorrow, datetime.min.time(), UTC), tick=False)
    assert {deal.status for deal in services.deals_of(tomorrow)} == {"open"}


def test_each_game_has_its_day_in_turn() -> None:
    games = list(catalogue.classes())
    first = date(2026, 11, 30)
    days = [services.game_of_the_day(first + timedelta(days=n)) for n in range(len(games) * 2)]
    assert sorted(days) == sorted(games * 2)
    assert days[: len(games)] == days[len(games) :]


def test_how_many_play_counts_who_has_seen_the_table(deal: Deal, player: Player, other: Player) -> None:
    begin(player, deal)
    assert services.playing_counts([deal]) == {}
    begun(other, deal)
    assert services.playing_counts([deal]) == {deal.pk: 1}


# ---- settling ------------------------------------------------------------------------------------


def when_settled(deal: Deal) -> datetime:
    return deal.closes_at + SETTLING


def test_nothing_is_settled_before_its_time(hand: Hand) -> None:
    deal = hand.attempt.deal
    assert services.settle_due(when_settled(deal) - timedelta(seconds=1)) == []
    assert services.settle_due(when_settled(deal)) == [deal]


def test_settling_opens_the_seed_and_verifies_every_result(hand: Hand) -> None:
    hand.plays(WIN)
    now = when_settled(hand.attempt.deal)
    services.settle_due(now)
    deal, attempt = Deal.objects.get(), Attempt.objects.get()
    assert (deal.status, deal.settled_at) == ("settled", now)
    assert (attempt.verified_at, attempt.voided_at, attempt.won) == (now, None, True)


def test_what_still_runs_counts_as_it_stands_and_its_clock_stops_at_the_deadline(hand: Hand) -> None:
    hand("move", "deal")
    services.settle_due(when_settled(hand.attempt.deal))
    attempt = Attempt.objects.get()
    assert (attempt.status, attempt.won, attempt.seq) == ("ended", False, 1)
    assert attempt.finished_at == attempt.deal.closes_at + GRACE


def test_a_result_that_does_not_replay_is_void_and_staff_learn_of_it(hand: Hand) -> None:
    hand.plays(WIN)
    Attempt.objects.update(moves=1)
    services.settle_due(when_settled(hand.attempt.deal))
    attempt = Attempt.objects.get()
    assert attempt.voided_at is not None
    assert "moves" in attempt.void_reason
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor) == ("void result", None)
    assert str(attempt.pk) in entry.subject
    assert Deal.objects.get().is_settled


def test_a_deal_that_cannot_be_settled_holds_up_no_other(
    hand: Hand, other: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(other, make_deal("the-olga"))
    check = services.mismatch

    def failing(attempt: Attempt) -> str | None:
        if attempt.pk == hand.attempt.pk:
            raise IndexError
        return check(attempt)

    now = when_settled(hand.attempt.deal)
    monkeypatch.setattr(services, "mismatch", failing)
    assert [deal.game for deal in services.settle_due(now)] == ["the-olga"]
    assert not Deal.objects.get(game="tiny").is_settled
    monkeypatch.setattr(services, "mismatch", check)
    assert [deal.game for deal in services.settle_due(now)] == ["tiny"]


def test_rules_that_are_missing_are_no_fault_of_the_players(hand: Hand) -> None:
    """A server that is put back to an older version does not know the newest game."""
    Deal.objects.update(game="the-newest")
    assert services.settle_due(when_settled(hand.attempt.deal)) == []
    assert not Attempt.objects.get().is_void


def test_a_result_may_stand_again_if_its_log_gives_it(hand: Hand, other: Player) -> None:
    hand.plays(WIN)
    attempt = Attempt.objects.get()
    services.void(attempt, "Two accounts.", other)
    services.reinstate(attempt, "His sister's.", other)
    services.reinstate(attempt, "Again.", other)
    assert (attempt.is_void, attempt.void_reason) == (False, "")
    assert AuditEntry.objects.filter(action="reinstate result").count() == 1
    Attempt.objects.update(moves=1)
    attempt = Attempt.objects.get()
    services.void(attempt, "Does not replay.", other)
    services.reinstate(attempt, "It must.", other)
    assert attempt.is_void


def test_what_was_void_while_it_ran_is_ended_too(hand: Hand) -> None:
    services.void(hand.attempt, "Two accounts.", None)
    services.settle_due(when_settled(hand.attempt.deal))
    attempt = Attempt.objects.get()
    assert (attempt.is_over, attempt.void_reason) == (True, "Two accounts.")


def test_a_forged_log_is_void(hand: Hand) -> None:
    Event.objects.create(attempt=hand.attempt, seq=1, client_id=uuid.uuid4(), kind="move", text="redeal")
    Attempt.objects.update(
        seq=1, moves=1, score=12, won=True, status="won", finished_at=timezone.now(), time_ms=1
    )
    services.settle_due(when_settled(hand.attempt.deal))
    assert Attempt.objects.get().is_void


def test_a_table_that_nobody_looked_at_is_no_attempt(player: Player, deal: Deal) -> None:
    begin(player, deal)
    services.settle_due(when_settled(deal))
    assert not Attempt.objects.exists()


def test_who_only_looks_at_cards_that_are_dealt_home_is_not_struck_out(player: Player) -> None:
    """The Square lays an ace down as it is dealt; a play without a move has that much home."""
    seed = next(seed for seed in map(str, range(50)) if _dealt_home("the-square", seed))
    attempt = begun(player, make_deal("the-square", seed=seed))
    assert attempt.score == _dealt_home("the-square", seed)
    services.settle(attempt.deal, when_settled(attempt.deal))
    settled = Attempt.objects.get()
    assert (settled.void_reason, settled.score) == ("", attempt.score)
    assert settled.verified_at is not None


def _dealt_home(slug: str, seed: str) -> int:
    game = catalogue.game(slug)
    return game.score(game.deal(seed))


def test_settling_twice_changes_nothing(hand: Hand, capsys: pytest.CaptureFixture[str]) -> None:
    hand.plays(WIN)
    now = when_settled(hand.attempt.deal)
    services.settle_due(now)
    before = list(Attempt.objects.values()), list(Deal.objects.values())
    assert services.settle_due(now + timedelta(hours=1)) == []
    assert (list(Attempt.objects.values()), list(Deal.objects.values())) == before


@pytest.mark.django_db(transaction=True)
def test_settling_at_the_same_time_settles_once(deal: Deal) -> None:
    for number in range(6):
        Hand(begun(Player.objects.create_user(f"p{number}"), deal)).plays(WIN[:number])
    now = when_settled(deal)
    settled = at_the_same_time(lambda: services.settle_due(now))
    assert sorted(len(deals) for deals in settled) == [0, 0, 0, 1]
    assert all(attempt.verified_at and attempt.is_over for attempt in Attempt.objects.all())


def test_a_void_deal_is_not_settled(deal: Deal, player: Player) -> None:
    services.void_deal(deal, "Dealt twice.", player)
    services.void_deal(deal, "Dealt twice.", player)
    assert services.settle_due(when_settled(deal)) == []
    assert AuditEntry.objects.filter(action="void deal").count() == 1


def test_the_commands_run(hand: Hand, time_machine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    time_machine.move_to(when_settled(hand.attempt.deal).astimezone(UTC), tick=False)
    call_command("settle_deals")
    assert "settled" in capsys.readouterr().out
    call_command("settle_deals")
    assert capsys.readouterr().out == ""
