"""A load client: many hands that play real games over real websockets, from one process with one epoll.

What a hand sends is written out before the clock starts, so that while it is measured the client does no more
than send bytes, cut frames and read the type of each answer. It goes nowhere but to this machine, and is
bounded in sockets and seconds.
"""

from __future__ import annotations

import gc
import re
import select
import socket
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
MOST_SOCKETS: Final = 4096
MOST_SECONDS: Final = 120.0
CONNECTING: Final = 64
"""Sockets that knock at one time."""
PATIENCE: Final = 40.0
"""Seconds in which all must be seated."""
DRAIN: Final = 10.0
"""Seconds that the last answers have to come."""

KIND: Final = re.compile(rb'"t": ?"(\w+)"')
CODE: Final = re.compile(rb'"code": ?"(\w+)"')


class Unfit(ValueError):
    """A load that this client does not put on anybody."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A table to sit down at, and the moves to play there, the first on the untouched table."""

    path: str
    cookie: str
    moves: tuple[str, ...]


class Manners:
    """How one talks at a table: ``patience.v1``."""

    greeting: bytes = b""
    """What is said when the line is open."""

    def __init__(self) -> None:
        self.greeting = frame(b'{"t":"join","seq":0}')

    def wishes(self, seat: Seat) -> list[bytes]:
        """The frames to send, each when the one before is acknowledged."""
        name = uuid.uuid4().hex[:20]
        ids = (uuid.UUID(f"{name}{number:012x}") for number in range(len(seat.moves)))
        return [
            frame(f'{{"t":"move","id":"{id}","base":{base},"move":"{move}"}}'.encode())
            for base, (id, move) in enumerate(zip(ids, seat.moves, strict=True))
        ]

    def heard(self, payload: bytes, seat: Seat) -> tuple[bytes, bytes]:
        """What a message is (``state`` when one is seated, ``ack``, ``err``), and what to say to it."""
        kind = KIND.search(payload)
        return (kind[1] if kind else b""), b""


@dataclass(slots=True)
class Result:
    """What came of a run. Times are in seconds; all but ``acknowledged`` is of the measured window alone.

    acknowledged  moves acknowledged in all, warming up included: the rows that must be in the database
    moves         those of the window
    late          moves that could not be sent in time, since the one before was not answered
    server        processor time of the server
    client        processor time of this client
    held          what ``weigh`` said before anybody connected, when all were seated, and at the end
    """

    sockets: int
    acknowledged: int = 0
    moves: int = 0
    seconds: float = 0.0
    late: int = 0
    server: float = 0.0
    client: float = 0.0
    held: tuple[int, int, int] = (0, 0, 0)
    errors: dict[str, int] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)

    def count(self, error: str) -> None:
        """One more of these errors."""
        self.errors[error] = self.errors.get(error, 0) + 1

    def percentile(self, part: float) -> float:
        """The latency that this part of the moves did not exceed."""
        ordered = sorted(self.latencies)
        return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else float("nan")


