"""Who is at the other end of a websocket, and whether he still is."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from solitaire.players.models import Player

ROOM: Final = 8192
"""Sessions that are kept in mind."""


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
    living = Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())
    claims = {key: _claim(data) for key, data in living.values_list("pk", "session_data")}
    allowed = Player.objects.filter(is_active=True, banned_at=None)  # as Player.may_play
    wanted = {claim.player for claim in claims.values()}
    passwords = dict(allowed.filter(pk__in=wanted).values_list("pk", "password"))
    return {
        key: claim.player
        for key, claim in claims.items()
        if claim.player in passwords and _proves(claim, passwords[claim.player])
    }


class Claim(NamedTuple):
    """Who a session says its player is, and by what."""

    player: int
    backend: str
    hash: str


# A process asks for the same sessions every few seconds, and both of these follow from their arguments alone.


@lru_cache(ROOM)
def _claim(data: str) -> Claim:
    claim = SessionStore().decode(data)
    return Claim(
        int(claim.get(SESSION_KEY, 0)), claim.get(BACKEND_SESSION_KEY, ""), claim.get(HASH_SESSION_KEY, "")
    )


@lru_cache(ROOM)
def _proves(claim: Claim, password: str) -> bool:
    known = claim.backend in settings.AUTHENTICATION_BACKENDS
    return known and constant_time_compare(claim.hash, Player(password=password).get_session_auth_hash())
