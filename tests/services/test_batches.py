"""The quick way to write, on a database that several processes have to do with."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from solitaire.play import dialogue
from solitaire.play import store as stores
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from solitaire.sockets import postgresql
from solitaire.sockets.database import run
from solitaire.sockets.postgresql import Link
from tests.solitaire.conftest import begun, make_deal
from tests.solitaire.test_batches import agree, careful, count, quick, turn
from tests.solitaire.test_writing import refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def attempts() -> list[Attempt]:
    """Players at their tables, which this process has shown them."""
    deal = make_deal("the-olga")
    found = [begun(Player.objects.create_guest(), deal) for _ in range(6)]
    for attempt in found:
        dialogue.join(attempt.pk)
    return found


def link() -> psycopg.Connection[Any]:
    """A connection of somebody else's."""
    kept = connection.settings_dict
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    return psycopg.connect(**{name: kept[key] for name, key in names.items()}, autocommit=True)


@contextmanager
def holding(statement: str, *values: object) -> Iterator[None]:
    """Somebody else's transaction that has done this, and goes on."""
    with link() as other, other.transaction(force_rollback=True):
        other.execute(statement, values)
        yield


def hang_up() -> int:
    """End the connections of the writers, as a database does that starts again; how many."""
    ours = "datname = current_database() AND pid <> pg_backend_pid()"
    ours += " AND query ~ 'json_to_recordset|plan_cache_mode'"
    with link() as other:
        found = other.execute(f"SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE {ours}")
        return len(found.fetchall())


async def test_nobody_waits_for_a_row_that_is_locked_elsewhere(attempts: list[Attempt]) -> None:
    """Settling looks at an attempt, or another process writes to it."""
    intents = [turn() for _ in attempts]
    with holding("SELECT FROM play_attempt WHERE id = %s FOR NO KEY UPDATE", attempts[0].pk):
        async with asyncio.timeout(1):
            done = await asyncio.gather(*map(quick, attempts, intents))
        assert [stored is None for stored in done] == [True] + [False] * 5
        waiting = asyncio.ensure_future(careful(attempts[0], intents[0]))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        assert await quick(attempts[1], turn(1)) is not None
    assert (await waiting).dup is False
    assert await agree()


async def test_a_locked_table_is_busy_and_then_written(
    attempts: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "SESSION", "SET statement_timeout = '200ms'")
    intents = [turn() for _ in attempts]
    with holding("LOCK TABLE play_attempt"):
        done = await asyncio.gather(*map(quick, attempts, intents), return_exceptions=True)
        assert [getattr(error, "code", None) for error in done] == ["busy"] * 6
    assert None not in await asyncio.gather(*map(quick, attempts, intents))
    assert await count() == 6
    assert await agree()


async def test_a_connection_that_was_lost_is_made_again_unseen(attempts: list[Attempt]) -> None:
    assert await quick(attempts[0], turn())
    await asyncio.sleep(0.1)
    assert await run(hang_up) == 1
    assert await quick(attempts[0], turn(1))
    assert await agree()


async def test_a_connection_lost_with_the_word_of_a_commit_writes_nothing_twice(
    attempts: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Link._execute
    times = 0

    async def lost(self: Link, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        nonlocal times
        times += 1
        found = await real(self, statement, values)
        if times == 1:
            assert self._cursor is not None
            await self._cursor.connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return found

    monkeypatch.setattr(Link, "_execute", lost)
    intent = turn()
    assert await quick(attempts[0], intent) is None
    assert (await careful(attempts[0], intent)).dup
    assert times == 2
    assert await count() == 1
    assert await agree()


def test_a_batch_is_planned_by_keys_while_the_tables_are_empty() -> None:
    """The plan is kept for as long as the connection, however many attempts and events there come to be."""
    with link() as other:
        other.execute(postgresql.SESSION)
        types = iter(("$1::json", "$2::timestamptz", "$3::timestamptz"))
        statement = re.sub("%s", lambda _: next(types), stores.IN_ONE)
        other.execute(f"PREPARE batch (json, timestamptz, timestamptz) AS {statement}")
        plan = "\n".join(line for (line,) in other.execute("EXPLAIN EXECUTE batch ('[]', now(), now())"))
    found = re.findall(r"(?:Scan using|Scan on|Arbiter Indexes:) (\w+)", plan)
    assert sorted(found) == sorted(
        ["json_to_recordset", "play_attempt_pkey", "players_player_pkey", "daily_deal_pkey", "fits", "held",
         "event_once", "logged", "held", "play_attempt_pkey"]
    ), plan  # fmt: skip


async def test_a_batch_is_planned_once_for_a_connection() -> None:
    """To plan it takes longer than to write a few rows."""
    store = stores.PostgreSQL()
    try:
        for _ in range(3):
            await store.write([], timezone.now())
        kept = await (await store._link.open()).connection.execute(
            "SELECT generic_plans, custom_plans FROM pg_prepared_statements"
            " WHERE statement ~ 'json_to_recordset'"
        )
        assert await kept.fetchall() == [(3, 0)]
    finally:
        await store.close()


async def test_a_database_that_is_away_is_busy_and_then_written(
    attempts: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(**params: Any) -> None:
        raise psycopg.OperationalError("connection refused")

    assert await quick(attempts[0], turn())
    await asyncio.sleep(0.1)
    with monkeypatch.context() as patch:
        assert await run(hang_up) == 1
        patch.setattr(psycopg.AsyncConnection, "connect", refuse)
        for _ in range(2):
            with refused("busy"):
                await quick(attempts[0], turn(1))
    assert await quick(attempts[0], turn(1))
    assert await count() == 2
