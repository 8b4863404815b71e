"""Beginning, the table and the record of a play."""

import uuid

from allauth.core import ratelimit
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.game import BOOK
from solitaire.daily.models import Deal
from solitaire.daily.services import deals_of, today
from solitaire.pages.tables import table_data
from solitaire.pages.views.deals import game_or_404
from solitaire.play import services
from solitaire.play.models import Attempt
from solitaire.players.services import player_for


@require_POST
def play(request: HttpRequest, slug: str, variant: str = BOOK) -> HttpResponse:
    """Begin or resume today's official attempt. A visitor becomes a guest here, and only here."""
    game_or_404(slug, variant)
    deal = next((deal for deal in deals_of(today()) if (deal.game, deal.variant) == (slug, variant)), None)
    if deal is None:
        raise Http404("This game is not dealt today.")
    return _to_table(request, deal, "official")


@require_POST
def practice(request: HttpRequest, deal_id: int) -> HttpResponse:
    """Play a deal for practice: when one's own official attempt is over, or the deal is settled."""
    return _to_table(request, get_object_or_404(Deal, pk=deal_id), "practice")


def _to_table(request: HttpRequest, deal: Deal, kind: str) -> HttpResponse:
    if player_for(request) is None and not ratelimit.consume(request, action="guest"):
        too_many: HttpResponse = ratelimit.respond_429(request)
        return too_many
    player = player_for(request, create=True)
    assert player is not None
    return redirect(services.begin(player, deal, kind))


@require_safe
@never_cache
def table(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """The table of one's own attempt. The page has no card; they come by the socket."""
    attempt = get_object_or_404(Attempt.objects.select_related("deal", "player"), pk=attempt_id)
    if attempt.player != player_for(request):
        raise PermissionDenied("This is another player's table.")
    game = attempt.deal.engine
    links = {
        "leaderboard": attempt.deal.get_absolute_url(),
        "rules": reverse("pages:game", args=[game.slug]),
        "home": reverse("pages:home"),
    }
    data = {
        **table_data(game),
        "attempt": str(attempt.pk),
        "kind": attempt.kind,
        "ws": f"/ws/play/{attempt.pk}/",
        "links": links,
    }
    context = {"attempt": attempt, "deal": attempt.deal, "game": game, "links": links}
    return render(request, "table.html", {**context, "table_data": data})


@require_safe
@never_cache
def record(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """The record of a play as a file. It holds the seed, and the service refuses it until that is public."""
    attempt = get_object_or_404(Attempt.objects.select_related("deal", "player"), pk=attempt_id)
    if not attempt.is_over:
        raise PermissionDenied("This play is not over.")
    return _file(services.record(attempt), attempt.deal, attempt.player.display_name)


@require_safe
@never_cache
def deal_record(request: HttpRequest, deal_id: int) -> HttpResponse:
    """The solver's record of a deal as a file, once the deal is settled."""
    deal = get_object_or_404(Deal, pk=deal_id)
    if not deal.is_settled:
        raise PermissionDenied("Whether a deal can be won, and how, is public once it is settled.")
    if not deal.certificate:
        raise Http404("The solver has no play of this deal.")
    return _file(deal.certificate, deal, "solver")


def _file(text: str, deal: Deal, by: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{deal.game}-{deal.date}-{by}.patience"'
    return response
