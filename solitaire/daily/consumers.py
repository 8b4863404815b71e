"""``/ws/board/<deal>/``: a board as it changes (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
import structlog

from solitaire.daily.live import Field, Place, field, places
from solitaire.sockets.database import run
from solitaire.sockets.hub import hub
from solitaire.sockets.loops import per_loop
from solitaire.sockets.socket import NOT_FOUND, Socket
from solitaire.sockets.watch import watch

log = structlog.get_logger(__name__)

AT_MOST_EVERY: Final = 1.0
"""Seconds between two looks at a board, however much happens on it."""
AT_LEAST_EVERY: Final = 5.0
"""Seconds after which a board that is watched is looked at even if nothing is heard of it."""


class Gallery:
    """The watchers of one board in this process: one look serves them all."""

    def __init__(self, deal: int) -> None:
        self.deal = deal
        self.field: Field | None = None
        self.places: dict[int, Place] = {}
        self._watchers: set[BoardSocket] = set()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def enter(self, watcher: BoardSocket, found: Field, theirs: dict[int, Place]) -> None:
        """Show this socket the board from now on."""
        self.field = found
        self.places |= theirs
        self._watchers.add(watcher)
        if self._task is None:
            hub().listen(f"board.{self.deal}", self._hint)
            self._task = asyncio.create_task(self._show())

    def leave(self, watcher: BoardSocket) -> None:
        """Show it no longer; the last to leave puts out the light."""
        self._watchers.discard(watcher)
        if not self._watchers and self._task is not None:
            hub().forget(f"board.{self.deal}", self._hint)
            self._task.cancel()
            self._task = None
            galleries().pop(self.deal, None)

    def _hint(self, seq: int, text: str | None) -> None:
        self._changed.set()

    async def _show(self) -> None:
        while True:
            await asyncio.sleep(AT_MOST_EVERY)
            try:
                async with asyncio.timeout(AT_LEAST_EVERY - AT_MOST_EVERY):
                    await self._changed.wait()
            except TimeoutError:
                pass
            self._changed.clear()
            try:
                found = await run(field, self.deal)
                if found is None:
                    continue
                players = {watcher.player for watcher in self._watchers if watcher.player is not None}
                theirs = await run(places, found, players, self.places)
            except Exception as error:  # the database may be back for the next look
                log.warning("board not read", deal=self.deal, error=repr(error))
                continue
            if (found, theirs) != (self.field, self.places):
                self.field = found
                for watcher in tuple(self._watchers):
                    await watcher.show(found, theirs)
            self.places = theirs


def _none_yet() -> dict[int, Gallery]:
    return {}


galleries = per_loop(_none_yet)
"""The boards that are watched in the running event loop, by deal."""


class BoardSocket(Socket):
    """One watcher of a board. Nobody need be logged in to watch."""

    def __init__(self, scope: dict[str, Any], receive: Any, send: Any, deal: int) -> None:
        super().__init__(scope, receive, send)
        self.deal = deal
        self.gallery: Gallery | None = None
        self._shown = ""

    async def opened(self) -> None:
        await self.recognise()
        gallery = galleries().get(self.deal)
        found = gallery.field if gallery is not None else await run(field, self.deal)
        if found is None:
            await self.error("not_found", "There is no such board.")
            return await self.close(NOT_FOUND)
        theirs = {} if self.player is None else await run(places, found, [self.player])
        self.gallery = galleries().setdefault(self.deal, Gallery(self.deal))
        self.gallery.enter(self, found, theirs)
        watch().add(self)
        await self.show(found, theirs)

    async def show(self, found: Field, theirs: dict[int, Place]) -> None:
        """Send the board with this watcher's place, if it is not what he has seen last."""
        place = None if self.player is None else theirs.get(self.player)
        text = msgspec.json.encode(found.board(place).as_message()).decode()
        if text != self._shown:
            self._shown = text
            await self.send_text(text)

    def closed(self) -> None:
        watch().discard(self)
        if self.gallery is not None:
            self.gallery.leave(self)
