"""What keeps a server's process from standing still for a moment, with everybody who plays in it."""

from __future__ import annotations

import gc
import sys
from typing import Final

from django.urls import get_resolver

GENERATIONS: Final = (10_000, 5, 20)
"""Objects more than there were until the youngest are looked through; how often those, until the next; and
again. With less, moves that wait for the disk by the hundred make the collector come by, though none of them
leaves rubbish, and it takes a sixth of the time. With more, a crowd of sockets that have gone is cleared away
at once, which takes a fifth of a second; and a look at all that two thousand hold takes a tenth."""
TURN: Final = 0.0001
"""Seconds that a thread keeps the interpreter when another wants it. With Python's own 5 milliseconds a query
of the round past the sockets holds up a move for as long."""


def make_steady() -> None:
    """Load what the first page would, and count what is loaded by now as there for good."""
    _ = get_resolver().url_patterns
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GENERATIONS)
    sys.setswitchinterval(TURN)
