"""The attempts that this process has had to do with lately, as far as it knows them.

What is kept by (attempt, seq) cannot be out of date, only forgotten, since the log of committed events never
changes. That it is the *newest* event of the attempt is a belief, which whoever writes holds against the
database.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final, NamedTuple
from uuid import UUID

from solitaire.play.table import Facts, Standing

ROOM: Final = 4096
"""Attempts that are kept, the latest used last."""


class Latest(NamedTuple):
    """An attempt as this process knows it.

    standing  after its newest event
    before    after the one before that, which is wanted when the newest is asked for again; None: forgotten
    facts     the rest; None: forgotten
    """

    standing: Standing
    before: Standing | None = None
    facts: Facts | None = None


class Memory:
    """A bounded mapping from attempts to what is known of them, safe to use from several threads."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[int, Latest] = OrderedDict()
        """By the number of the attempt's id: to hash that costs nothing, and to hash a UUID a call."""
        self._lock = threading.Lock()

    def latest(self, attempt: UUID) -> Latest | None:
        """What is known of an attempt."""
        with self._lock:
            found = self._kept.get(attempt.int)
            if found is not None:
                self._kept.move_to_end(attempt.int)
            return found

    def get(self, attempt: UUID, seq: int) -> Standing | None:
        """The standing after event ``seq``, where it is remembered."""
        found = self.latest(attempt)
        if found is not None:
            for standing in (found.standing, found.before):
                if standing is not None and standing.seq == seq:
                    return standing
        return None

    def put(self, attempt: UUID, standing: Standing, facts: Facts | None = None) -> None:
        """Remember the standing after a committed event, and what else was read with it."""
        with self._lock:
            old = self._kept.get(attempt.int)
            if old is None:
                found = Latest(standing, None, facts)
            elif standing.seq > old.standing.seq:
                before = old.standing if standing.seq == old.standing.seq + 1 else None
                found = Latest(standing, before, facts or old.facts)
            else:
                found = old._replace(facts=facts or old.facts)
            self._kept[attempt.int] = found
            self._kept.move_to_end(attempt.int)
            if len(self._kept) > self._room:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


memory = Memory()
