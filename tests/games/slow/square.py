"""The Square: four foundations that go up to the king and down again to the ace."""

from __future__ import annotations

from tests.games.slow.table import SUITS, Table, packs, rank, shuffled, suit

ORDER = "A23456789TJQK" + "KQJT98765432A"


class Model(Table):
    slug = "the-square"
    laid = 0
    home = 104

    def deal(self, seed: str) -> None:
        """ "Deal out sixteen cards. ... During the deal, the four aces of different suits must be placed in
        their allotted spaces as they appear." """
        cards = shuffled(packs(2), seed, "deal")
        for n in range(4):
            self.piles[f"foundation-{n + 1}"] = []
        for n in range(16):
            self.piles[f"square-{n + 1}"] = []
        for place in self.names("square"):
            while not self.piles[place]:
                card = cards.pop(0)
                corner = f"foundation-{SUITS.index(suit(card)) + 1}"
                if card[0] == "A" and not self.piles[corner]:
                    self.piles[corner].append(card)
                else:
                    self.piles[place].append(card)
                    if card[0] == "A":
                        self.rare["a second ace in the Square"] += 1
        self.lay_stock(cards)
        self.piles["talon"] = []
        self.state = {}

    def suits(self, card: str, foundation: str) -> bool:
        """Rule II: up to the king, "a second king (same suit) is placed on the top", and down to the ace."""
        height = len(self.piles[foundation])
        if height == 26:
            return False
        return suit(card) == SUITS[int(foundation.split("-")[1]) - 1] and card[0] == ORDER[height]

    def moves(self) -> set[str]:
        empty = [place for place in self.names("square") if not self.piles[place]]
        found = set()
        # "immediately refilling spaces from the pack or talon"
        for place in empty:
            for source in ("stock", "talon"):
                if self.piles[source]:
                    found.add(f"{source}>{place}")
        if found:
            return found
        if empty:
            self.rare["a hole stays"] += 1
        found = self.may_turn()
        for source in [*self.names("square"), "talon"]:
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
            # "marry both in ascending and descending line with cards on the Square"
            for place in self.names("square"):
                last = self.top(place)
                if place == source or last is None:
                    continue
                if suit(card) == suit(last) and abs(rank(card) - rank(last)) == 1:
                    found.add(f"{source}>{place}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.turn()
            return
        source, target = text.split(">")
        if target.startswith("foundation") and len(self.piles[target]) == 13:
            self.rare["a second king"] += 1
        if target.startswith("square") and not self.piles[target]:
            self.rare[f"filled from the {source}"] += 1
        self.carry(source, target)
