"""The deals that everybody plays."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets

from django.db import models
from django.utils import timezone

from games import catalogue
from games.game import BOOK, Game

GRACE = dt.timedelta(minutes=30)
"""How long an attempt begun before closing may go on after it."""
SETTLING = dt.timedelta(minutes=35)
"""How long after closing a deal is settled."""


def new_seed() -> str:
    """256 bits that nobody can guess, as hex."""
    return secrets.token_hex(32)


def commitment(game: str, variant: str, date: dt.date, seed: str) -> str:
    """What is made public of a seed while it is secret; docs/fair-play.md says how to check it."""
    text = "\0".join(("patience-commit/1", game, variant, date.isoformat(), seed))
    return hashlib.sha256(text.encode()).hexdigest()


class Deal(models.Model):
    """One game in one variant on one day, the same cards for everyone."""

    class Status(models.TextChoices):
        SCHEDULED = "scheduled"
        OPEN = "open"
        SETTLING = "settling"
        SETTLED = "settled"
        VOID = "void"

    game = models.CharField(max_length=40)
    variant = models.CharField(max_length=40, default=BOOK)
    date = models.DateField()
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    """Secret until the deal is settled."""
    commitment = models.CharField(max_length=64, editable=False)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    certificate = models.TextField(blank=True, editable=False)
    """The solver's record: a win, or the play that brought most cards home. Secret until it is settled."""
    par = models.PositiveIntegerField(null=True, blank=True)
    """The moves of the certificate, where it is a win."""
    best_known = models.PositiveIntegerField(null=True, blank=True)
    """The most cards that the solver has seen home, where it has found no win."""
    status = models.CharField(max_length=10, choices=Status, default=Status.SCHEDULED)
    settled_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-date", "game", "variant"]
        constraints = [models.UniqueConstraint(fields=["game", "variant", "date"], name="one_deal_a_day")]
        indexes = [models.Index(fields=["status", "closes_at"], name="deals_to_settle")]
        permissions = [
            ("view_secrets", "Can see seeds, certificates and tables of deals that are not settled")
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.date:%Y-%m-%d}"

    def get_absolute_url(self) -> str:
        """Its leaderboard."""
        variant = "" if self.variant == BOOK else f"{self.variant}/"
        return f"/leaderboard/{self.game}/{variant}{self.date.isoformat()}/"

    @property
    def engine(self) -> Game:
        """The rules it is played by."""
        return catalogue.game(self.game, self.variant)

    @property
    def title(self) -> str:
        """The game and, where it is not the book's own form, the variant."""
        game = self.engine
        if self.variant == BOOK:
            return game.title
        return f"{game.title} ({game.variant_titles.get(self.variant, self.variant)})"

    @property
    def deadline(self) -> dt.datetime:
        """When the last attempt at it ends."""
        return self.closes_at + GRACE

    @property
    def winnable(self) -> str:
        """What the solver has found out: ``certified`` (it can be won), ``not known``, or ``waiting``."""
        if self.par is not None:
            return "certified"
        return "waiting" if self.best_known is None else "not known"

    def is_open_at(self, now: dt.datetime) -> bool:
        """Whether an official attempt may begin. Once settled it may not, whatever the clock says."""
        to_come = self.status in (self.Status.SCHEDULED, self.Status.OPEN)
        return to_come and self.opens_at <= now < self.closes_at

    @property
    def is_open(self) -> bool:
        """Whether an official attempt may begin now."""
        return self.is_open_at(timezone.now())

    @property
    def is_settled(self) -> bool:
        """Whether the seed is public and the ranking final."""
        return self.status == self.Status.SETTLED
