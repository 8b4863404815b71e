"""One websocket of ``patience.v1``: frames in and out, and nothing a client sends can break it.

An ASGI application of its own: the stock consumer asks one thread of the process for leave at every message,
which costs more than a move does.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final, Union

import msgspec
import structlog
from django.db import InterfaceError, OperationalError

from solitaire.sockets.database import run
from solitaire.sockets.rate import Bucket
from solitaire.sockets.sessions import Proof, proofs_of, session_key

log = structlog.get_logger(__name__)

SUBPROTOCOL: Final = "patience.v1"
LARGEST: Final = 4 * 1024
"""Bytes of a frame that is read."""
LARGEST_BORNE: Final = 64 * 1024
"""Bytes of a frame that is answered; a larger one closes the socket."""
RATE: Final = 20.0
BURST: Final = 40
"""No hand is faster than this many messages a second, and at once."""
OVERFLOW: Final = 200
"""How many messages too many close the socket."""

UNDER_WAY: Final = 5.0
"""Seconds that the answer under way has when the server goes down."""

# An application behind Daphne may close with 1000 and 3000-4999 alone, so that 40xx stands here for 10xx.
TOO_BIG, INTERNAL, RESTART, WRONG_PROTOCOL, NO_SESSION, NOT_YOURS, NOT_FOUND, TOO_SLOW, TOO_MANY = (
    4009, 4011, 4012, 4400, 4401, 4403, 4404, 4408, 4429,
)  # fmt: skip

Message = dict[str, Any]


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    """``{"t":"ping"}``"""


class Refusal(Exception):
    """A message that is answered by ``err``."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


