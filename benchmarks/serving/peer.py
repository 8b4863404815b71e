"""A peer: boardgame.io, with which many write turn-based games. Here it stores nothing and judges nothing."""

from __future__ import annotations

import subprocess
import uuid
from pathlib import Path

from benchmarks.serving import load
from benchmarks.serving.load import Seat, frame

PACKAGE = "boardgame.io@0.50.2"


def install(folder: Path) -> Path:
    """Fetch it into that folder; where its modules are. Raises CalledProcessError and FileNotFoundError."""
    subprocess.run(["npm", "install", "--silent", "--no-fund", "--prefix", str(folder), PACKAGE], check=True)
    return folder / "node_modules"


def seats(hands: int, moves: int) -> list[list[Seat]]:
    """A match for each hand; its name travels as the cookie, which nobody there reads."""
    path = "/socket.io/?EIO=4&transport=websocket"
    return [[Seat(path, f"match={uuid.uuid4()}", ("play",) * moves)] for _ in range(hands)]


class Manners(load.Manners):
    """socket.io, version 4, and the messages of boardgame.io in it."""

    def __init__(self) -> None:
        self.greeting = b""  # the server speaks first

    def wishes(self, seat: Seat) -> list[bytes]:
        match = seat.cookie.partition("=")[2]
        play = '{"type":"MAKE_MOVE","payload":{"type":"play","args":[%d],"playerID":"0"}}'
        return [
            frame(f'42/bench,["update",{play % number},{number},"{match}","0"]'.encode())
            for number in range(len(seat.moves))
        ]

    def heard(self, payload: bytes, seat: Seat) -> tuple[bytes, bytes]:
        if payload.startswith(b'42/bench,["update"'):
            return b"ack", b""
        if payload.startswith(b'42/bench,["sync"'):
            return b"state", b""
        if payload.startswith(b"40/bench"):
            match = seat.cookie.partition("=")[2]
            return b"", frame(f'42/bench,["sync","{match}","0",null,2]'.encode())
        if payload.startswith(b"0"):
            return b"", frame(b"40/bench,")
        return b"", frame(b"3") if payload == b"2" else b""
