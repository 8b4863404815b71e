"""Attempts at a deal and the log of what was done in them."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from solitaire.daily.models import Deal


class Attempt(models.Model):
    """One player at one deal.

    Everything from ``status`` to ``snapshot`` follows from the log and the seed, and is kept here so that
    it need not be worked out each time; settling works it out again.
    """

    class Kind(models.TextChoices):
        OFFICIAL = "official"
        PRACTICE = "practice"
        RACE = "race"
        MERGED = "merged"
        """A guest's attempt at a deal that the account he logged in to had already played."""

    class Seat(models.TextChoices):
        BOARD = "board"
        """An account's: it stands on the board."""
        ASIDE = "aside"
        """A guest's or a bot's: it is counted, and does not stand on the board."""
        OUT = "out"
        """That of a player who is shut out: as if it were not there."""

    class Status(models.TextChoices):
        PLAYING = "playing"
        WON = "won"
        STUCK = "stuck"
        ENDED = "ended"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="attempts")
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="attempts")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.OFFICIAL)
    seat = models.CharField(
        max_length=5, choices=Seat, default=Seat.BOARD, db_default=Seat.BOARD, editable=False
    )
    """Where the player's standing puts it. Triggers of the database keep it as the player's row has it, so
    that a board need not look at every player: nobody else writes it."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the table was first shown, and the clock began."""
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    time_ms = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    status = models.CharField(max_length=7, choices=Status, default=Status.PLAYING)
    won = models.BooleanField(default=False)
    score = models.PositiveIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    undos = models.PositiveIntegerField(default=0)
    assisted = models.BooleanField(default=False)
    worth = models.BigIntegerField(null=True, blank=True, editable=False)
    """What the result is ranked by before the time, as ``worth_of`` gives it; None until there is one. The
    boards' indexes hold this and not what it is made of, which changes with every move: where a move changes
    nothing that an index holds, PostgreSQL writes to no index."""
    seq = models.PositiveIntegerField(default=0)
    snapshot = models.JSONField(default=dict, editable=False)
    """The table, hidden cards and all: never for a player. See play.table."""
    voided_at = models.DateTimeField(null=True, blank=True, editable=False)
    void_reason = models.CharField(max_length=400, blank=True, editable=False)
    verified_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When a replay of the log last gave this very result."""

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "deal"], condition=Q(kind="official"), name="one_official_attempt"
            ),
        ]
        # What a query compares with a value is in the columns, since SQLite cannot tell a parameter's value
        # when it looks whether a condition holds.
        indexes = [
            models.Index(
                fields=["deal", "kind", "seat", "worth", "time_ms", "id"],
                condition=Q(finished_at__isnull=False, voided_at__isnull=True),
                name="attempts_by_rank",
            ),
            models.Index(
                "deal",
                "kind",
                "seat",
                "time_ms",
                "id",
                condition=Q(won=True, finished_at__isnull=False, voided_at__isnull=True),
                name="attempts_by_time",
            ),
            models.Index(
                fields=["deal", "kind", "seat", "worth"],
                condition=Q(started_at__isnull=False, voided_at__isnull=True),
                name="attempts_to_count",
            ),
            models.Index(fields=["player", "-created_at"], name="attempts_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} attempt {self.id}"

    def get_absolute_url(self) -> str:
        """Its table."""
        return f"/table/{self.id}/"

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be done in it."""
        return self.finished_at is not None

    @property
    def is_void(self) -> bool:
        """Whether staff, or a failed replay, have struck the result out."""
        return self.voided_at is not None

    @property
    def is_official(self) -> bool:
        """Whether it counts."""
        return self.kind == self.Kind.OFFICIAL

    @property
    def deadline(self) -> datetime | None:
        """When it ends by itself; practice has all the time in the world."""
        return self.deal.deadline if self.is_official else None


MOVES_BITS: Final = 32
"""The bits of ``Attempt.worth`` that are moves. Above them are the cards that are not home."""
LOST: Final = 2 << 16 << MOVES_BITS
"""What is won is worth less than this, and what is not won this or more."""


def worth_of(won: bool, assisted: bool, score: int, moves: int) -> int:
    """What a result is ranked by before the time; less is better. Won before not won; unassisted before
    assisted; more cards home; fewer moves."""
    rest = (2 * (not won) + assisted) << 16 | (0xFFFF - score)
    return rest << MOVES_BITS | moves


def elapsed(started_at: datetime | None, finished_at: datetime | None, now: datetime) -> timedelta:
    """How long an attempt has taken, or took: from the first look to the end, without pauses."""
    if started_at is None:
        return timedelta()
    return max((finished_at or now) - started_at, timedelta())


class Event(models.Model):
    """One thing done in an attempt. Rows are never changed and never deleted: the database refuses."""

    class Kind(models.TextChoices):
        MOVE = "move"
        UNDO = "undo"
        HINT = "hint"
        RESIGN = "resign"

    attempt = models.ForeignKey(Attempt, models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    """1, 2, 3 ... in each attempt."""
    client_id = models.UUIDField()
    """The name the client gave to its intent; the same name twice is one event."""
    kind = models.CharField(max_length=6, choices=Kind)
    text = models.CharField(max_length=200, blank=True)
    """The move; empty for what is not one."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["attempt", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["attempt", "seq"], name="events_in_order"),
            models.UniqueConstraint(fields=["attempt", "client_id"], name="event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.text or self.kind}"
