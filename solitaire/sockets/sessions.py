"""Who is at the other end of a websocket, and whether he still is."""

from __future__ import annotations

from collections.abc import Collection
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from solitaire.players.models import Player


def session_key(scope: dict[str, Any]) -> str | None:
    """The session's key in the cookies of a handshake."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                morsel = SimpleCookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
            except CookieError:
                return None
            return morsel.value if morsel else None
    return None


def players_of(keys: Collection[str]) -> dict[str, int]:
    """The players of the sessions that live: not logged out, the password not changed, nobody banned.

    Two queries, however many sessions are asked for.
    """
    sessions = Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())
    claims = {session.pk: SessionStore().decode(session.session_data) for session in sessions}
    players = Player.objects.in_bulk(
        {claim[SESSION_KEY] for claim in claims.values() if SESSION_KEY in claim}
    )
    found = {}
    for key, claim in claims.items():
        player = players.get(int(claim.get(SESSION_KEY, 0)))
        if player is not None and player.may_play and _proves(claim, player):
            found[key] = player.pk
    return found


def _proves(claim: dict[str, Any], player: Player) -> bool:
    known = claim.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    return known and constant_time_compare(claim.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash())
