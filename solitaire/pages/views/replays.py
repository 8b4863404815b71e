"""Plays of settled deals, to be watched."""

from __future__ import annotations

import uuid

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from solitaire.daily.models import Deal
from solitaire.pages import replays
from solitaire.pages.tables import table_data
from solitaire.pages.views.pages import page
from solitaire.play.models import Attempt
from solitaire.players.services import player_for


@page
def replay(request: HttpRequest, deal_id: int, attempt_id: uuid.UUID | None = None) -> HttpResponse:
    """The solver's play of a settled deal, or somebody's."""
    deal = get_object_or_404(Deal, pk=deal_id)
    if not deal.is_settled:
        raise PermissionDenied("The plays of a deal can be watched once it is settled.")
    attempt = None if attempt_id is None else _attempt(request, deal, attempt_id)
    if attempt is not None:
        play = replays.of_attempt(attempt)
    elif deal.certificate:
        play = replays.of_record(deal.certificate)
    else:
        raise Http404("The solver has no play of this deal.")
    context = {"deal": deal, "attempt": attempt, "game": deal.engine, "last": len(play["steps"])}
    return render(request, "replay.html", {**context, "replay_data": {**table_data(deal.engine), **play}})


def _attempt(request: HttpRequest, deal: Deal, attempt_id: uuid.UUID) -> Attempt:
    """An attempt that the reader may watch: his own, or one that counts; not one that is struck out."""
    attempt = get_object_or_404(
        Attempt.objects.select_related("deal", "player"),
        pk=attempt_id,
        deal=deal,
        finished_at__isnull=False,
        voided_at=None,
    )
    is_public = attempt.is_official and not attempt.player.is_banned
    if not is_public and attempt.player != player_for(request):
        raise Http404("There is no such play to be watched.")
    return attempt
