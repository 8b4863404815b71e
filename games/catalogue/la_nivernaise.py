"""La Nivernaise (book no. 13): Flanks that buy a look beneath the Line."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import DOWN
from games.game import BOOK, DEAL, REDEAL, Game
from games.moves import Move
from games.piles import Group, Role, stock
from games.position import Position, State
from games.rules import DOWNWARDS, UP, Build, Suits

ROUND = 4
"""The cards dealt together on each packet of the Line."""


class LaNivernaise(Game):
    """Six closed packets, eight single cards at the Flanks, foundations up and down in suit."""

    slug = "la-nivernaise"
    title = "La Nivernaise"
    number = 13
    summary = "Keep a Flank empty and you may look beneath the Line. A hard game that rewards holding back."
    redeals = 1
    fanned = False
    variants = {BOOK: {}, "two-redeals": {"redeals": 2}, "fanned": {"fanned": True}}
    variant_titles = {"two-redeals": "with two re-deals", "fanned": "with the Line fanned, as Tournament"}
    state = {"redeals": 0}

    def piles(self) -> tuple[Group, ...]:
        takes = ("flank", "line", "foundation")
        return (
            # The ace or king that begins a foundation stays; the cards above may be exchanged with its fellow.
            Group(
                "foundation",
                Role.FOUNDATION,
                4,
                bases="AS AH AD AC",
                build=Build(UP, Suits.SAME),
                takes=takes,
                keeps=1,
            ),
            Group(
                "foundation",
                Role.FOUNDATION,
                4,
                first=5,
                bases="KS KH KD KC",
                build=Build(DOWNWARDS, Suits.SAME),
                takes=takes,
                keeps=1,
            ),
            # "They may be filled from the pack or from the Line."
            Group("flank", Role.RESERVE, 8, vacancy=("line", "stock")),
            # The packets are gathered from the left, so their places matter.
            Group("line", Role.TABLEAU, 6, alike=False, title="Line"),
            stock(),
        )

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        for place in self.group("flank"):
            piles[place] = bytes((cards.pop(0),))
        for place in self.group("line"):
            piles[place] = bytes(cards[:ROUND])
            del cards[:ROUND]

    def other_moves(self, position: Position) -> Iterator[Move]:
        if position.piles[self._stock]:
            yield DEAL
        elif self.state_of(position, "redeals") < self.redeals and any(
            position.piles[place] for place in self.group("line")
        ):
            yield REDEAL

    def act(self, piles: list[bytes], state: State, move: Move) -> State:
        if move == REDEAL:
            # Rule IV: taken up from the left, each next packet underneath, and the whole turned over: so
            # the first card dealt is the lowest of the packet on the right.
            gathered = b"".join(piles[place] for place in reversed(self.group("line")))
            for place in self.group("line"):
                piles[place] = b""
            piles[self._stock] = bytes(card | DOWN for card in reversed(gathered))
            state = self.with_state(state, redeals=int(str(state[self._state_at["redeals"]])) + 1)
        for place in self.group("line"):
            self._lay_four(piles, place)
        return state

    def settle(self, piles: list[bytes], move: Move) -> None:
        """ "If an entire packet has been played off, four more cards are to be immediately placed in its stead"."""
        for source, _ in move.steps:
            if source in self.group("line") and not piles[source]:
                self._lay_four(piles, source)

    def _lay_four(self, piles: list[bytes], place: int) -> None:
        for _ in range(min(ROUND, len(piles[self._stock]))):
            self.move_top(piles, self._stock, place)

    def seen(self, position: Position, pile: int) -> bytes:
        """Rule II: in each packet of the Line as many cards below the top as there are vacancies in the Flanks."""
        cards = position.piles[pile]
        if pile not in self.group("line") or self.fanned:
            return super().seen(position, pile)
        flanks = self.group("flank")
        vacancies = position.piles[flanks.start : flanks.stop].count(b"")
        covered = max(0, len(cards) - 1 - vacancies)
        return bytes(covered) + cards[covered:]

    def refusal(self, position: Position, move: Move) -> str | None:
        if move.verb == "redeal":
            if position.piles[self._stock]:
                return "The pack is not out yet."
            if self.state_of(position, "redeals") >= self.redeals:
                return "No re-deal is left."
            return "No card of the Line is left to deal again."
        if move.verb == "move" and not move.also and position.piles[move.source]:
            group, to_group = self.group_of(move.source), self.group_of(move.target)
            if group.role is Role.FOUNDATION and len(position.piles[move.source]) == 1:
                return "The base of a foundation stays."
            if to_group.name == "flank" and position.piles[move.target]:
                return "A Flank holds one card."
            if group.role is Role.STOCK:
                return "A card of the pack only goes to an empty Flank."
        return None

    rules = """
## The aim

Four aces go up in suit to kings, and four kings down in suit to aces: two packs, eight packets.

## The table

Eight single cards, four on either side, are the **Flanks**. Six packets of four cards beneath, squared so that only the
last card of each is seen, are the **Line**. The first ace and the first king of each suit begin the foundations as they
become available.

## The play

1. All Flank cards, and the uppermost card of each Line packet, are available, and go to the foundations.
2. An empty Flank may be filled with the uppermost card of a Line packet or with the next card of the pack, unseen; it
   need not be, and one at least should be left empty.
3. For each empty Flank you may look at **one more card** beneath the top of every Line packet. Cards seen so are not
   playable while they are covered.
4. When a whole packet is gone, four cards of the pack take its place at once.
5. Whenever you like, another **round** is dealt: four cards on each packet of the Line, from left to right, the last round as
   far as the cards reach.
6. The top card of an ascending foundation may cross to the descending one of its suit, and back, where it fits; one
   card at a time. The ace and the king that begin them stay.
7. When the pack is out, the Line is taken up once, packet by packet from the left, turned over and dealt again in fours. The
   Flanks stay.

## How we read the book

| The question | The book | We play |
|---|---|---|
| How deep does one vacancy let you look? | "as many cards ... as there are vacancies" | that many below the top, in all six packets |
| May a Flank take an unseen card of the pack? | "from the pack or from the Line" | yes |
| How often may a card be exchanged? | "one card at a time" | as often as you like, and an ace or a king may so begin its empty fellow |
| Must an ace or a king lie among the first cards? | no | no |
| How are the packets gathered? | "in succession, beginning on the left" | the next one underneath, as elsewhere in the book |
| How many re-deals? | "only one"; later books two | one; two are a variant, and so is the Line fanned |
"""
