"""The Sultan (book no. 12): eight queens gather round the Sultan."""

from __future__ import annotations

from games.game import BOOK, Game
from games.piles import Group, Role, stock, talon
from games.rules import Build, Suits


class TheSultan(Game):
    """Eight foundations round a dead king, a Divan of eight cells, two shuffled re-deals."""

    slug = "the-sultan"
    title = "The Sultan"
    number = 12
    summary = "Bring eight queens round the Sultan, with a Divan of eight and three passages of the pack."
    dealt = "divan"
    redeals = 2
    redeal_shuffled = True
    free_filling = False
    variants = {BOOK: {}, "free-filling": {"free_filling": True}}
    variant_titles = {"free-filling": "filling the Divan when you like"}
    state = {"redeals": 0, "seed": ""}

    def piles(self) -> tuple[Group, ...]:
        return (
            Group("sultan", Role.FIXED, bases="KH", laid=True),
            # Each outer king takes the ace and goes up to the queen; the ace of hearts does the same.
            Group(
                "foundation",
                Role.FOUNDATION,
                8,
                bases="KS KS KH AH KD KD KC KC",
                laid=True,
                build=Build("KA23456789TJQ", Suits.SAME),
                takes=("divan", "talon"),
            ),
            # "Vacancies in the Divan must be immediately refilled from the talon, or, when there is
            # no talon, from the pack."
            Group("divan", Role.RESERVE, 8, vacancy=("talon", "stock"))
            if self.free_filling
            else Group("divan", Role.RESERVE, 8, refill=("talon", "stock")),
            stock(),
            talon(),
        )

    rules = """
## The aim

All eight packets round the Sultan end with their queens: eight queens attend the king of hearts in
the middle.

## The table

The eight kings and one ace of hearts are taken out of two packs and laid in a square. The king of
hearts in the middle is the **Sultan**; nothing is ever put on him. The other seven kings and the ace of
hearts are the **foundations**. Eight cards, four on either side, are the **Divan**.

## The play

1. A foundation goes up in suit: on a king the ace, then two, three ... to the queen; on the ace of
   hearts the two ... to the queen.
2. The cards of the Divan, and the top of the talon, may go to the foundations, and nowhere else.
3. A vacancy in the Divan is filled at once by the top of the talon, or by the pack when there is no
   talon. The table does it for you.
4. The pack is turned one card at a time on the talon.
5. When the pack is out, the talon is taken up, shuffled and dealt again: twice.

## How we read the book

| The question | The book | We play |
|---|---|---|
| When is a vacancy filled? | "must be immediately refilled" | at once, after every single play; when you like, from talon or pack, in the variant *free filling* |
| From where? | "from the talon, or, when there is no talon, from the pack" | so |
| How many cards in the Divan? | eight; some later books have six | eight |
| Is the talon shuffled? | "taken up, shuffled, and re-dealt, if necessary, twice" | so, and every player's equal talon is shuffled alike |
"""
