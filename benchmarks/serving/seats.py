"""``python -m benchmarks.serving.seats COUNT FILE``: seats at fresh tables, in the database of DATABASE_URL.

Every seat has a player, a session, and an official attempt at today's Sultan or Terrace, in turn, with a play
of legal moves chosen at random until nothing can be done that matters.
"""

from __future__ import annotations

import os
import random
import secrets
import sys
from datetime import timedelta
from pathlib import Path

import django
import msgspec

from games import catalogue

GAMES = ("the-sultan", "the-terrace")
PLAYS = 12
"""Different plays of each game."""


def main(count: int, file: Path) -> None:
    """Make the seats; the file says of each its path, its cookie and the number of its play."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    django.setup()
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.hashers import make_password
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    from solitaire.daily.models import Deal
    from solitaire.daily.services import new_deal, today
    from solitaire.play.models import Attempt
    from solitaire.players.models import Player

    now = timezone.now()
    deals = []
    for slug in GAMES:
        deal = Deal.objects.filter(game=slug, variant="book", date=today()).first()
        if deal is None:
            deal = new_deal(catalogue.game(slug), today(), secrets.token_hex(32))
            deal.save()
        deals.append(deal)
    plays = [play(deal.game, deal.seed, number) for number in range(PLAYS) for deal in deals]
    password, name = make_password(None), secrets.token_hex(4)
    players = Player.objects.bulk_create(
        [Player(username=f"{name}-{number}", password=password) for number in range(count)], batch_size=500
    )
    store, expires = SessionStore(), now + timedelta(days=1)
    sessions = [
        Session(
            session_key=secrets.token_hex(16),
            session_data=store.encode(
                {
                    SESSION_KEY: str(player.pk),
                    BACKEND_SESSION_KEY: "solitaire.players.backends.AccountBackend",
                    HASH_SESSION_KEY: player.get_session_auth_hash(),
                }
            ),
            expire_date=expires,
        )
        for player in players
    ]
    Session.objects.bulk_create(sessions, batch_size=500)
    attempts = Attempt.objects.bulk_create(
        [
            Attempt(player=player, deal=deals[number % len(deals)], started_at=now)
            for number, player in enumerate(players)
        ],
        batch_size=500,
    )
    seats = [
        (
            f"/ws/play/{attempt.pk}/",
            f"{settings.SESSION_COOKIE_NAME}={session.session_key}",
            number % len(plays),
        )
        for number, (attempt, session) in enumerate(zip(attempts, sessions, strict=True))
    ]
    file.write_bytes(msgspec.json.encode({"plays": plays, "seats": seats}))


def play(slug: str, seed: str, number: int) -> list[str]:
    """A play of that deal at random; the same number gives the same play."""
    game, chance = catalogue.game(slug), random.Random(number)
    table, moves = game.deal(seed), []
    while game.status(table) == "playing":
        move = chance.choice(game.moves(table))
        moves.append(move.text)
        table = game.after(table, move)
    return moves


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
