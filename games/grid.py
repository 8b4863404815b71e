"""Games laid in rows and columns whose places matter: The Labyrinth, The Blockade."""

from __future__ import annotations

from games.game import Game
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

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        """The first row."""
        for column in range(1, self.columns + 1):
            piles[self.cell(column, 1)] = bytes((cards.pop(0),))

    def lay_row(self, piles: list[bytes], state: State, row: int) -> State:
        """Put cards of the pack in the empty places of a row as far as they reach; it is the lowest now."""
        for column in range(1, self.columns + 1):
            place = self.cell(column, row)
            if not piles[place] and piles[self._stock]:
                self.move_top(piles, self._stock, place)
        return self.with_state(state, rows=row)

    def around(self, position: Position, pile: int) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
        """What lies in the column above a place and below it, downwards."""
        at = (pile - self.group("grid").start) % self.most_rows
        first = pile - at
        return position.piles[first:pile], position.piles[pile + 1 : first + self.most_rows]

    def key(self, position: Position) -> tuple[object, ...]:
        """Columns may change places as wholes; within a column every place matters."""
        grid, piles = self.group("grid"), position.piles
        columns = sorted(
            piles[start : start + self.most_rows] for start in range(grid.start, grid.stop, self.most_rows)
        )
        rest = [tuple(sorted(piles[start:stop])) for start, stop in self._pile_spans if start not in grid]
        homes = [tuple(sorted(map(len, piles[start:stop]))) for start, stop in self._foundation_spans]
        return tuple(columns), *rest, *homes, *position.state
