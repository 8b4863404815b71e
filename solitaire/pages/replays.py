"""A play as the replay page shows it: the first view of the table, and what each step did to it.

Every picture comes from the engine's view, so that a card lies hidden for as long as it did for the player.
The events are those of docs/protocol.md; a step leaves out what is usual or has not changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games import catalogue
from games.notation import UNDO, read_record
from solitaire.play.log import replayed
from solitaire.play.messages import changed
from solitaire.play.models import Attempt, Event
from solitaire.play.table import Standing, replay

Document = dict[str, Any]


def of_attempt(attempt: Attempt) -> Document:
    """The play of an attempt, worked out from its log and the seed alone.

    Raises EngineError or UndoFloor where the log does not replay; settling has struck such results out.
    """
    return _document(replayed(attempt))


def of_record(text: str) -> Document:
    """The play that a record tells.

    Raises EngineError.
    """
    record = read_record(text)
    events = [
        Event(kind=Event.Kind.UNDO) if move == UNDO else Event(kind=Event.Kind.MOVE, text=move)
        for move in record.moves
    ]
    return _document(replay(catalogue.game(record.game, record.variant), record.seed, events))


def _document(standings: Iterator[Standing]) -> Document:
    """The first ``view``, ``score`` and ``status``, the ``total`` to bring home, and the ``steps``."""
    first = before = next(standings)
    game = first.table.game
    steps = []
    for after in standings:
        steps.append(_step(before, after))
        before = after
    return {
        "view": game.view(first.table.position),
        "score": first.score,
        "status": first.status,
        "total": game.total,
        "steps": steps,
    }


def _step(before: Standing, after: Standing) -> Document:
    """What one event did. Without a ``kind`` it is a move; ``events``, ``state``, ``score`` and ``status``
    are told where there are any, or where they have changed."""
    assert after.last is not None
    kind, text = after.last
    step: Document = {"text": text} if kind == Event.Kind.MOVE else {"kind": kind, "text": text}
    step.update(changed(before, after))
    for name in ("score", "status"):
        if getattr(before, name) != getattr(after, name):
            step[name] = getattr(after, name)
    return step
