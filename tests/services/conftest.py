"""These need PostgreSQL and Redis, and say so instead of passing without them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from solitaire.play.models import Attempt
from solitaire.players.models import Player
from tests.solitaire.conftest import begun, make_deal, make_player
from tests.solitaire.server import Server
from tests.solitaire.wire import session

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is marked ``services``, and skipped where there are none."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.services)
            if connection.vendor != "postgresql" or not settings.REDIS_URL:
                item.add_marker(pytest.mark.skip(reason="DATABASE_URL and REDIS_URL name no services"))


@pytest.fixture(scope="module")
def servers(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any
) -> Iterator[tuple[Server, Server]]:
    """Two processes of the service on one database and one Redis."""
    directory: Path = tmp_path_factory.mktemp("servers")
    with django_db_blocker.unblock():
        pair = Server(directory), Server(directory)
    yield pair
    for server in pair:
        server.stop()
    for server in pair:
        assert "Traceback" not in server.log.read_text(), server.log.read_text()


@pytest.fixture
def player() -> Player:
    return make_player("ada")


@pytest.fixture
def attempt(player: Player) -> Attempt:
    """An attempt at a game that the servers know, with a stock of 175 cards to turn."""
    return begun(player, make_deal("the-olga"))


@pytest.fixture
def cookie(player: Player) -> str:
    return session(player)
