"""How a hint is thought out, in a process of its own, which knows nothing of Django.

It is told what the player sees, and nothing else: so nothing it says can come from a hidden card.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import Any, Final

from games import catalogue
from games.solver.hints import hint

SECONDS: Final = 0.8
"""How long a hint is thought about at the most."""
LONGEST: Final = 10
"""Seconds after which a process that still thinks is lost, and ends."""


@dataclass(frozen=True, slots=True)
class Question:
    """A game, and what its player sees of the table (``Game.view``)."""

    game: str
    variant: str
    view: dict[str, Any]


def think(question: Question, seconds: float = SECONDS) -> str | None:
    """The move to suggest; None where there is none.

    Everybody who sees the same is dealt the same worlds, and as long as nothing more is seen they stay alike:
    so a plan that one hint begins the next carries on.
    """
    game = catalogue.game(question.game, question.variant)
    move = hint(game, question.view, seconds)
    return move.text if move else None


def think_or_die(question: Question) -> str | None:
    """The same, in a worker: one that hangs must not keep its place."""
    signal.alarm(LONGEST)
    try:
        return think(question)
    finally:
        signal.alarm(0)
