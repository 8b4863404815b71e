"""The yardstick: an ASGI application that answers JSON with JSON, and knows nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

PADDING = "x" * 200
"""So that an answer has the 300 bytes of a lean game server's."""


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Accept everybody; answer ``join`` with ``state``, and everything else with ``ack``."""
    if scope["type"] != "websocket":
        return await answer_http(scope, receive, send)
    await receive()
    await send({"type": "websocket.accept", "subprotocol": "patience.v1"})
    while (frame := await receive())["type"] == "websocket.receive":
        message = msgspec.json.decode(frame["text"])
        answer = {"t": "state"}
        if message["t"] != "join":
            answer = {"t": "ack", "id": message["id"], "seq": message["base"] + 1, "padding": PADDING}
        await send({"type": "websocket.send", "text": msgspec.json.encode(answer).decode()})


async def answer_http(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Whoever asks whether we are there."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
