"""A board that is watched: worked out once for all its watchers, at most once a second.

``Field`` is the whole of a board as one query gives it; what one viewer sees of it costs no query.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from solitaire.daily.leaderboards import KEYS, NEAR, Board, Row, counts, official, row_of, standing
from solitaire.daily.models import Deal
from solitaire.play.models import Attempt

TOP = 50
"""How many rows a watcher gets."""

Key = tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """A deal's board, best first.

    rows  those who stand on it, and ``keys`` what they are compared by (less is better)
    at    where each player stands in ``rows``
    off   the keys of guests and bots, who have a place and do not stand on it
    over  everybody whose attempt is over
    """

    deal: int
    status: str
    counts: dict[str, int]
    rows: list[Row]
    keys: list[Key]
    at: dict[int, int]
    off: dict[int, Key]
    over: frozenset[int]

    def board(self, player: int | None) -> Board:
        """The board as that player may see it: the same as ``leaderboards.board`` gives."""
        settled = self.status == Deal.Status.SETTLED
        facts: dict[str, Any] = {"deal": self.deal, "status": self.status, "provisional": not settled}
        mine = None if player is None else self.at.get(player)
        key = None if player is None else self.off.get(player)
        if not settled and player not in self.over:
            return Board(**facts, players=self.counts["players"], locked=True)
        top = self.rows[:TOP]
        me, near = None, []
        if mine is not None:
            me = {"rank": self.rows[mine].rank}
            if mine < TOP:
                top[mine] = replace(top[mine], me=True)
            else:
                near = self._near(mine, mine)
        elif key is not None:
            above = bisect_left(self.keys, key)
            me, near = {"rank": above + 1}, self._near(above, None)
        return Board(
            **facts | self.counts, rows=top, me=me, near=near, pages=max(1, -(-len(self.rows) // TOP))
        )

    def _near(self, above: int, mine: int | None) -> list[Row]:
        places = range(max(above - NEAR, 0), min(above + NEAR + 1, len(self.rows)))
        return [replace(self.rows[at], me=True) if at == mine else self.rows[at] for at in places]


def field(deal_id: int) -> Field | None:
    """The board of a deal now; None when there is no such deal. A handful of queries, however many play."""
    deal = Deal.objects.filter(pk=deal_id).first()
    if deal is None:
        return None
    ranked = list(standing(deal).select_related("player"))
    finished = Attempt.objects.filter(deal=deal, kind=Attempt.Kind.OFFICIAL, finished_at__isnull=False)
    off = official(deal).filter(Q(player__is_guest=True) | Q(player__is_bot=True), finished_at__isnull=False)
    return Field(
        deal=deal.pk,
        status=deal.status,
        counts=counts(deal),
        rows=[row_of(attempt, None) for attempt in ranked],
        keys=[_key(attempt) for attempt in ranked],
        at={attempt.player_id: at for at, attempt in enumerate(ranked)},
        off={attempt.player_id: _key(attempt) for attempt in off},
        over=frozenset(finished.values_list("player_id", flat=True)),
    )


def _key(attempt: Any) -> Key:
    return tuple(_value(attempt, key) for key in KEYS["rank"])


def _value(attempt: Any, key: str) -> int:
    value = int(getattr(attempt, key.lstrip("-")))
    return -value if key.startswith("-") else value
