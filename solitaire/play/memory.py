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


class Seat(NamedTuple):
    """An attempt as this process knows it.

    standing  after its newest event
    before    after the one before that, which is wanted when the newest is asked for again; None: forgotten
    facts     the rest, while it goes on; None: forgotten, or over
    """

    standing: Standing
    before: Standing | None = None
    facts: Facts | None = None


class Memory:
    """A bounded mapping from attempts to seats, safe to use from several threads."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._seats: OrderedDict[UUID, Seat] = OrderedDict()
        self._lock = threading.Lock()

    def seat(self, attempt: UUID) -> Seat | None:
        """What is known of an attempt."""
        with self._lock:
            seat = self._seats.get(attempt)
            if seat is not None:
                self._seats.move_to_end(attempt)
            return seat

    def get(self, attempt: UUID, seq: int) -> Standing | None:
        """The standing after event ``seq``, where it is remembered."""
        seat = self.seat(attempt)
        if seat is not None:
            for standing in (seat.standing, seat.before):
                if standing is not None and standing.seq == seq:
                    return standing
        return None

    def put(self, attempt: UUID, standing: Standing, facts: Facts | None = None) -> Seat:
        """Remember the standing after a committed event, and what else was read with it; the seat now."""
        with self._lock:
            old = self._seats.get(attempt)
            if old is None:
                seat = Seat(standing, None, facts)
            elif standing.seq > old.standing.seq:
                before = old.standing if standing.seq == old.standing.seq + 1 else None
                seat = Seat(standing, before, facts or old.facts)
            else:
                seat = old._replace(facts=facts or old.facts)
            self._seats[attempt] = seat
            self._seats.move_to_end(attempt)
            if len(self._seats) > self._room:
                self._seats.popitem(last=False)
            return seat

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._seats.clear()


memory = Memory()
