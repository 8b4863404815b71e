"""The log of what staff do."""

from __future__ import annotations

from django.db.models import Model

from solitaire.players.models import Player
from solitaire.staff.models import AuditEntry


def note(actor: Player | None, action: str, subject: Model, reason: str = "") -> AuditEntry:
    """Write down that ``actor`` (None: the service itself) did something to ``subject``."""
    return AuditEntry.objects.create(
        actor=actor,
        action=action,
        subject=f"{subject._meta.model_name} {subject.pk}: {subject}"[:200],
        reason=reason,
    )
