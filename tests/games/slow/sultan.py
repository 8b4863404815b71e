"""The Sultan: "Withdraw from the pack and place the eight kings and one ace of hearts"."""

from __future__ import annotations

from tests.games.slow.table import Table, packs, rank, shuffled, suit, without

OUTER = ["KS", "KS", "KH", "AH", "KD", "KD", "KC", "KC"]
WRITTEN = without(packs(2), ["KH", *OUTER])


class Model(Table):
    slug = "the-sultan"
    laid = 8
    home = 95

    def deal(self, seed: str) -> None:
        """ "You next deal out eight cards, four on either side. These constitute the Divan." """
        cards = shuffled(WRITTEN, seed, "deal")
        self.piles["sultan"] = ["KH"]
        for n in range(8):
            self.piles[f"foundation-{n + 1}"] = [OUTER[n]]
        for n in range(8):
            self.piles[f"divan-{n + 1}"] = [cards.pop(0)]
        self.lay_stock(cards)
        self.piles["talon"] = []
        self.state = {"redeals": 0, "seed": seed}

    def suits(self, card: str, foundation: str) -> bool:
        """ "Each of these seven kings begins with ace, and ascends in sequence to queen." In suit."""
        last = self.piles[foundation][-1]
        if suit(card) != suit(last) or last[0] == "Q":
            return False
        if last[0] == "K":
            return card[0] == "A"
        return rank(card) == rank(last) + 1

    def moves(self) -> set[str]:
        found = self.may_turn() | self.may_redeal(2)
        for source in [*self.names("divan"), "talon"]:
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
        if self.variant == "free-filling":
            for place in self.names("divan"):
                if not self.piles[place]:
                    for source in ("talon", "stock"):
                        if self.piles[source]:
                            found.add(f"{source}>{place}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.turn()
        elif text == "redeal":
            self.redeal_shuffled(WRITTEN)
        else:
            source, target = text.split(">")
            self.carry(source, target)
            if source.startswith("divan") and self.variant == "book":
                self.refill(source)
            elif target.startswith("divan"):
                self.rare[f"filled from the {source}"] += 1

    def refill(self, place: str) -> None:
        """ "immediately refilled from the talon, or, when there is no talon, from the pack" """
        if self.piles["talon"]:
            self.carry("talon", place)
        elif self.piles["stock"]:
            self.carry("stock", place)
            self.rare["filled from the pack"] += 1
        else:
            self.rare["a hole stays"] += 1
