"""Margarethe (book no. 35): the letters M and A."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import ACE, ALL, rank
from games.game import BOOK, Game
from games.piles import Group, Role, stock, talon
from games.position import Position
from games.rules import Build, Suits

ACES = tuple(card for card in ALL if rank(card) == ACE)
COURTS = "{0}S {0}H {0}D {0}C"


class Margarethe(Game):
    """Twelve court cards take three cards each; nine help cards; one re-deal."""

    slug = "margarethe"
    title = "Margarethe"
    number = 35
    summary = "Spell a name: the court cards are an M, nine help cards an A. The kindest game of the book."
    dealt = "help"
    packs = 1
    redeals = 1
    variants = {BOOK: {}, "no-redeal": {"redeals": 0}}
    variant_titles = {"no-redeal": "without a re-deal"}
    state = {"redeals": 0}

    def piles(self) -> tuple[Group, ...]:
        # Rule II: "The king foundations descend from ten to eight; the knaves, from seven to five; the
        # queens, from four to two."
        courts = (("K", "KT98", 1), ("J", "J765", 5), ("Q", "Q432", 9))
        return (
            *(
                Group(
                    "foundation",
                    Role.FOUNDATION,
                    4,
                    first=first,
                    bases=COURTS.format(court),
                    laid=True,
                    build=Build(succession, Suits.SAME),
                    takes=("help", "talon"),
                )
                for court, succession, first in courts
            ),
            Group("aces", Role.FOUNDATION, takes=("help", "talon")),
            # "Filling the spaces from the pack in hand."
            Group("help", Role.RESERVE, 9, refill=("stock", "talon")),
            stock(),
            talon(),
        )

    def wants(self, position: Position, pile: int) -> Sequence[int]:
        """ "All the aces as they appear are to be placed in one packet"."""
        return ACES if pile == self.index["aces"] else super().wants(position, pile)

    rules = """
## The aim

The **M** ends in eights, fives and twos, with the four aces crossways between its legs.

## The table

All twelve court cards are taken out and laid as the letter M: the kings are its left stroke, the queens its
right, the knaves the two slanting strokes between. Nine cards are laid as the letter **A**: the **help cards**.

## The play

1. The foundations go down in suit, three cards on each court card: on a king ten, nine, eight; on a knave seven,
   six, five; on a queen four, three, two.
2. Aces go, as they appear, to one packet under the knaves, in any order.
3. A help card, and the top of the talon, may go to the foundations or the aces, and nowhere else.
4. A space in the A is filled at once from the pack; when the pack is out, by the top of the talon. The table does it
   for you.
5. The pack is turned one card at a time on the talon. The talon is turned over and dealt again once.

## How we read the book

| The question | The book | We play |
|---|---|---|
| Is the talon shuffled? | "re-dealt once" | no: turned over as it lies |
| With the pack out, what fills the A? | not said | the top of the talon |
| May help cards be married? | not said | no |

This game nearly always comes out. Who wants more to bite on plays it without the re-deal.
"""
