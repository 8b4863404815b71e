"""Who stands where on a deal.

Rank: won before not won; unassisted before assisted; more cards home; fewer moves; less time. Equal keys
share the rank (1, 2, 2, 4), and the hour of finishing is nothing. The second board orders winners by time.

A deal may have been played by very many. So nothing here joins the players of a whole deal (Attempt.seat says
who stands on a board), every query goes along one of the two indexes of Attempt, and no row is read but those
that are shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Value

from solitaire.daily.models import Deal
from solitaire.play.models import MOVES_BITS, Attempt
from solitaire.players.models import Player

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "rank": ("worth", "time_ms"),
    "time": ("time_ms",),
}
"""What each order compares; less is better."""

SHOWN: Final = ("won", "assisted", "score", "moves", "time_ms", "worth", "player__username")
"""What a line of a board needs."""

NEAR: Final = 2
"""How many above and below me are near me."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a board, and the attempt it tells of."""

    attempt: UUID
    rank: int
    player: str
    won: bool
    assisted: bool
    score: int
    moves: int
    time_ms: int
    me: bool = False

    def as_message(self) -> dict[str, Any]:
        """The line in a ``board`` message."""
        return {key: value for key, value in asdict(self).items() if key != "attempt"}


@dataclass(frozen=True)
class Board:
    """A page of a board as one viewer may see it; most fields are those of docs/protocol.md.

    within  how many have won in par or fewer moves
    mine    the viewer's own official attempt
    """

    deal: int
    status: str
    provisional: bool
    players: int
    finished: int = 0
    won: int = 0
    rows: list[Row] = field(default_factory=list)
    me: dict[str, int] | None = None
    near: list[Row] = field(default_factory=list)
    locked: bool = False
    page: int = 1
    pages: int = 1
    within: int = 0
    mine: Attempt | None = None

    @property
    def percent_within(self) -> int:
        """The share of the winners who were within par."""
        return round(100 * self.within / self.won) if self.won else 0

    @property
    def next(self) -> int | None:
        """The number of the page after this."""
        return self.page + 1 if self.page < self.pages else None

    @property
    def previous(self) -> int | None:
        """The number of the page before this."""
        return self.page - 1 if self.page > 1 else None

    def as_message(self) -> dict[str, Any]:
        """The ``board`` message."""
        counts = () if self.locked else ("finished", "won")
        told = ("deal", "status", "provisional", "players", *counts, "locked", "me")
        message = {"t": "board", **{name: getattr(self, name) for name in told}}
        for name, rows in (("rows", self.rows), ("near", self.near)):
            message[name] = [row.as_message() for row in rows]
        return message


Key = tuple[int, ...]
"""What a result is compared by; less is better."""


def key_of(attempt: Attempt, order: str = "rank") -> Key:
    """By what an attempt is ranked."""
    return tuple([getattr(attempt, key) for key in KEYS[order]])


def official(deal: Deal) -> QuerySet[Attempt]:
    """The attempts that count as play: begun, not struck out, by players who are not shut out."""
    return Attempt.objects.filter(
        deal=deal, kind=Attempt.Kind.OFFICIAL, started_at__isnull=False, voided_at__isnull=True
    ).exclude(seat=Attempt.Seat.OUT)


def standing(deal: Deal, order: str = "rank") -> QuerySet[Attempt]:
    """The attempts on a board, best first. Guests and bots do not stand on it.

    Those that share a rank come in any order, but always in the same.
    """
    found = Attempt.objects.filter(
        deal=deal,
        kind=Attempt.Kind.OFFICIAL,
        finished_at__isnull=False,
        voided_at__isnull=True,
        seat=Attempt.Seat.BOARD,
    )
    if order == "time":
        found = found.filter(won=True)
    return in_order(found, order)


def in_order(attempts: QuerySet[Attempt], order: str) -> QuerySet[Attempt]:
    """The attempts, the best first."""
    return attempts.order_by(*KEYS[order], "pk")


def place(attempt: Attempt, order: str = "rank") -> int | None:
    """The rank of an attempt that is over, or the one it would have if its guest were an account.

    None where it has none: struck out, not official, or (by time) not won.
    """
    if not _has_place(attempt, order):
        return None
    return _better(attempt.deal, attempt, order) + 1


def counts(deal: Deal) -> dict[str, int]:
    """How many play a deal, have finished it, have won it, and have won it ``within`` par; and under the
    name of each order, how many stand on the board in that order."""
    par = -1 if deal.par is None else deal.par
    # All of it is in the index, in this order; of the moves `worth` tells, so that no row is read.
    groups = (
        official(deal)
        .alias(counted_moves=F("worth").bitand(2**MOVES_BITS - 1))
        .order_by()
        .values("seat", "won")
        .annotate(
            players=Count("*"),
            finished=Count("finished_at"),
            within=Count(Value(1), filter=Q(counted_moves__lte=par)),
        )
    )
    found = dict.fromkeys(("players", "finished", "won", "within", *KEYS), 0)
    for group in groups:
        found["players"] += group["players"]
        found["finished"] += group["finished"]
        if group["won"]:
            found["won"] += group["players"]
            found["within"] += group["within"]
        if group["seat"] == Attempt.Seat.BOARD:
            found["rank"] += group["finished"]
            found["time"] += group["finished"] if group["won"] else 0
    return found


