"""What lies on the table."""

from __future__ import annotations

from typing import NamedTuple

State = tuple[object, ...]
"""What piles cannot say, in the order of the game's ``state`` names."""


class Position(NamedTuple):
    """The cards on the table, an immutable value.

    ``piles`` are the game's piles in its order, each bottom to top; ``state`` what they cannot say.
    """

    piles: tuple[bytes, ...]
    state: State
