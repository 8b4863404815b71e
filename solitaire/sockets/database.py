"""Database work of the websockets: on threads of its own, so that no socket waits for another's page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

import msgspec
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")

executor = ThreadPoolExecutor(settings.DATABASE_THREADS, thread_name_prefix="database")


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do blocking database work, and give what it gives or raise what it raises."""
    result: T = await database_sync_to_async(work, thread_sensitive=False, executor=executor)(*args, **kwargs)
    return result


encode = msgspec.json.Encoder(uuid_format="hex").encode
"""As the database reads it, which has to be told nothing of UUIDs."""


def compared(
    query: str, columns: Mapping[str, str], rows: Iterable[Sequence[object]], *parameters: Any
) -> list[tuple[Any, ...]]:
    """What a query finds that holds the database against what is known: the ``rows`` of its table ``given``,
    with these ``columns``, each with its type on PostgreSQL.

    All rows go in one parameter, and of thousands none comes back, as a rule: a thread that reads as many is
    in the way of the sockets.
    """
    if connection.vendor == "postgresql":
        values = [f"(value ->> {at})::{kind}" for at, kind in enumerate(columns.values())]
        table = "json_array_elements(%s) AS rows (value)"
    else:
        values = [f"value ->> {at}" for at in range(len(columns))]
        table = "json_each(%s)"
    given = f"WITH given ({', '.join(columns)}) AS (SELECT {', '.join(values)} FROM {table})"
    with connection.cursor() as cursor:
        cursor.execute(f"{given} {query}", [encode([*rows]).decode(), *parameters])
        return list(cursor.fetchall())
