"""What keeps a server's process from standing still for a moment, with everybody who plays in it."""

from __future__ import annotations

import gc
import sys
from typing import Final

from django.urls import get_resolver

GENERATIONS: Final = (1_000, 5, 200)
"""Objects until the youngest are looked through; how often those, until the next; and again. A look at all
that two thousand sockets hold takes a tenth of a second, and a move leaves no rubbish that needs it."""
TURN: Final = 0.0005
"""Seconds that a thread keeps the interpreter when another wants it. With Python's own 5 milliseconds a query
of the round past the sockets holds up a move for as long."""


def make_steady() -> None:
    """Load what the first page would, and count what is loaded by now as there for good."""
    _ = get_resolver().url_patterns
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GENERATIONS)
    sys.setswitchinterval(TURN)
