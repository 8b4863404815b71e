"""Who stands where on a deal.

Rank: won before not won; unassisted before assisted; more cards home; fewer moves; less time. Equal keys
share the rank (1, 2, 2, 4), and the hour of finishing is nothing. The second board orders winners by time.

A deal may have been played by very many. So nothing here joins the players of a whole deal (Attempt.seat says
who stands on a board), no row is read but those that are shown, and what is counted is a stretch of an index
from end to end: nothing that a database counts is quicker, by groups or conditions it takes thrice as long.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Value

from solitaire.daily.models import Deal
from solitaire.play.models import LOST, Attempt, worth_of
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


def official(deal: Deal, *seats: str) -> QuerySet[Attempt]:
    """The attempts of these seats that count as play: begun, and not struck out."""
    return Attempt.objects.filter(
        deal=deal,
        kind=Attempt.Kind.OFFICIAL,
        started_at__isnull=False,
        voided_at__isnull=True,
        seat__in=seats,
    )


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
    (ahead,) = _ahead(attempt.deal, order, [attempt])
    return ahead.better + 1


def counts(deal: Deal) -> dict[str, int]:
    """How many play a deal, have finished it, have won it, and (where par is public) have won it ``within``
    par; and under the name of each order, how many stand on the board in that order."""
    board, aside = official(deal, Attempt.Seat.BOARD), official(deal, Attempt.Seat.ASIDE)
    every = official(deal, Attempt.Seat.BOARD, Attempt.Seat.ASIDE)
    parts = {
        "won": board.filter(worth__lt=LOST),
        "lost": board.filter(worth__gte=LOST),
        "won aside": aside.filter(worth__lt=LOST),
        "lost aside": aside.filter(worth__gte=LOST),
        "playing": every.filter(worth=None),
    }
    if deal.is_settled and deal.par is not None:
        for assisted in (False, True):
            # Who has won has all the cards home; so from no moves to par is a stretch.
            none, par = (worth_of(True, assisted, deal.engine.total, moves) for moves in (0, deal.par))
            parts[f"within {assisted}"] = every.filter(worth__range=(none, par))
    found = _count(parts)
    won, finished = found["won"], found["won"] + found["lost"]
    won_in_all = won + found["won aside"]
    finished_in_all = won_in_all + found["lost"] + found["lost aside"]
    return {
        "players": finished_in_all + found["playing"],
        "finished": finished_in_all,
        "won": won_in_all,
        "within": sum(found.get(f"within {assisted}", 0) for assisted in (False, True)),
        "rank": finished,
        "time": won,
    }


def _count(parts: Mapping[Any, QuerySet[Attempt]]) -> dict[Any, int]:
    """How many there are in each of the parts; one query for all, and none for none."""
    if not parts:
        return {}
    first, *rest = [
        part.order_by().annotate(at=Value(at)).values_list("at").annotate(number=Count("*"))
        for at, part in enumerate(parts.values())
    ]
    numbers = dict(first.union(*rest, all=True))
    return {name: numbers[at] for at, name in enumerate(parts)}


def is_locked(deal: Deal, mine: Attempt | None) -> bool:
    """Whether names and numbers are still kept from a player with this official attempt."""
    return not (deal.is_settled or (mine is not None and mine.is_over))


def board(deal: Deal, viewer: Player | None, order: str = "rank", page: int = 1, per_page: int = 50) -> Board:
    """A page of a deal's board, as the viewer may see it. A page that is not there gives the nearest one.

    At most five queries, however many have played.
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
    shown = _page(deal, order, first, first + per_page, totals[order])
    near = _near(mine, order, {attempt.pk for attempt in shown.lines})
    shown, near = _placed(deal, order, shown, near)
    found = shown.rows(order, mine)
    me, beside = _told(mine, order, found, near)
    return Board(**facts | numbers, rows=found, me=me, near=beside, page=page, pages=pages, mine=mine)


def place_beside(shown: list[Row], mine: Attempt) -> tuple[dict[str, int] | None, list[Row]]:
    """What a board tells of an attempt besides the rows that are shown: the rank that it has, or would have,
    and where it is not among them, the lines just above and just below, with its own if it has one."""
    (near,) = _placed(mine.deal, "rank", _near(mine, "rank", {row.attempt for row in shown}))
    return _told(mine, "rank", shown, near)


def rows(deal: Deal, order: str, first: int, last: int) -> list[Row]:
    """The lines of a board from place ``first`` (0: the best) up to ``last``, by rank and then by name."""
    (shown,) = _placed(deal, order, _page(deal, order, first, last))
    return shown.rows(order)


