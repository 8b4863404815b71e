"""The service as it is shipped, but for the one limit that no load could pass: the speed of a hand."""

from __future__ import annotations

from solitaire.asgi import application
from solitaire.sockets import socket

__all__ = ["application"]

socket.RATE, socket.BURST = 1e6, 1_000_000  # type: ignore[misc]
