"""What every test of the service needs of its database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection

FLUSHES = 5
"""How often emptying the tables is tried."""


def pytest_configure() -> None:
    """Settings that only tests want."""
    # Sockets do their database work on other threads, whose connections must not outlive a test.
    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0
    # A password that is slow to hash is slow to test.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session", autouse=True)
def tables_can_be_emptied() -> Iterator[None]:
    """Between tests all tables are emptied. PostgreSQL truncates, which the triggers let pass, but a server
    under test may be reading meanwhile; SQLite deletes row by row, so there the triggers are put aside."""
    operations: Any = type(connection.ops)
    name = "sql_flush" if connection.vendor == "sqlite" else "execute_sql_flush"
    usual: Callable[..., Any] = getattr(operations, name)

    def with_triggers_aside(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        drop = [f"DROP TRIGGER {name}" for name, _ in triggers]
        return [*drop, *usual(self, style, tables, **options), *(sql for _, sql in triggers)]

    def after_a_deadlock_again(self: Any, statements: list[str]) -> None:
        for tries_left in reversed(range(FLUSHES)):
            try:
                usual(self, statements)
                return
            except OperationalError:
                if not tries_left:
                    raise
                time.sleep(0.2)

    setattr(operations, name, with_triggers_aside if name == "sql_flush" else after_a_deadlock_again)
    yield
    setattr(operations, name, usual)
