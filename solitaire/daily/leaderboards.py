"""Who stands where on a deal.

Rank: won before not won; unassisted before assisted; more cards home; fewer moves; less time. Equal keys
share the rank (1, 2, 2, 4), and the hour of finishing is nothing. The second board orders winners by time.

A deal may have been played by very many. So nothing here joins the players of a whole deal (Attempt.seat says
who stands on a board), no row is read but those that are shown, and what is counted is counted by ``crowd``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from solitaire.daily.crowd import KEYS, NOBODY, Ahead, ahead, counted, key_of
from solitaire.daily.models import Deal
from solitaire.play.models import Attempt
from solitaire.players.models import Player

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
    return found.order_by(*KEYS[order], "pk")


def place(attempt: Attempt, order: str = "rank") -> int | None:
    """The rank of an attempt that is over, or the one it would have if its guest were an account.

    None where it has none: struck out, not official, or (by time) not won.
    """
    if not _has_place(attempt, order):
        return None
    (found,) = ahead(attempt.deal, order, [attempt])
    return found.better + 1


def is_locked(deal: Deal, mine: Attempt | None) -> bool:
    """Whether names and numbers are still kept from a player with this official attempt."""
    return not (deal.is_settled or (mine is not None and mine.is_over))


def board(deal: Deal, viewer: Player | None, order: str = "rank", page: int = 1, per_page: int = 50) -> Board:
    """A page of a deal's board, as the viewer may see it. A page that is not there gives the nearest one.

    At most five queries, however many have played.
    """
    mine = None if viewer is None else official_attempts(deal, [viewer.pk]).first()
    facts: dict[str, Any] = {"deal": deal.pk, "status": deal.status, "provisional": not deal.is_settled}
    placed = mine if mine is not None and _has_place(mine, order) else None
    numbers, ahead_of_me = counted(deal, order, placed)
    totals = {order: numbers.pop(order) for order in KEYS}
    if is_locked(deal, mine):
        return Board(**facts, players=numbers["players"], locked=True, mine=mine)
    pages = max(1, -(-totals[order] // per_page))
    page = min(max(page, 1), pages)
    first = (page - 1) * per_page
    shown = _page(deal, order, first, first + per_page, totals[order])
    near = Run([], NOBODY)
    if placed is not None and ahead_of_me is not None and placed not in shown.lines:
        near = _near(placed, order, ahead_of_me)
    shown, near = _placed(deal, order, shown, near)
    return Board(
        **facts | numbers,
        rows=shown.rows(order, mine),
        me=None if ahead_of_me is None else {"rank": ahead_of_me.better + 1},
        near=near.rows(order, mine),
        page=page,
        pages=pages,
        mine=mine,
    )


def place_beside(shown: Iterable[Row], mine: Attempt) -> tuple[dict[str, int] | None, list[Row]]:
    """What a board tells of an attempt besides the rows that are shown: the rank that it has, or would have,
    and where it is not among them, the lines just above and just below, with its own if it has one."""
    if not _has_place(mine, "rank"):
        return None, []
    for row in shown:
        if row.attempt == mine.pk:
            return {"rank": row.rank}, []
    (found,) = ahead(mine.deal, "rank", [mine])
    (near,) = _placed(mine.deal, "rank", _near(mine, "rank", found))
    return {"rank": found.better + 1}, near.rows("rank", mine)


def rows(deal: Deal, order: str, first: int, last: int) -> list[Row]:
    """The lines of a board from place ``first`` (0: the best) up to ``last``, by rank and then by name."""
    (shown,) = _placed(deal, order, _page(deal, order, first, last))
    return shown.rows(order)


class Run(NamedTuple):
    """Lines of a board that follow each other, and who is ahead of the first; None: not counted yet."""

    lines: list[Attempt]
    ahead: Ahead | None

    def rows(self, order: str, mine: Attempt | None = None) -> list[Row]:
        """The lines with their ranks, by rank and then by name."""
        assert self.ahead is not None
        found: list[Row] = []
        rank, last_key = self.ahead.better + 1, None
        for at, attempt in enumerate(self.lines, self.ahead.before):
            key = key_of(attempt, order)
            if last_key not in (None, key):
                rank = at + 1
            last_key = key
            found.append(_row(attempt, rank, mine))
        return sorted(found, key=lambda row: (row.rank, row.player))


def _page(deal: Deal, order: str, first: int, last: int, total: int = 0) -> Run:
    """The lines from place ``first`` up to ``last``. Where it is known how many there are in ``total``, the
    way to what is near the end is short."""
    start = max(first - 1, 0)
    ranked = standing(deal, order)
    if start > total // 2 > 0:
        window = ranked.reverse()[max(total - last, 0) : max(total - start, 0)]
    else:
        window = ranked[start:last]
    return _run(order, _lines(order, window), first - start, first)


def _near(mine: Attempt, order: str, found: Ahead) -> Run:
    """The lines just above an attempt and just below, with its own if it has one."""
    # By their keys, and not by their places, to which there is a long way to go.
    stands = mine.seat == Attempt.Seat.BOARD
    keys = (*KEYS[order], "pk") if stands else KEYS[order]
    ranked = standing(mine.deal, order)
    values = {key: getattr(mine, key) for key in keys}
    above = ranked.filter(_beyond(values, "lt")).reverse()[: NEAR + 1]
    below = ranked.filter(_beyond(values, "gt", or_equal=True))[: NEAR + 1]
    lines = _lines(order, above, below)
    higher = sum(tuple([getattr(line, key) for key in keys]) < tuple(values.values()) for line in lines)
    place = found.before if stands else found.better
    return _run(order, lines, max(higher - NEAR, 0), place - min(higher, NEAR))


def _run(order: str, lines: list[Attempt], over: int, before: int) -> Run:
    """The lines but for the first ``over``, which tell only whether the next shares its rank with them: then
    its rank has to be counted. Otherwise it follows from how many come ``before`` it."""
    above, lines = lines[:over], lines[over:]
    shares = above and lines and key_of(above[-1], order) == key_of(lines[0], order)
    return Run(lines, None if shares else Ahead(before, before))


def _placed(deal: Deal, order: str, *runs: Run) -> list[Run]:
    """The runs, all of them counted; at most one query."""
    found = iter(ahead(deal, order, [run.lines[0] for run in runs if run.ahead is None]))
    return [Run(run.lines, next(found)) if run.ahead is None else run for run in runs]


def _lines(order: str, *windows: QuerySet[Attempt]) -> list[Attempt]:
    """The attempts in some windows of a board, with what a line needs, the best first; one query. Of those
    that a window passes over the rows are not read."""
    first, *rest = [
        Attempt.objects.filter(pk__in=window.values("pk")).order_by().select_related("player").only(*SHOWN)
        for window in windows
    ]
    return sorted(first.union(*rest, all=True), key=lambda attempt: (*key_of(attempt, order), attempt.pk))


def _beyond(values: Mapping[str, Any], sign: str, or_equal: bool = False) -> Q:
    """Which attempts are on one side of those values, of which the first counts first."""
    found = Q()
    equal: dict[str, Any] = {}
    for key, value in values.items():
        found |= Q(**equal, **{f"{key}__{sign}": value})
        equal[key] = value
    # By the first key alone it is known where in the index to begin.
    first = next(iter(values))
    return Q(**{f"{first}__{sign}e": values[first]}) & (found | Q(**equal) if or_equal else found)


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
