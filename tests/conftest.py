"""What every test of the service needs of its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connection


def pytest_configure() -> None:
    """Settings that only tests want."""
    # Sockets do their database work on other threads, whose connections must not outlive a test.
    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0
    # A password that is slow to hash is slow to test.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session", autouse=True)
def append_only_tables_can_be_emptied() -> Iterator[None]:
    """Between tests all tables are emptied. PostgreSQL truncates, which the triggers let pass; SQLite deletes
    row by row, so there the triggers are put aside for as long as that takes."""
    if connection.vendor != "sqlite":
        yield
        return
    operations: Any = type(connection.ops)
    flush: Callable[..., list[str]] = operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        drop = [f"DROP TRIGGER {name}" for name, _ in triggers]
        return [*drop, *flush(self, style, tables, **options), *(sql for _, sql in triggers)]

    operations.sql_flush = sql_flush
    yield
    operations.sql_flush = flush
