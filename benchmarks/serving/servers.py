"""Servers to be measured, each a process of its own, and what they cost by the kernel's account."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SERVERS = ("daphne", "uvicorn")
PEER = Path(__file__).parent / "peer.js"


def command(server: str, application: str, port: int) -> list[str]:
    """How to start an application, as docs/service.md has it; or the peer, which is its own server."""
    if server == "node":
        return ["node", str(PEER), str(port)]
    if server == "daphne":
        endpoint = f"tcp:port={port}:interface=127.0.0.1:backlog=2048"
        return [sys.executable, "-m", "daphne", "-v", "0", "-e", endpoint,
                "--websocket-max-message-size", "65536", application]  # fmt: skip
    return [sys.executable, "-m", "uvicorn", "--host", "127.0.0.1", "--port", str(port), "--backlog", "2048",
            "--loop", "uvloop", "--ws", "websockets-sansio", "--ws-per-message-deflate", "false",
            "--ws-max-size", "65536", "--no-access-log", "--log-level", "warning", application]  # fmt: skip


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A running server. Its port is ``port``, or a free one; what it says goes to the end of ``log``."""

    def __init__(
        self,
        server: str,
        application: str,
        environment: dict[str, str],
        log: Path,
        port: int | None = None,
    ) -> None:
        self.port, self.log = port or free_port(), log
        with log.open("a") as output:
            self.process = subprocess.Popen(
                command(server, application, self.port),
                cwd=ROOT,
                env={**os.environ, **environment},
                stdout=output,
                stderr=output,
            )
        self._wait()

    def _wait(self) -> None:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1).close()
            except urllib.error.HTTPError:
                return  # it is there, and knows no such page
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
            else:
                return
        self.stop()
        raise RuntimeError(f"The server does not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ask it to go; after ten seconds do not ask."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def spent(self) -> float:
        """Processor seconds of the server and its children, in user and system."""
        return sum(int(stat[11]) + int(stat[12]) for stat in processes(self.process.pid).values()) / TICK

    def weigh(self) -> int:
        """Bytes of memory that they hold."""
        return sum(int(stat[21]) for stat in processes(self.process.pid).values()) * PAGE


def processes(root: int) -> dict[int, list[str]]:
    """A process and all that come from it: by pid, /proc/*/stat from the third field on."""
    stats = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                text = (entry / "stat").read_text()
            except OSError:
                continue
            stats[int(entry.name)] = text.rpartition(")")[2].split()
    found = {root: stats[root]} if root in stats else {}
    for pid in sorted(stats):
        if int(stats[pid][1]) in found:
            found[pid] = stats[pid]
    return found
