"""Standings that this process has worked out, the latest used first.

A standing is wholly determined by the attempt and the number of its last event, since the log of committed
events never changes: what is kept here cannot be out of date, only forgotten.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final
from uuid import UUID

from solitaire.play.table import Standing

ROOM: Final = 1024


class Memory:
    """A bounded mapping from (attempt, seq) to its standing, safe to use from several threads."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[tuple[UUID, int], Standing] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, attempt: UUID, seq: int) -> Standing | None:
        """The standing, where it is remembered."""
        with self._lock:
            standing = self._kept.get((attempt, seq))
            if standing is not None:
                self._kept.move_to_end((attempt, seq))
            return standing

    def put(self, attempt: UUID, standing: Standing) -> None:
        """Remember the standing after a committed event."""
        with self._lock:
            self._kept[attempt, standing.seq] = standing
            self._kept.move_to_end((attempt, standing.seq))
            while len(self._kept) > self._room:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


memory = Memory()
