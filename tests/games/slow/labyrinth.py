"""The Labyrinth: rows of ten, free from the top or the bottom, and one grace."""

from __future__ import annotations

from tests.games.slow.table import SUITS, Table, packs, rank, shuffled, suit, without

BASES = ["AS", "AH", "AD", "AC", "KS", "KH", "KD", "KC"]
WRITTEN = without(packs(2), BASES)
COLUMNS = range(1, 11)
ROWS = range(1, 11)


class Model(Table):
    slug = "the-labyrinth"
    laid = 8
    home = 96

    def deal(self, seed: str) -> None:
        cards = shuffled(WRITTEN, seed, "deal")
        for n in range(8):
            self.piles[f"foundation-{n + 1}"] = [BASES[n]]
        for column in COLUMNS:
            for row in ROWS:
                self.piles[f"grid-{column}-{row}"] = []
        self.piles["grace"] = []
        self.lay_stock(cards)
        self.state = {"rows": 0, "grace": False}
        self.lay_row()

    def lay_row(self) -> None:
        """ "a second row of ten cards underneath the first" """
        self.state["rows"] += 1
        if len(self.piles["stock"]) < 10:
            self.rare["a short row"] += 1
        for column in COLUMNS:
            if self.piles["stock"]:
                self.carry("stock", f"grid-{column}-{self.state['rows']}")

    def suits(self, card: str, foundation: str) -> bool:
        number = int(foundation.split("-")[1])
        last = self.piles[foundation][-1]
        step = 1 if number <= 4 else -1
        return suit(card) == SUITS[(number - 1) % 4] and rank(card) == rank(last) + step

    def holes(self) -> list[str]:
        row = self.state["rows"]
        return [f"grid-{column}-{row}" for column in COLUMNS if not self.piles[f"grid-{column}-{row}"]]

    def free(self) -> list[str]:
        """Rule II: "no card can be used that is not free either from the top or the bottom".

        In the book's game that is the highest and the lowest card of a column; in the loose one every card
        with an empty place over or under it.
        """
        places = []
        for column in COLUMNS:
            cards = [row for row in ROWS if self.piles[f"grid-{column}-{row}"]]
            for row in cards:
                if self.variant == "loose":
                    is_free = row - 1 not in cards or row + 1 not in cards
                else:
                    is_free = row == min(cards) or row == max(cards)
                if is_free:
                    places.append(f"grid-{column}-{row}")
        return places

    def moves(self) -> set[str]:
        found = set()
        for source in [*self.free(), "grace"]:
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
        if self.piles["stock"]:
            found.add("fill" if self.holes() else "deal")
        elif not self.state["grace"]:
            # "When the pack is exhausted ... the privilege of removing any one card from the tableau"
            for place in self.names("grid"):
                if self.piles[place]:
                    found.add(f"grace:{place}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.lay_row()
        elif text == "fill":
            holes = self.holes()
            if len(holes) == 10:
                self.rare["a whole row filled"] += 1
            for place in holes:
                if self.piles["stock"]:
                    self.carry("stock", place)
                else:
                    self.rare["the pack ends while filling"] += 1
        elif text.startswith("grace:"):
            place = text.split(":")[1]
            if place not in self.free():
                self.rare["grace for a blocked card"] += 1
            self.carry(place, "grace")
            self.state["grace"] = True
            self.rare["grace"] += 1
        else:
            source, target = text.split(">")
            self.carry(source, target)
            if source == "grace":
                self.rare["the graced card home"] += 1
