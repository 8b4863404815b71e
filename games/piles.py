"""How a game names its piles and says what each of them takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.cards import CARD
from games.rules import Build


class Role(Enum):
    """What a pile is for, in the words of the field."""

    FOUNDATION = "foundation"
    TABLEAU = "tableau"
    RESERVE = "reserve"
    STOCK = "stock"
    TALON = "talon"
    FIXED = "fixed"
    """Cards that only look on: the Sultan, the Empress and her Guard."""


@dataclass(frozen=True, slots=True)
class Group:
    """Piles of one name and one law: ``bed`` is ``bed-1`` ... ``bed-7``.

    name      the slug; with ``count`` 0 it is one pile and its whole name
    first     the number of the first pile, where two groups share a name and differ in law
    cells     what follows the name, where piles are not simply numbered (the places of a grid)
    bases     for each pile, the card it starts with, as text ("KS KS KH ..."); none: see ``starts``
    laid      the bases are taken out of the pack and lie there from the beginning
    build     what may be put on the pile's top card; None: nothing
    takes     the groups whose available cards may be put on a card here, or begin a foundation
    vacancy   the groups whose available cards, any of them, may be put on an empty pile here (or on one that
              holds no more than it ``keeps``)
    refill    the groups that fill a vacancy at once, the first that has a card
    pressing  a vacancy must be filled by the hand (from ``vacancy``) before anything else
    full      the most cards a pile holds
    keeps     how many cards at the bottom never leave
    turns_up  a card laid bare is turned face up at once
    alike     the piles are interchangeable: which is which changes nothing
    title     how a person calls one of them ("Divan"); default from the name
    """

    name: str
    role: Role
    count: int = 0
    first: int = 1
    cells: tuple[str, ...] = ()
    bases: str = ""
    laid: bool = False
    build: Build | None = None
    takes: tuple[str, ...] = ()
    vacancy: tuple[str, ...] = ()
    refill: tuple[str, ...] = ()
    pressing: bool = False
    full: int = 1000
    keeps: int = 0
    turns_up: bool = False
    alike: bool = True
    title: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its piles."""
        if self.cells:
            return tuple(f"{self.name}-{cell}" for cell in self.cells)
        if not self.count:
            return (self.name,)
        return tuple(f"{self.name}-{number}" for number in range(self.first, self.first + self.count))

    @property
    def single(self) -> bool:
        """Whether it is one pile, whose name is the group's."""
        return not self.count and not self.cells

    @property
    def base_cards(self) -> tuple[int, ...]:
        """The starting card of each pile; empty when it has none."""
        return tuple(CARD[text] for text in self.bases.split())

    @property
    def called(self) -> str:
        """The name a person reads."""
        return self.title or self.name.replace("-", " ").capitalize()


def stock() -> Group:
    """The pack in hand: face down, next card last."""
    return Group("stock", Role.STOCK)


def talon() -> Group:
    """The cards laid aside face up."""
    return Group("talon", Role.TALON)
