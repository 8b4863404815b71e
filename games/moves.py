"""A move and its text.

``deal``, ``redeal``, ``fill``, ``SRC>DST``, ``choose:PILE``, ``grace:PILE``; ``+`` joins what is one move.
One move has one text.
"""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """One move of a game; piles are places in the game's list of piles.

    verb    "move", "deal", "redeal", "fill", "choose" or "grace"
    source  the pile that gives its top card, or is chosen; -1 where there is none
    target  the pile that takes it; -1 where there is none
    also    what is done in the same move
    """

    text: str
    verb: str
    source: int = -1
    target: int = -1
    also: Move | None = None

    def __str__(self) -> str:
        return self.text

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The (source, target) of each card the hand moves."""
        if self.verb != "move":
            return ()
        first = ((self.source, self.target),)
        return first + self.also.steps if self.also else first