class Socket:
    """The manners of every socket. A subclass says what messages there are and what is done about them."""

    heard: ClassVar[dict[str, type[msgspec.Struct]]] = {"ping": Ping}
    _decoder: ClassVar[msgspec.json.Decoder[Any]]

    def __init_subclass__(cls) -> None:
        cls._decoder = msgspec.json.Decoder(Union[tuple(cls.heard.values())])  # noqa: UP007

    def __init__(self, scope: Message, receive: Any, send: Any) -> None:
        self.scope = scope
        self.session = session_key(scope)
        self.player: int | None = None
        self.proof: Proof | None = None
        """By what the session is known to be the player's."""
        self._receive, self._send = receive, send
        self._bucket = Bucket(RATE, BURST)
        self._complained_at = float("-inf")
        self._closing = False
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def log(self) -> Any:
        """Where this socket's troubles are told; made when there is one."""
        return log.bind(path=self.scope["path"])

    async def recognise(self) -> None:
        """Find out whose session it is."""
        if self.session is not None:
            self.proof = (await run(proofs_of, [self.session])).get(self.session)
            self.player = self.proof.player if self.proof else None

    # ---- for subclasses --------------------------------------------------------------------------

    async def opened(self) -> None:
        """The socket is accepted; it may be closed again at once."""

    async def handle(self, message: msgspec.Struct) -> None:
        """Do what a well-formed message asks for. May raise Refusal."""
        await self.send({"t": "pong"})

    def closed(self) -> None:
        """The socket is gone."""

    @classmethod
    async def look(cls, sockets: list[Any]) -> None:
        """Called every few seconds with some open sockets of this class: look for what no hint told of."""

    # ---- out -------------------------------------------------------------------------------------

    async def send(self, message: Message) -> None:
        """Send a message, unless the socket is closing."""
        await self.send_text(msgspec.json.encode(message).decode())

    async def send_text(self, text: str) -> None:
        """Send a message that is already JSON."""
        if not self._closing:
            await self._out({"type": "websocket.send", "text": text})

    async def error(self, code: str, why: str, **more: Any) -> None:
        """Answer what cannot be done."""
        await self.send({"t": "err", "code": code, "why": why, **more})

    async def close(self, code: int) -> None:
        """Close the socket; after that nothing more is sent or heard."""
        if not self._closing:
            self._closing = True
            await self._out({"type": "websocket.close", "code": code})

    async def _out(self, frame: Message) -> None:
        try:
            await self._send(frame)
        except Exception as error:  # the client is gone, which each server says in its own way
            self._closing = True
            self.log.debug("socket is gone", error=repr(error))

    async def farewell(self) -> None:
        """Answer what is under way, tell the client that the server goes down, and that he may come back in a
        moment. Never fails."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(UNDER_WAY), self._turn:
                pass
        await self.send({"t": "restart"})
        await self.close(RESTART)

    def soon(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work of this socket by itself, until it is done or the socket is gone."""
        task = asyncio.create_task(self._watched(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watched(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except (OperationalError, InterfaceError) as error:
            # What was to be told is told when the next hint or the next round comes.
            self.log.warning("database did not answer", error=str(error))
        except Exception:
            self.log.exception("socket's work failed")

    # ---- in --------------------------------------------------------------------------------------

    async def run(self) -> None:
        """From the handshake to the end."""
        try:
            await self._receive()
            await self._accept()
            while (frame := await self._receive())["type"] != "websocket.disconnect":
                if not self._closing:
                    await self._frame(frame)
        except asyncio.CancelledError:
            # The server is going down, and waits for us to finish.
            await self.farewell()
            raise
        finally:
            self._closing = True
            for task in tuple(self._tasks):
                task.cancel()
            self.closed()

    async def _accept(self) -> None:
        offered = SUBPROTOCOL in self.scope.get("subprotocols", ())
        await self._send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL if offered else None})
        if not offered:
            await self.error("forbidden", f"This server speaks {SUBPROTOCOL}.")
            return await self.close(WRONG_PROTOCOL)
        try:
            await self.opened()
        except Exception:
            self.log.exception("socket could not be opened")
            await self.error("internal", "Something went wrong on our side.")
            await self.close(INTERNAL)

    async def _frame(self, frame: Message) -> None:
        text, binary = frame.get("text"), frame.get("bytes")
        size = len(binary or b"") if text is None else _size(text)
        if size > LARGEST_BORNE:
            return await self.close(TOO_BIG)
        if not self._bucket.take():
            return await self._too_fast()
        if size > LARGEST:
            return await self._refusal(Refusal("too_big", f"A message has at most {LARGEST} bytes."), None)
        if text is None:
            return await self._refusal(Refusal("bad_json", "A message is text, not binary."), None)
        try:
            message = self._decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            # Read it once more, with care: to say what is wrong, and with which intent.
            id: str | None = None
            try:
                document = parse(text)
                id = document.get("id") if isinstance(document.get("id"), str) else None
                message = self._read(document)
            except Refusal as refusal:
                return await self._refusal(refusal, id)
        try:
            async with self._turn:
                await self.handle(message)
        except Exception as error:
            intent = getattr(message, "id", None)
            await self.failed(error, None if intent is None else str(intent))

    async def failed(self, error: Exception, id: str | None) -> None:
        """Answer by ``err``, to the intent of this id, what could not be done or went wrong."""
        if isinstance(error, Refusal):
            return await self._refusal(error, id)
        if isinstance(error, OperationalError | InterfaceError):
            self.log.warning("database did not answer", error=str(error))
            return await self._refusal(Refusal("busy", "The server is busy; try again."), id)
        self.log.error("message failed", exc_info=error)
        await self._refusal(Refusal("internal", "Something went wrong on our side."), id)

    async def _refusal(self, refusal: Refusal, id: str | None) -> None:
        await self.error(refusal.code, refusal.why, **({"id": id} if id is not None else {}))

    async def _too_fast(self) -> None:
        if self._bucket.overflow > OVERFLOW:
            return await self.close(TOO_MANY)
        now = asyncio.get_running_loop().time()
        if now - self._complained_at >= 1:
            self._complained_at = now
            await self.error("rate", "Too many messages; wait a moment.")

    def _read(self, document: Message) -> msgspec.Struct:
        kind = document.get("t")
        if not isinstance(kind, str):
            raise Refusal("bad_schema", "A message has a type: the text field t.")
        if kind not in self.heard:
            raise Refusal("unknown_type", f"There is no message {kind[:40]!r} here.")
        try:
            return msgspec.convert(document, self.heard[kind])
        except msgspec.ValidationError as error:
            raise Refusal("bad_schema", str(error)) from None


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def parse(text: str) -> Message:
    """The JSON object written as ``text``: no NaN, no number out of range, no nesting without end.

    Raises Refusal.
    """
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_json", f"Not JSON: {str(error)[:200]}") from None
    if not isinstance(document, dict):
        raise Refusal("bad_json", "A message is a JSON object.")
    return document
