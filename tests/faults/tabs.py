"""Tabs: clients that see a table and keep it in step by what they are told, as docs/protocol.md has it."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection

from benchmarks.serving.load import Seat
from tests.faults.hands import Message, dialled, heard

PATIENCE = 20.0
"""Seconds in which everything is answered."""


class Tab:
    """An open socket at a table, and the table as this client sees it.

    seq    the newest event it knows
    view   the table after it
    now    the last message that had the whole of what may be done
    joins  how often it had to ask for the whole table
    """

    def __init__(self, client: ClientConnection) -> None:
        self.client = client
        self.seq = -1
        self.view: dict[str, Any] = {}
        self.now: Message = {}
        self.joins = 0
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._joined = asyncio.Event()

    async def join(self) -> None:
        """Ask for the whole table, and wait until it is there."""
        self.joins += 1
        self._joined.clear()
        await self.client.send(json.dumps({"t": "join", "seq": max(self.seq, 0)}))
        async with asyncio.timeout(PATIENCE):
            await self._joined.wait()

    async def ask(self, kind: str, base: int, move: str = "", id: str = "") -> Message:
        """Send an intent, and the ``ack`` or ``err`` that answers it."""
        id = id or str(uuid.uuid4())
        wish = {"t": kind, "id": id, "base": base, **({"move": move} if kind == "move" else {})}
        answer = self._answers[id] = asyncio.get_running_loop().create_future()
        await self.client.send(json.dumps(wish))
        async with asyncio.timeout(PATIENCE):
            return await answer

    async def listen(self) -> None:
        """Hear what the server says, for as long as the line is there."""
        while True:
            message = await heard(self.client)
            if message["t"] == "state":
                self.seq, self.view, self.now = message["seq"], message["view"], message
                self._joined.set()
            elif message["t"] in ("ack", "ev"):
                await self._learn(message)
            if message["t"] in ("ack", "err") and message.get("id") in self._answers:
                self._answers.pop(message["id"]).set_result(message)

    async def _learn(self, message: Message) -> None:
        if message["seq"] == self.seq + 1:
            apply(self.view, message)
            self.seq, self.now = message["seq"], message
        elif message["seq"] > self.seq + 1:
            self.joins += 1
            await self.client.send(json.dumps({"t": "join", "seq": self.seq}))


def apply(view: dict[str, Any], message: Message) -> None:
    """Turn the view before an event into the view after it."""
    piles, moved = view["piles"], []
    for event in message["events"]:
        if "from" in event:
            pile = piles[event["from"]]
            count = event.get("n", 1)
            assert len(pile) >= count, f"{event} takes what is not there"
            del pile[len(pile) - count :]
            moved.append((event["to"], [event["card"]] * count))
    for to, cards in moved:
        piles[to] += cards
    for event in message["events"]:
        if "turned" in event:
            piles[event["turned"]][event["at"]] = event["card"]
    if "state" in message:
        view["state"] = message["state"]


@asynccontextmanager
async def tab(port: int, seat: Seat) -> AsyncIterator[Tab]:
    """A tab that sees the table."""
    async with dialled(port, seat) as client, asyncio.TaskGroup() as group:
        opened = Tab(client)
        listening = group.create_task(opened.listen())
        try:
            await opened.join()
            yield opened
        finally:
            listening.cancel()


async def truth(port: int, seat: Seat) -> tuple[int, dict[str, Any]]:
    """The number of the last event, and the table, as a new tab is shown them."""
    async with tab(port, seat) as fresh:
        return fresh.seq, fresh.view
