"""A deal that very many have played, made in one statement a table."""

from __future__ import annotations

from django.db import connection
from django.utils import timezone

from solitaire.daily.models import Deal

NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %s) "
PLAYERS = """
INSERT INTO players_player (username, email, password, is_guest, is_bot, banned_at, ban_reason,
                            is_superuser, is_staff, is_active, date_joined)
{numbers}
SELECT 'crowd-' || n, '', '', n %% 10 = 3, n %% 500 = 7, CASE WHEN n %% 200 = 9 THEN {now} END, '',
       {no}, {no}, {yes}, {now} FROM numbers
"""
ATTEMPTS = """
INSERT INTO play_attempt (id, player_id, deal_id, kind, created_at, started_at, finished_at, time_ms, status,
                          won, score, moves, undos, assisted, seq, snapshot, void_reason, voided_at, worth)
SELECT {id}, id, {deal}, 'official', {now}, {now}, {now}, 60000 + id * 104729 %% 1500000, 'ended',
       won, score, moves, 0, assisted, 90, '{{}}', '', CASE WHEN id %% 333 = 0 THEN {now} END, {worth}
FROM (SELECT id, id %% 5 < 2 AS won, CASE WHEN id %% 5 < 2 THEN 95 ELSE id * 7919 %% 95 END AS score,
             90 + id * 7919 %% 400 AS moves, id %% 7 = 0 AS assisted
      FROM players_player WHERE username LIKE 'crowd-%%') AS played
"""

WORTH = """(CASE WHEN won THEN 0 ELSE 2 END + CASE WHEN assisted THEN 1 ELSE 0 END) * 281474976710656
    + (65535 - score) * 4294967296 + moves"""
"""``worth_of`` in SQL."""


def crowd(deal: Deal, size: int) -> None:
    """Results of so many players at a deal. Nine in ten have accounts, a few are bots, banned or void."""
    postgresql = connection.vendor == "postgresql"
    words = {
        "worth": WORTH,
        "numbers": NUMBERS,
        "deal": deal.pk,
        "id": "gen_random_uuid()" if postgresql else "lower(hex(randomblob(16)))",
        "now": f"'{timezone.now():%Y-%m-%d %H:%M:%S}'" + ("::timestamptz" if postgresql else ""),
        "yes": "TRUE",
        "no": "FALSE",
    }
    with connection.cursor() as cursor:
        cursor.execute(PLAYERS.format(**words), [size])
        cursor.execute(ATTEMPTS.format(**words), [])
        # As autovacuum does, when it comes by.
        cursor.execute("ANALYZE")
