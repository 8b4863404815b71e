"""Profiles and one's own page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from solitaire.pages.views.pages import page
from solitaire.players.models import Player
from solitaire.players.profile import of
from solitaire.players.services import player_for


@page
def player(request: HttpRequest, username: str) -> HttpResponse:
    """What an account has played. Guests and the banned have no page."""
    found = get_object_or_404(Player, username=username, is_guest=False, banned_at=None)
    return render(request, "player.html", {"player": found, "profile": of(found, player_for(request))})


@require_safe
@never_cache
def me(request: HttpRequest) -> HttpResponse:
    """My own results and settings; for a guest or a visitor, the invitation to sign up."""
    myself = player_for(request)
    return render(request, "me.html", {"profile": of(myself, myself) if myself else None})
