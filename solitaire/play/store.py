"""Where a batch of events goes: one transaction on a connection of its own, on PostgreSQL and on SQLite.

A row that does not fit the database as it is (its attempt has gone on, is over, or is no longer to be played
by this player; its id is known) is left out, and the others are written all the same. So the statements hold
against the database once more whatever ``writing.judge`` took from the memory of the process.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache
from typing import Final, Protocol
from uuid import UUID

import msgspec
import psycopg
from django.db import connection

from solitaire.daily.models import GRACE
from solitaire.sockets.database import encode
from solitaire.sockets.postgresql import PATIENCE, Link


class Row(msgspec.Struct):
    """An event, and what its attempt comes to by it.

    n     its place in the batch
    base  the event before it
    """

    n: int
    attempt_id: UUID
    player_id: int
    base: int
    client_id: UUID
    kind: str
    text: str
    moves: int
    undos: int
    assisted: bool
    score: int
    status: str
    snapshot: msgspec.Raw


class NoAnswer(Exception):
    """The database does not answer, or is too busy to write. Whether the batch was stored is not known."""


class Store(Protocol):
    """A database to write batches to."""

    async def open(self) -> None:
        """Connect, unless there is a connection. Raises NoAnswer."""

    async def write(self, rows: list[Row], now: datetime) -> set[int]:
        """Write the rows, at most one for an attempt; the ``n`` of those that are in the database for good.

        Raises NoAnswer; or any other error of the database, and then none of them is.
        """

    async def close(self) -> None:
        """Let the connection go."""


def store() -> Store:
    """A way into the service's database."""
    return PostgreSQL() if connection.vendor == "postgresql" else SQLite()


# ---- PostgreSQL ----------------------------------------------------------------------------------

# What another transaction has locked is left out as well: nobody waits for it here, so nothing can come to a
# deadlock. If a row was changed since this statement began, its condition is looked at once more.
# From the wanted rows on (LATERAL) every row is looked up by its primary key (IS NOT DISTINCT FROM takes no
# index), the known ids are those that conflict, and what was logged is hashed (IS TRUE keeps it from being
# joined).
IN_ONE: Final = """
WITH held AS MATERIALIZED (
    SELECT w.* FROM json_to_recordset(%s) AS w (
        n integer, attempt_id uuid, player_id bigint, base integer, client_id uuid, kind text, text text,
        moves integer, undos integer, assisted boolean, score integer, status text, snapshot jsonb)
    CROSS JOIN LATERAL (
        SELECT FROM play_attempt a
            JOIN players_player p ON p.id = a.player_id
            JOIN daily_deal d ON d.id = a.deal_id
        WHERE a.id = w.attempt_id AND a.seq = w.base AND a.player_id IS NOT DISTINCT FROM w.player_id
            AND a.finished_at IS NULL AND p.is_active AND p.banned_at IS NULL
            AND (a.kind <> 'official' OR d.status <> 'void' AND d.closes_at > %s)
        FOR NO KEY UPDATE OF a SKIP LOCKED
    ) AS fits
), logged AS (
    INSERT INTO play_event (attempt_id, seq, client_id, kind, text, at)
    SELECT attempt_id, base + 1, client_id, kind, text, %s FROM held
    ON CONFLICT (attempt_id, client_id) DO NOTHING
    RETURNING attempt_id
)
UPDATE play_attempt a
SET seq = base + 1, moves = h.moves, undos = h.undos, assisted = h.assisted, score = h.score,
    status = h.status, snapshot = h.snapshot
FROM held h WHERE a.id = h.attempt_id AND (h.attempt_id IN (SELECT attempt_id FROM logged)) IS TRUE
RETURNING h.n
"""


class PostgreSQL:
    """One statement, one round trip: it is its own transaction."""

    def __init__(self) -> None:
        self._link = Link()

    async def open(self) -> None:
        try:
            await self._link.open()
        except psycopg.OperationalError as error:
            raise NoAnswer(str(error)) from error

    async def write(self, rows: list[Row], now: datetime) -> set[int]:
        # If the connection was lost after the batch was stored, it does not fit any more when it is tried
        # again, and nothing is written twice.
        try:
            stored = await self._link.execute(IN_ONE, (encode(rows).decode(), now - GRACE, now))
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise NoAnswer(str(error)) from error
        return {n for (n,) in stored}

    async def close(self) -> None:
        await self._link.close()


