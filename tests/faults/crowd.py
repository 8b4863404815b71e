"""``python -m tests.faults.crowd plan|settle NOW``: one of many that do the same thing at the same moment.

It says ``ready``, waits for a line, does it by a clock that says NOW, and prints the deals it has done.
"""

from __future__ import annotations

import os
import sys
from datetime import datetime

import django
import time_machine


def main(what: str, now: datetime) -> None:
    """Be ready, wait for the word, and do it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    django.setup()
    from django.db import connection

    from solitaire.daily.services import deals_of, settle_due

    connection.ensure_connection()
    print("ready", flush=True)
    sys.stdin.readline()
    with time_machine.travel(now, tick=False):
        done = settle_due(now) if what == "settle" else deals_of(now.date())
    print(" ".join(str(deal.pk) for deal in done))


if __name__ == "__main__":
    main(sys.argv[1], datetime.fromisoformat(sys.argv[2]))
