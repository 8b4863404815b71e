"""The Blockade (book no. 8): each new row walls in the one before."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import DEAL
from games.grid import Grid
from games.moves import Move
from games.piles import Group, Role, stock
from games.position import Position, State
from games.rules import DOWNWARDS, UP, Build, Suits


class TheBlockade(Grid):
    """Rows of twelve packets that marry downwards; what has a card below it is blocked."""

    slug = "the-blockade"
    title = "The Blockade"
    number = 8
    summary = (
        "Each new row of twelve blocks the one above: marry downwards, and break the blockade from below."
    )
    state = {"rows": 1}
    columns = 12
    most_rows = 9  # 104 cards are eight rows and eight cards, if no hole is ever filled.

    def piles(self) -> tuple[Group, ...]:
        return (
            Group(
                "foundation",
                Role.FOUNDATION,
                8,
                bases="AS AS AH AH AD AD AC AC",
                build=Build(UP, Suits.SAME),
                takes=("grid",),
            ),
            # "Marry in descending line ... the vacancies thus caused must be immediately refilled from the pack."
            self.grid(Build(DOWNWARDS, Suits.SAME), takes=("grid",), refill=("stock",)),
            stock(),
        )

    def open_piles(self, position: Position) -> tuple[list[int], list[int]]:
        """Rule I: "all cards are available that have no others below them"; a blocked packet takes nothing."""
        piles = position.piles
        row: int = self.state_of(position, "rows")
        if all(piles[self.rows[row]]):
            # So it is while the pack lasts, which fills every hole.
            return self.places[row], self.places[row]
        lowest = []
        for column in self.together:
            for place in reversed(column):
                if piles[place]:
                    lowest.append(place)
                    break
        return lowest, lowest

    def other_moves(self, position: Position) -> Iterator[Move]:
        if position.piles[self._stock]:
            yield DEAL

    def act(self, piles: list[bytes], state: State, move: Move) -> State:
        """The next row beneath; the last may be short."""
        if move != DEAL:
            return super().act(piles, state, move)
        (rows,) = state
        return self.lay_row(piles, state, int(str(rows)) + 1)

    def refusal(self, position: Position, move: Move) -> str | None:
        if move.verb != "move" or move.also:
            return None
        for pile in (move.source, move.target):
            if pile in self.group("grid") and position.piles[pile] and not self.takes_now(position, pile):
                return "That packet is blocked by a card below it."
        return None

    rules = """
## The aim

The eight aces go up in suit to kings: two packs, eight packets.

## The table

Twelve cards are dealt in a row; more rows follow beneath it, as you call for them.

## The play

1. A packet is available when **no card lies below it** in its column. Each new row blocks the one above it; taking a card away
   frees the one directly above.
2. Aces go to the foundations, and on them two, three ... king of the suit.
3. Available cards **marry downwards**: the eight of a suit may be laid squarely on its nine. One card at a time, and both packets
   must be available.
4. A hole is filled at once from the pack. The table does it for you. A card that fills a hole in a higher row is
   blocked while a card lies below it.
5. When you can do no more, or like to, the next row of twelve is dealt beneath. The last is short. There is no re-deal.

## How we read the book

| The question | The book | We play |
|---|---|---|
| Do married packets move together? | cards are placed "exactly over each other" | no, single cards |
| Is a married packet blocked like a card? | all that have others below them | yes |
| May aces be played while a row is dealt? | "as they appear" | when the row lies; it comes to the same |
| "Vacancies in the higher rows must always be refilled first" | said of several holes at a time | every hole is filled at once, so there is never a choice |
| With the pack out, what fills a hole? | "from the pack" | nothing |
"""
