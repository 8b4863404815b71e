"""The leaderboards."""

import datetime
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from games.game import BOOK
from solitaire.daily.leaderboards import board
from solitaire.daily.models import Deal
from solitaire.daily.services import deals_of, today
from solitaire.pages.hands import Hand, hands
from solitaire.pages.views.deals import game_or_404
from solitaire.pages.views.pages import page
from solitaire.players.services import player_for

PAST_DAYS = 7


@page
def leaderboards(request: HttpRequest) -> HttpResponse:
    """The boards of today, and of the days before."""
    day = today()
    return render(
        request,
        "leaderboards.html",
        {"day": day, "hands": hands(deals_of(day), player_for(request)), "past": _past_days(day)},
    )


@page
def leaderboard(request: HttpRequest, slug: str, date: datetime.date, variant: str = BOOK) -> HttpResponse:
    """The board of a deal."""
    game_or_404(slug, variant)
    deal = _deal(slug, variant, date)
    player = player_for(request)
    order = "time" if request.GET.get("order") == "time" else "rank"
    page = request.GET.get("page", "1")
    standing = board(deal, player, order=order, page=int(page) if page.isascii() and page.isdigit() else 1)
    hand = Hand(deal, standing.mine, standing.players)
    return render(
        request, "leaderboard.html", {"deal": deal, "board": standing, "order": order, "hand": hand}
    )


def _deal(slug: str, variant: str, date: datetime.date) -> Deal:
    if date == today():
        for deal in deals_of(date):
            if (deal.game, deal.variant) == (slug, variant):
                return deal
    return get_object_or_404(Deal, game=slug, variant=variant, date=date, opens_at__lte=timezone.now())


def _past_days(day: datetime.date) -> list[tuple[datetime.date, list[Deal]]]:
    first = day - datetime.timedelta(days=PAST_DAYS)
    played = Deal.objects.filter(date__lt=day, date__gte=first).order_by("-date", "pk")
    return [(date, list(deals)) for date, deals in groupby(played, key=lambda deal: deal.date)]
