"""What the rest of the service does with attempts; moves go through ``writing``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from games.notation import UNDO, Outcome, Record
from solitaire.daily.models import GRACE, Deal
from solitaire.play import writing
from solitaire.play.log import standing_of
from solitaire.play.models import Attempt, Event
from solitaire.players.models import Player


class CannotBegin(PermissionDenied):
    """An attempt that may not begin now; the message tells the player why."""


def begin(player: Player, deal: Deal, kind: str = Attempt.Kind.OFFICIAL) -> Attempt:
    """The player's attempt at a deal: the one that goes on, or a new one.

    There is one official attempt, for ever. Practice comes after it, as often as one likes. The clock does
    not start here but when the table is first shown.

    Raises CannotBegin.
    """
    mine = Attempt.objects.filter(player=player, deal=deal).select_related("deal", "player")
    if kind == Attempt.Kind.PRACTICE:
        existing = mine.filter(kind=kind, finished_at=None).first()
    else:
        existing = mine.filter(kind=Attempt.Kind.OFFICIAL).first()
    if existing is not None:
        return existing
    if not player.may_play:
        raise CannotBegin("You are shut out of the games.")
    if kind == Attempt.Kind.PRACTICE:
        if not deal.is_settled and not mine.filter(kind=Attempt.Kind.OFFICIAL, finished_at__isnull=False):
            raise CannotBegin("Practice comes after your official attempt, or once the deal is settled.")
        return Attempt.objects.create(player=player, deal=deal, kind=kind)
    if not deal.is_open:
        raise CannotBegin("This deal is not open.")
    attempt, _ = Attempt.objects.get_or_create(player=player, deal=deal, kind=Attempt.Kind.OFFICIAL)
    return attempt


def my_attempts(player: Player, deals: Iterable[Deal]) -> dict[int, Attempt]:
    """The player's official attempts at these deals, by deal."""
    found = Attempt.objects.filter(player=player, deal__in=list(deals), kind=Attempt.Kind.OFFICIAL)
    return {attempt.deal_id: attempt for attempt in found}


def left_open(player: Player, now: datetime) -> list[Attempt]:
    """The player's attempts at deals that have closed, while there is still time to end them."""
    return list(
        Attempt.objects.filter(
            player=player,
            kind=Attempt.Kind.OFFICIAL,
            started_at__isnull=False,
            finished_at=None,
            voided_at=None,
            deal__closes_at__lte=now,
            deal__closes_at__gt=now - GRACE,
        )
        .select_related("deal")
        .order_by("deal__closes_at")
    )


def show(attempt: Attempt) -> tuple[Attempt, bool]:
    """The attempt, whose table is about to be shown to its player, and whether its clock starts now."""
    if attempt.started_at is not None or attempt.is_over:
        return attempt, False
    with transaction.atomic():
        attempt = writing.locked(attempt.pk)
        now = timezone.now()
        if attempt.started_at is not None or not may_start(attempt, now):
            return attempt, False
        attempt.started_at = now
        # Some games deal cards home.
        standing = standing_of(attempt)
        attempt.score, attempt.status = standing.score, standing.status
        attempt.save(update_fields=["started_at", "score", "status"])
    return attempt, True


def may_start(attempt: Attempt, now: datetime) -> bool:
    """Whether the table of an attempt that has not started may be shown."""
    return not attempt.is_official or attempt.deal.is_open_at(now)


def close(attempt: Attempt, now: datetime) -> None:
    """End an attempt by the clock, as it stands. The caller holds its lock."""
    writing.finish(attempt, now)
    attempt.save(update_fields=writing.RESULT)


def record(attempt: Attempt) -> str:
    """The play as a record that anybody can replay (docs/notation.md).

    Raises PermissionDenied while the seed is secret.
    """
    deal = attempt.deal
    if not deal.is_settled:
        raise PermissionDenied("The records of a deal are public once it is settled.")
    standing = standing_of(attempt)
    position = standing.table.position
    outcome = Outcome(
        position, standing.status, standing.score, deal.engine.total, standing.moves, standing.undos
    )
    moves = [
        UNDO if event.kind == Event.Kind.UNDO else event.text
        for event in attempt.events.filter(kind__in=(Event.Kind.MOVE, Event.Kind.UNDO)).order_by("seq")
    ]
    headers = {
        "Player": attempt.player.display_name,
        "Date": deal.date.isoformat(),
        "Commitment": deal.commitment,
        "Result": str(outcome),
    }
    return str(Record(deal.game, deal.seed, moves, deal.variant, headers))
