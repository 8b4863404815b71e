"""The Empress of India: one black card and one red at the same time, or none."""

from __future__ import annotations

from tests.games.slow.table import Table, packs, red, shuffled, suit

WITHDRAWN = ["AS", "AC", "QS", "QC", "KH", "KD", "JH", "JD"]
WRITTEN = [card for card in packs(4) if card not in WITHDRAWN]
BASES = ["AS"] * 4 + ["AC"] * 4 + ["KH"] * 4 + ["KD"] * 4
BLACK_ORDER = "A23456789TJK"
RED_ORDER = "KQT98765432A"


class Model(Table):
    slug = "the-empress-of-india"
    laid = 16
    home = 176

    def deal(self, seed: str) -> None:
        """ "dealt at the same time, and if after the two rows of one color are finished, more cards of it
        turn up, they must be laid aside as a talon" """
        cards = shuffled(WRITTEN, seed, "deal")
        for n in range(16):
            self.piles[f"foundation-{n + 1}"] = [BASES[n]]
        self.piles["empress"] = ["QC"]
        for n in range(8):
            self.piles[f"guard-{n + 1}"] = ["JH" if n < 4 else "JD"]
        for side in ("army", "navy"):
            for n in range(24):
                self.piles[f"{side}-{n + 1}"] = []
        self.piles["talon-red"] = []
        self.piles["talon-black"] = []
        empty = {True: self.names("army"), False: self.names("navy")}
        while empty[True] or empty[False]:
            card = cards.pop(0)
            places = empty[red(card)]
            if places:
                self.piles[places.pop(0)].append(card)
            else:
                self.piles[self.talon_of(card)].append(card)
        self.lay_stock(cards)
        self.state = {}

    def gone(self) -> tuple[int, ...]:
        """ "the cards so paired cannot afterwards be separated" """
        tied = sum(1 for place in self.names("army") + self.names("navy") if len(self.piles[place]) == 2)
        return (*super().gone(), tied)

    def talon_of(self, card: str) -> str:
        return "talon-red" if red(card) else "talon-black"

    def suits(self, card: str, foundation: str) -> bool:
        """ "The red sequences must omit knaves, the black ones must omit queens." """
        last = self.piles[foundation][-1]
        if suit(card) != suit(last):
            return False
        order = RED_ORDER if red(card) else BLACK_ORDER
        return order.index(last[0]) + 1 < len(order) and order[order.index(last[0]) + 1] == card[0]

    def moves(self) -> set[str]:
        found = self.may_turn()
        army = [place for place in self.names("army") if len(self.piles[place]) == 1]
        navy = [place for place in self.names("navy") if len(self.piles[place]) == 1]
        # "Any card in the Army may be placed on any card in the Navy, and vice versa"; each only once.
        for red_place in army:
            for black_place in navy:
                found.add(f"{red_place}>{black_place}")
                found.add(f"{black_place}>{red_place}")
        # Rule I: one of each colour, each on its foundation.
        goes: dict[str, list[str]] = {}
        for place in army + navy:
            goes[place] = [f for f in self.foundations() if self.suits(self.piles[place][0], f)]
        for red_place in army:
            for black_place in navy:
                for red_home in goes[red_place]:
                    for black_home in goes[black_place]:
                        found.add(f"{red_place}>{red_home}+{black_place}>{black_home}")
        # Tied cards "must be played at the same time".
        for place in self.names("army") + self.names("navy"):
            if len(self.piles[place]) == 2:
                red_card, black_card = sorted(self.piles[place], key=red, reverse=True)
                red_homes = [f for f in self.foundations() if self.suits(red_card, f)]
                black_homes = [f for f in self.foundations() if self.suits(black_card, f)]
                for red_home in red_homes:
                    for black_home in black_homes:
                        found.add(f"{place}>{red_home}+{place}>{black_home}")
        return found

    def play(self, text: str) -> None:
        if text == "deal":
            card = self.piles["stock"].pop().upper()
            self.piles[self.talon_of(card)].append(card)
        elif "+" not in text:
            source, target = text.split(">")
            self.carry(source, target)
            self.refill([source])
        else:
            holes = []
            for part in text.split("+"):
                source, target = part.split(">")
                cards = self.piles[source]
                black_part = int(target.split("-")[1]) <= 8
                mine = [card for card in cards if red(card) != black_part]
                cards.remove(mine[0])
                self.piles[target].append(mine[0])
                if source not in holes:
                    holes.append(source)
            if len(holes) == 1:
                self.rare["tied pair home from the " + holes[0].split("-")[0]] += 1
            else:
                self.rare["loose pair home"] += 1
            self.refill(holes)

    def refill(self, holes: list[str]) -> None:
        """Rule II: "cards of their own color from the talon, or, when there is no talon, from the pack".

        Each hole first from its talon, Army before Navy; then the pack is turned for what is still open,
        and a card of the other colour goes to its own hole or talon.
        """
        still: list[str] = []
        for place in sorted(holes):
            colour = "red" if place.startswith("army") else "black"
            if self.piles[f"talon-{colour}"]:
                self.carry(f"talon-{colour}", place)
            else:
                still.append(place)
        if still and self.piles["stock"]:
            self.rare["the pack turned for a hole"] += 1
            if len(still) == 2:
                self.rare["the pack turned for two holes"] += 1
        while still and self.piles["stock"]:
            card = self.piles["stock"].pop().upper()
            wanting = [place for place in still if place.startswith("army") == red(card)]
            if wanting:
                self.piles[wanting[0]].append(card)
                still.remove(wanting[0])
            else:
                self.piles[self.talon_of(card)].append(card)
                self.rare["the other colour turned"] += 1
        if still:
            self.rare["a hole stays"] += 1
