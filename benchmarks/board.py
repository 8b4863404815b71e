"""What the board of a deal costs that a hundred thousand have played, in a database made for it and dropped.

``DATABASE_URL`` says on which server. The pages are asked for by Django's client, middleware, session and
template and all, so that what is told is what a request costs but for the network. Other work on the machine
disturbs p50 and p95, but hardly the processor time: of this process, and of PostgreSQL where that is here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

RESULTS = 100_000
ROUNDS = 60


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
    from django.db import connection
    from django.test import Client

    from benchmarks.crowd import crowd
    from solitaire.daily import live
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
    total = standing(deal).count()
    middle = standing(deal)[total // 2]
    guest = Attempt.objects.filter(deal=deal, seat=Attempt.Seat.ASIDE).select_related("player")[0]
    browsers = {"a visitor": Client(), "a player in the middle": Client(), "a guest": Client()}
    for name, attempt in (("a player in the middle", middle), ("a guest", guest)):
        browsers[name].force_login(attempt.player, "solitaire.players.backends.AccountBackend")

    url = deal.get_absolute_url()
    for name, browser in browsers.items():
        _tell(f"page for {name}", lambda browser=browser: browser.get(url))
    player = browsers["a player in the middle"]
    _tell("page deep in the list", lambda: player.get(url, {"page": total // 60}))
    _tell("the last page", lambda: player.get(url, {"page": 10**6}))
    _tell("winners by time, deep", lambda: player.get(url, {"order": "time", "page": total // 300}))

    def watched() -> None:
        found = live.field(deal.pk)
        assert found is not None
        found.board(live.places(found, [middle.player_id])[middle.player_id]).as_message()

    _tell("live board with a place", watched)


def _tell(name: str, do: Callable[[], object]) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    do()
    spent: list[float] = []
    busy = _processor_seconds()
    for _ in range(ROUNDS):
        began = time.perf_counter()
        do()
        spent.append((time.perf_counter() - began) * 1000)
    busy = (_processor_seconds() - busy) * 1000 / ROUNDS
    spent.sort()
    with CaptureQueriesContext(connection) as queries:
        do()
    p50, p95 = spent[ROUNDS // 2], spent[ROUNDS * 95 // 100]
    print(f"{name:34}{len(queries):8}{p50:8.1f}{p95:8.1f}{busy:11.1f}", flush=True)


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
