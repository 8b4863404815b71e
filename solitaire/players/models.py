"""Who plays."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse

from solitaire.players.names import guest_name, validators


class PlayerManager(UserManager["Player"]):
    """Makes accounts as Django does, and guests."""

    def create_guest(self) -> Player:
        """A new guest, whom no password lets in."""
        return self.create(username=guest_name(), is_guest=True, password=make_password(None))

    def get_by_natural_key(self, username: str | None) -> Player:
        """The player of that name, whatever its case."""
        return self.get(username__iexact=username)


class Player(AbstractUser):
    """An account, a guest (who plays through his session alone) or a bot.

    A ban is kept apart from ``is_active``: staff set it with a reason, and can lift it.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField("name", max_length=40, unique=True, validators=validators)
    is_guest = models.BooleanField("guest", default=False)
    is_bot = models.BooleanField("bot", default=False)
    banned_at = models.DateTimeField(null=True, blank=True, editable=False)
    ban_reason = models.CharField(max_length=400, blank=True, editable=False)
    merged_into = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="former_guests"
    )
    """The account a guest turned out to be, when he logged in to it."""

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="player_name_whatever_its_case",
                violation_error_message="Somebody already has that name.",
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def display_name(self) -> str:
        """What others read."""
        return "Guest" if self.is_guest else self.username

    @property
    def is_banned(self) -> bool:
        """Whether staff have shut the player out."""
        return self.banned_at is not None

    @property
    def may_play(self) -> bool:
        """Whether the player may come in at all."""
        return self.is_active and not self.is_banned

    def get_absolute_url(self) -> str:
        return reverse("pages:player", args=[self.username])

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name

    def clean(self) -> None:
        self.email = Player.objects.normalize_email(self.email)
