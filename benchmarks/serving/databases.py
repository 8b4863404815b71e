"""Databases of the benchmark's own, made for it and removed after it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from benchmarks.serving.load import Seat
from benchmarks.serving.servers import ROOT


class Database:
    """A migrated, empty database: ``kind`` is ``postgresql`` or ``sqlite``."""

    def __init__(self, kind: str, folder: Path, services: str) -> None:
        """``services`` is a URL of a PostgreSQL that lets us make a database."""
        self.kind, self.folder, self._services = kind, folder, services
        if kind == "sqlite":
            self.file = folder / "bench.sqlite3"
            self.url = f"sqlite:///{self.file}"
        else:
            self.name = f"cadogan_bench_{os.getpid()}"
            with psycopg.connect(services, autocommit=True) as server:
                server.execute(f'CREATE DATABASE "{self.name}"'.encode())
            self.url = urlsplit(services)._replace(path=f"/{self.name}").geturl()
        self._seats: list[Seat] = []
        self._run("manage.py", "migrate", "--noinput", "-v", "0")

    def environment(self, redis: str = "") -> dict[str, str]:
        """Production's settings, on this database."""
        return {
            "DATABASE_URL": self.url,
            "REDIS_URL": redis,
            "VAR_DIR": str(self.folder),
            "DEBUG": "0",
            "HTTPS": "0",
            "SECRET_KEY": "a benchmark has no secrets, but Django asks for fifty characters",
            "ALLOWED_HOSTS": "127.0.0.1",
            "ORIGINS": "http://127.0.0.1:*",
            "LOG_LEVEL": "WARNING",
        }

    def prepare(self, count: int) -> None:
        """Make so many seats, for ``seats`` to give out."""
        if not count:
            return
        file = self.folder / f"seats-{self.kind}.json"
        self._run("-m", "benchmarks.serving.seats", str(count), str(file))
        made = json.loads(file.read_text())
        plays = [tuple(play) for play in made["plays"]]
        self._seats += [Seat(path, cookie, plays[play]) for path, cookie, play in made["seats"]]

    def seats(self, hands: int, each: int) -> list[list[Seat]]:
        """Seats that nobody has sat on."""
        if len(self._seats) < hands * each:
            self.prepare(hands * each)
        return [[self._seats.pop() for _ in range(each)] for _ in range(hands)]

    def events(self) -> int:
        """The rows of the log."""
        return self.number("SELECT count(*) FROM play_event")

    def number(self, query: str) -> int:
        """What a query that asks for one number says."""
        if self.kind == "sqlite":
            with closing(sqlite3.connect(self.file)) as connection:
                return int(connection.execute(query).fetchone()[0])
        with psycopg.connect(self.url) as server:
            row = server.execute(query.encode()).fetchone()
        assert row is not None
        return int(row[0])

    def remove(self) -> None:
        """Give the room back."""
        if self.kind == "postgresql":
            with psycopg.connect(self._services, autocommit=True) as server:
                server.execute(f'DROP DATABASE "{self.name}" WITH (FORCE)'.encode())

    def _run(self, *arguments: str) -> None:
        environment = {**os.environ, **self.environment()}
        subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True)
