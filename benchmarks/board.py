"""What the board of a deal costs that a hundred thousand have played, in a database made for it and dropped.

``DATABASE_URL`` says on which server. The pages are asked for by Django's client, middleware, session and
template and all, so that what is told is what a request costs but for the network. In every round another
player asks, and for another page; and since the service remembers nothing of a board, the crowd is counted
anew each time. Other work on the machine disturbs p50 and p95, and less so the processor time: of this
process, and of PostgreSQL where that is here.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

RESULTS = 100_000
ROUNDS = 100


def main() -> None:
    """Print the table."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import get_runner

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.DEBUG = False
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        _measure(connection.vendor)
    finally:
        runner.teardown_databases(databases)


def _measure(vendor: str) -> None:
    from django.db import connection, transaction
    from django.test import Client

    from benchmarks.crowd import crowd
    from solitaire.daily import live
    from solitaire.daily.crowd import counts
    from solitaire.daily.leaderboards import standing
    from solitaire.daily.models import Deal
    from solitaire.daily.services import plan, today
    from solitaire.play.models import Attempt

    plan(today())
    deal = Deal.objects.get(game="the-sultan", variant="book")
    Deal.objects.filter(pk=deal.pk).update(status=Deal.Status.SETTLED, par=150, certificate="-")
    deal.refresh_from_db()
    began = time.perf_counter()
    crowd(deal, RESULTS)
    if vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
    print(f"{vendor}: {RESULTS:,} results made in {time.perf_counter() - began:.1f} s; milliseconds")
    print(f"{'':34}{'queries':>8}{'p50':>8}{'p95':>8}{'processor':>11}")

    def logged_in(attempts: list[Attempt]) -> list[Client]:
        browsers = [Client() for _ in attempts]
        with transaction.atomic():
            for browser, attempt in zip(browsers, attempts, strict=True):
                browser.force_login(attempt.player, "solitaire.players.backends.AccountBackend")
                # Which it would do with its first request, and a server does when it starts.
                browser.handler.load_middleware()
        return browsers

    total = standing(deal).count()
    pages, pages_by_time = -(-total // 50), -(-standing(deal, "time").count() // 50)
    # From all over the middle third, and not in its order.
    keys = standing(deal).values_list("pk", flat=True)[total // 3 : 2 * total // 3]
    chosen = random.Random(1).sample(list(keys), ROUNDS)
    middle = list(Attempt.objects.filter(pk__in=chosen).select_related("player"))
    aside = Attempt.objects.filter(deal=deal, seat=Attempt.Seat.ASIDE).select_related("player")
    visitor, players, guests = Client(), logged_in(middle), logged_in(list(aside[:ROUNDS]))
    url = deal.get_absolute_url()

    _tell("the crowd counted, as in all below", lambda at: counts(deal))
    _tell("page for a visitor", lambda at: visitor.get(url))
    _tell("page for a player in the middle", lambda at: players[at].get(url))
    _tell("page for a guest", lambda at: guests[at].get(url))
    _tell("page deep in the list", lambda at: players[at].get(url, {"page": 2 + 61 * at % (pages - 2)}))
    _tell("page in the very middle", lambda at: players[at].get(url, {"page": pages // 2 - at % 2}))
    _tell("the last page", lambda at: players[at].get(url, {"page": 10**6}))
    _tell(
        "winners by time, deep",
        lambda at: players[at].get(url, {"order": "time", "page": 2 + 61 * at % (pages_by_time - 2)}),
    )

    def watched(at: int) -> None:
        found = live.field(deal.pk)
        assert found is not None
        player = middle[at].player_id
        found.board(live.places(found, [player])[player]).as_message()

    _tell("live board with a place", watched)


def _tell(name: str, do: Callable[[int], object]) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    do(0)
    spent: list[float] = []
    busy = _processor_seconds()
    for at in range(ROUNDS):
        began = time.perf_counter()
        do(at)
        spent.append((time.perf_counter() - began) * 1000)
    busy = (_processor_seconds() - busy) * 1000 / ROUNDS
    spent.sort()
    queries = 0
    for at in range(0, ROUNDS, 5):
        with CaptureQueriesContext(connection) as captured:
            do(at)
        queries = max(queries, len(captured))
    p50, p95 = spent[ROUNDS // 2], spent[ROUNDS * 95 // 100]
    print(f"{name:34}{queries:8}{p50:8.1f}{p95:8.1f}{busy:11.1f}", flush=True)


def _processor_seconds() -> float:
    """What this process has used, and the one of PostgreSQL that serves it."""
    from django.db import connection

    used = time.process_time()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # All the work in one process, which can be asked.
            cursor.execute("SET max_parallel_workers_per_gather = 0")
            cursor.execute("SELECT pg_backend_pid()")
            (process,) = cursor.fetchone()
        with suppress(OSError):
            ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
            used += sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return used
