"""Spenser's Fairie Queen (book no. 26): columns of unequal length under their kings."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import ACE, FACE, KING, QUEEN, rank
from games.game import DEAL, Game
from games.moves import Move
from games.piles import Group, Role, stock
from games.position import Position, State
from games.rules import DOWNWARDS, UP, Build, Suits


class SpensersFairieQueen(Game):
    """Dealt onto the last king; then all lies open, and bare kings are the room to move in."""

    slug = "spensers-fairie-queen"
    title = "Spenser's Fairie Queen"
    number = 26
    summary = "The pack is dealt onto the latest king; then all lies open, and every bare king is a place to breathe."
    total = 96
    never_early = True

    def piles(self) -> tuple[Group, ...]:
        return (
            Group(
                "foundation",
                Role.FOUNDATION,
                8,
                bases="AS AS AH AH AD AD AC AC",
                build=Build(UP[:QUEEN], Suits.SAME),
                takes=("column",),
            ),
            # Rule III: "in descending sequence and need not follow suit". Rule IV: the lowest card of each column is
            # available; the king that heads it never moves. Rule V: "Any available card may be transferred to a
            # single king".
            *(
                Group(
                    "column",
                    Role.TABLEAU,
                    count,
                    first=first,
                    bases=base,
                    laid=bool(base),
                    build=Build(DOWNWARDS, Suits.ANY),
                    takes=("column",),
                    vacancy=("column",),
                    keeps=1,
                )
                for count, first, base in ((1, 1, "KS"), (7, 2, ""))
            ),
            stock(),
        )

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        """Only the first king lies on the table; ``deal`` turns the others one by one."""

    def open_piles(self, position: Position) -> tuple[range, tuple[int, ...]] | None:
        """While the pack is dealt cards go only home."""
        return (self.group("column"), ()) if position.piles[self._stock] else None

    def act(self, piles: list[bytes], state: State, move: Move) -> State:
        """A king heads the next column, an ace goes to its foundation, any other on the last king's column."""
        if move != DEAL:
            return super().act(piles, state, move)
        face = piles[self._stock][-1] & FACE
        self.move_top(piles, self._stock, self._place(piles, face))
        return state

    def _place(self, piles: list[bytes], face: int) -> int:
        columns = self.group("column")
        headed = [column for column in columns if piles[column]]
        if rank(face) == KING and len(headed) < len(columns):
            return next(column for column in columns if not piles[column])
        if rank(face) == ACE:
            return next(
                place
                for place in self.group("foundation")
                if not piles[place] and face in self._begins[place]
            )
        return headed[-1]

    def pile_key(self, cards: bytes) -> bytes:
        """Columns are alike whatever their king."""
        return cards[1:]

    def other_key(self, position: Position) -> tuple[object, ...]:
        """The last column is not like the others while it is still being dealt on."""
        if not position.piles[self._stock]:
            return ()
        headed = [position.piles[place] for place in self.group("column") if position.piles[place]]
        return (headed[-1][1:],)

    def refusal(self, position: Position, move: Move) -> str | None:
        columns = self.group("column")
        if move.verb != "move" or move.also or move.source not in columns:
            return None
        if len(position.piles[move.source]) == 1:
            return "The king stays at the head of his column."
        if move.target in columns and move.source != move.target:
            if position.piles[self._stock]:
                return "Cards move between the columns when the deal is complete."
            if not position.piles[move.target]:
                return "No king heads that column."
        return None

    def other_moves(self, position: Position) -> Iterator[Move]:
        if position.piles[self._stock]:
            yield DEAL

    rules = """
## The aim

Eight packets, each on its ace, go up in suit to the queen; the eight kings are left bare.

## The table

One king lies in the upper left corner. The pack is dealt card by card onto him; each new **king** begins a column to the
right, and from then on the cards go on him. So the columns are of unequal length, and some kings stay alone.

## The play

1. Aces go to their places as they are dealt. The foundations go up in suit: ace, two ... queen.
2. While dealing, the end card of every column, and the card just dealt, may be played on a foundation; nothing moves
   between the columns.
3. When the deal is complete, the end card of a column may go on an end card that is one higher, of any suit.
4. Any end card may go on a king that is bare.
5. Cards move one at a time. Kings never move. There is no re-deal.

The book's advice: it is sometimes better not to play cards, but to leave them to receive sequences; and queens, once
moved to a king, sit there till the end.

## How we read the book

| The question | The book | We play |
|---|---|---|
| Must suitable cards be played during the deal? | "may be played" | aces go by themselves, the others as you like |
| May columns be worked during the deal? | "may **now** be transferred", after it | no |
| Do the foundations follow suit? | Rule I | yes (later games of the name do not) |
| Do sequences move together? | its long example goes card by card | no, single cards |
"""
