"""Today's deals, the games and their rule pages."""

import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import catalogue
from games.errors import UnknownGame
from games.game import BOOK, Game
from games.rulebook import facts
from solitaire.daily.models import Deal
from solitaire.daily.services import deals_of, game_of_the_day, today
from solitaire.pages.hands import by_game, hands
from solitaire.pages.pictures import table_picture
from solitaire.pages.views.pages import page
from solitaire.play.services import left_open
from solitaire.players.services import player_for

PAST_DAYS = 14
_PICTURE_AGE = 60 * 60 * 24


@page
def home(request: HttpRequest) -> HttpResponse:
    """The game of the day, and the other deals of the day."""
    day = today()
    chosen = game_of_the_day(day)
    player = player_for(request)
    dealt = by_game(hands(deals_of(day), player))
    featured = next((game for game in dealt if game.main.deal.game == chosen), None)
    others = [game for game in dealt if game is not featured]
    late = left_open(player, timezone.now()) if player else []
    return render(request, "home.html", {"day": day, "featured": featured, "others": others, "late": late})


@page
def games(request: HttpRequest) -> HttpResponse:
    """All games, in the order of the book."""
    return render(request, "games.html", {"games": [catalogue.game(slug) for slug in catalogue.classes()]})


@page
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rule page of a game, with its deals."""
    chosen = game_or_404(slug)
    day = today()
    return render(
        request,
        "game.html",
        {
            "game": chosen,
            "facts": facts(chosen),
            "hands": hands([deal for deal in deals_of(day) if deal.game == slug], player_for(request)),
            "past": _past_deals(chosen, day),
            "day": day,
        },
    )


@require_safe
@cache_control(public=True, max_age=_PICTURE_AGE)
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """A small picture of a game's table, of an example deal."""
    game_or_404(slug)
    return HttpResponse(table_picture(slug), content_type="image/svg+xml")


def _past_deals(chosen: Game, day: datetime.date) -> list[tuple[Game, list[Deal]]]:
    """The deals of the last two weeks, variant by variant."""
    first = day - datetime.timedelta(days=PAST_DAYS)
    dealt = list(Deal.objects.filter(game=chosen.slug, date__lt=day, date__gte=first).order_by("-date"))
    variants = [catalogue.game(chosen.slug, variant) for variant in chosen.variants]
    past = [(game, [deal for deal in dealt if deal.variant == game.variant]) for game in variants]
    return [(game, deals) for game, deals in past if deals]


def game_or_404(slug: str, variant: str = BOOK) -> Game:
    """The game, or the page that says there is none."""
    try:
        return catalogue.game(slug, variant)
    except UnknownGame as unknown:
        raise Http404(str(unknown)) from unknown
