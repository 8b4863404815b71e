"""Reading the log of an attempt."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise

from games.errors import EngineError
from solitaire.play.memory import memory
from solitaire.play.models import Attempt, worth_of
from solitaire.play.table import Standing, UndoFloor, from_snapshot, replay, to_snapshot


def standing_of(attempt: Attempt) -> Standing:
    """How an attempt stands by its row."""
    found = memory.get(attempt.pk, attempt.seq)
    if found is None:
        found = from_snapshot(attempt)
    return found


def standing_at(attempt: Attempt, seq: int) -> Standing:
    """How an attempt stood after event ``seq``, which must be in the log."""
    if seq == attempt.seq:
        return standing_of(attempt)
    found = memory.get(attempt.pk, seq)
    if found is None:
        *_, found = replayed(attempt, seq)
        memory.put(attempt.pk, found)
    return found


def replayed(attempt: Attempt, until: int | None = None) -> Iterator[Standing]:
    """Every standing from the deal on, worked out from the log and the seed alone."""
    events = attempt.events.order_by("seq")
    if until is not None:
        events = events.filter(seq__lte=until)
    return replay(attempt.deal.engine, attempt.deal.seed, events)


def steps(attempt: Attempt, since: int) -> list[tuple[Standing, Standing]]:
    """For each event after ``since``, how the attempt stood before it and after it."""
    events = list(attempt.events.filter(seq__gt=since, seq__lte=attempt.seq).order_by("seq"))
    if not events:
        return []
    found = []
    before = standing_at(attempt, events[0].seq - 1)
    for event in events:
        after = memory.get(attempt.pk, event.seq) or before.after(event.kind, event.text)
        memory.put(attempt.pk, after)
        found.append((before, after))
        before = after
    return found


def spent(attempt: Attempt) -> timedelta:
    """How long an attempt that is over took: from the first look to the end, without pauses.

    Added up from event to event, and only forwards: where the server's clock was set back in the middle of a
    play, the whole would come to a time that cannot be, and would stand high by it.
    """
    times = [attempt.started_at, *attempt.events.order_by("seq").values_list("at", flat=True)]
    steps = pairwise([time for time in (*times, attempt.finished_at) if time is not None])
    return sum((max(later - earlier, timedelta()) for earlier, later in steps), timedelta())


def mismatch(attempt: Attempt) -> str | None:
    """What of an attempt's row a replay of its log does not give; None when they agree."""
    # Outside: where the rules of the game are missing here, that is no fault of the player's.
    standings = replayed(attempt)
    seq = -1
    try:
        for seq, standing in enumerate(standings):
            if standing.is_over and seq < attempt.seq:
                return f"the log goes on after event {seq}, which ended it"
    except (EngineError, UndoFloor) as error:
        return f"event {seq + 1}: {error}"
    found: dict[str, object] = {
        "seq": seq,
        "moves": standing.moves,
        "undos": standing.undos,
        "assisted": standing.assisted,
        "score": standing.score,
        "won": standing.status == "won",
    }
    if attempt.is_over:
        found["worth"] = worth_of(standing.status == "won", standing.assisted, standing.score, standing.moves)
    if attempt.snapshot:
        found["snapshot"] = to_snapshot(standing)
    differing = [name for name, value in found.items() if getattr(attempt, name) != value]
    return f"the row differs from the log in {', '.join(differing)}" if differing else None
