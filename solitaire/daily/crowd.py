"""How many play a deal, and how many of them are ahead of somebody.

A deal may have been played by very many. What is counted is a stretch of an index, from end to end: nothing
that a database counts is quicker, by groups or conditions it takes thrice as long. The stretches are written
as SQL, of which there is one statement for all: to have it made from a dozen querysets would take as long as
to count some ten thousand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from django.db import connection

from solitaire.daily.models import Deal
from solitaire.play.models import LOST, Attempt, worth_of

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "rank": ("worth", "time_ms"),
    "time": ("time_ms",),
}
"""What each order of a board compares; less is better."""

Key = tuple[int, ...]
"""What a result is compared by; less is better."""


def key_of(attempt: Attempt, order: str = "rank") -> Key:
    """By what an attempt is ranked."""
    return tuple([getattr(attempt, key) for key in KEYS[order]])


class Ahead(NamedTuple):
    """How many on a board are better than an attempt, and how many come before it: those, and of the ones
    that share its rank those that happen to be listed first."""

    better: int
    before: int


NOBODY: Final = Ahead(0, 0)


class Part(NamedTuple):
    """A part of those who play a deal, as a condition and its values."""

    where: str
    values: tuple[Any, ...] = ()


# By what index each is counted follows from what they say. Who has a worth has finished.
BEGUN: Final = "started_at IS NOT NULL AND seat = '{}'"
PLAYING: Final = Part("started_at IS NOT NULL AND seat IN ('board', 'aside') AND worth IS NULL")
STANDING: Final = {
    "rank": "finished_at IS NOT NULL AND seat = 'board'",
    "time": "finished_at IS NOT NULL AND won AND seat = 'board'",
}


def counts(deal: Deal) -> dict[str, int]:
    """How many play a deal, have finished it, have won it, and (where par is public) have won it ``within``
    par; and under the name of each order, how many stand on the board in that order. One query."""
    numbers, _ = counted(deal)
    return numbers


def counted(
    deal: Deal, order: str = "rank", mine: Attempt | None = None
) -> tuple[dict[str, int], Ahead | None]:
    """The same, and who is ahead of an attempt that has a place, or would have one; still one query."""
    within = _within_par(deal)
    edges = sorted({LOST, *(edge for pair in within for edge in pair)})
    # The board is cut where I stand as well, so that nobody is counted twice.
    cut = sorted({*edges, _worth(mine)}) if mine is not None and order == "rank" else edges
    others = [] if mine is None else _ahead_parts(order, mine)[order == "rank" :]
    parts = [*_stretches("board", cut), *_stretches("aside", edges), PLAYING, *others]
    numbers = iter(_count(deal, parts))
    on_board, beside = _below(cut, numbers), _below(edges, numbers)
    playing, *tied = numbers
    finished = on_board[None] + beside[None]
    found = {
        "players": finished + playing,
        "finished": finished,
        "won": on_board[LOST] + beside[LOST],
        "within": sum(those[end] - those[start] for those in (on_board, beside) for start, end in within),
        "rank": on_board[None],
        "time": on_board[LOST],
    }
    if mine is None:
        return found, None
    return found, _as_ahead([on_board[_worth(mine)], *tied] if order == "rank" else tied)


def ahead(deal: Deal, order: str, attempts: Sequence[Attempt]) -> list[Ahead]:
    """Who is ahead of each of these attempts; one query for all, and none for none."""
    parts = [_ahead_parts(order, attempt) for attempt in attempts]
    found = iter(_count(deal, [part for those in parts for part in those]))
    return [_as_ahead([next(found) for _ in those]) for those in parts]


def _ahead_parts(order: str, attempt: Attempt) -> list[Part]:
    """Who is better by a key, and equal by all those before it; the last key is the one of the table."""
    parts: list[Part] = []
    equal: str = STANDING[order]
    values: tuple[Any, ...] = ()
    for key in KEYS[order]:
        value = getattr(attempt, key)
        # Of the indexes that begin with the worth the one that counts is the shortest.
        where = BEGUN.format("board") if key == "worth" else equal
        parts.append(Part(f"{where} AND {key} < %s", (*values, value)))
        equal, values = f"{equal} AND {key} = %s", (*values, value)
    pk = Attempt._meta.pk.get_db_prep_value(attempt.pk, connection)
    return [*parts, Part(f"{equal} AND id < %s", (*values, pk))]


def _as_ahead(numbers: list[int]) -> Ahead:
    return Ahead(sum(numbers[:-1]), sum(numbers))


def _within_par(deal: Deal) -> list[tuple[int, int]]:
    """From what worth on, and up to which, a win is within par; none while par is not public."""
    if not deal.is_settled or deal.par is None:
        return []
    # Who has won has all the cards home; so from no moves to par is a stretch.
    total, par = deal.engine.total, deal.par
    return [
        (worth_of(True, assisted, total, 0), worth_of(True, assisted, total, par) + 1)
        for assisted in (False, True)
    ]


def _worth(attempt: Attempt) -> int:
    assert attempt.worth is not None, "who has a place has finished"
    return attempt.worth


def _stretches(seat: str, edges: Sequence[int]) -> list[Part]:
    """Those of a seat who have finished, from one edge to the next."""
    begun = BEGUN.format(seat)
    between = [Part(f"{begun} AND worth >= %s AND worth < %s", pair) for pair in pairwise(edges)]
    below, above = (
        Part(f"{begun} AND worth < %s", (edges[0],)),
        Part(f"{begun} AND worth >= %s", (edges[-1],)),
    )
    return [below, *between, above]


def _below(edges: Sequence[int], numbers: Iterator[int]) -> dict[int | None, int]:
    """How many are below each edge, and (None) how many there are, from the numbers of ``_stretches``, which
    are taken and no more."""
    return dict(zip([*edges, None], accumulate(numbers), strict=False))


def _count(deal: Deal, parts: Sequence[Part]) -> list[int]:
    """How many official attempts that are not struck out there are in each part."""
    if not parts:
        return []
    official = "deal_id = %s AND kind = 'official' AND voided_at IS NULL"
    each = [f"(SELECT count(*) FROM play_attempt WHERE {official} AND {part.where})" for part in parts]
    values = [value for part in parts for value in (deal.pk, *part.values)]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(each)}", values)
        return list(cursor.fetchone())
