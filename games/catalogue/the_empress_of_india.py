"""The Empress of India (book no. 14): red and black leave only together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.cards import FACE, is_red
from games.game import DEAL, Game, join
from games.moves import Move
from games.piles import Group, Role, stock
from games.position import Position, State
from games.rules import Build, Suits

CELLS: Final = 24
ADMIRALS: Final = "A23456789TJK"
"""The black foundations omit queens."""
GENERALS: Final = "KQT98765432A"
"""The red ones omit knaves."""


class TheEmpressOfIndia(Game):
    """Four packs; a red card of the Army is played only with a black card of the Navy, or tied to one."""

    slug = "the-empress-of-india"
    title = "The Empress of India"
    number = 14
    summary = (
        "Four packs, an Army and a Navy: no red card is played without a black one, and ties are for life."
    )
    packs = 4
    total = 176

    def piles(self) -> tuple[Group, ...]:
        return (
            Group("foundation", Role.FOUNDATION, 8, bases="AS AS AS AS AC AC AC AC", laid=True, build=Build(ADMIRALS, Suits.SAME)),
            Group("foundation", Role.FOUNDATION, 8, first=9, bases="KH KH KH KH KD KD KD KD", laid=True, build=Build(GENERALS, Suits.SAME)),
            Group("empress", Role.FIXED, bases="QC", laid=True),
            Group("guard", Role.FIXED, 8, bases="JH JH JH JH JD JD JD JD", laid=True),
            Group("army", Role.TABLEAU, CELLS, title="Army"),
            Group("navy", Role.TABLEAU, CELLS, title="Navy"),
            stock(),
            Group("talon-red", Role.TALON),
            Group("talon-black", Role.TALON),
        )  # fmt: skip

    def __init__(self, variant: str = "book") -> None:
        super().__init__(variant)
        # Four queens of spades and three of clubs are thrown aside.
        self.pack.throw_out("QS QS QS QS QC QC QC")
        self.army, self.navy = self.group("army"), self.group("navy")
        self._talons = {True: self.index["talon-red"], False: self.index["talon-black"]}
        self._cells = (*self.army, *self.navy)
        self._joins: dict[tuple[int, int, int, int], Move] = {}
        """The moves of two cards that have come up, made once."""
        self._homes = {True: self.group("foundation")[8:], False: self.group("foundation")[:8]}

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        """Red to the next free Army cell, black to the next free Navy cell, what is over to its talon."""
        free = {True: list(self.army), False: list(self.navy)}
        while free[True] or free[False]:
            face = cards.pop(0)
            cells = free[is_red(face)]
            place = cells.pop(0) if cells else self._talons[is_red(face)]
            piles[place] += bytes((face,))

    def moves(self, position: Position, distinct: bool = False) -> list[Move]:
        """Pairs of a red and a black card to their foundations, ties, and turning the stock."""
        army, navy = self.loose(position)
        if distinct:
            army, navy = self._different(position, army), self._different(position, navy)
        return [*self.pairs(position, distinct), *self.ties(army, navy), *self.other_moves(position)]

    def pairs(self, position: Position, distinct: bool = False) -> list[Move]:
        """Rule I: two cards to their foundations, both suitable before the move, loose or tied."""
        piles = position.piles
        cells = [cell for cell in self._cells if piles[cell]]
        if distinct:
            cells = self._different(position, cells)
        red, black = (self._plays(position, cells, colour, distinct) for colour in (True, False))
        found = []
        for red_source, red_target in red:
            tied = len(piles[red_source]) > 1
            for black_source, black_target in black:
                if red_source == black_source if tied else len(piles[black_source]) == 1:
                    found.append(self._joined(red_source, red_target, black_source, black_target))
        return found

    def loose(self, position: Position) -> tuple[list[int], list[int]]:
        """The cells of the Army and of the Navy that hold a card which is not tied."""
        piles = position.piles
        return (
            [cell for cell in self.army if len(piles[cell]) == 1],
            [cell for cell in self.navy if len(piles[cell]) == 1],
        )

    def ties(self, army: list[int], navy: list[int]) -> Iterator[Move]:
        """ "Any card in the Army may be placed on any card in the Navy, and vice versa"; each card only once."""
        for cells, others in ((army, navy), (navy, army)):
            for cell in cells:
                transfers = self._transfers[cell]
                yield from [transfers[other] for other in others]

    def _plays(
        self, position: Position, cells: list[int], red: bool, distinct: bool
    ) -> list[tuple[int, int]]:
        """(cell, foundation) for every card of a colour that would fit a foundation."""
        wanted: dict[int, list[int]] = {}
        for home in self._homes[red]:
            for face in self.wants(position, home):
                if not (distinct and face in wanted):
                    wanted.setdefault(face, []).append(home)
        return [
            (cell, home) for cell in cells for face in position.piles[cell] for home in wanted.get(face, ())
        ]

    def _joined(self, red_source: int, red_target: int, black_source: int, black_target: int) -> Move:
        key = (red_source, red_target, black_source, black_target)
        move = self._joins.get(key)
        if move is None:
            red, black = self.transfer(red_source, red_target), self.transfer(black_source, black_target)
            move = self._joins[key] = join(red, black)
        return move

    def _different(self, position: Position, cells: list[int]) -> list[int]:
        """Of the cells of one fleet that hold the same, the first."""
        piles = position.piles
        first = {(cell in self.army, piles[cell]): cell for cell in reversed(cells)}
        return sorted(first.values())

    def allows(self, position: Position, move: Move) -> bool:
        """Of single transfers only the ties are legal."""
        cells = {move.source in self.army, move.target in self.army}
        both = all(place in self.army or place in self.navy for place in (move.source, move.target))
        alone = all(len(position.piles[place]) == 1 for place in (move.source, move.target))
        return both and alone and len(cells) == 2

    def for_good(self, position: Position, move: Move) -> bool:
        """Nothing here is ever taken back."""
        return True

    def act(self, piles: list[bytes], state: State, move: Move) -> State:
        if move != DEAL:
            return super().act(piles, state, move)
        self._turn(piles, {})
        return state

    def carry(self, piles: list[bytes], source: int, target: int) -> None:
        """Of a tied pair, the card of the foundation's colour."""
        pair = piles[source]
        if target in self._homes[True] or target in self._homes[False]:
            red = target in self._homes[True]
            face = next(card for card in pair if is_red(card) == red)
            piles[source] = pair.replace(bytes((face,)), b"", 1)
            piles[target] += bytes((face,))
        else:
            super().carry(piles, source, target)

    def settle(self, piles: list[bytes], move: Move) -> None:
        """Rule II: each hole from its colour's talon, Army first; for what is still open the pack is turned."""
        holes: dict[bool, int] = {}
        for source, _ in sorted(move.steps):
            if piles[source]:
                continue
            red = source in self.army
            if piles[self._talons[red]]:
                self.move_top(piles, self._talons[red], source)
            else:
                holes[red] = source
        while holes and piles[self._stock]:
            self._turn(piles, holes)

    def _turn(self, piles: list[bytes], holes: dict[bool, int]) -> None:
        """Turn the next card of the pack into the hole of its colour, or else on the talon of its colour."""
        red = is_red(piles[self._stock][-1] & FACE)
        self.move_top(piles, self._stock, holes.pop(red, self._talons[red]))

    def refusal(self, position: Position, move: Move) -> str | None:
        if move.verb != "move":
            return None
        if any(place == self._stock or self.group_of(place).role is Role.TALON for place, _ in move.steps):
            return "Cards of the pack and the talons must first pass through the Army or the Navy."
        homes = [target in self._homes[True] or target in self._homes[False] for _, target in move.steps]
        if move.also:
            return "A red and a black card must both fit their foundations now, loose or tied to each other."
        if homes[0]:
            return "A card goes home only together with one of the other colour."
        if not position.piles[move.source] or not position.piles[move.target]:
            return None
        cells = (
            move.source in self.army,
            move.source in self.navy,
            move.target in self.army,
            move.target in self.navy,
        )
        if sum(cells) == 2 and any(len(position.piles[place]) > 1 for place in (move.source, move.target)):
            return "Each card can only be paired once."
        if sum(cells) == 2:
            return "A card is tied to one of the other colour."
        return None

    rules = """
## The aim

Sixteen packets: eight black aces go up to kings, the **Admirals**; eight red kings go down to aces, the **Generals**.

## The table

From four packs are taken the eight black aces and the eight red kings, which are the **foundations**; a queen of clubs, the
**Empress**; and eight red knaves, her **Guard**. The other seven black queens are thrown aside. Two rows of twelve red cards are
the **Army**, two rows of twelve black cards the **Navy**. What turns up too many of a colour while they are dealt goes to that
colour's **talon**.

## The play

1. The foundations follow suit. The black ones go up without a queen: ten, knave, king. The red ones go down without a
   knave: king, queen, ten.
2. No card is played alone: a red card goes to its foundation **only together with a black card** that goes to its own in the
   same move. Both must fit before the move.
3. A loose card of the Army may be **tied** to a loose card of the Navy: lay either on the other. The two are never
   separated; they go home together, when both fit. A card is tied once.
4. A vacancy is filled at once with a card of its own colour: from that colour's talon, or else from the pack, which is
   turned until one comes. The table does it for you.
5. Cards of the pack and the talons are not played; they must first pass through the Army or the Navy.
6. The pack is turned one card at a time, each on the talon of its colour. There is no re-deal.

The art is to wait: tie two cards that will come due late, at the moment when the card that you want lies on a talon.

## How we read the book

| The question | The book | We play |
|---|---|---|
| Must two loose cards be stacked to be played? | "played in pairs" | no, both go at once |
| Which place does a tied pair hold? | not said | that of the card underneath, and its hole is filled in that place's colour |
| The pack is turned for a hole and the wrong colour comes? | not said | it goes to its own hole or talon, and the next is turned |
| Two holes at once? | "immediately refilled" | Army first, then Navy |
| With talon and pack out? | not said | the hole stays |
"""
