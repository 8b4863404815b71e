"""What a player has played."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Max, Min, Q, QuerySet

from games import catalogue
from solitaire.daily.models import Deal
from solitaire.daily.services import today
from solitaire.play.models import Attempt
from solitaire.players.models import Player

RECENT = 20
ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class GameStats:
    """One game in all its variants. ``best_moves`` and ``best_ms`` are of won games, None without any."""

    slug: str
    title: str
    played: int
    won: int
    best_score: int
    best_moves: int | None
    best_ms: int | None


@dataclass(frozen=True, slots=True)
class Profile:
    """The official attempts of a player that are over.

    streak       days in a row up to today (or yesterday, while today is not played) with a deal played
    best_streak  the most there ever were
    recent       the latest first
    """

    played: int
    won: int
    streak: int
    best_streak: int
    recent: list[Attempt]
    games: list[GameStats]


def of(player: Player, viewer: Player | None = None) -> Profile:
    """The profile as the viewer may see it: other people's results of a deal come when it is settled."""
    results = Attempt.objects.filter(
        player=player, kind=Attempt.Kind.OFFICIAL, finished_at__isnull=False, voided_at__isnull=True
    )
    if viewer is None or viewer.pk != player.pk:
        results = results.filter(deal__status=Deal.Status.SETTLED)
    days = results.order_by().values_list("deal__date", flat=True).distinct()
    return Profile(
        played=results.count(),
        won=results.filter(won=True).count(),
        streak=streak(days, today()),
        best_streak=best_streak(days),
        recent=list(results.select_related("deal").order_by("-finished_at")[:RECENT]),
        games=_games(results),
    )


def streak(days: Iterable[dt.date], until: dt.date) -> int:
    """How many deal dates in a row end with ``until``, or with the day before it.

    Dates of deals, not hours: travel cannot break a streak.
    """
    played = set(days)
    day = until if until in played else until - ONE_DAY
    length = 0
    while day in played:
        length += 1
        day -= ONE_DAY
    return length


def best_streak(days: Iterable[dt.date]) -> int:
    """The longest run of dates in a row."""
    best = length = 0
    last: dt.date | None = None
    for day in sorted(set(days)):
        length = length + 1 if last is not None and day == last + ONE_DAY else 1
        best, last = max(best, length), day
    return best


def _games(results: QuerySet[Attempt]) -> list[GameStats]:
    won = Q(won=True)
    rows = (
        results.order_by()
        .values(slug=F("deal__game"))
        .annotate(
            played=Count("pk"),
            times_won=Count("pk", filter=won),
            best_score=Max("score"),
            best_moves=Min("moves", filter=won),
            best_ms=Min("time_ms", filter=won),
        )
    )
    found = {row["slug"]: row for row in rows}
    return [
        GameStats(
            slug,
            game.title,
            row["played"],
            row["times_won"],
            row["best_score"],
            row["best_moves"],
            row["best_ms"],
        )
        for slug, game in catalogue.classes().items()
        if (row := found.get(slug))
    ]
