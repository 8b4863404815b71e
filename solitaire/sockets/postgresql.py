"""A way to PostgreSQL that needs no thread, for what a process asks all the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import psycopg
from django.db import connection

from solitaire.sockets.loops import per_loop

PATIENCE: Final = 4
"""Seconds that the database has for a statement, and for a new connection."""
# The plans are kept, and must not be what was best while the tables were empty, so they are left no choice:
# from the given rows on every row is looked up by its key.
SESSION: Final = f"""
SET statement_timeout = '{PATIENCE}s'; SET plan_cache_mode = force_generic_plan;
SET join_collapse_limit = 1; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
SET random_page_cost = 0.01; SET jit = off;
"""


class Link:
    """An asynchronous connection, made when it is first wanted and again when it was lost.

    Every statement is prepared, and is its own transaction.
    """

    def __init__(self) -> None:
        self._cursor: psycopg.AsyncCursor[Any] | None = None

    async def open(self) -> psycopg.AsyncCursor[Any]:
        """Connect, unless there is a connection. Raises psycopg.OperationalError."""
        if self._cursor is None or self._cursor.connection.closed:
            known = connection.get_connection_params()
            own = {key: value for key, value in known.items() if key not in ("context", "cursor_factory")}
            link = await psycopg.AsyncConnection.connect(
                **{**own, "connect_timeout": PATIENCE, "autocommit": True}
            )
            await link.execute(SESSION)
            self._cursor = link.cursor()
        return self._cursor

    async def execute(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        """The rows that a statement gives, which must bear to be executed twice: where it turns out that the
        connection was lost, perhaps long ago, there is a second try. Raises psycopg.Error."""
        try:
            return await self._execute(statement, values)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            if self._cursor is not None and not self._cursor.connection.closed:
                raise
        return await self._execute(statement, values)

    async def _execute(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        cursor = await self.open()
        await cursor.execute(statement, values, prepare=True)
        return await cursor.fetchall()

    async def close(self) -> None:
        """Let the connection go."""
        if self._cursor is not None:
            await self._cursor.connection.close()


link = per_loop(Link)
"""The connection of the running event loop for what it only reads."""
