"""La Nivernaise: two Flanks of four, six packets called the Line."""

from __future__ import annotations

from tests.games.slow.table import SUITS, Table, covered, packs, rank, shuffled, suit

REDEALS = {"book": 1, "fanned": 1, "two-redeals": 2}


class Model(Table):
    slug = "la-nivernaise"
    laid = 0
    home = 104

    def deal(self, seed: str) -> None:
        cards = shuffled(packs(2), seed, "deal")
        for n in range(8):
            self.piles[f"foundation-{n + 1}"] = []
        for n in range(8):
            self.piles[f"flank-{n + 1}"] = [cards.pop(0)]
        for n in range(6):
            self.piles[f"line-{n + 1}"] = []
        self.lay_stock(cards)
        self.lay_round()
        self.state = {"redeals": 0}

    def lay_round(self) -> None:
        """ "six packets, each composed of four cards dealt together", from left to right."""
        if len(self.piles["stock"]) < 24:
            self.rare["a short round"] += 1
        for packet in self.names("line"):
            self.lay_four(packet)

    def lay_four(self, packet: str) -> None:
        for _ in range(4):
            if self.piles["stock"]:
                self.carry("stock", packet)

    def suits(self, card: str, foundation: str) -> bool:
        """ "the kings descending in sequence to aces, the aces ascending in sequence to kings" """
        number = int(foundation.split("-")[1])
        ascending = number <= 4
        if suit(card) != SUITS[(number - 1) % 4]:
            return False
        last = self.top(foundation)
        if last is None:
            return card[0] == ("A" if ascending else "K")
        return rank(card) == rank(last) + (1 if ascending else -1)

    def moves(self) -> set[str]:
        found = set()
        if self.piles["stock"]:
            found.add("deal")
        elif self.state["redeals"] < REDEALS[self.variant]:
            if any(self.piles[packet] for packet in self.names("line")):
                found.add("redeal")
            else:
                self.rare["no Line to re-deal"] += 1
        for source in self.names("flank") + self.names("line"):
            card = self.top(source)
            if card is None:
                continue
            for foundation in self.foundations():
                if self.suits(card, foundation):
                    found.add(f"{source}>{foundation}")
        # "They may be filled from the pack or from the Line."
        for flank in self.names("flank"):
            if not self.piles[flank]:
                for source in ["stock", *self.names("line")]:
                    if self.piles[source]:
                        found.add(f"{source}>{flank}")
        # "one card at a time may be exchanged from the ascending to the descending sequences, and vice
        # versa": of the same suit; the ace or king that a foundation begins with stays.
        for n in range(1, 5):
            for source, target in ((n, n + 4), (n + 4, n)):
                cards = self.piles[f"foundation-{source}"]
                if len(cards) > 1 and self.suits(cards[-1], f"foundation-{target}"):
                    found.add(f"foundation-{source}>foundation-{target}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            self.lay_round()
        elif text == "redeal":
            self.redeal()
        else:
            source, target = text.split(">")
            self.carry(source, target)
            if source.startswith("foundation"):
                self.rare["exchange"] += 1
                if len(self.piles[target]) == 1:
                    self.rare["exchange onto an empty place"] += 1
            if source == "stock":
                self.rare["a flank filled from the pack"] += 1
            if source.startswith("line") and not self.piles[source]:
                # "if an entire packet has been played off, four more cards are to be immediately placed"
                if 0 < len(self.piles["stock"]) < 4:
                    self.rare["fewer than four for a packet"] += 1
                if not self.piles["stock"]:
                    self.rare["a packet stays empty"] += 1
                self.lay_four(source)

    def redeal(self) -> None:
        """Rule IV: taken up beginning on the left, each packet beneath those before, then the whole turned.

        So the last packet is on top after turning, its bottom card first.
        """
        heap: list[str] = []
        for packet in ("line-6", "line-5", "line-4", "line-3", "line-2", "line-1"):
            heap = heap + self.piles[packet]
            self.piles[packet] = []
        self.piles["stock"] = covered(heap)[::-1]
        self.state["redeals"] += 1
        self.rare[f"re-deal {self.state['redeals']}"] += 1
        self.lay_round()
