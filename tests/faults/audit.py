"""``python -m tests.faults.audit < acknowledged.json``: what is wrong with the logs, in words.

It reads the database of DATABASE_URL. It is given every acknowledgement that a client has seen,
``[attempt, id, base, seq]``, and prints a JSON list of sentences, empty when all is well. It believes
the log alone, and works everything else out again.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable

import django

Acknowledged = tuple[str, str, int, int]


def wrongs(acknowledged: Iterable[Acknowledged]) -> list[str]:
    """What is wrong in the database, in words."""
    from solitaire.play.log import mismatch
    from solitaire.play.models import Attempt, Event

    found = []
    logs: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for attempt, seq, id in Event.objects.order_by("pk").values_list("attempt", "seq", "client_id"):
        logs[str(attempt)].append((seq, str(id)))
    for attempt, log in logs.items():
        if sorted(seq for seq, _ in log) != list(range(1, len(log) + 1)):
            found.append(f"{attempt}: the log is not 1 to {len(log)}: {sorted(seq for seq, _ in log)}")
        if len({id for _, id in log}) != len(log):
            found.append(f"{attempt}: an id is in the log twice")
    stored = {attempt: {id: seq for seq, id in log} for attempt, log in logs.items()}
    for attempt, id, base, seq in acknowledged:
        if stored.get(attempt, {}).get(id) != seq:
            found.append(f"{attempt}: event {seq} was acknowledged and is not in the log")
        if seq != base + 1:
            found.append(f"{attempt}: event {seq} was played on {base}")
    for row in Attempt.objects.select_related("deal", "player").filter(pk__in=list(logs)):
        wrong = mismatch(row)
        if wrong is not None:
            found.append(f"{row.pk}: {wrong}")
    return found


def main() -> None:
    """Read, look, and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    django.setup()
    json.dump(wrongs([tuple(each) for each in json.load(sys.stdin)]), sys.stdout)


if __name__ == "__main__":
    main()
