"""The messages of ``/ws/play/``, as docs/protocol.md has them. Their cards come from the engine's view."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec
from django.utils import timezone

from games import changes
from games.moves import Move
from solitaire.daily.crowd import counts
from solitaire.daily.leaderboards import place
from solitaire.play.models import Attempt, Event, elapsed
from solitaire.play.table import Facts, Standing

Message = dict[str, Any]
MILLISECOND: Final = timedelta(milliseconds=1)

EV: Final = '{"t":"ev",'
"""How the text of an event begins."""


def state(attempt: Attempt, standing: Standing) -> Message:
    """The whole of what the player may know of an attempt that stands so."""
    deal = attempt.deal
    return {
        "t": "state",
        "seq": standing.seq,
        "game": deal.game,
        "variant": deal.variant,
        "kind": attempt.kind,
        "view": standing.table.game.view(standing.table.position),
        **_now(Facts.of(attempt), standing, timezone.now()),
        "last": {"kind": standing.last[0], "text": standing.last[1]} if standing.last else None,
        "result": result(attempt) if attempt.is_over else None,
    }


def event(facts: Facts, before: Standing, after: Standing, now: datetime | None = None) -> Message:
    """What happened between two standings, for a client that holds the first: ``ev``."""
    assert after.last is not None
    kind, text = after.last
    message: Message = {"t": "ev", "seq": after.seq, "kind": kind, "text": text, "events": []}
    message.update(changed(before, after))
    message.update(_now(facts, after, now or timezone.now()))
    return message


def changed(before: Standing, after: Standing) -> Message:
    """What an event did to the table: ``events``, and ``state`` where that has changed; empty, if nothing."""
    assert after.last is not None
    kind, text = after.last
    game, old, new = after.table.game, before.table.position, after.table.position
    if old == new:
        return {}
    undone = kind == Event.Kind.UNDO
    move: Move = before.table.moves[-1] if undone else before.table.legal.get(text) or game.read_move(text)
    looks = None if undone else after.table.looks
    message: Message = {"events": changes.events(game, old, new, move, undone=undone, looks=looks)}
    if old.state != new.state:
        message["state"] = game.view(new)["state"]
    return message


def ack(facts: Facts, before: Standing, after: Standing, id: UUID, dup: bool) -> Message:
    """The same, for the one who wanted it."""
    return {**event(facts, before, after), "t": "ack", "id": str(id), "dup": dup}


def text(message: Message) -> str:
    """A message as it is sent."""
    return msgspec.json.encode(message).decode()


def ack_of(event: str, id: UUID) -> str:
    """What ``ack`` gives for a new event, from the text of its ``ev``: what many are told is encoded once."""
    assert event.startswith(EV)
    return f'{{"t":"ack","id":{msgspec.json.encode(id).decode()},"dup":false,{event[len(EV) :]}'


def end(attempt: Attempt) -> Message:
    """The attempt is over."""
    return {"t": "end", "seq": attempt.seq, "result": result(attempt)}


def error(code: str, why: str, *, id: str | None = None, seq: int | None = None) -> Message:
    """What could not be done."""
    message: Message = {"t": "err", "code": code, "why": why}
    if id is not None:
        message["id"] = id
    if seq is not None:
        message["seq"] = seq
    return message


def result(attempt: Attempt) -> Message:
    """What an attempt that is over came to, and where that stands among the others."""
    return {
        "status": attempt.status,
        "score": attempt.score,
        "total": attempt.deal.engine.total,
        "moves": attempt.moves,
        "undos": attempt.undos,
        "assisted": attempt.assisted,
        "time_ms": attempt.time_ms or 0,
        "rank": place(attempt),
        "players": counts(attempt.deal)["players"] if attempt.is_official else None,
        "leaderboard": attempt.deal.get_absolute_url(),
        "share": share(attempt),
    }


def share(attempt: Attempt) -> str:
    """A line to tell others, which shows no card."""
    deal = attempt.deal
    spent = clock_text(timedelta(milliseconds=attempt.time_ms or 0))
    done = "won" if attempt.won else f"{attempt.score} of {deal.engine.total} cards home"
    moves = "1 move" if attempt.moves == 1 else f"{attempt.moves} moves"
    return f"{deal.title}, {deal.date.day} {deal.date:%B}: {done} in {moves} and {spent}."


def clock_text(spent: timedelta) -> str:
    """Minutes and seconds, with hours where there are any: 12:11, 1:02:03."""
    minutes, seconds = divmod(int(spent.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _now(facts: Facts, standing: Standing, now: datetime) -> Message:
    """What is told with every picture of the table and with every event."""
    table = standing.table
    going = not (facts.is_over or standing.is_over or (facts.deadline is not None and now >= facts.deadline))
    legal = list(table.legal) if going else []
    return {
        "legal": legal,
        "undo_floor": table.floor,
        "can": {"move": going, "undo": going and bool(table.moves), "hint": bool(legal), "resign": going},
        "counters": {
            "moves": standing.moves,
            "undos": standing.undos,
            "score": standing.score,
            "total": table.game.total,
            "assisted": standing.assisted,
        },
        "clock": _clock(facts, now, going),
        "status": facts.status if facts.is_over and standing.seq == facts.last else standing.status,
    }


def _clock(facts: Facts, now: datetime, going: bool) -> Message:
    deadline = facts.deadline
    until = now if deadline is None else min(now, deadline)
    return {
        "elapsed_ms": _milliseconds(elapsed(facts.started_at, facts.finished_at, until)),
        "running": going and facts.started_at is not None,
        "closes_in_ms": None if deadline is None else max(_milliseconds(deadline - now), 0),
    }


def _milliseconds(span: timedelta) -> int:
    return span // MILLISECOND