class Ahead(NamedTuple):
    """How many on a board are better than an attempt, and how many come before it: those, and of the ones
    that share its rank those that happen to be listed first."""

    better: int
    before: int


@dataclass(frozen=True)
class Run:
    """Lines of a board that follow each other, and who is ahead of the first; None: not counted yet."""

    lines: list[Attempt] = field(default_factory=list)
    ahead: Ahead | None = None

    @property
    def is_uncounted(self) -> bool:
        """Whether it has still to be asked who is ahead."""
        return bool(self.lines) and self.ahead is None

    def rows(self, order: str, mine: Attempt | None = None) -> list[Row]:
        """The lines with their ranks, by rank and then by name."""
        if not self.lines:
            return []
        assert self.ahead is not None
        found: list[Row] = []
        rank, last_key = self.ahead.better + 1, key_of(self.lines[0], order)
        for at, attempt in enumerate(self.lines, self.ahead.before):
            key = key_of(attempt, order)
            if key != last_key:
                rank, last_key = at + 1, key
            found.append(_row(attempt, rank, mine))
        return sorted(found, key=lambda row: (row.rank, row.player))


def _page(deal: Deal, order: str, first: int, last: int, total: int = 0) -> Run:
    """The lines from place ``first`` up to ``last``. Where it is known how many there are in ``total``, the
    way to what is near the end is short."""
    # One more than is shown: whether the first shares its rank with what is above it.
    start = max(first - 1, 0)
    ranked = standing(deal, order)
    if start > total // 2 > 0:
        window = ranked.reverse()[max(total - last, 0) : max(total - start, 0)]
    else:
        window = ranked[start:last]
    lines = _lines(order, window)
    above, lines = lines[: first - start], lines[first - start :]
    if above and lines and key_of(above[0], order) == key_of(lines[0], order):
        return Run(lines)
    return Run(lines, Ahead(first, first))


def _near(mine: Attempt | None, order: str, shown: Container[UUID]) -> Run:
    """The lines just above an attempt and just below, with its own if it has one; none where it is shown."""
    if mine is None or mine.pk in shown or not _has_place(mine, order):
        return Run()
    # By their keys, and not by their places, to which there is a long way to go.
    keys = (*KEYS[order], "pk") if mine.seat == Attempt.Seat.BOARD else KEYS[order]
    ranked = standing(mine.deal, order)
    values = {key: getattr(mine, key) for key in keys}
    above = ranked.filter(_beyond(values, "lt")).reverse()[:NEAR]
    below = ranked.filter(_beyond(values, "gt", or_equal=True))[: NEAR + 1]
    return Run(_lines(order, above, below))


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


def _placed(deal: Deal, order: str, *runs: Run) -> list[Run]:
    """The runs, and who is ahead of each; at most one query."""
    found = iter(_ahead(deal, order, [run.lines[0] for run in runs if run.is_uncounted]))
    return [replace(run, ahead=next(found)) if run.is_uncounted else run for run in runs]


def _told(
    mine: Attempt | None, order: str, shown: list[Row], near: Run
) -> tuple[dict[str, int] | None, list[Row]]:
    """The rank that an attempt has or would have, and the rows near it if it is not among those shown."""
    if mine is None or not _has_place(mine, order):
        return None, []
    beside = near.rows(order, mine)
    found = next((row for row in [*shown, *beside] if row.attempt == mine.pk), None)
    if found is not None:
        return {"rank": found.rank}, beside
    key = key_of(mine, order)
    before = near.ahead.before if near.ahead else 0
    return {"rank": before + sum(key_of(line, order) < key for line in near.lines) + 1}, beside


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


def _ahead(deal: Deal, order: str, attempts: Sequence[Attempt]) -> list[Ahead]:
    """Who is ahead of each of these attempts; one query for all, and none for none."""
    # Better is who is better by a key, and equal by all those before it. Of the indexes that begin with the
    # worth the one that counts is the shortest: who has a worth has finished.
    among = {key: standing(deal, order) for key in (*KEYS[order], "pk")}
    among["worth"] = official(deal, Attempt.Seat.BOARD)
    parts: dict[tuple[int, str], QuerySet[Attempt]] = {}
    for at, attempt in enumerate(attempts):
        equal: dict[str, Any] = {}
        for key in (*KEYS[order], "pk"):
            value = getattr(attempt, key)
            parts[at, key] = among[key].filter(**equal, **{f"{key}__lt": value})
            equal[key] = value
    found = _count(parts)
    result = []
    for at in range(len(attempts)):
        better = sum(found[at, key] for key in KEYS[order])
        result.append(Ahead(better, better + found[at, "pk"]))
    return result
