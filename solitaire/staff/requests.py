"""Who asks, on a page that only staff reach."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from solitaire.players.models import Player


def member(request: HttpRequest) -> Player:
    """The member of the staff.

    Raises PermissionDenied for anybody else.
    """
    if not isinstance(request.user, Player) or not request.user.is_staff:
        raise PermissionDenied
    return request.user
