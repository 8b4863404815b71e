"""Mount Olympus (book no. 36): a pyramid built by twos."""

from __future__ import annotations

from games.game import BOOK, Game
from games.piles import Group, Role, stock, talon
from games.rules import Build, Suits

ODD, EVEN = "A3579JK", "2468TQ"


class MountOlympus(Game):
    """Aces go up by odd numbers to kings, twos by even numbers to queens; a battery of nine."""

    slug = "mount-olympus"
    title = "Mount Olympus"
    number = 36
    summary = "Climb a pyramid by twos: aces rise by odd numbers to kings, twos by even numbers to queens."
    dealt = "battery"
    redeals = 1
    variants = {BOOK: {}, "no-redeal": {"redeals": 0}}
    variant_titles = {"no-redeal": "without a re-deal"}
    state = {"redeals": 0}

    def piles(self) -> tuple[Group, ...]:
        return (
            # Rule II: odd numbers end with kings, even numbers with queens.
            Group(
                "foundation",
                Role.FOUNDATION,
                8,
                bases="AS AS AH AH AD AD AC AC",
                laid=True,
                build=Build(ODD, Suits.SAME),
                takes=("battery", "talon"),
            ),
            Group(
                "foundation",
                Role.FOUNDATION,
                8,
                first=9,
                bases="2S 2S 2H 2H 2D 2D 2C 2C",
                laid=True,
                build=Build(EVEN, Suits.SAME),
                takes=("battery", "talon"),
            ),
            # Rule III: by twos downwards, in suit; "refilling spaces from pack or talon".
            Group(
                "battery",
                Role.TABLEAU,
                9,
                build=Build(ODD[::-1], Suits.SAME).or_else(Build(EVEN[::-1], Suits.SAME)),
                takes=("battery", "talon"),
                vacancy=("talon", "stock"),
                pressing=True,
            ),
            stock(),
            talon(),
        )

    rules = """
## The aim

The pyramid ends in kings and queens by turns.

## The table

The eight aces and the eight twos are taken out and laid as a pyramid, aces and twos by turns: the **foundations**.
Nine cards inside it are the **battery**.

## The play

1. The foundations go up in suit by twos: on an ace three, five, seven, nine, knave, king; on a two four, six, eight,
   ten, queen.
2. On a battery card goes the card of the same suit that is two lower: on a nine a seven, on a queen a ten, on a king a
   knave. One card at a time, from another packet of the battery or from the talon.
3. Only the top card of each packet is available; all nine packets are.
4. A space in the battery must be filled at once: you choose between the top of the talon and the next card of the pack.
   Where only one of them is there, the one key that fills it is all that is offered. With both out, the hole stays.
5. The pack is turned one card at a time on the talon, whose top card stays available. The talon is turned over and dealt
   again once.

## How we read the book

| The question | The book | We play |
|---|---|---|
| Is the pack dealt in rows of nine? | no; later books do | one card at a time, on a talon |
| Do sequences move together? | not said; the oldest rules know nothing of it | no, single cards |
| What fills a space? | "from pack or talon" | the player's choice |
| Is the talon shuffled? | "taken up and re-dealt once" | no: turned over as it lies |
| Do the lower cards of the battery block the upper? | the cards touch, they do not cover | no |
"""
