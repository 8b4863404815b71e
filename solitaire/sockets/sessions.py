"""Who is at the other end of a websocket, and whether he still is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from hashlib import md5
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from solitaire.players.models import Player
from solitaire.players.sessions import SessionStore, is_key
from solitaire.sockets.database import compared

ROOM: Final = 8192
"""Sessions that are kept in mind."""


class Proof(NamedTuple):
    """Who is at the other end, and what says so: fingerprints of the session and of the player's password.
    Only what has changed has to be looked at again."""

    player: int
    session: str
    password: str


def session_key(scope: dict[str, Any]) -> str | None:
    """The session's key in the cookies of a handshake."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                morsel = SimpleCookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
            except CookieError:
                return None
            return morsel.value if morsel and is_key(morsel.value) else None
    return None


def proofs_of(keys: Collection[str]) -> dict[str, Proof]:
    """The players of the sessions that live: not logged out, the password not changed, nobody banned.

    Two queries, however many sessions are asked for.
    """
    living = Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now())
    sessions = dict(living.values_list("pk", "session_data"))
    claims = {key: _claim(data) for key, data in sessions.items()}
    allowed = Player.objects.filter(is_active=True, banned_at=None)  # as Player.may_play
    wanted = {claim.player for claim in claims.values()}
    passwords = dict(allowed.filter(pk__in=wanted).values_list("pk", "password"))
    return {
        key: Proof(claim.player, _print(sessions[key]), _print(passwords[claim.player]))
        for key, claim in claims.items()
        if claim.player in passwords and _proves(claim, passwords[claim.player])
    }


async def doubtful(proofs: Iterable[tuple[str, Proof]]) -> set[str]:
    """The sessions, of some that had these proofs, that have to be looked at again: what was proved by has
    changed, or has had its time."""
    rows = [(key, *proof) for key, proof in proofs]
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    return {key for (key,) in await compared(DOUBTFUL, GIVEN, rows, now)}


GIVEN: Final = {"key": "text", "player": "bigint", "session": "text", "password": "text"}
DOUBTFUL: Final = """
SELECT key FROM given
WHERE given.session <> coalesce((
    SELECT md5(session_data) FROM django_session WHERE session_key = given.key AND expire_date > %s), '')
OR given.password <> coalesce((
    SELECT md5(password) FROM players_player
    WHERE id = given.player AND is_active AND banned_at IS NULL), '')
"""
"""What ``proofs_of`` asks, but for what only we can judge."""


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


def _print(text: str) -> str:
    """As the database makes it."""
    return md5(text.encode(), usedforsecurity=False).hexdigest()


@lru_cache(ROOM)
def _proves(claim: Claim, password: str) -> bool:
    known = claim.backend in settings.AUTHENTICATION_BACKENDS
    return known and constant_time_compare(claim.hash, Player(password=password).get_session_auth_hash())
