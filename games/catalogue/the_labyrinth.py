"""The Labyrinth (book no. 25): rows that block each other, and one grace."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import Final

from games.game import BOOK, DEAL
from games.grid import Grid
from games.moves import Move
from games.piles import Group, Role, stock
from games.position import Position, State
from games.rules import DOWNWARDS, UP, Build, Suits

FILL: Final = Move("fill", "fill")


class TheLabyrinth(Grid):
    """A card is free from the top or from the bottom of its column; only the newest row is refilled."""

    slug = "the-labyrinth"
    title = "The Labyrinth"
    number = 25
    summary = (
        "Rows of ten wall each other in; a card gets out by the top or by the bottom, and you have one grace."
    )
    columns = 10
    most_rows = 10  # 96 cards are nine rows and six cards of a tenth, if nothing is ever refilled.
    loose = False
    variants = {BOOK: {}, "loose": {"loose": True}}
    variant_titles = {"loose": "with cards beside a hole free"}
    state = {"grace": False, "rows": 1}

    def __init__(self, variant: str = BOOK) -> None:
        super().__init__(variant)
        self._graces = {pile: Move(f"grace:{self.names[pile]}", "grace", pile) for pile in self.group("grid")}

    def piles(self) -> tuple[Group, ...]:
        takes = ("grid", "grace")
        return (
            Group("foundation", Role.FOUNDATION, 4, bases="AS AH AD AC", laid=True, build=Build(UP, Suits.SAME), takes=takes),
            Group("foundation", Role.FOUNDATION, 4, first=5, bases="KS KH KD KC", laid=True, build=Build(DOWNWARDS, Suits.SAME), takes=takes),
            self.grid(),
            Group("grace", Role.RESERVE),
            stock(),
        )  # fmt: skip

    def open_piles(self, position: Position) -> tuple[list[int], tuple[int, ...]]:
        """Rule II: "no card can be used that is not free either from the top or the bottom"."""
        piles = position.piles
        found = [self.index["grace"]]
        for column in self.together:
            held = list(compress(column, piles[column.start : column.stop]))
            if self.loose:
                found += [place for place in held if self._beside_a_hole(piles, column, place)]
            elif held:
                found += held if len(held) < 3 else (held[0], held[-1])
        return found, ()

    @staticmethod
    def _beside_a_hole(piles: tuple[bytes, ...], column: range, place: int) -> bool:
        return place in (column[0], column[-1]) or not piles[place - 1] or not piles[place + 1]

    def other_moves(self, position: Position) -> Iterator[Move]:
        """Rule III: the lowest row is filled before the next is dealt. When the pack is out, one grace."""
        if position.piles[self._stock]:
            if self._holes(position):
                yield FILL
            elif self.state_of(position, "rows") < self.most_rows:
                yield DEAL
        elif not self.state_of(position, "grace"):
            for pile in self.group("grid"):
                if position.piles[pile]:
                    yield self._graces[pile]

    def act(self, piles: list[bytes], state: State, move: Move) -> State:
        row = int(str(state[self._state_at["rows"]]))
        if move.verb == "grace":
            self.move_top(piles, move.source, self.index["grace"])
            return self.with_state(state, grace=True)
        return self.lay_row(piles, state, row + 1 if move == DEAL else row)

    def _holes(self, position: Position) -> bool:
        row = self.state_of(position, "rows")
        return any(not position.piles[self.cell(column, row)] for column in range(1, self.columns + 1))

    def for_good(self, position: Position, move: Move) -> bool:
        """Nothing here is ever taken back."""
        return True

    def refusal(self, position: Position, move: Move) -> str | None:
        if move.verb == "deal" and position.piles[self._stock]:
            return (
                "First fill the holes of the lowest row."
                if self._holes(position)
                else "There is no room for another row."
            )
        if move.verb == "fill":
            return "The stock is empty." if not position.piles[self._stock] else "The lowest row has no hole."
        if move.verb == "grace":
            if position.piles[self._stock]:
                return "The grace comes when the pack is out."
            if self.state_of(position, "grace"):
                return "The grace has been used."
            if move.source not in self.group("grid"):
                return "The grace takes a card of the tableau."
            return "There is no card in that place."
        if (
            move.verb == "move"
            and not move.also
            and move.source in self.group("grid")
            and position.piles[move.source]
            and not self.available(position, move.source)
        ):
            return "That card is free neither from the top nor from the bottom."
        return None

    rules = """
## The aim

Four aces go up in suit to kings, and four kings down in suit to aces.

## The table

One ace and one king of each suit are taken out: the **foundations**. Ten cards are dealt in a row; more rows follow
beneath it.

## The play

1. A card may be played when it is free from the **top** or from the **bottom**: when it is the highest or the lowest card left in
   its column. Cards go only to the foundations.
2. When you have played what you wish, **fill** puts cards of the pack in the holes of the lowest row, from left to right. Older rows
   are never filled.
3. When the lowest row is whole, the next row of ten is dealt beneath. The last may be short.
4. When the pack is out you have one **grace**: take any one card out of the tableau. It lies aside and may still be played.
5. There is no re-deal.

## How we read the book

| The question | The book | We play |
|---|---|---|
| Is a card beside a hole in the middle of its column free? | "free either from the top or the bottom"; the picture marks only the ends of each column | no; yes in the variant *loose* |
| When are holes filled? | "refilling the vacancies" | when you say so, all of them, before the next row |
| "from the pack or talon" | there is no talon | from the pack |
| What becomes of the graced card? | not said | it lies aside, and may be played |
| May a card cross from one foundation to the other? | not said | no |
"""
