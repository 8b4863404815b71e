"""How allauth signs our players up and in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from solitaire.players.models import Player


def client_ip(request: HttpRequest) -> str | None:
    """Where a request comes from, by the one rule of every limit: behind our proxy, what the proxy says.

    None for one that did not come over a network, or whose proxy says something else than was agreed.
    """
    try:
        address: str = get_adapter(request).get_client_ip(request)
    except PermissionDenied:
        return None
    return address


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """A guest who signs up becomes the account; the banned and the guests do not log in."""

    def new_user(self, request: HttpRequest) -> Player:
        """The guest of this session, to be made an account in place, or else a new row."""
        user = request.user
        if user.is_authenticated and user.is_guest:
            return Player.objects.get(pk=user.pk)
        return Player()

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        user.is_guest = False
        saved: Player = super().save_user(request, user, form, commit)
        return saved

    def pre_login(self, request: HttpRequest, user: Player, **kwargs: Any) -> HttpResponse | None:
        if user.is_banned:
            messages.error(request, f"This account is shut out of the games: {user.ban_reason}")
            return redirect("account_login")
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response
