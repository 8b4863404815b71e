"""The Olga (book no. 31): four piquet packs and a flower-bed half asleep."""

from __future__ import annotations

from games.cards import DOWN, PIQUET
from games.game import BOOK, Game
from games.piles import Group, Role, stock, talon
from games.rules import Build, Suits


class TheOlga(Game):
    """A bed of seven columns with every other row face down; sixteen foundations from the ace."""

    slug = "the-olga"
    title = "The Olga"
    number = 31
    summary = (
        "Wake a flower-bed of forty-nine cards, half of its rows asleep, and bring sixteen kings into bloom."
    )
    packs = 4
    ranks = PIQUET
    variants = {BOOK: {}, "one-redeal": {"redeals": 1}}
    variant_titles = {"one-redeal": "with one re-deal"}
    state = {"redeals": 0}
    never_early = True

    def piles(self) -> tuple[Group, ...]:
        return (
            Group(
                "foundation",
                Role.FOUNDATION,
                16,
                bases="AS AS AS AS AH AH AH AH AD AD AD AD AC AC AC AC",
                build=Build(PIQUET, Suits.SAME),
                takes=("bed", "talon"),
            ),
            # "... the space at the top may be filled by any available card of the flower-bed."
            Group(
                "bed",
                Role.TABLEAU,
                7,
                build=Build(PIQUET[::-1], Suits.ALTERNATE),
                takes=("bed", "talon"),
                vacancy=("bed",),
                turns_up=True,
                title="Column",
            ),
            stock(),
            talon(),
        )

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        """Seven rows of seven; the second, fourth and sixth face downward."""
        for row in range(1, 8):
            for column in self.group("bed"):
                face = cards.pop(0)
                piles[column] += bytes((face if row % 2 else face | DOWN,))

    rules = """
## The aim

Sixteen packets, one on each ace of four piquet packs, go up in suit through seven, eight, nine, ten,
knave and queen to the king.

## The table

Seven rows of seven cards are the **flower-bed**: the first row face up, the second face down, and so on
by turns; the seventh lies face up. Each row half covers the one before it, so that the bed is seven columns.

## The play

1. Only the end card of a column is available. When it leaves, the card above it, if it lies face down,
   is turned up at once and is available.
2. Aces go to the foundations as they appear, then seven, eight ... king of the suit. You need not play a
   card home if it serves you better on the bed.
3. On the end card of a column goes a card one lower and of the other colour, one card at a time, from
   another column or from the talon: king, queen, knave, ten, nine, eight, seven, ace.
4. A column that is wholly cleared may be begun again with any available card of the bed; not from the talon.
5. The pack is turned one card at a time on the talon, whose top card stays available. It is turned once.

## How we read the book

| The question | The book | We play |
|---|---|---|
| "any deuces" | a piquet pack has none | the slip is for sevens |
| Does an ace go on a seven? | not said | yes; the ace is the lowest card |
| Do runs move together? | "available cards", of which each column has one | no, single cards |
| Is there a re-deal? | not said, and every game that has one says so | none; with one re-deal it is a variant with boards of its own |
| What may begin a cleared column? | "any available card of the flower-bed" | so: any rank, never the talon |
"""
