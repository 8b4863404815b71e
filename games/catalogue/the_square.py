"""The Square (book no. 34): four foundations of twenty-six cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import ACE, KING, make, rank, suit
from games.game import Game
from games.piles import Group, Role, stock, talon
from games.position import Position
from games.rules import UP, Build, Suits


class TheSquare(Game):
    """Up to the king and down again to the ace, with sixteen packets that marry both ways."""

    slug = "the-square"
    title = "The Square"
    number = 34
    summary = "Four aces climb to their kings and come down again, while sixteen packets marry both ways."

    def piles(self) -> tuple[Group, ...]:
        return (
            Group(
                "foundation",
                Role.FOUNDATION,
                4,
                bases="AS AH AD AC",
                build=Build(UP, Suits.SAME),
                takes=("square", "talon"),
                full=26,
            ),
            # "Marry both in ascending and descending line ... immediately refilling spaces from the pack or talon."
            Group(
                "square",
                Role.TABLEAU,
                16,
                build=Build(UP, Suits.SAME, both_ways=True),
                takes=("square", "talon"),
                vacancy=("talon", "stock"),
                pressing=True,
            ),
            stock(),
            talon(),
        )

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        """The first ace of each suit goes to its corner, and the next card takes its place."""
        corners = self.group("foundation")
        for place in self.group("square"):
            while not piles[place]:
                face = cards.pop(0)
                corner = corners[suit(face)]
                if rank(face) == ACE and not piles[corner]:
                    piles[corner] = bytes((face,))
                else:
                    piles[place] = bytes((face,))

    def wants(self, position: Position, pile: int) -> Sequence[int]:
        """Rule II: up to the king; "a second king is placed on the top", and down to the ace."""
        cards = position.piles[pile]
        if not cards or pile not in self.group("foundation"):
            return super().wants(position, pile)
        height = len(cards)
        if height >= 2 * KING:
            return ()
        # Thirteen cards rise from the ace, thirteen come down from the second king.
        following = height + 1 if height < KING else 2 * KING - height
        return (make(following, suit(cards[-1])),)

    def succession(self, position: Position, pile: int) -> list[Sequence[int]]:
        """Up and down again."""
        held = position.piles[pile]
        of = suit(held[-1] if held else self._begins[pile][0])
        whole = [*range(1, KING + 1), *range(KING, 0, -1)]
        return [(make(rank, of),) for rank in whole[len(held) :]]

    rules = """
## The aim

Four packets, one a suit, go up from ace to king, and from a second king down again to the ace.

## The table

Sixteen cards are the **Square**. The first ace of each suit that turns up while they are dealt goes to a corner, and
the next card takes its place; an ace that appears later goes there when you play it.

## The play

1. A foundation goes up in suit from ace to king; on the king goes the other king, and then queen, knave ... down to
   the ace: twenty-six cards. Either copy of a card may go up or come down.
2. On the Square, a card goes on one of the same suit that is one higher **or** one lower. One card at a time, from another
   packet or from the talon; up and down may mix in one packet. No ace on a king, nor king on ace.
3. A run is turned round by carrying it card by card onto a card of its suit that its top fits.
4. A space must be filled at once: you choose between the top of the talon and the next card of the pack. Where only one
   of them is there, the one key that fills it is all that is offered. With both out, the hole stays.
5. The pack is turned one card at a time on the talon, whose top card stays available. There is no re-deal.

## How we read the book

| The question | The book | We play |
|---|---|---|
| Where do the other four aces go? | they "finish" the packets | last of all; until then they may be married |
| Is anything else played while the Square is dealt? | only the aces are named | no |
| What fills a space? | "from the pack or talon" | the player's choice, before anything else |
| And with both out? | not said | nothing fills it |
| When does the second king go on? | "when each packet has ascended to king" | then, never before |
"""
