"""A board that is watched: worked out once for all its watchers, at most once a second.

``Field`` is what they all see. A watcher whose own line is not among the rows has a ``Place`` besides, which
costs a query or two; so with very many watchers those are looked up in turn.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as having
from typing import Any, Final
from uuid import UUID

from solitaire.daily.crowd import KEYS, counts
from solitaire.daily.leaderboards import Board, Row, official_attempts, place_beside, rows
from solitaire.daily.models import Deal

TOP: Final = 50
"""How many rows a watcher gets."""
PLACES_FOR: Final = 0.1
"""Seconds that looking up places may take at a time."""


@dataclass(frozen=True)
class Field:
    """A deal's board: the numbers, and the first ``rows``."""

    deal: Deal
    counts: dict[str, int]
    rows: list[Row]

    def board(self, place: Place | None = None) -> Board:
        """The board as a player with that place may see it; None is a visitor, or has not finished."""
        deal = self.deal
        facts: dict[str, Any] = {
            "deal": deal.pk,
            "status": deal.status,
            "provisional": not deal.is_settled,
        }
        if not deal.is_settled and place is None:
            return Board(**facts, players=self.counts["players"], locked=True)
        shown, me = self.rows, None
        near: list[Row] = []
        if place is not None:
            shown = [replace(row, me=row.attempt == place.attempt) for row in self.rows]
            mine = next((row for row in shown if row.me), None)
            me, near = ({"rank": mine.rank}, []) if mine else (place.me, place.near)
        return Board(**facts | self.counts, rows=shown, me=me, near=near)


@dataclass(frozen=True)
class Place:
    """What a player who has finished sees of a board besides the rows; ``asked`` says how old it is."""

    attempt: UUID
    me: dict[str, int] | None = None
    near: list[Row] = having(default_factory=list)
    asked: float = having(default=0.0, compare=False)


def field(deal_id: int) -> Field | None:
    """The board of a deal now; None when there is no such deal. A handful of queries, however many play."""
    deal = Deal.objects.filter(pk=deal_id).first()
    if deal is None:
        return None
    numbers = {name: number for name, number in counts(deal).items() if name not in KEYS}
    return Field(deal, numbers, rows(deal, "rank", 0, TOP))


def places(found: Field, players: Iterable[int], kept: Mapping[int, Place] | None = None) -> dict[int, Place]:
    """The places of those players who have finished. Where there are too many to look all of them up now,
    it is done for those whose place is oldest, and the others keep the one they had."""
    kept = kept or {}
    over = official_attempts(found.deal, players).filter(finished_at__isnull=False)
    until = time.monotonic() + PLACES_FOR
    result: dict[int, Place] = {}
    for mine in sorted(over, key=lambda mine: kept[mine.player_id].asked if mine.player_id in kept else 0.0):
        now = time.monotonic()
        if now > until and mine.player_id in kept:
            result[mine.player_id] = kept[mine.player_id]
        else:
            result[mine.player_id] = Place(mine.pk, *place_beside(found.rows, mine), now)
    return result
