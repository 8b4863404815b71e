"""Small rules of building, each compiled once into a table of what may lie on what.

A rule of building is a succession of ranks and what it asks of the suits:

>>> from games.cards import CARD
>>> down_alternating = Build("KQJT98765432A", Suits.ALTERNATE)
>>> down_alternating.accepts(CARD["8H"], CARD["7S"])
True
>>> down_alternating.says
'downwards, red and black by turns'
"""

from __future__ import annotations

from enum import Enum
from itertools import pairwise
from typing import Final

from games.cards import ALL, RANKS, is_red, rank, suit


class Suits(Enum):
    """What a rule of building asks of the suits of two cards that touch."""

    SAME = "in suit"
    ALTERNATE = "red and black by turns"
    ANY = "whatever the suit"

    def agree(self, lower: int, upper: int) -> bool:
        """Whether the suits let ``upper`` lie on ``lower``."""
        if self is Suits.SAME:
            return suit(lower) == suit(upper)
        if self is Suits.ALTERNATE:
            return is_red(lower) != is_red(upper)
        return True


UP: Final = RANKS
DOWNWARDS: Final = RANKS[::-1]


class Build:
    """A rule of building: on a card goes the next rank of ``succession``, as ``suits`` allow.

    ``both_ways`` allows the rank before as well; ``round_the_corner`` lets the first rank follow the last.
    ``wants[top]`` are the cards that may be put on ``top``; ``says`` is the rule in words.
    """

    def __init__(
        self,
        succession: str,
        suits: Suits,
        *,
        both_ways: bool = False,
        round_the_corner: bool = False,
    ) -> None:
        after: dict[str, list[str]] = {letter: [] for letter in RANKS}
        pairs = list(pairwise(succession))
        if round_the_corner:
            pairs.append((succession[-1], succession[0]))
        for low, high in pairs:
            after[low].append(high)
            if both_ways:
                after[high].append(low)
        wants: list[tuple[int, ...]] = [()] * 128
        for top in ALL:
            nexts = after[RANKS[rank(top) - 1]]
            wants[top] = tuple(
                card for card in ALL if RANKS[rank(card) - 1] in nexts and suits.agree(top, card)
            )
        self.wants = tuple(wants)
        """By the top card, face down ones too, which want nothing."""
        self.says = ", ".join((_direction(succession, both_ways), suits.value))

    def or_else(self, other: Build) -> Build:
        """This rule, which from now on allows what the other allows, too; its words stay."""
        self.wants = tuple([mine + theirs for mine, theirs in zip(self.wants, other.wants, strict=True)])
        return self

    def accepts(self, top: int, card: int) -> bool:
        """Whether ``card`` may be put on ``top``, both face up."""
        return card in self.wants[top]


def _direction(succession: str, both_ways: bool) -> str:
    if both_ways:
        return "upwards or downwards"
    ranks = [RANKS.index(letter) for letter in succession]
    steps = sorted(b - a for a, b in pairwise(ranks))
    # The commonest step tells the direction: a king under an ace is still a pile that ascends.
    step = steps[len(steps) // 2]
    way = "upwards" if step > 0 else "downwards"
    return f"{way} by twos" if abs(step) == 2 else way
