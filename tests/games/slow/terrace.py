"""The Terrace: a row of thirteen that only goes home, and a foundation to choose."""

from __future__ import annotations

from tests.games.slow.table import RANKS, Table, packs, rank, red, shuffled

LONG = {"book": 13, "eleven": 11}
CHOICES = {"book": 3, "eleven": 4}


class Model(Table):
    slug = "the-terrace"
    laid = 0
    home = 104

    def deal(self, seed: str) -> None:
        """ "Deal out from left to right a row of thirteen cards. ... turn up from the pack three cards" """
        cards = shuffled(packs(2), seed, "deal")
        self.piles["terrace"] = [cards.pop(0) for _ in range(LONG[self.variant])]
        for n in range(CHOICES[self.variant]):
            self.piles[f"choice-{n + 1}"] = [cards.pop(0)]
        for n in range(8):
            self.piles[f"foundation-{n + 1}"] = []
        for n in range(9):
            self.piles[f"valley-{n + 1}"] = []
        self.lay_stock(cards)
        self.piles["talon"] = []
        self.state = {"base": None}

    def suits(self, card: str, foundation: str) -> bool:
        """Rule II: ascending, red and black alternately; king is followed by ace, thirteen cards in all."""
        cards = self.piles[foundation]
        if not cards:
            return card[0] == self.state["base"]
        if len(cards) == 13 or red(card) == red(cards[-1]):
            return False
        return card[0] == (RANKS + "A")[rank(cards[-1])]

    def fits_valley(self, card: str, packet: str) -> bool:
        """Rule III: "alternate descending sequence"; below an ace comes a king."""
        last = self.top(packet)
        if last is None or red(last) == red(card):
            return False
        return last[0] == (RANKS + "A")[rank(card)]

    def moves(self) -> set[str]:
        if self.state["base"] is None:
            return {f"choose:{choice}" for choice in self.names("choice") if self.piles[choice]}
        found = self.may_turn()
        for source in ["terrace", "talon", *self.names("valley")]:
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
            if source == "terrace":
                continue
            for packet in self.names("valley"):
                if packet != source and self.fits_valley(card, packet):
                    found.add(f"{source}>{packet}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.turn()
        elif text.startswith("choose:"):
            self.choose(text.split(":")[1])
        else:
            source, target = text.split(">")
            if target.startswith("valley") and self.piles[target][-1][0] == "A":
                self.rare["a king on an ace"] += 1
            if target.startswith("foundation") and self.piles[target] and self.piles[target][-1][0] == "K":
                self.rare["round the corner"] += 1
            self.carry(source, target)
            if source.startswith("valley") and not self.piles[source]:
                self.refill(source)

    def choose(self, chosen: str) -> None:
        """ "You next place your two rejected cards underneath ... and deal out seven other cards" """
        self.state["base"] = self.piles[chosen][-1][0]
        self.carry(chosen, "foundation-1")
        valley = self.names("valley")
        for choice in self.names("choice"):
            if self.piles[choice]:
                self.carry(choice, valley.pop(0))
        for packet in valley:
            self.carry("stock", packet)

    def refill(self, packet: str) -> None:
        """The talon first, the pack when there is none."""
        if self.piles["talon"]:
            self.carry("talon", packet)
        elif self.piles["stock"]:
            self.carry("stock", packet)
            self.rare["filled from the pack"] += 1
        else:
            self.rare["a hole stays"] += 1
