"""Guests, mergers and bans."""

from __future__ import annotations

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from solitaire.play.models import Attempt
from solitaire.play.writing import RESULT, finish
from solitaire.players.models import Player
from solitaire.staff import audit

GUEST_BACKEND = "solitaire.players.backends.GuestBackend"


def player_for(request: HttpRequest, create: bool = False) -> Player | None:
    """The player of a request, account or guest; with ``create`` a visitor becomes a guest."""
    if request.user.is_authenticated:
        return request.user
    if not create:
        return None
    guest = Player.objects.create_guest()
    login(request, guest, backend=GUEST_BACKEND)
    return guest


@transaction.atomic
def merge(guest: Player, account: Player) -> None:
    """Give a guest's attempts to the account he logged in to.

    Where the account already has an official attempt at a deal, that one stands; the guest's is kept as
    ``merged`` and is over. Safe to repeat.
    """
    locked = {player.pk: player for player in lock(guest.pk, account.pk)}
    if not locked[guest.pk].is_guest:
        return
    played = set(
        Attempt.objects.filter(player=account, kind=Attempt.Kind.OFFICIAL).values_list("deal_id", flat=True)
    )
    now = timezone.now()
    for attempt in Attempt.objects.select_for_update().filter(player=guest):
        attempt.player = account
        if attempt.is_official and attempt.deal_id in played:
            if attempt.started_at is None:
                attempt.delete()  # a table that was never shown is no attempt
                continue
            attempt.kind = Attempt.Kind.MERGED
            if not attempt.is_over:
                finish(attempt, now)
        attempt.save(update_fields=["player", "kind", *RESULT])
    Player.objects.filter(pk=guest.pk).update(merged_into=account, is_active=False)


def lock(*ids: int) -> list[Player]:
    """The players, locked in the order of their numbers, so that no two can wait for each other."""
    return list(Player.objects.select_for_update().filter(pk__in=ids).order_by("pk"))


@transaction.atomic
def ban(player: Player, reason: str, actor: Player | None) -> None:
    """Shut a player out: sessions end, sockets close within five seconds, the boards forget the name."""
    Player.objects.filter(pk=player.pk, banned_at=None).update(banned_at=timezone.now(), ban_reason=reason)
    audit.note(actor, "ban", player, reason)


@transaction.atomic
def unban(player: Player, reason: str, actor: Player | None) -> None:
    """Let a player in again, with all the results."""
    Player.objects.filter(pk=player.pk).update(banned_at=None, ban_reason="")
    audit.note(actor, "unban", player, reason)
