"""Who may be the user of a session."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from solitaire.players.models import Player


class AccountBackend(AuthenticationBackend):  # type: ignore[misc]
    """Accounts, by name and password. A guest has neither, and a ban shuts every door."""

    def user_can_authenticate(self, user: Player) -> bool:
        return bool(super().user_can_authenticate(user)) and not user.is_guest and not user.is_banned


class GuestBackend(ModelBackend):
    """Guests, who are known by their session alone."""

    def authenticate(self, request: HttpRequest | None, *args: Any, **credentials: Any) -> None:
        """Nothing that anybody could say proves that he is a guest we know."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(super().user_can_authenticate(user)) and user.is_guest and not user.is_banned
