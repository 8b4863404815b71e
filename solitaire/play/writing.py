"""How an intent becomes an event: the rules of the write path, and the careful way to write. docs/service.md
tells it in words.

``judge`` says what an intent leads to, for everybody who writes. ``write`` looks at one intent in one short
transaction: the attempt is locked, the rules are asked, the event and the new row are written. ``batches`` is
the quick way, for many at once. Only what has been committed is returned, so that an acknowledged event is a
stored event.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

import structlog
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.errors import EngineError
from solitaire.play.log import spent, standing_at, standing_of
from solitaire.play.memory import memory
from solitaire.play.models import Attempt, Event, worth_of
from solitaire.play.table import Facts, Standing, UndoFloor, to_snapshot

log = structlog.get_logger(__name__)

COUNTED: Final = ("seq", "moves", "undos", "assisted", "score", "status", "snapshot")
"""What an event changes in an attempt's row."""
RESULT: Final = ("status", "won", "finished_at", "time_ms", "worth")
"""What its end changes."""
LONGEST: Final = 10_000
"""Events of an attempt. Nobody's play is a tenth as long, but cards may go to and fro without end, and what
may still be taken back is written with every move."""
BUSY: Final = "The server is busy; try again."


class Intent(NamedTuple):
    """What a player wants: ``kind`` is one of Event.Kind, on the table as it was after event ``base``.

    ``text`` is the move: the player's own, or for a hint the one that is suggested to him.
    """

    id: UUID
    kind: str
    base: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """An event that is in the database: the attempt now, and how it stood before and after that event.

    dup    the event was there before: the same intent was sent again
    ended  it was this event that ended the attempt
    """

    attempt: Attempt
    before: Standing
    after: Standing
    dup: bool = False

    @property
    def ended(self) -> bool:
        """Whether nothing can follow."""
        return self.after.is_over


class Refused(Exception):
    """An intent that came to nothing, with a code of docs/protocol.md and a reason for the player."""

    def __init__(self, code: str, why: str, seq: int | None = None) -> None:
        super().__init__(why)
        self.code, self.why, self.seq = code, why, seq


def write(attempt_id: UUID, player_id: int, intent: Intent) -> Written:
    """Do what a player wants.

    Raises Refused; then nothing was stored.
    """
    with answering(attempt_id), transaction.atomic():
        written = _write(locked(attempt_id), player_id, intent, timezone.now())
    if not written.dup:
        memory.put(attempt_id, written.after, Facts.of(written.attempt))
    return written


@contextmanager
def answering(attempt_id: UUID) -> Iterator[None]:
    """A database that does not answer in it is Refused: ``busy``."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        log.warning("database did not answer", attempt=str(attempt_id), error=str(error))
        raise Refused("busy", BUSY) from error


def locked(attempt_id: UUID) -> Attempt:
    """The attempt, held by this transaction until it ends. On SQLite the transaction itself is the lock.

    Raises Refused.
    """
    try:
        return locking(Attempt.objects.select_related("deal", "player")).get(pk=attempt_id)
    except Attempt.DoesNotExist:
        raise Refused("not_found", "There is no such attempt.") from None


def locking(attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
    """The query, made to lock the attempts it finds, and neither their players nor their deals."""
    if connection.features.has_select_for_no_key_update:
        return attempts.select_for_update(of=("self",), no_key=True)
    return attempts.select_for_update()


def known(attempt: Attempt, player_id: int, intent: Intent) -> Event | None:
    """The event that an intent has become already, if it has.

    Raises Refused to everybody but the attempt's player, whose intents alone are looked at.
    """
    if attempt.player_id != player_id:
        raise Refused("forbidden", "This is another player's table.")
    return attempt.events.filter(client_id=intent.id).first()


def judge(facts: Facts, before: Standing, player_id: int, intent: Intent, now: datetime) -> Standing:
    """How an attempt that stands so would stand after an intent that is not known yet.

    Raises Refused.
    """
    check(facts, before.seq, player_id, intent, now)
    try:
        return before.after(intent.kind, intent.text)
    except UndoFloor as error:
        raise Refused("undo_floor", str(error), before.seq) from None
    except EngineError as error:
        raise Refused("illegal", str(error), before.seq) from None


def check(facts: Facts, seq: int, player_id: int, intent: Intent, now: datetime) -> None:
    """Raises Refused unless the player may go on with the attempt now, and on from ``intent.base``."""
    if facts.player != player_id:
        raise Refused("forbidden", "This is another player's table.")
    if not facts.may_play:
        raise Refused("forbidden", "You are shut out of the games.", seq)
    if facts.is_over:
        raise Refused("ended", "This attempt is over.", seq)
    if facts.called_off or (facts.deadline is not None and now >= facts.deadline):
        raise Refused("closed", "The deal has closed.", seq)
    if facts.started_at is None:
        raise Refused("forbidden", "Look at the table first: send join.", seq)
    if intent.base != seq:
        raise Refused("stale", "The table has changed meanwhile.", seq)
    if seq >= LONGEST and intent.kind != Event.Kind.RESIGN:
        raise Refused("illegal", f"After {LONGEST:,} moves, undos and hints you can only resign.", seq)


def _write(attempt: Attempt, player_id: int, intent: Intent, now: datetime) -> Written:
    event = known(attempt, player_id, intent)
    if event is not None:
        return Written(
            attempt, standing_at(attempt, event.seq - 1), standing_at(attempt, event.seq), dup=True
        )
    before = standing_of(attempt)
    after = judge(Facts.of(attempt), before, player_id, intent, now)
    Event.objects.create(
        attempt=attempt, seq=after.seq, client_id=intent.id, kind=intent.kind, text=intent.text, at=now
    )
    _update(attempt, after, now)
    return Written(attempt, before, after)


def _update(attempt: Attempt, standing: Standing, now: datetime) -> None:
    attempt.seq = standing.seq
    attempt.moves = standing.moves
    attempt.undos = standing.undos
    attempt.assisted = standing.assisted
    attempt.score = standing.score
    attempt.status = standing.status
    attempt.snapshot = to_snapshot(standing)
    if standing.is_over:
        finish(attempt, now)
    attempt.save(update_fields=[*COUNTED, *RESULT])


def finish(attempt: Attempt, now: datetime) -> None:
    """End an attempt as it stands; the clock stops at the deadline at the latest. The caller saves."""
    assert attempt.started_at is not None, "an attempt that nobody has looked at cannot end"
    attempt.won = attempt.status == Attempt.Status.WON
    if not attempt.won:
        attempt.status = Attempt.Status.ENDED
    attempt.finished_at = min(now, attempt.deadline) if attempt.deadline else now
    attempt.time_ms = round(spent(attempt).total_seconds() * 1000)
    attempt.worth = worth_of(attempt.won, attempt.assisted, attempt.score, attempt.moves)
