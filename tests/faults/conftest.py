"""Faults: what may break is broken, under play, and nothing that was acknowledged may be missing.

``make faults`` does a little of everything, FAULTS=full as much as docs/benchmarks.md tells of;
FAULT_SERVER=uvicorn does it on uvicorn.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.serving import POSTGRESQL
from benchmarks.serving.databases import Database
from tests.faults.harness import Redis, postgresql_is_here

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is marked ``faults``."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.faults)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users of the machine can enter, as PostgreSQL's must."""
    with tempfile.TemporaryDirectory(prefix="cadogan-faults-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, folder: Path) -> Iterator[Database]:
    """An empty database, of each kind."""
    if request.param == "postgresql" and not postgresql_is_here():
        pytest.skip(f"no PostgreSQL at {POSTGRESQL}")
    made = Database(request.param, folder, POSTGRESQL)
    yield made
    made.remove()


@pytest.fixture
def redis(folder: Path) -> Iterator[Redis]:
    """A Redis of one's own."""
    if shutil.which("redis-server") is None:
        pytest.skip("there is no redis-server here")
    own = Redis(folder)
    yield own
    own.stop()
