"""Which websocket is where."""

from __future__ import annotations

import re
from typing import Any, Final
from uuid import UUID

from solitaire.daily.consumers import BoardSocket
from solitaire.play.consumers import PlaySocket
from solitaire.sockets.socket import NOT_FOUND

PLAY: Final = re.compile(r"/ws/play/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")
BOARD: Final = re.compile(r"/ws/board/([0-9]{1,18})/")


async def sockets(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Hand a handshake to the socket of its path; where there is none, say so and close."""
    if match := PLAY.fullmatch(scope["path"]):
        await PlaySocket(scope, receive, send, UUID(match[1])).run()
    elif match := BOARD.fullmatch(scope["path"]):
        await BoardSocket(scope, receive, send, int(match[1])).run()
    else:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": NOT_FOUND})
