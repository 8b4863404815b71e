"""Which pages may open a websocket: those of an explicit list of origins, and nobody without an origin."""

from __future__ import annotations

from typing import Any

from django.conf import settings


def is_allowed(origin: str, allowed: list[str]) -> bool:
    """Whether an Origin header is on the list; ``:*`` on the list is any port.

    >>> is_allowed("http://localhost:8000", ["http://localhost:*"])
    True
    >>> is_allowed("https://cadogan.example.evil.example", ["https://cadogan.example"])
    False
    """
    origin = origin.lower().rstrip("/")
    host, _, port = origin.rpartition(":")
    return origin in allowed or (port.isdigit() and f"{host}:*" in allowed)


class OriginGate:
    """Turns away websockets from elsewhere before they are accepted."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        if len(origins) == 1 and is_allowed(origins[0], settings.ORIGINS):
            await self.application(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403})
