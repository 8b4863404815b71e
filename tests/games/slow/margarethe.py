"""Margarethe: an M of court cards and an A of nine."""

from __future__ import annotations

from tests.games.slow.table import SUITS, Table, packs, shuffled, suit

COURTS = [court + s for court in "KJQ" for s in SUITS]
WRITTEN = [card for card in packs(1) if card not in COURTS]
TAKES = {"K": "T98", "J": "765", "Q": "432"}
REDEALS = {"book": 1, "no-redeal": 0}


class Model(Table):
    slug = "margarethe"
    laid = 12
    home = 40

    def deal(self, seed: str) -> None:
        """ "Withdraw from the pack all the court cards ... You next deal nine cards" """
        cards = shuffled(WRITTEN, seed, "deal")
        for n in range(12):
            self.piles[f"foundation-{n + 1}"] = [COURTS[n]]
        self.piles["aces"] = []
        for n in range(9):
            self.piles[f"help-{n + 1}"] = [cards.pop(0)]
        self.lay_stock(cards)
        self.piles["talon"] = []
        self.state = {"redeals": 0}

    def foundations(self) -> list[str]:
        """ "All the aces as they appear are to be placed in one packet" """
        return [*self.names("foundation"), "aces"]

    def suits(self, card: str, foundation: str) -> bool:
        """ "the first played on a king being a ten, on a knave a seven, and on a queen a four" """
        if foundation == "aces":
            return card[0] == "A"
        cards = self.piles[foundation]
        takes = TAKES[cards[0][0]]
        if len(cards) == 4:
            return False
        return suit(card) == suit(cards[0]) and card[0] == takes[len(cards) - 1]

    def moves(self) -> set[str]:
        found = self.may_turn() | self.may_redeal(REDEALS[self.variant])
        for source in [*self.names("help"), "talon"]:
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.turn()
        elif text == "redeal":
            self.redeal_as_it_lies()
        else:
            source, target = text.split(">")
            self.carry(source, target)
            if source.startswith("help"):
                self.refill(source)

    def refill(self, place: str) -> None:
        """ "filling the spaces from the pack in hand"; from the talon when the pack is out."""
        if self.piles["stock"]:
            self.carry("stock", place)
        elif self.piles["talon"]:
            self.carry("talon", place)
            self.rare["filled from the talon"] += 1
        else:
            self.rare["a hole stays"] += 1