def is_locked(deal: Deal, mine: Attempt | None) -> bool:
    """Whether names and numbers are still kept from a player with this official attempt."""
    return not (deal.is_settled or (mine is not None and mine.is_over))


def board(deal: Deal, viewer: Player | None, order: str = "rank", page: int = 1, per_page: int = 50) -> Board:
    """A page of a deal's board, as the viewer may see it. A page that is not there gives the nearest one.

    At most six queries, however many have played.
    """
    mine = None if viewer is None else official_attempts(deal, [viewer.pk]).first()
    facts: dict[str, Any] = {"deal": deal.pk, "status": deal.status, "provisional": not deal.is_settled}
    numbers = counts(deal)
    totals = {order: numbers.pop(order) for order in KEYS}
    if is_locked(deal, mine):
        return Board(**facts, players=numbers["players"], locked=True, mine=mine)
    pages = max(1, -(-totals[order] // per_page))
    page = min(max(page, 1), pages)
    first = (page - 1) * per_page
    found = rows(deal, order, first, first + per_page, mine, totals[order])
    me, near = place_beside(found, mine, order)
    return Board(**facts | numbers, rows=found, me=me, near=near, page=page, pages=pages, mine=mine)


def place_beside(
    shown: list[Row], mine: Attempt | None, order: str = "rank"
) -> tuple[dict[str, int] | None, list[Row]]:
    """What a board tells of an attempt besides the rows that are shown: the rank that it has, or would have,
    and where it is not among them, the lines just above and just below, with its own if it has one."""
    if mine is None or not _has_place(mine, order):
        return None, []
    near: list[Row] = []
    found = next((row for row in shown if row.attempt == mine.pk), None)
    if found is None:
        before = _better(mine.deal, mine, order, within_rank=mine.seat == Attempt.Seat.BOARD)
        near = rows(mine.deal, order, max(before - NEAR, 0), before + NEAR + 1, mine)
        found = next((row for row in near if row.me), None)
    return {"rank": found.rank if found else before + 1}, near


def rows(
    deal: Deal, order: str, first: int, last: int, mine: Attempt | None = None, total: int = 0
) -> list[Row]:
    """The lines of a board from place ``first`` (0: the best) up to ``last``, by rank and then by name.

    Where it is known how many there are in ``total``, the way to what is near the end is short.
    """
    # One more than is shown: whether the first shares its rank with what is above it.
    start = max(first - 1, 0)
    ranked = standing(deal, order)
    if start > total // 2 > 0:
        window = ranked.reverse().values("pk")[max(total - last, 0) : max(total - start, 0)]
    else:
        window = ranked.values("pk")[start:last]
    lines = in_order(Attempt.objects.filter(pk__in=window), order).select_related("player").only(*SHOWN)
    found: list[Row] = []
    rank, last_key = 0, None
    for at, attempt in enumerate(lines, start):
        key = key_of(attempt, order)
        if key != last_key:
            rank, last_key = at + 1, key
        elif at == first and at:
            rank = _better(deal, attempt, order) + 1
        if at >= first:
            found.append(_row(attempt, rank, mine))
    return sorted(found, key=lambda row: (row.rank, row.player))


def _row(attempt: Attempt, rank: int, mine: Attempt | None) -> Row:
    return Row(
        attempt=attempt.pk,
        rank=rank,
        player=attempt.player.username,
        won=attempt.won,
        assisted=attempt.assisted,
        score=attempt.score,
        moves=attempt.moves,
        time_ms=attempt.time_ms or 0,
        me=mine is not None and attempt.pk == mine.pk,
    )


def official_attempts(deal: Deal, players: Iterable[int]) -> QuerySet[Attempt]:
    """The official attempts of these players at a deal, whatever has become of them."""
    found = Attempt.objects.filter(deal=deal, player__in=players, kind=Attempt.Kind.OFFICIAL)
    return found.select_related("deal", "player").defer("snapshot")


def _has_place(attempt: Attempt, order: str) -> bool:
    if not attempt.is_over or not attempt.is_official or attempt.is_void or attempt.player.is_banned:
        return False
    return order != "time" or attempt.won


def _better(deal: Deal, attempt: Attempt, order: str, within_rank: bool = False) -> int:
    """How many on a board are strictly better: better by a key, and equal by all those before it. With
    ``within_rank`` those too that share the rank and come first all the same."""
    keys = (*KEYS[order], "pk") if within_rank else KEYS[order]
    better = Q()
    equal: dict[str, Any] = {}
    for key in keys:
        value = getattr(attempt, key)
        better |= Q(**equal, **{f"{key}__lt": value})
        equal[key] = value
    # By the first key alone it is known what stretch of the index to look at.
    bound = {f"{keys[0]}__lte": equal[keys[0]]}
    return standing(deal, order).order_by().filter(better, **bound).count()
