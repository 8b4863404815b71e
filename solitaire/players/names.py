"""What a player may be called."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

GUEST = "guest-"
RESERVED = frozenset(
    {"admin", "administrator", "cadogan", "guest", "me", "moderator", "root", "staff", "system"}
)
LONGEST = 24


def not_reserved(name: str) -> None:
    """Raises ValidationError for a name that would pass for a guest or for the house."""
    if name.lower().startswith(GUEST) or name.lower() in RESERVED:
        raise ValidationError(f"“{name}” is kept for the house. Please choose another name.", code="reserved")


def not_too_long(name: str) -> None:
    """Raises ValidationError."""
    if len(name) > LONGEST:
        raise ValidationError(f"A name has at most {LONGEST} letters.", code="too_long")


validators: list[Callable[[str], None]] = [
    RegexValidator(
        r"\A[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*\Z",
        "A name is made of letters and digits, with a single -, _ or . between them.",
    ),
    not_reserved,
    not_too_long,
]
"""For accounts; guests are named by ``guest_name``."""


def guest_name() -> str:
    """A fresh name for a guest."""
    return GUEST + secrets.token_hex(5)
