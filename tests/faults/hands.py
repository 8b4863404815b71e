"""Players who come back whenever they are thrown out, and believe only what they are told."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin, Subprotocol

from benchmarks.serving.load import Seat
from tests.faults.audit import Acknowledged

Message = dict[str, Any]
AGAIN: Final = 0.1
"""Seconds before somebody who was thrown out or put off tries again."""
LOST: Final = (OSError, WebSocketException, TimeoutError)
NOT_NOW: Final = ("busy", "rate")


@asynccontextmanager
async def dialled(port: int, seat: Seat) -> AsyncIterator[ClientConnection]:
    """An open socket at a seat. Raises one of LOST."""
    origin = f"http://127.0.0.1:{port}"
    async with connect(
        f"ws://127.0.0.1:{port}{seat.path}",
        origin=Origin(origin),
        additional_headers={"Cookie": seat.cookie},
        subprotocols=[Subprotocol("patience.v1")],
        compression=None,
        proxy=None,
        open_timeout=20,
        close_timeout=1,
        ping_interval=None,
    ) as client:
        yield client


async def heard(client: ClientConnection) -> Message:
    """The next message."""
    message: Message = json.loads(await client.recv())
    return message


@dataclass
class Hand:
    """Somebody who plays what his seat has for him, ``pace`` moves a second at the most.

    acknowledged  what he was told is stored, as the audit wants it
    times         when he was told so
    refusals      how often he was answered by each code
    wrongs        what no client should ever see
    """

    seat: Seat
    ports: Sequence[int]
    pace: float = 10.0
    away: float = AGAIN
    """Seconds, at the most, before he comes back when he was thrown out."""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    wrongs: list[str] = field(default_factory=list)
    thrown_out: int = 0
    seated_at: float = 0.0
    """When he last saw the table."""
    _waiting: Message | None = None
    """The intent that is not answered yet; it is sent again until it is."""
    _stopping: bool = False
    _client: ClientConnection | None = None

    @property
    def attempt(self) -> str:
        """Which attempt is his."""
        return self.seat.path.split("/")[3]

    @property
    def turn(self) -> int:
        """How many of his moves are acknowledged."""
        return len(self.acknowledged)

    def stop(self) -> None:
        """Rise after the move that is being played."""
        self._stopping = True

    def cut(self) -> None:
        """Lose the line without a word."""
        if self._client is not None:
            self._client.transport.abort()

    async def play(self, moves: int | None = None) -> None:
        """Play until told to stop, or until so many moves more are acknowledged, or all are."""
        self._stopping, last = False, len(self.seat.moves)
        if moves is not None:
            last = min(last, self.turn + moves)
        tries = 0
        while self.turn < last and not self._done():
            port = self.ports[tries % len(self.ports)]
            tries += 1
            try:
                async with dialled(port, self.seat) as self._client:
                    await self._join(self._client)
                    while self.turn < last and not self._done():
                        await self._move(self._client)
            except LOST:
                self.thrown_out += 1
                await asyncio.sleep(random.uniform(0.5, 1) * self.away)
            finally:
                self._client = None

    def _done(self) -> bool:
        return bool(self.wrongs) or (self._stopping and self._waiting is None)

    async def _join(self, client: ClientConnection) -> None:
        while True:
            await client.send(json.dumps({"t": "join", "seq": self.turn}))
            said = await self._answer(client, "state")
            if said["t"] == "state":
                break
            await asyncio.sleep(AGAIN)
        mine = (self.turn, self.turn + 1) if self._waiting else (self.turn,)
        if said["seq"] not in mine:
            self.wrongs.append(f"{self.attempt}: at event {said['seq']}, but {self.turn} are acknowledged")
        self.seated_at = time.monotonic()

    async def _move(self, client: ClientConnection) -> None:
        if self._waiting is None:
            move = self.seat.moves[self.turn]
            self._waiting = {"t": "move", "id": str(uuid.uuid4()), "base": self.turn, "move": move}
        await client.send(json.dumps(self._waiting))
        said = await self._answer(client, "ack")
        if said["t"] == "err":
            return await asyncio.sleep(AGAIN)
        self.acknowledged.append((self.attempt, said["id"], self._waiting["base"], said["seq"]))
        self.times.append(time.monotonic())
        self._waiting = None
        await asyncio.sleep(1 / self.pace)

    async def _answer(self, client: ClientConnection, kind: str) -> Message:
        """What is said to what he has just sent: a message of that kind, or ``err``."""
        while True:
            said = await heard(client)
            if said["t"] == kind == "ack" and (self._waiting or {}).get("id") != said["id"]:
                self.wrongs.append(f"{self.attempt}: an answer to something else: {said}")
            if said["t"] == kind:
                return said
            if said["t"] == "err":
                self.refusals[said["code"]] += 1
                if said["code"] not in (*NOT_NOW, "internal"):
                    self.wrongs.append(f"{self.attempt}: {self._waiting} was answered by {said}")
                return said


class Party:
    """Hands that play at the same time, while something happens to the service."""

    def __init__(
        self, seats: Sequence[Seat], ports: Sequence[int], pace: float = 10.0, away: float = AGAIN
    ) -> None:
        self.hands = [
            Hand(seat, [*ports[number % len(ports) :], *ports[: number % len(ports)]], pace, away)
            for number, seat in enumerate(seats)
        ]

    @property
    def acknowledged(self) -> list[Acknowledged]:
        """All that anybody was told is stored."""
        return [each for hand in self.hands for each in hand.acknowledged]

    @property
    def wrongs(self) -> list[str]:
        """All that nobody should have seen."""
        return [wrong for hand in self.hands for wrong in hand.wrongs]

    def refused(self, code: str) -> int:
        """How many hands were answered so at least once."""
        return sum(hand.refusals[code] > 0 for hand in self.hands)

    def between(self, since: float, until: float) -> int:
        """How many moves were acknowledged in that time."""
        return sum(since <= at < until for hand in self.hands for at in hand.times)

    def all_back(self, since: float) -> float:
        """How many seconds after ``since`` the last hand had a move acknowledged again."""
        return max(
            min((at for at in hand.times if at >= since), default=float("inf")) - since for hand in self.hands
        )

    async def until(self, condition: Callable[[], bool], seconds: float) -> None:
        """Wait until ``condition()`` holds. Raises TimeoutError, and AssertionError for a wrong."""
        await until(lambda: bool(self.wrongs) or condition(), seconds)
        assert not self.wrongs, self.wrongs

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Party]:
        """Inside, all play; at the end they finish the moves that they have sent."""
        async with asyncio.TaskGroup() as group:
            for hand in self.hands:
                group.create_task(hand.play())
            try:
                yield self
            finally:
                for hand in self.hands:
                    hand.stop()


async def until(condition: Callable[[], bool], seconds: float) -> float:
    """Wait until ``condition()`` holds, and how long that took. Raises TimeoutError."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"not after {seconds:g} seconds")
        await asyncio.sleep(0.02)
    return time.monotonic() - began