def frame(payload: bytes, opcode: int = 1) -> bytes:
    """A client's frame. The mask is zero, which the protocol allows and which costs us nothing."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, 0x80 | size)) + bytes(4) + payload
    return bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big") + bytes(4) + payload


class Line:
    """One socket at one seat."""

    def __init__(self, host: str, port: int, seat: Seat, manners: Manners) -> None:
        self.seat = seat
        self.socket = socket.socket(socket.AF_INET6 if host == "::1" else socket.AF_INET)
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect_ex((host, port))
        self.hello = (
            f"GET {seat.path} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: patience.v1\r\n"
            f"Cookie: {seat.cookie}\r\n\r\n"
        ).encode()
        self.wishes = manners.wishes(seat)
        self.turn = 0
        self.sent_at = 0.0
        """When the move was sent that waits for its answer; 0 when none does."""
        self.open = False
        self._buffer = b""

    def send(self, data: bytes) -> None:
        """Send at once: what we send is so small that the kernel always takes it."""
        if data and self.socket.send(data) != len(data):
            raise OSError("the server does not read")

    def play(self, now: float) -> None:
        """Send the next move."""
        self.sent_at = now
        self.send(self.wishes[self.turn])

    def read(self) -> Iterator[tuple[int, bytes]]:
        """The frames that have come: opcode and payload. The end of the line is a frame of opcode 8."""
        try:
            data = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            yield 8, b""
            return
        if self._buffer:
            data = self._buffer + data
        if not self.open:
            head, split, data = data.partition(b"\r\n\r\n")
            if not split:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                yield 8, head[:40]
                return
            self.open = True
            yield 0, head
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1] & 0x7F, at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start + size > end:
                break
            yield data[at] & 0x0F, data[start : start + size]
            at = start + size
        self._buffer = data[at:]


class Room:
    """Hands at their tables. Each hand has a few lines and plays them out one after another."""

    def __init__(
        self,
        port: int,
        hands: Iterable[Iterable[Seat]],
        host: str = "127.0.0.1",
        manners: Manners | None = None,
    ) -> None:
        """``hands`` are the seats of each hand. Raises Unfit."""
        self.manners = manners or Manners()
        self.seats = [list(seats) for seats in hands]
        self.host, self.port = host, port
        self.result = Result(len(self.seats))
        if host not in LOOPBACK:
            raise Unfit(f"This client loads its own machine alone, not {host}.")
        if not self.seats or sum(map(len, self.seats)) > MOST_SOCKETS:
            raise Unfit(f"From 1 to {MOST_SOCKETS} sockets, not {sum(map(len, self.seats))}.")
        self._lines: dict[int, tuple[Line, int]] = {}
        self._hands: list[list[Line]] = [[] for _ in self.seats]
        self._poll = select.epoll()
        self._measuring = False

    # ---- sitting down ----------------------------------------------------------------------------

    def sit(self) -> None:
        """Connect and join everywhere.

        Raises TimeoutError when somebody is not seated in time.
        """
        waiting = [(hand, seat) for hand, seats in enumerate(self.seats) for seat in seats][::-1]
        total, until = len(waiting), time.monotonic() + PATIENCE
        seated = knocking = 0
        while seated < total:
            while waiting and knocking < CONNECTING:
                hand, seat = waiting.pop()
                line = Line(self.host, self.port, seat, self.manners)
                self._lines[line.socket.fileno()] = line, hand
                self._hands[hand].insert(0, line)
                self._poll.register(line.socket, select.EPOLLOUT)
                knocking += 1
            for fd, _ in self._poll.poll(0.1):
                line, _hand = self._lines[fd]
                if line.hello:
                    self._poll.modify(fd, select.EPOLLIN)
                    line.send(line.hello)
                    line.hello = b""
                    continue
                for opcode, payload in line.read():
                    if opcode == 8:
                        raise ConnectionError(f"the server closed {line.seat.path}: {payload!r}")
                    if opcode == 0:
                        line.send(self.manners.greeting)
                        continue
                    kind, answer = self.manners.heard(payload, line.seat)
                    if answer:
                        line.send(answer)
                    if kind == b"state":
                        seated, knocking = seated + 1, knocking - 1
            if time.monotonic() > until:
                raise TimeoutError(f"{seated} of {total} seated after {PATIENCE:g} seconds")

    def close(self) -> None:
        """Leave every table."""
        for line, _ in self._lines.values():
            line.socket.close()
        self._poll.close()

    # ---- playing ---------------------------------------------------------------------------------

    def play(
        self,
        seconds: float,
        warm_up: float = 0.5,
        pace: float | None = None,
        spent: Callable[[], float] = lambda: 0.0,
        weigh: Callable[[], int] = lambda: 0,
    ) -> Result:
        """Sit down, play for so long, and say what came of it.

        Without a pace every hand plays on as soon as it is answered; with one it plays so many moves
        a second. ``spent`` tells the server's processor seconds, ``weigh`` its memory in bytes.

        Raises Unfit, TimeoutError and ConnectionError.
        """
        if not 0 < seconds + warm_up <= MOST_SECONDS:
            raise Unfit(f"At most {MOST_SECONDS:g} seconds.")
        before = weigh()
        self.sit()
        seated = weigh()
        gc.collect()
        gc.disable()
        try:
            self._run(time.perf_counter() + warm_up, pace)
            self._measuring, server, client, began = True, spent(), time.process_time(), time.perf_counter()
            self._run(began + seconds, pace)
            self._measuring = False
            self.result.seconds = time.perf_counter() - began
            self.result.server, self.result.client = spent() - server, time.process_time() - client
        finally:
            gc.enable()
        self._drain()
        self.result.held = before, seated, weigh()
        return self.result

    def _run(self, until: float, pace: float | None) -> None:
        """Play until then, or until every hand has played all it has."""
        began = time.perf_counter()
        if pace is None:
            for hand, lines in enumerate(self._hands):
                if lines and not lines[-1].sent_at:
                    self._next(hand, began)
        count = len(self._hands)
        step = 1 / (pace * count) if pace else 0.0
        number = 0
        while (now := time.perf_counter()) < until:
            wait = min(until - now, 0.1)
            if pace:
                while began + number * step <= now:
                    self._next(number % count, now)
                    number += 1
                wait = min(wait, began + number * step - now)
            elif not any(self._hands):
                break
            for fd, _ in self._poll.poll(max(wait, 0.0)):
                self._hear(fd, go_on=not pace)

    def _drain(self) -> None:
        until = time.perf_counter() + DRAIN
        while any(line.sent_at for line, _ in self._lines.values()) and time.perf_counter() < until:
            for fd, _ in self._poll.poll(0.05):
                self._hear(fd, go_on=False)
        for line, _ in self._lines.values():
            if line.sent_at:
                self.result.count("no answer")

    def _next(self, hand: int, now: float) -> None:
        """The hand plays its next move, at the next table when this one is played out."""
        lines = self._hands[hand]
        while lines and lines[-1].turn >= len(lines[-1].wishes):
            lines.pop()
        if not lines:
            return
        if lines[-1].sent_at:
            self.result.late += self._measuring
        else:
            lines[-1].play(now)

    def _hear(self, fd: int, go_on: bool) -> None:
        line, hand = self._lines[fd]
        for opcode, payload in line.read():
            if opcode == 1:
                kind, answer = self.manners.heard(payload, line.seat)
                if answer:
                    line.send(answer)
                if kind == b"ack" and line.sent_at:
                    self.result.acknowledged += 1
                    now = time.perf_counter()
                    if self._measuring:
                        self.result.moves += 1
                        self.result.latencies.append(now - line.sent_at)
                    line.turn += 1
                    line.sent_at = 0.0
                    if go_on:
                        self._next(hand, now)
                elif kind == b"err":
                    self._refused(line, hand, payload, go_on)
            elif opcode == 9:
                line.send(frame(payload, 10))
            elif opcode == 8:
                self._lost(line, fd)

    def _refused(self, line: Line, hand: int, payload: bytes, go_on: bool) -> None:
        """Nothing was stored. What was not our fault is sent again; otherwise the table is given up."""
        code = CODE.search(payload)
        name = code[1].decode() if code else "error"
        self.result.count(name)
        line.sent_at = 0.0
        if name not in ("busy", "rate"):
            line.wishes = line.wishes[: line.turn]
        if go_on:
            self._next(hand, time.perf_counter())

    def _lost(self, line: Line, fd: int) -> None:
        self.result.count("closed")
        self._poll.unregister(fd)
        line.sent_at = 0.0
        line.wishes = line.wishes[: line.turn]
