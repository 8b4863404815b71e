"""Games laid in rows and columns whose places matter: The Labyrinth, The Blockade."""

from __future__ import annotations

from itertools import chain, repeat

from games.cards import ALONE
from games.game import Game
from games.piles import Group, Role
from games.position import State
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

    def row(self, row: int) -> slice:
        """The places of a row, counted from 1, among the piles."""
        grid = self.group("grid")
        return slice(grid.start + row - 1, grid.stop, self.most_rows)

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        """The first row."""
        for column in range(1, self.columns + 1):
            piles[self.cell(column, 1)] = bytes((cards.pop(0),))

    def lay_row(self, piles: list[bytes], state: State, row: int) -> State:
        """Put cards of the pack in the empty places of a row as far as they reach; it is the lowest now."""
        places = self.row(row)
        laid, stock = piles[places], piles[self._stock]
        left = max(len(stock) - laid.count(b""), 0)
        coming = chain([ALONE[card] for card in reversed(stock[left:])], repeat(b""))
        piles[places] = [cards or next(coming) for cards in laid]
        piles[self._stock] = stock[:left]
        return self.with_state(state, rows=row)

    def wholes(self) -> list[range]:
        """Columns may change places as wholes; within a column every place matters."""
        grid = self.group("grid")
        return [grid[at : at + self.most_rows] for at in range(0, len(grid), self.most_rows)]
