"""Database work of the websockets: on threads of its own, so that no socket waits for another's page; or,
where that is to be had, on none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

import msgspec
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import connection

from solitaire.sockets.postgresql import link

P = ParamSpec("P")
T = TypeVar("T")

executor = ThreadPoolExecutor(settings.DATABASE_THREADS, thread_name_prefix="database")


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do blocking database work, and give what it gives or raise what it raises."""
    result: T = await database_sync_to_async(work, thread_sensitive=False, executor=executor)(*args, **kwargs)
    return result


encode = msgspec.json.Encoder(uuid_format="hex").encode
"""As the database reads it, which has to be told nothing of UUIDs."""


async def compared(
    query: str, columns: Mapping[str, str], rows: Iterable[Sequence[object]], *parameters: Any
) -> list[tuple[Any, ...]]:
    """What a query finds that holds the database against what is known: the ``rows`` of its table ``given``,
    with these ``columns``, each with its type on PostgreSQL.

    All rows go in one parameter, and of thousands none comes back, as a rule: whatever reads as many is in
    the way of the sockets. For the same reason no thread is asked where it can be done without.
    """
    given = [encode([*rows]).decode(), *parameters]
    if connection.vendor == "postgresql":
        values = [f"(value ->> {at})::{kind}" for at, kind in enumerate(columns.values())]
        statement = _on_given(query, columns, values, "json_array_elements(%s) AS rows (value)")
        return await link().execute(statement, given)
    values = [f"value ->> {at}" for at in range(len(columns))]
    return await run(_all, _on_given(query, columns, values, "json_each(%s)"), given)


def _on_given(query: str, columns: Iterable[str], values: Iterable[str], table: str) -> str:
    return f"WITH given ({', '.join(columns)}) AS (SELECT {', '.join(values)} FROM {table}) {query}"


def _all(statement: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())