# ---- SQLite --------------------------------------------------------------------------------------

# Statements for the whole batch, not for each row: a thread that asks for the interpreter's lock as often as
# that would wait for it longer than for the disk. The values are bound as they are; JSON would be read again
# for each of them.
ATTEMPTS: Final = """
WITH w (attempt_id, player_id, base, client_id, moves, undos, assisted, score, status, snapshot) AS (
    VALUES {rows}
)
UPDATE play_attempt AS a
SET seq = a.seq + 1, moves = w.moves, undos = w.undos, assisted = w.assisted, score = w.score,
    status = w.status, snapshot = w.snapshot
FROM w
WHERE a.id = w.attempt_id AND a.seq = w.base AND a.player_id = w.player_id AND a.finished_at IS NULL
    AND EXISTS (SELECT 1 FROM players_player p
        WHERE p.id = a.player_id AND p.is_active AND p.banned_at IS NULL)
    AND (a.kind <> 'official' OR EXISTS (SELECT 1 FROM daily_deal d
        WHERE d.id = a.deal_id AND d.status <> 'void' AND d.closes_at > ?))
    AND NOT EXISTS (SELECT 1 FROM play_event e
        WHERE e.attempt_id = a.id AND e.client_id = w.client_id)
RETURNING id
"""
EVENTS: Final = "INSERT INTO play_event (attempt_id, seq, client_id, kind, text, at) VALUES {rows}"


@cache
def for_rows(statement: str, columns: int, count: int) -> str:
    """A statement for so many rows."""
    row = f"({', '.join('?' * columns)})"
    return statement.format(rows=", ".join([row] * count))


def _attempts(rows: list[Row]) -> list[object]:
    return [
        value
        for row in rows
        for value in (row.attempt_id.hex, row.player_id, row.base, row.client_id.hex, row.moves, row.undos,
                      row.assisted, row.score, row.status, bytes(row.snapshot).decode())
    ]  # fmt: skip


def _events(rows: list[Row], at: str | None) -> list[object]:
    return [
        value
        for row in rows
        for value in (row.attempt_id.hex, row.base + 1, row.client_id.hex, row.kind, row.text, at)
    ]


WAL_PAGES: Final = 4000
"""Pages (of 4 KB) of the write-ahead log that make a checkpoint. A batch has some hundred, mostly the same as
the one before, and they need not go into the file each time."""
STATEMENTS: Final = 300
"""Statements that stay prepared: two for each size of a batch."""


class SQLite:
    """One transaction in a thread of its own, which says that it will write when it begins."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._link: sqlite3.Connection | None = None

    async def open(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)

    def _open(self) -> None:
        if self._link is not None:
            return
        try:
            # Like the connections of Django, and with their pragmas; but a batch does not wait so long.
            self._link = sqlite3.connect(
                connection.settings_dict["NAME"],
                timeout=PATIENCE,
                isolation_level=None,
                cached_statements=STATEMENTS,
            )
            self._link.executescript(connection.settings_dict["OPTIONS"]["init_command"])
            self._link.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        except sqlite3.OperationalError as error:
            raise NoAnswer(str(error)) from error

    async def write(self, rows: list[Row], now: datetime) -> set[int]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows, now)

    def _write(self, rows: list[Row], now: datetime) -> set[int]:
        self._open()
        assert self._link is not None
        at = connection.ops.adapt_datetimefield_value
        try:
            self._link.execute("BEGIN IMMEDIATE")
            try:
                attempts, opened = _attempts(rows), at(now - GRACE)
                statement = for_rows(ATTEMPTS, 10, len(rows))
                found = {id for (id,) in self._link.execute(statement, (*attempts, opened)).fetchall()}
                written = [row for row in rows if row.attempt_id.hex in found]
                if written:
                    self._link.execute(for_rows(EVENTS, 6, len(written)), _events(written, at(now)))
                self._link.execute("COMMIT")
            finally:
                if self._link.in_transaction:
                    self._link.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            raise NoAnswer(str(error)) from error
        return {row.n for row in written}

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        if self._link is not None:
            self._link.close()
