"""Red and Black (book no. 33): eight Volunteers in alternate colours."""

from __future__ import annotations

from games.game import Game
from games.piles import Group, Role, stock, talon
from games.rules import DOWNWARDS, UP, Build, Suits


class RedAndBlack(Game):
    """Eight aces in suit over eight Volunteers, built down red and black; one shuffled re-deal."""

    slug = "red-and-black"
    title = "Red and Black"
    number = 33
    summary = "Eight aces over eight Volunteers, which build down red on black and black on red."
    dealt = "volunteer"
    redeals = 1
    redeal_shuffled = True
    state = {"redeals": 0, "seed": ""}

    def piles(self) -> tuple[Group, ...]:
        return (
            Group(
                "foundation",
                Role.FOUNDATION,
                8,
                bases="AS AS AH AH AD AD AC AC",
                laid=True,
                build=Build(UP, Suits.SAME),
                takes=("volunteer", "talon"),
            ),
            # "Immediately filling each vacancy from the cards in hand."
            Group(
                "volunteer",
                Role.TABLEAU,
                8,
                build=Build(DOWNWARDS, Suits.ALTERNATE),
                takes=("volunteer", "talon"),
                refill=("stock", "talon"),
            ),
            stock(),
            talon(),
        )

    rules = """
## The aim

Eight packets, each on its ace, go up in suit to the king.

## The table

The eight aces are taken out and laid in pairs of a suit, the pairs alternating in colour. Under them lie
eight cards, the **Volunteers**.

## The play

1. The foundations go up in suit: ace, two, three ... king.
2. On a Volunteer goes a card one lower and of the other colour, so on a black four a red three, then a black
   two: one card at a time, from another Volunteer or from the talon. The top of each packet is available.
3. A vacancy is filled at once from the pack in hand; when the pack is out, by the top of the talon. The
   table does it for you. With both out, the hole stays.
4. The pack is turned one card at a time on the talon, whose top card stays available.
5. When the pack is out, the talon is taken up, shuffled and dealt again: once.

## How we read the book

| The question | The book | We play |
|---|---|---|
| Do the foundations follow suit? | "the foundations follow suit" (some later books alternate colours there too) | in suit |
| What fills a vacancy? | "from the cards in hand" | the pack; the talon's top when the pack is out |
| Do runs move together? | not said | no, single cards |
| Must all that is suitable be played before building? | so the opening is told | not enforced |
| What stays at the re-deal? | only the talon is taken up | Volunteers and foundations stay |
"""
