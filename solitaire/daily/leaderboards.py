"""Who stands where on a deal.

Rank: won before not won; unassisted before assisted; more cards home; fewer moves; less time. Equal keys
share the rank (1, 2, 2, 4), and the hour of finishing is nothing. The second board orders winners by time.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, F, OrderBy, Q, QuerySet, Window
from django.db.models.functions import Rank

from solitaire.daily.models import Deal
from solitaire.play.models import Attempt
from solitaire.players.models import Player

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "rank": ("-won", "assisted", "-score", "moves", "time_ms"),
    "time": ("time_ms",),
}
"""What each order compares, as in ``order_by``."""

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
    """A page of a board as one viewer may see it; the fields are those of docs/protocol.md."""

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


def official(deal: Deal) -> QuerySet[Attempt]:
    """The attempts that count as play: begun, not struck out, by players who are not shut out."""
    return Attempt.objects.filter(
        deal=deal,
        kind=Attempt.Kind.OFFICIAL,
        started_at__isnull=False,
        voided_at__isnull=True,
        player__banned_at__isnull=True,
    )


def standing(deal: Deal, order: str = "rank") -> QuerySet[Attempt]:
    """The attempts on a board, best first, each with its ``rank``. Guests and bots do not stand on it."""
    found = official(deal).filter(finished_at__isnull=False, player__is_guest=False, player__is_bot=False)
    if order == "time":
        found = found.filter(won=True)
    keys = [_expression(key) for key in KEYS[order]]
    return found.annotate(rank=Window(Rank(), order_by=keys)).order_by(*keys, "player__username")


def place(attempt: Attempt, order: str = "rank") -> int | None:
    """The rank of an attempt that is over, or the one it would have if its guest were an account.

    None where it has none: struck out, not official, or (by time) not won.
    """
    if not attempt.is_over or not attempt.is_official or attempt.is_void or attempt.player.is_banned:
        return None
    if order == "time" and not attempt.won:
        return None
    return standing(attempt.deal, order).filter(_better(attempt, KEYS[order])).count() + 1


def counts(deal: Deal) -> dict[str, int]:
    """How many play a deal, have finished it, and have won it."""
    return official(deal).aggregate(
        players=Count("pk"),
        finished=Count("pk", filter=Q(finished_at__isnull=False)),
        won=Count("pk", filter=Q(won=True)),
    )


@dataclass(frozen=True, slots=True)
class AgainstPar:
    """How many have won a deal, and how many of them in par or fewer moves."""

    won: int
    within: int

    @property
    def percent(self) -> int:
        """The share of the winners who were within par."""
        return round(100 * self.within / self.won) if self.won else 0


def against_par(deal: Deal) -> AgainstPar:
    """How the field did against the solver. Where there is no par, nobody was within it."""
    within = Q(moves__lte=-1 if deal.par is None else deal.par)
    won = official(deal).filter(won=True)
    return AgainstPar(**won.aggregate(won=Count("pk"), within=Count("pk", filter=within)))


def is_locked(deal: Deal, mine: Attempt | None) -> bool:
    """Whether names and numbers are still kept from a player with this official attempt."""
    return not (deal.is_settled or (mine is not None and mine.is_over))


def board(deal: Deal, viewer: Player | None, order: str = "rank", page: int = 1, per_page: int = 50) -> Board:
    """A page of a deal's board, as the viewer may see it. A page that is not there gives the nearest one."""
    mine = _mine(deal, viewer)
    facts: dict[str, Any] = {"deal": deal.pk, "status": deal.status, "provisional": not deal.is_settled}
    numbers = counts(deal)
    if is_locked(deal, mine):
        return Board(**facts, players=numbers["players"], locked=True)
    ranked = standing(deal, order)
    pages = max(1, -(-ranked.count() // per_page))
    page = min(max(page, 1), pages)
    first = (page - 1) * per_page
    rows = [row_of(attempt, viewer) for attempt in ranked.select_related("player")[first : first + per_page]]
    rank = place(mine, order) if mine is not None else None
    me, near = None, []
    if mine is not None and rank is not None:
        me = {"rank": rank}
        if not any(row.me for row in rows):
            near = _near(mine, order, viewer)
    return Board(**facts | numbers, rows=rows, me=me, near=near, page=page, pages=pages)


def row_of(attempt: Any, viewer: Player | None) -> Row:
    """The line of an attempt that ``standing`` found."""
    return Row(
        attempt=attempt.pk,
        rank=attempt.rank,
        player=attempt.player.username,
        won=attempt.won,
        assisted=attempt.assisted,
        score=attempt.score,
        moves=attempt.moves,
        time_ms=attempt.time_ms or 0,
        me=viewer is not None and attempt.player_id == viewer.pk,
    )


def _mine(deal: Deal, viewer: Player | None) -> Attempt | None:
    if viewer is None:
        return None
    return (
        Attempt.objects.filter(deal=deal, player=viewer, kind=Attempt.Kind.OFFICIAL)
        .select_related("deal", "player")
        .first()
    )


def _near(mine: Attempt, order: str, viewer: Player | None) -> list[Row]:
    """The lines just above and just below mine, and mine if it stands on the board."""
    ranked = standing(mine.deal, order)
    stands = not (mine.player.is_guest or mine.player.is_bot)
    keys = (*KEYS[order], "player__username") if stands else KEYS[order]
    above = ranked.filter(_better(mine, keys)).count()
    first = max(above - NEAR, 0)
    return [row_of(attempt, viewer) for attempt in ranked.select_related("player")[first : above + NEAR + 1]]


def _expression(key: str) -> OrderBy:
    return F(key.lstrip("-")).desc() if key.startswith("-") else F(key).asc()


def _better(attempt: Attempt, keys: tuple[str, ...]) -> Q:
    """What is strictly better: better by the first key, or equal by it and better by the rest."""
    found = Q(pk__in=[])
    for key in reversed(keys):
        name = key.lstrip("-")
        value = attempt.player.username if name == "player__username" else getattr(attempt, name)
        found = Q((f"{name}__{'gt' if key.startswith('-') else 'lt'}", value)) | Q((name, value)) & found
    return found
