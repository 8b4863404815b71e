"""The Blockade: rows of twelve, each blocking the one above."""

from __future__ import annotations

from tests.games.slow.table import Table, packs, rank, shuffled, suit

HOMES = "SSHHDDCC"
COLUMNS = range(1, 13)
ROWS = range(1, 10)


class Model(Table):
    slug = "the-blockade"
    laid = 0
    home = 104

    def deal(self, seed: str) -> None:
        cards = shuffled(packs(2), seed, "deal")
        for n in range(8):
            self.piles[f"foundation-{n + 1}"] = []
        for column in COLUMNS:
            for row in ROWS:
                self.piles[f"grid-{column}-{row}"] = []
        self.lay_stock(cards)
        self.state = {"rows": 0}
        self.lay_row()

    def lay_row(self) -> None:
        """ "Deal out twelve cards in a horizontal line." """
        self.state["rows"] += 1
        if len(self.piles["stock"]) < 12:
            self.rare["a short row"] += 1
        for column in COLUMNS:
            if self.piles["stock"]:
                self.carry("stock", f"grid-{column}-{self.state['rows']}")

    def suits(self, card: str, foundation: str) -> bool:
        height = len(self.piles[foundation])
        return suit(card) == HOMES[int(foundation.split("-")[1]) - 1] and rank(card) == height + 1

    def free(self) -> list[str]:
        """Rule I: "all cards are available that have no others below them" """
        places = []
        for column in COLUMNS:
            rows = [row for row in ROWS if self.piles[f"grid-{column}-{row}"]]
            if rows:
                places.append(f"grid-{column}-{rows[-1]}")
        return places

    def moves(self) -> set[str]:
        found = self.may_turn()
        for source in self.free():
            card = self.piles[source][-1]
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
            # "then marry in descending line, ... the cards exactly over each other"
            for target in self.free():
                last = self.piles[target][-1]
                if target != source and suit(card) == suit(last) and rank(card) == rank(last) - 1:
                    found.add(f"{source}>{target}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.lay_row()
            return
        source, target = text.split(">")
        row = int(source.split("-")[2])
        if row < self.state["rows"]:
            self.rare["a card released in a higher row"] += 1
        self.carry(source, target)
        if not self.piles[source]:
            # "The vacancies thus caused must be immediately refilled from the pack"
            if self.piles["stock"]:
                self.carry("stock", source)
                if row < self.state["rows"]:
                    self.rare["a higher hole refilled"] += 1
            else:
                self.rare["a hole stays"] += 1
