"""The Olga: four piquet packs, a flower-bed of seven by seven, every other row face down."""

from __future__ import annotations

from tests.games.slow.table import PIQUET, Table, packs, red, shuffled, suit

REDEALS = {"book": 0, "one-redeal": 1}
HOMES = "SSSSHHHHDDDDCCCC"


class Model(Table):
    slug = "the-olga"
    laid = 0
    home = 128

    def deal(self, seed: str) -> None:
        """ "In the first row the cards are placed face upward, in the second row face downward" and so on."""
        cards = shuffled(packs(4, PIQUET), seed, "deal")
        for n in range(16):
            self.piles[f"foundation-{n + 1}"] = []
        for n in range(7):
            self.piles[f"bed-{n + 1}"] = []
        for row in range(1, 8):
            for column in range(1, 8):
                card = cards.pop(0)
                self.piles[f"bed-{column}"].append(card if row % 2 == 1 else card.lower())
        self.lay_stock(cards)
        self.piles["talon"] = []
        self.state = {"redeals": 0}

    def suits(self, card: str, foundation: str) -> bool:
        """ "sixteen aces, ascending in sequence through sevens to kings" """
        height = len(self.piles[foundation])
        if height == 8:
            return False
        return suit(card) == HOMES[int(foundation.split("-")[1]) - 1] and card[0] == PIQUET[height]

    def fits_bed(self, card: str, last: str) -> bool:
        """Rule III: descending in alternate colours; the ace goes below the seven, and nothing below it."""
        return red(card) != red(last) and PIQUET.index(card[0]) + 1 == PIQUET.index(last[0])

    def moves(self) -> set[str]:
        found = self.may_turn() | self.may_redeal(REDEALS[self.variant])
        for source in [*self.names("bed"), "talon"]:
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
            for column in self.names("bed"):
                if column == source:
                    continue
                last = self.top(column)
                # "the space at the top may be filled by any available card of the flower-bed"
                if (last is None and source != "talon") or (last is not None and self.fits_bed(card, last)):
                    found.add(f"{source}>{column}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.turn()
        elif text == "redeal":
            self.redeal_as_it_lies()
        else:
            source, target = text.split(">")
            if target.startswith("bed") and not self.piles[target]:
                self.rare["a cleared column begun"] += 1
            if target.startswith("bed") and self.piles[source][-1][0] == "A":
                self.rare["an ace on a seven"] += 1
            self.carry(source, target)
            # Rule II: "turned face upward as soon as the card immediately below it is removed"
            if source.startswith("bed") and self.piles[source] and self.piles[source][-1].islower():
                self.piles[source][-1] = self.piles[source][-1].upper()
                self.rare["turned up"] += 1
