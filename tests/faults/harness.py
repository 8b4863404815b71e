"""A service of several processes, its database and its Redis, all of them to be broken."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from benchmarks.serving import POSTGRESQL
from benchmarks.serving.databases import Database
from benchmarks.serving.servers import ROOT, Server, free_port, processes
from tests.faults.audit import Acknowledged

FULL = os.environ.get("FAULTS") == "full"
SERVER = os.environ.get("FAULT_SERVER", "daphne")
"""What serves: daphne or uvicorn."""
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def size(small: float, full: float) -> float:
    """How much of something: FAULTS=full is the whole of it."""
    return full if FULL else small


def rounds(small: int, full: int) -> int:
    """How often, likewise; FAULT_ROUNDS says it by number."""
    return int(os.environ.get("FAULT_ROUNDS", size(small, full)))


def postgresql_is_here() -> bool:
    """Whether there is a PostgreSQL in which databases can be made."""
    try:
        psycopg.connect(POSTGRESQL, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


class Service:
    """Processes of the service on one database. What they log is in ``logs``, by default beside it."""

    def __init__(
        self, database: Database, processes: int = 1, redis: str = "", logs: Path | None = None
    ) -> None:
        self.logs = logs or database.folder
        self.environment = database.environment(redis)
        self.ports = [free_port() for _ in range(processes)]
        self.servers = [self._start(port) for port in self.ports]

    def _start(self, port: int) -> Server:
        log = self.logs / f"server-{port}.log"
        return Server(SERVER, "solitaire.asgi:application", self.environment, log, port)

    def kill(self, number: int = 0) -> None:
        """End a process without a word."""
        self.servers[number].kill()

    def start(self, number: int = 0) -> None:
        """Start a process that has ended, where it was."""
        self.servers[number] = self._start(self.ports[number])

    def stop(self) -> None:
        """End it all in peace."""
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()

    def said(self) -> str:
        """All that its processes have logged."""
        return "".join(server.log.read_text() for server in self.servers)

    def weigh(self) -> int:
        """Bytes of memory that all of it holds."""
        return sum(server.weigh() for server in self.servers)


def audit(database: Database, acknowledged: Iterable[Acknowledged]) -> list[str]:
    """What is wrong in a database, by a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.audit"],
        input=json.dumps(list(acknowledged)),
        env={**os.environ, **database.environment()},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


# ---- things to be stopped ------------------------------------------------------------------------


def frozen(pid: int) -> list[int]:
    """Stop a process and its children in their tracks; who they are, for ``thawed``."""
    pids = list(processes(pid))
    for each in pids:
        os.kill(each, signal.SIGSTOP)
    return pids


def thawed(pids: Iterable[int]) -> None:
    """Let them go on."""
    for each in pids:
        os.kill(each, signal.SIGCONT)


class Redis:
    """A Redis of one's own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        until_open(self.port)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()

    def flush(self) -> None:
        with socket.create_connection(("127.0.0.1", self.port)) as client:
            client.sendall(b"FLUSHALL\r\n")
            assert client.recv(100).startswith(b"+OK")


class Postgres:
    """A PostgreSQL cluster of one's own, in ``folder``, which must be empty and is made its user's."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(folder, "postgres")
        self._do("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
        with (folder / "postgresql.conf").open("a") as settings:
            settings.write(f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\n")
            settings.write("shared_buffers=32MB\nmin_wal_size=32MB\nmax_wal_size=64MB\n")
        self.start()

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    @property
    def pid(self) -> int:
        """The postmaster's."""
        return int((self.folder / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        self._do("pg_ctl", "-l", str(self.folder / "log"), "-w", "start")

    def stop(self) -> None:
        """As if the power had failed."""
        self._do("pg_ctl", "-m", "immediate", "stop")

    def is_running(self) -> bool:
        return self._do("pg_ctl", "status", check=False) == 0

    def _do(self, program: str, *arguments: str, check: bool = True) -> int:
        """Run one of its programs. Its output goes nowhere: the server that it starts would keep it open."""
        command = [*self.user, str(BINARIES[-1] / program), "-D", str(self.folder), *arguments]
        quiet = subprocess.DEVNULL
        return subprocess.run(command, stdout=quiet, stderr=quiet, cwd="/", check=check).returncode


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of its own at ``folder``. Raises PermissionError where we may not mount one."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        raise PermissionError(mounted.stderr.decode())
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Inside, there is no room left on that disk."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for piece in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(bytes(piece))
            except OSError:
                continue
    try:
        yield
    finally:
        ballast.unlink()


def until_open(port: int) -> None:
    """Wait until somebody listens there."""
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens at {port}")
