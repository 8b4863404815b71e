"""What a player has played."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from solitaire.daily.models import Deal
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from solitaire.players.profile import best_streak, of, streak
from tests.solitaire.conftest import begun, finished, make_deal

TODAY = date(2026, 3, 1)


def days(*ago: int) -> list[date]:
    return [TODAY - timedelta(days=number) for number in ago]


@pytest.mark.parametrize(
    ("ago", "now", "best"),
    [
        ((), 0, 0),
        ((0,), 1, 1),
        ((1,), 1, 1),
        ((2,), 0, 1),
        ((0, 1, 2), 3, 3),
        ((1, 2, 3), 3, 3),
        ((0, 2, 3, 4), 1, 3),
        ((0, 0, 1, 1), 2, 2),
        ((1, 2, 5, 6, 7), 2, 3),
    ],
)
def test_streaks_count_dates_in_a_row(ago: tuple[int, ...], now: int, best: int) -> None:
    assert streak(days(*ago), TODAY) == now
    assert best_streak(days(*ago)) == best


@pytest.mark.django_db
def test_a_profile_counts_what_is_official_and_over(player: Player, deal: Deal) -> None:
    yesterday = make_deal(days=-1)
    finished(player, yesterday, won=False, score=4)
    won = finished(player, deal, moves=30, time_ms=5_000)
    Attempt.objects.create(player=player, deal=deal, kind="practice", won=True, status="won")
    profile = of(player, viewer=player)
    assert (profile.played, profile.won, profile.streak, profile.best_streak) == (2, 1, 2, 2)
    assert profile.recent[0] == won
    [tiny] = profile.games
    assert (tiny.slug, tiny.played, tiny.won, tiny.best_score, tiny.best_moves, tiny.best_ms) == (
        "tiny", 2, 1, 12, 30, 5_000,
    )  # fmt: skip


@pytest.mark.django_db
def test_a_streak_counts_the_dates_of_the_deals_and_not_the_hours(player: Player) -> None:
    for ago in range(3):
        finished(player, make_deal(days=-ago))
    assert of(player, viewer=player).streak == 3


@pytest.mark.django_db
def test_what_runs_and_what_is_void_does_not_count(player: Player, deal: Deal) -> None:
    begun(player, deal)
    void = finished(player, make_deal(days=-1))
    Attempt.objects.filter(pk=void.pk).update(voided_at=void.finished_at)
    assert of(player, viewer=player).played == 0


@pytest.mark.django_db
def test_others_see_a_result_when_its_deal_is_settled(player: Player, other: Player, deal: Deal) -> None:
    finished(player, deal)
    assert of(player, viewer=player).played == 1
    for viewer in (None, other):
        assert of(player, viewer=viewer).recent == []
        assert of(player, viewer=viewer).played == 0
    Deal.objects.update(status="settled")
    assert of(player).played == 1
