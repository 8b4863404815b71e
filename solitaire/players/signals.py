"""What happens when somebody logs in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from solitaire.players import services
from solitaire.players.models import Player


def bring_guest_along(request: HttpRequest | None, user: Player, **kwargs: Any) -> None:
    """The attempts of the guest whose session this was go to the account that logs in."""
    guest: Player | None = getattr(request, "guest", None)
    if guest is not None and guest.pk != user.pk and not user.is_guest:
        services.merge(guest, user)


def connect() -> None:
    """Called once, when the app is ready."""
    user_logged_in.connect(bring_guest_along, dispatch_uid="bring_guest_along")
