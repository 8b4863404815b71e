"""Mount Olympus: a pyramid that ascends by twos, a battery that descends by twos."""

from __future__ import annotations

from tests.games.slow.table import Table, packs, rank, shuffled, suit

BASES = [a + s for a in "A2" for s in "SSHHDDCC"]
WRITTEN = [card for card in packs(2) if card[0] not in "A2"]
REDEALS = {"book": 1, "no-redeal": 0}


class Model(Table):
    slug = "mount-olympus"
    laid = 16
    home = 88

    def deal(self, seed: str) -> None:
        """ "Withdraw from the pack the eight aces and the eight twos ... Next deal out nine cards" """
        cards = shuffled(WRITTEN, seed, "deal")
        for n in range(16):
            self.piles[f"foundation-{n + 1}"] = [BASES[n]]
        for n in range(9):
            self.piles[f"battery-{n + 1}"] = [cards.pop(0)]
        self.lay_stock(cards)
        self.piles["talon"] = []
        self.state = {"redeals": 0}

    def suits(self, card: str, foundation: str) -> bool:
        """Rule II: "the aces, in odd numbers, 3, 5, 7 ... the twos, in even numbers" """
        last = self.piles[foundation][-1]
        return suit(card) == suit(last) and rank(card) == rank(last) + 2

    def moves(self) -> set[str]:
        empty = [place for place in self.names("battery") if not self.piles[place]]
        found = set()
        # "refilling spaces from pack or talon"
        for place in empty:
            for source in ("stock", "talon"):
                if self.piles[source]:
                    found.add(f"{source}>{place}")
        if found:
            return found
        if empty:
            self.rare["a hole stays"] += 1
        found = self.may_turn() | self.may_redeal(REDEALS[self.variant])
        for source in [*self.names("battery"), "talon"]:
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
            # Rule III: "on a nine place a seven, on the seven, a five", in suit by Rule I.
            for place in self.names("battery"):
                last = self.top(place)
                if place == source or last is None:
                    continue
                if suit(card) == suit(last) and rank(card) == rank(last) - 2:
                    found.add(f"{source}>{place}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.turn()
        elif text == "redeal":
            self.redeal_as_it_lies()
        else:
            source, target = text.split(">")
            if target.startswith("battery") and not self.piles[target]:
                self.rare[f"filled from the {source}"] += 1
            self.carry(source, target)
