"""Making, opening and settling the deals of the day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from games import catalogue
from games.game import Game
from solitaire.daily.models import SETTLING, Deal, commitment, new_seed
from solitaire.play import services as play
from solitaire.play.log import mismatch
from solitaire.play.models import Attempt
from solitaire.play.writing import locking
from solitaire.players.models import Player
from solitaire.staff import audit

log = structlog.get_logger(__name__)


def today() -> dt.date:
    """The day of the deals that are open: the UTC day, for everyone."""
    return timezone.now().astimezone(dt.UTC).date()


def game_of_the_day(date: dt.date) -> str:
    """The slug of the game that a day puts first: each in turn, in the order of the book."""
    slugs = list(catalogue.classes())
    return slugs[date.toordinal() % len(slugs)]


def deals_of(date: dt.date) -> list[Deal]:
    """The deals of a day in the order of the book. Those of today are made and opened if nobody has yet."""
    order = {(game.slug, game.variant): place for place, game in enumerate(catalogue.every())}
    found = _found(date)
    if date == today():
        missing = order.keys() - found.keys()
        due = any(deal.status == Deal.Status.SCHEDULED for deal in found.values())
        if missing:
            plan(date)
        if due:
            open_due(timezone.now())
        if missing or due:
            found = _found(date)
    return [found[key] for key in sorted(found.keys() & order.keys(), key=order.__getitem__)]


def _found(date: dt.date) -> dict[tuple[str, str], Deal]:
    return {(deal.game, deal.variant): deal for deal in Deal.objects.filter(date=date)}


def playing_counts(deals: Iterable[Deal]) -> dict[int, int]:
    """How many have begun to play each deal."""
    begun = Attempt.objects.filter(deal__in=list(deals), kind=Attempt.Kind.OFFICIAL, started_at__isnull=False)
    return dict(begun.values_list("deal").annotate(count=Count("pk")))


# ---- planning ------------------------------------------------------------------------------------


def plan(date: dt.date) -> int:
    """Make at once, and without a certificate, the deals of a day that are missing; how many there were.

    Safe to do twice and at the same time: the first to commit wins, and nobody changes a deal that is there.
    """
    existing = set(Deal.objects.filter(date=date).values_list("game", "variant"))
    missing = [game for game in catalogue.every() if (game.slug, game.variant) not in existing]
    deals = [new_deal(game, date, new_seed()) for game in missing]
    Deal.objects.bulk_create(deals, ignore_conflicts=True)
    return len(missing)


def new_deal(game: Game, date: dt.date, seed: str) -> Deal:
    """A deal that is not yet in the schedule: the caller saves it."""
    opens_at = dt.datetime.combine(date, dt.time(), dt.UTC)
    return Deal(
        game=game.slug,
        variant=game.variant,
        date=date,
        seed=seed,
        commitment=commitment(game.slug, game.variant, date, seed),
        opens_at=opens_at,
        closes_at=opens_at + dt.timedelta(days=1),
        status=Deal.Status.OPEN if opens_at <= timezone.now() else Deal.Status.SCHEDULED,
    )


def open_due(now: dt.datetime) -> int:
    """Mark the deals whose hour has come as open; how many."""
    return Deal.objects.filter(status=Deal.Status.SCHEDULED, opens_at__lte=now).update(
        status=Deal.Status.OPEN
    )


# ---- settling ------------------------------------------------------------------------------------


def settle_due(now: dt.datetime) -> list[Deal]:
    """Settle every deal whose time has come; those that were settled.

    Safe to do twice and at the same time: each attempt is checked under its own lock, and a deal is settled
    by whoever finds nothing left to check. A deal that cannot be settled holds up no other; it is tried again
    the next time.
    """
    due = Deal.objects.filter(
        status__in=(Deal.Status.SCHEDULED, Deal.Status.OPEN, Deal.Status.SETTLING),
        closes_at__lte=now - SETTLING,
    )
    settled = []
    for deal in due.order_by("closes_at", "pk"):
        try:
            if settle(deal, now):
                settled.append(deal)
        except Exception:
            log.exception("deal not settled", deal=deal.pk, game=deal.game, date=str(deal.date))
    return settled


def settle(deal: Deal, now: dt.datetime) -> bool:
    """End and replay every official attempt, then open the seed; whether this call did so."""
    unsettled = Deal.objects.filter(pk=deal.pk).exclude(status__in=(Deal.Status.SETTLED, Deal.Status.VOID))
    if not unsettled.update(status=Deal.Status.SETTLING):
        return False
    official = Attempt.objects.filter(deal=deal, kind=Attempt.Kind.OFFICIAL)
    # A table that was never shown is no attempt.
    official.filter(started_at=None).delete()
    unchecked = official.filter(verified_at=None).exclude(voided_at__isnull=False, finished_at__isnull=False)
    for pk in unchecked.values_list("pk", flat=True):
        _settle_attempt(pk, now)
    if not unsettled.update(status=Deal.Status.SETTLED, settled_at=now):
        return False
    deal.refresh_from_db()
    log.info("deal settled", deal=str(deal))
    return True


@transaction.atomic
def _settle_attempt(pk: UUID, now: dt.datetime) -> None:
    attempt = locking(Attempt.objects.select_related("deal", "player")).get(pk=pk)
    if not attempt.is_over:
        play.close(attempt, now)
    verify(attempt, now)


def verify(attempt: Attempt, now: dt.datetime, actor: Player | None = None) -> str | None:
    """Replay an attempt, and void its result if the log does not give it; what was wrong, or None."""
    wrong = mismatch(attempt)
    if wrong is None:
        attempt.verified_at = now
        attempt.save(update_fields=["verified_at"])
    else:
        log.error("attempt does not replay", attempt=str(attempt.pk), wrong=wrong)
        void(attempt, f"Does not replay: {wrong}", actor)
    return wrong


@transaction.atomic
def void(attempt: Attempt, reason: str, actor: Player | None) -> None:
    """Strike a result from the boards. Safe to repeat: the first reason stays."""
    fresh = Attempt.objects.filter(pk=attempt.pk, voided_at=None)
    if fresh.update(voided_at=timezone.now(), void_reason=reason[:400]):
        audit.note(actor, "void result", attempt, reason[:400])
    attempt.refresh_from_db(fields=["voided_at", "void_reason"])


@transaction.atomic
def reinstate(attempt: Attempt, reason: str, actor: Player | None) -> None:
    """Put a result that was struck out back on the boards, if its log gives it. Safe to repeat."""
    if Attempt.objects.filter(pk=attempt.pk, voided_at__isnull=False).update(voided_at=None, void_reason=""):
        audit.note(actor, "reinstate result", attempt, reason[:400])
        attempt.refresh_from_db(fields=["voided_at", "void_reason"])
        if attempt.is_over:
            verify(attempt, timezone.now(), actor)


@transaction.atomic
def void_deal(deal: Deal, reason: str, actor: Player | None) -> None:
    """Call a deal off: nobody can go on with it, and it has no board. Safe to repeat."""
    if Deal.objects.filter(~Q(status=Deal.Status.VOID), pk=deal.pk).update(status=Deal.Status.VOID):
        audit.note(actor, "void deal", deal, reason[:400])
