"""What keeps a server's process from standing still for a moment, with everybody who plays in it."""

from __future__ import annotations

import gc
import sys
from typing import Final

from django.urls import get_resolver

GENERATIONS: Final = (50_000, 2, 2)
"""Objects more than there were until the youngest are looked through; how often those, until the next; and
again. A move leaves no rubbish that needs it, but five hundred moves that wait for the disk are so many
objects that with less than this the collector would come by because of them, and take a sixth of the time;
a look at all that two thousand sockets hold takes a tenth of a second."""
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
