"""Games laid in rows and columns whose places matter: The Labyrinth, The Blockade."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

from games.cards import ALONE
from games.game import BOOK, Game
from games.moves import Move
from games.piles import Group, Role
from games.position import Position, State
from games.rules import Build


class Grid(Game):
    """Rows dealt one beneath the other, from left to right; the state ``rows`` counts them."""

    columns: int
    most_rows: int
    """How many rows there is room for."""

    def grid(
        self, build: Build | None = None, takes: tuple[str, ...] = (), refill: tuple[str, ...] = ()
    ) -> Group:
        """The places, column by column: ``grid-1-1`` is the upper left, ``grid-1-2`` the one beneath."""
        cells = tuple(
            f"{column}-{row}" for column in range(1, self.columns + 1) for row in range(1, self.most_rows + 1)
        )
        return Group(
            "grid",
            Role.TABLEAU,
            cells=cells,
            build=build,
            takes=takes,
            refill=refill,
            alike=False,
            title="Place",
        )

    def cell(self, column: int, row: int) -> int:
        """The pile of a place, both counted from 1."""
        return self.group("grid")[(column - 1) * self.most_rows + row - 1]

    def __init__(self, variant: str = BOOK) -> None:
        super().__init__(variant)
        grid = self.group("grid")
        numbers = range(1, self.most_rows + 1)
        self.rows = {row: slice(grid.start + row - 1, grid.stop, self.most_rows) for row in numbers}
        """Where the places of each row, counted from 1, are among the piles."""
        self.places = {row: list(range(len(self.names))[self.rows[row]]) for row in numbers}
        """The same as a list."""

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        """The first row."""
        for column in range(1, self.columns + 1):
            piles[self.cell(column, 1)] = bytes((cards.pop(0),))

    def lay_row(self, piles: list[bytes], state: State, row: int) -> State:
        """Put cards of the pack in the empty places of a row as far as they reach; it is the lowest now."""
        places = self.rows[row]
        laid, stock = piles[places], piles[self._stock]
        left = max(len(stock) - laid.count(b""), 0)
        fresh = [ALONE[card] for card in reversed(stock[left:])]
        if len(fresh) < len(laid):
            coming = chain(fresh, repeat(b""))
            fresh = [cards or next(coming) for cards in laid]
        piles[places] = fresh
        piles[self._stock] = stock[:left]
        return self.with_state(state, rows=row)

    def impossible(self, position: Position) -> str | None:
        """Rows are dealt as far as there is room."""
        lowest: int = self.state_of(position, "rows")
        if lowest not in self.rows:
            return f"State 'rows' is from 1 to {self.most_rows}."
        below = [place for row, places in self.places.items() if row > lowest for place in places]
        if len(position.piles[self._stock]) > sum([not position.piles[place] for place in below]):
            return "The rows to come have no room for the stock."
        return None

    def acted(self, move: Move, after: Position) -> Sequence[int]:
        """A row is laid from the stock."""
        if move.verb in ("deal", "fill"):
            return [*self.places[self.state_of(after, "rows")], self._stock]
        return super().acted(move, after)

    def wholes(self) -> list[range]:
        """Columns may change places as wholes; within a column every place matters."""
        grid = self.group("grid")
        return [grid[at : at + self.most_rows] for at in range(0, len(grid), self.most_rows)]
