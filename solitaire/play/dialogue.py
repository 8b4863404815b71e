"""What a table's socket says, worked out where the database is: blocking functions, each one visit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils import timezone

from solitaire.play import messages, services
from solitaire.play.log import standing_of, steps
from solitaire.play.memory import memory
from solitaire.play.messages import Message
from solitaire.play.models import Attempt, Event
from solitaire.play.table import Facts
from solitaire.play.thinking import Question
from solitaire.play.writing import Intent, Refused, answering, check, known, write
from solitaire.sockets.database import compared

FAR_BEHIND: Final = 50
"""A client that misses more events than this gets the whole table instead."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Messages in order, and where they leave the client.

    seq    the newest event that the client holds after them
    deal   whose board has changed by what was done; None when it has not
    wrote  an event was stored
    """

    messages: list[Message]
    seq: int
    over: bool = False
    deal: int | None = None
    wrote: bool = False


def owner(attempt_id: UUID) -> int | None:
    """Whose attempt it is; None when there is no such attempt."""
    return Attempt.objects.filter(pk=attempt_id).values_list("player_id", flat=True).first()


def join(attempt_id: UUID) -> Reply:
    """The table as it lies; the first look starts the clock.

    Raises Refused when the deal closed before anybody looked.
    """
    attempt, started = services.show(_find(attempt_id))
    if attempt.started_at is None:
        raise Refused("closed", "The deal has closed.")
    standing = standing_of(attempt)
    memory.put(attempt_id, standing, Facts.of(attempt))
    told = [messages.state(attempt, standing)]
    board = attempt.deal_id if started and attempt.is_official else None
    return Reply(told, attempt.seq, attempt.is_over, board)


def do(attempt_id: UUID, player_id: int, intent: Intent, held: int) -> Reply:
    """Write an intent, and say what it came to, to a client that holds the events up to ``held``.

    Raises Refused.
    """
    written = write(attempt_id, player_id, intent)
    attempt, before, after = written.attempt, written.before, written.after
    ack = messages.ack(Facts.of(attempt), before, after, intent.id, written.dup)
    if written.dup:
        return _again(attempt, ack, after.seq, held)
    told = [ack, messages.end(attempt)] if attempt.is_over else [ack]
    board = attempt.deal_id if attempt.is_over and attempt.is_official else None
    return Reply(told, after.seq, attempt.is_over, board, wrote=True)


def before_hint(attempt_id: UUID, player_id: int, intent: Intent) -> Question | str:
    """What a hint is to be worked out from; or its text, where it is known: because this very intent has
    been answered before, or because nothing has happened since the last hint.

    Raises Refused, as the write path does afterwards.
    """
    with answering(attempt_id):
        attempt = _find(attempt_id)
        event = known(attempt, player_id, intent)
        if event is not None:
            return event.text
        check(Facts.of(attempt), attempt.seq, player_id, intent, timezone.now())
        standing = standing_of(attempt)
    if standing.last is not None and standing.last[0] == Event.Kind.HINT:
        return standing.last[1]
    game = standing.table.game
    return Question(game.slug, game.variant, game.view(standing.table.position))


def catch_up(attempt_id: UUID, held: int, told_end: bool = False) -> Reply:
    """What a client that holds the events up to ``held`` has missed.

    Raises Refused when the attempt is there no longer.
    """
    attempt = _find(attempt_id)
    missed = attempt.seq - held
    if missed > FAR_BEHIND or missed < 0:
        return Reply([messages.state(attempt, standing_of(attempt))], attempt.seq, attempt.is_over)
    told = _events(attempt, held)
    if attempt.is_over and not told_end:
        told.append(messages.end(attempt))
    return Reply(told, attempt.seq, attempt.is_over)


async def news(held: list[tuple[UUID, int | None, bool]]) -> dict[UUID, tuple[int, bool]]:
    """Of attempts with the event that a client holds, and whether it knows of the end, those that have gone
    on: the number of the last event, and whether they are over."""
    found = await compared(NEWS, GIVEN, held)
    return {pk if isinstance(pk, UUID) else UUID(pk): (seq, bool(over)) for pk, seq, over in found}


GIVEN: Final = {"attempt": "uuid", "seq": "integer", "told_end": "boolean"}
NEWS: Final = """
SELECT attempt,
    (SELECT seq FROM play_attempt WHERE id = given.attempt),
    (SELECT finished_at IS NOT NULL FROM play_attempt WHERE id = given.attempt)
FROM given WHERE (
    SELECT a.seq > given.seq OR (a.finished_at IS NOT NULL AND NOT given.told_end)
    FROM play_attempt a WHERE a.id = given.attempt)
"""


def _find(attempt_id: UUID) -> Attempt:
    """The attempt, which may have been given up meanwhile: settling removes what was never begun."""
    attempt = Attempt.objects.select_related("deal", "player").filter(pk=attempt_id).first()
    if attempt is None:
        raise Refused("not_found", "There is no such attempt.")
    return attempt


def _again(attempt: Attempt, ack: Message, seq: int, held: int) -> Reply:
    """The stored answer, at its place among the events that the client has not seen."""
    told = _events(attempt, held)
    earlier = [message for message in told if message["seq"] < seq]
    later = [message for message in told if message["seq"] > seq]
    end = [messages.end(attempt)] if attempt.is_over else []
    return Reply([*earlier, ack, *later, *end], max(held, attempt.seq), attempt.is_over)


def _events(attempt: Attempt, held: int) -> list[Message]:
    facts = Facts.of(attempt)
    return [messages.event(facts, before, after) for before, after in steps(attempt, held)]
