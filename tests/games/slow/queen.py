"""Spenser's Fairie Queen: columns under kings."""

from __future__ import annotations

from tests.games.slow.table import Table, packs, rank, shuffled, suit, without

WRITTEN = without(packs(2), ["KS"])
HOMES = "SSHHDDCC"


class Model(Table):
    slug = "spensers-fairie-queen"
    laid = 0
    home = 96

    def deal(self, seed: str) -> None:
        """ "Take one king from the pack, and place it at the left-hand upper corner." """
        for n in range(8):
            self.piles[f"foundation-{n + 1}"] = []
        for n in range(8):
            self.piles[f"column-{n + 1}"] = []
        self.piles["column-1"] = ["KS"]
        self.lay_stock(shuffled(WRITTEN, seed, "deal"))
        self.state = {}

    def suits(self, card: str, foundation: str) -> bool:
        """ "The eight aces form the foundation cards and ascend in sequence to queens" in suit."""
        if suit(card) != HOMES[int(foundation.split("-")[1]) - 1] or card[0] == "K":
            return False
        return rank(card) == len(self.piles[foundation]) + 1

    def moves(self) -> set[str]:
        found = self.may_turn()
        for source in self.names("column"):
            card = self.top(source)
            if card is None or card[0] == "K":
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
            # "When the deal is complete ... available cards may now be transferred"
            if self.piles["stock"]:
                continue
            for target in self.names("column"):
                if target == source or not self.piles[target]:
                    continue
                bare_king = len(self.piles[target]) == 1 and self.piles[target][0][0] == "K"
                if bare_king or rank(self.piles[target][-1]) == rank(card) + 1:
                    found.add(f"{source}>{target}")
        return found

    def play(self, text: str) -> None:
        if text != "deal":
            source, target = text.split(">")
            self.carry(source, target)
            if target.startswith("column") and len(self.piles[target]) == 2:
                self.rare["a card on a bare king"] += 1
            return
        card = self.piles["stock"].pop().upper()
        columns = self.names("column")
        begun = [column for column in columns if self.piles[column]]
        if card[0] == "K":
            if len(self.piles[begun[-1]]) == 1:
                self.rare["two kings in succession"] += 1
            self.piles[columns[len(begun)]].append(card)
        elif card[0] == "A":
            # "During the deal, aces as they turn up are placed in the spaces reserved."
            place = next(f for f in self.foundations() if not self.piles[f] and self.suits(card, f))
            self.piles[place].append(card)
        else:
            self.piles[begun[-1]].append(card)
        if not self.piles["stock"]:
            self.rare["the deal complete"] += 1
