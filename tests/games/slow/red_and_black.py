"""Red and Black: eight Volunteers, built downward in alternate colours."""

from __future__ import annotations

from tests.games.slow.table import Table, packs, rank, red, shuffled, suit, without

BASES = ["AS", "AS", "AH", "AH", "AD", "AD", "AC", "AC"]
WRITTEN = without(packs(2), BASES)


class Model(Table):
    slug = "red-and-black"
    laid = 8
    home = 96

    def deal(self, seed: str) -> None:
        """ "Withdraw from the pack the eight aces ... Next deal out eight cards" """
        cards = shuffled(WRITTEN, seed, "deal")
        for n in range(8):
            self.piles[f"foundation-{n + 1}"] = [BASES[n]]
        for n in range(8):
            self.piles[f"volunteer-{n + 1}"] = [cards.pop(0)]
        self.lay_stock(cards)
        self.piles["talon"] = []
        self.state = {"redeals": 0, "seed": seed}

    def suits(self, card: str, foundation: str) -> bool:
        last = self.piles[foundation][-1]
        return suit(card) == suit(last) and rank(card) == rank(last) + 1

    def moves(self) -> set[str]:
        found = self.may_turn() | self.may_redeal(1)
        for source in [*self.names("volunteer"), "talon"]:
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
            for packet in self.names("volunteer"):
                last = self.top(packet)
                if packet == source or last is None:
                    continue
                # Rule II: "descending sequence, but they must be of alternate colors"
                if red(card) != red(last) and rank(card) == rank(last) - 1:
                    found.add(f"{source}>{packet}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.turn()
        elif text == "redeal":
            self.redeal_shuffled(WRITTEN)
        else:
            source, target = text.split(">")
            self.carry(source, target)
            if source.startswith("volunteer") and not self.piles[source]:
                self.refill(source)

    def refill(self, packet: str) -> None:
        """ "immediately filling each vacancy from the cards in hand"; from the talon when the pack is out."""
        if self.piles["stock"]:
            self.carry("stock", packet)
        elif self.piles["talon"]:
            self.carry("talon", packet)
            self.rare["filled from the talon"] += 1
        else:
            self.rare["a hole stays"] += 1
