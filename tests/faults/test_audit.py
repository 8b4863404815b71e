"""The audit itself: each fault that it is there to find is planted, and found."""

from __future__ import annotations

import asyncio
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing

import pytest

from benchmarks.serving.databases import Database
from tests.faults.audit import Acknowledged
from tests.faults.hands import Party
from tests.faults.harness import Service, audit

Played = tuple[Database, list[Acknowledged]]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A database in which three hands have played five moves each, and whose log has lost its guards."""
    database = Database("sqlite", tmp_path_factory.mktemp("audit"), "")
    service = Service(database)
    try:
        party = Party([seat for [seat] in database.seats(3, 1)], service.ports)

        async def all_play() -> None:
            await asyncio.gather(*(hand.play(5) for hand in party.hands))

        asyncio.run(all_play())
    finally:
        service.stop()
    assert not party.wrongs
    with closing(sqlite3.connect(database.file)) as connection:
        connection.execute("CREATE TABLE copy AS SELECT * FROM play_event")
        connection.execute("DROP TABLE play_event")
        connection.execute("ALTER TABLE copy RENAME TO play_event")
    return database, party.acknowledged


@pytest.fixture
def played(original: Played) -> Iterator[Played]:
    """The same, as new for each test."""
    database, _ = original
    kept = database.file.read_bytes()
    yield original
    database.file.write_bytes(kept)


def plant(database: Database, statement: str) -> None:
    with closing(sqlite3.connect(database.file)) as connection, connection:
        assert connection.execute(statement).rowcount > 0


def test_a_sound_log_has_nothing_wrong(played: Played) -> None:
    database, acknowledged = played
    assert len(acknowledged) == 15
    assert audit(database, acknowledged) == []


def test_a_deleted_row_is_found(played: Played) -> None:
    database, acknowledged = played
    plant(database, "DELETE FROM play_event WHERE seq = 5")
    found = audit(database, acknowledged)
    assert sum("acknowledged and is not in the log" in wrong for wrong in found) == 3
    assert sum("the row differs" in wrong for wrong in found) == 3


def test_a_gap_is_found(played: Played) -> None:
    database, _ = played
    plant(database, "DELETE FROM play_event WHERE seq = 3")
    assert sum("the log is not 1 to 4" in wrong for wrong in audit(database, [])) == 3


def test_a_snapshot_that_is_not_the_logs_is_found(played: Played) -> None:
    database, acknowledged = played
    plant(database, "UPDATE play_attempt SET snapshot = json_set(snapshot, '$.floor', 999) WHERE seq = 5")
    assert sum("differs from the log in snapshot" in wrong for wrong in audit(database, acknowledged)) == 3


def test_an_event_that_nobody_stored_is_found(played: Played) -> None:
    database, acknowledged = played
    false = (acknowledged[0][0], str(uuid.uuid4()), 5, 6)
    assert len(audit(database, [*acknowledged, false])) == 1


def test_an_event_on_another_base_is_found(played: Played) -> None:
    database, acknowledged = played
    attempt, id, base, seq = acknowledged[0]
    assert audit(database, [(attempt, id, base + 1, seq)]) == [f"{attempt}: event 1 was played on 1"]


def test_an_id_that_is_there_twice_is_found(played: Played) -> None:
    database, _ = played
    first = (
        "SELECT client_id FROM play_event AS first WHERE first.attempt_id = play_event.attempt_id AND seq = 1"
    )
    plant(database, f"UPDATE play_event SET client_id = ({first}) WHERE seq = 2")
    assert sum("an id is in the log twice" in wrong for wrong in audit(database, [])) == 3


def test_an_event_that_is_there_twice_is_found(played: Played) -> None:
    database, _ = played
    plant(database, "INSERT INTO play_event SELECT * FROM play_event WHERE seq = 5")
    assert sum("the log is not 1 to 6" in wrong for wrong in audit(database, [])) == 3
