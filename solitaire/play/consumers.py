"""``/ws/play/<attempt>/``: a table and its player (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any, ClassVar, Final
from uuid import UUID

import msgspec

from solitaire.play import dialogue, messages
from solitaire.play.batches import writer
from solitaire.play.dialogue import Reply
from solitaire.play.hints import hints
from solitaire.play.writing import Intent, Refused
from solitaire.sockets.database import run
from solitaire.sockets.hub import hub
from solitaire.sockets.socket import NO_SESSION, NOT_FOUND, NOT_YOURS, TOO_SLOW, Ping, Refusal, Socket
from solitaire.sockets.watch import watch

PATIENCE: Final = 30.0
"""Seconds that a client has to join."""

Seq = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class Join(msgspec.Struct, tag_field="t", tag="join"):
    """The newest event that the client holds."""

    seq: Seq


class Undo(msgspec.Struct, tag_field="t", tag="undo"):
    """Take back the last move."""

    id: UUID
    base: Seq


class Hint(Undo, tag="hint"):
    """Ask for a hint."""


class Resign(Undo, tag="resign"):
    """End the attempt."""


class Move(Undo, tag="move"):
    """Play a move."""

    move: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class PlaySocket(Socket):
    """The socket of one tab at one table."""

    heard: ClassVar[dict[str, type[msgspec.Struct]]] = {
        "join": Join,
        "move": Move,
        "undo": Undo,
        "hint": Hint,
        "resign": Resign,
        "ping": Ping,
    }

    def __init__(self, scope: dict[str, Any], receive: Any, send: Any, attempt: UUID) -> None:
        super().__init__(scope, receive, send)
        self.attempt = attempt
        self.topic = f"attempt.{attempt}"
        # Kept, since to ask for the running loop is a call of the system, which each move would make twice.
        self._writer, self._hub = writer(), hub()
        self.held: int | None = None
        """The newest event that the client has been told of; None before it joins."""
        self._told_end = False
        self._catching_up = False
        self._heard: dict[int, str] = {}
        """Events that other sockets of this process have told of, each as an ``ev``, by their numbers."""
        self._must_read = False
        """There is news that only the log can tell."""
        self._must_join: asyncio.TimerHandle | None = None
        """What closes the socket of a client that does not join."""

    async def opened(self) -> None:
        await self.recognise()
        if self.player is None:
            return await self.close(NO_SESSION)
        owner = await run(dialogue.owner, self.attempt)
        if owner is None:
            await self.error("not_found", "There is no such attempt.")
            return await self.close(NOT_FOUND)
        if owner != self.player:
            await self.error("forbidden", "This is another player's table.")
            return await self.close(NOT_YOURS)
        self._writer.start()
        watch().add(self)
        self._hub.listen(self.topic, self.notify)
        too_slow = partial(self.soon, partial(self.close, TOO_SLOW))
        self._must_join = asyncio.get_running_loop().call_later(PATIENCE, too_slow)

    def closed(self) -> None:
        if self._must_join is not None:
            self._must_join.cancel()
        watch().discard(self)
        self._hub.forget(self.topic, self.notify)

    # ---- what the client wants -------------------------------------------------------------------

    async def handle(self, message: msgspec.Struct) -> None:
        try:
            match message:
                case Join():
                    await self._tell(await run(dialogue.join, self.attempt))
                    if self._must_join is not None:
                        self._must_join.cancel()
                case Hint() as question:
                    self.soon(lambda: self._hint(question))
                case Undo():
                    await self._do(self._intent(message))
                case _:
                    await self.send({"t": "pong", "seq": self.held or 0})
        except Refused as refused:
            raise Refusal(refused.code, refused.why) from None

    def _intent(self, message: Undo) -> Intent:
        kind = type(message).__name__.lower()
        return Intent(message.id, kind, message.base, message.move if isinstance(message, Move) else "")

    async def _hint(self, message: Hint) -> None:
        """Have a hint worked out while the play goes on, then write it like anything else."""
        intent = self._intent(message)
        try:
            if self.held is None or self.player is None:
                raise Refusal("forbidden", "Send join first.")
            try:
                found = await run(dialogue.before_hint, self.attempt, self.player, intent)
                if not isinstance(found, str):
                    found = await hints.ask(self.attempt, self.player, intent.base, found)
            except Refused as refused:
                async with self._turn:
                    await self._refuse(intent, refused)
            else:
                async with self._turn:
                    await self._do(intent._replace(text=found))
        except Exception as error:
            await self.failed(error, str(intent.id))

    async def _do(self, intent: Intent) -> None:
        if self.held is None or self.player is None:
            raise Refusal("forbidden", "Send join first.")
        try:
            stored = await self._writer.write(self.attempt, self.player, intent)
            if stored is None:
                reply = await run(dialogue.do, self.attempt, self.player, intent, self.held)
        except Refused as refused:
            return await self._refuse(intent, refused)
        if stored is not None:
            self.held = stored.after.seq
            self._hub.tell(self.topic, self.held, stored.text)
            await self.send_text(messages.ack_of(stored.text, intent.id))
        else:
            await self._tell(reply)
            if reply.wrote:
                self._hub.tell(self.topic, reply.seq)

    async def _refuse(self, intent: Intent, refused: Refused) -> None:
        seq = self.held if refused.seq is None else refused.seq
        await self.error(refused.code, refused.why, id=str(intent.id), seq=seq)
        if refused.code == "stale":
            await self._tell(await run(dialogue.catch_up, self.attempt, intent.base))
        elif refused.code == "ended" and not self._told_end:
            await self._tell(await run(dialogue.catch_up, self.attempt, self.held or 0))

    # ---- what others have done -------------------------------------------------------------------

    def notify(self, seq: int, text: str | None = None, over: bool = False) -> None:
        """The attempt is said to be at event ``seq``, or over: if that is news, tell the client. ``text`` is
        the event itself as an ``ev``; without it, it is to be read in the log."""
        if self.held is None or not (seq > self.held or (over and not self._told_end)):
            return
        if text is None or len(self._heard) >= dialogue.FAR_BEHIND:
            self._must_read = True
        else:
            self._heard[seq] = text
        if not self._catching_up:
            self._catching_up = True
            self.soon(self._catch_up)

    async def _catch_up(self) -> None:
        try:
            async with self._turn:
                assert self.held is not None
                while self._heard or self._must_read:
                    while (text := self._heard.pop(self.held + 1, None)) is not None:
                        self.held += 1
                        await self.send_text(text)
                    gap = any(seq > self.held for seq in self._heard)
                    self._heard.clear()
                    if self._must_read or gap:
                        self._must_read = False
                        await self._tell(
                            await run(dialogue.catch_up, self.attempt, self.held, self._told_end)
                        )
        except Refused:
            await self.close(NOT_FOUND)
        finally:
            self._catching_up = False

    @classmethod
    async def look(cls, sockets: list[PlaySocket]) -> None:
        """One query for all these tables."""
        joined = [socket for socket in sockets if socket.held is not None]
        held = [(socket.attempt, socket.held, socket._told_end) for socket in joined]
        news = await dialogue.news(held)
        for socket in joined:
            if socket.attempt in news:
                seq, over = news[socket.attempt]
                socket.notify(seq, over=over)

    async def _tell(self, reply: Reply) -> None:
        self.held = reply.seq
        self._told_end = self._told_end or reply.over
        for message in reply.messages:
            await self.send(message)
        if reply.deal is not None:
            self._hub.tell(f"board.{reply.deal}")
