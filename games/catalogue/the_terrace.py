"""The Terrace (book no. 27): choose the foundation, and free the row that blocks itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.cards import ALL, RANKS, is_red, rank
from games.game import BOOK, Game
from games.moves import Move
from games.piles import Group, Role, stock, talon
from games.position import Position, State
from games.rules import DOWNWARDS, UP, Build, Suits

BY_RANK = {letter: tuple(card for card in ALL if RANKS[rank(card) - 1] == letter) for letter in RANKS}


class TheTerrace(Game):
    """Thirteen cards that go one after another, and only home; the player chooses the base rank."""

    slug = "the-terrace"
    title = "The Terrace"
    number = 27
    summary = "Choose the rank to build on, then detach the Terrace, whose thirteen cards go only home."
    state = {"base": None}
    odd = ("foundation",)
    terrace = 13
    choices = 3
    variants = {BOOK: {}, "eleven": {"terrace": 11, "choices": 4}}
    variant_titles = {"eleven": "with a Terrace of eleven and a choice of four"}

    def piles(self) -> tuple[Group, ...]:
        return (
            Group("terrace", Role.RESERVE),
            Group("choice", Role.RESERVE, self.choices),
            Group(
                "foundation",
                Role.FOUNDATION,
                8,
                build=Build(UP, Suits.ALTERNATE, round_the_corner=True),
                takes=("terrace", "valley", "talon"),
                full=13,
            ),
            # Rules III and IV. A vacancy is filled at once, by the talon's top or else by the pack.
            Group(
                "valley",
                Role.TABLEAU,
                9,
                build=Build(DOWNWARDS, Suits.ALTERNATE, round_the_corner=True),
                takes=("valley", "talon"),
                refill=("talon", "stock"),
            ),
            stock(),
            talon(),
        )

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        terrace = self.group("terrace").start
        piles[terrace] = bytes(cards[: self.terrace])
        for place, face in zip(self.group("choice"), cards[self.terrace :], strict=False):
            piles[place] = bytes((face,))
        del cards[: self.terrace + self.choices]

    def wants(self, position: Position, pile: int) -> Sequence[int]:
        """An empty foundation takes any card of the base rank."""
        if not position.piles[pile] and pile in self.group("foundation"):
            return BY_RANK.get(self.state_of(position, "base"), ())
        return super().wants(position, pile)

    def other_moves(self, position: Position) -> Iterator[Move]:
        """First of all, one of the cards turned up is chosen as the foundation."""
        choices = [pile for pile in self.group("choice") if position.piles[pile]]
        if choices:
            for pile in choices:
                yield Move(f"choose:{self.names[pile]}", "choose", pile)
        else:
            yield from super().other_moves(position)

    def act(self, piles: list[bytes], state: State, move: Move) -> State:
        """The card chosen begins the first foundation, the others the valley, which is dealt full."""
        if move.verb != "choose":
            return super().act(piles, state, move)
        base = RANKS[rank(piles[move.source][-1]) - 1]
        self.move_top(piles, move.source, self.group("foundation").start)
        places = iter(self.group("valley"))
        for pile in self.group("choice"):
            if piles[pile]:
                self.move_top(piles, pile, next(places))
        for place in places:
            if piles[self.index["stock"]]:
                self.move_top(piles, self.index["stock"], place)
        return self.with_state(state, base=base)

    def refusal(self, position: Position, move: Move) -> str | None:
        if move.verb != "choose" and any(position.piles[pile] for pile in self.group("choice")):
            return "First choose the card that begins the foundations."
        if move.verb == "choose":
            return "The foundation is already chosen."
        return None

    def foundation_key(self, cards: bytes) -> tuple[int, bool]:
        """Its height and the colour it asks for next; the suits beneath are past caring."""
        return (len(cards), is_red(cards[-1])) if cards else (0, False)

    rules = """
## The aim

Eight packets of thirteen cards each, built up by turns of red and black from the rank that you choose.

## The table

Thirteen cards in a row are the **Terrace**. Three cards are turned up, and you **choose** one of them as the
first foundation; the seven others of its rank are foundations too. The two that you refuse, and seven
cards more, are the **Valley** of nine packets.

## The play

1. Only the right-hand card of the Terrace is available, till it goes and frees its neighbour. Terrace
   cards go only to the foundations.
2. A foundation goes up one by one, red and black by turns; after the king comes the ace. It is complete
   with thirteen cards, one rank below its base.
3. In the Valley a card goes on one that is one higher and of the other colour, a king on an ace too: one card
   at a time, from another packet or from the talon.
4. An empty place in the Valley is filled at once from the talon, or from the pack when there is no talon.
   When both are out it stays empty.
5. The pack is turned one card at a time on the talon, whose top card stays available. There is no re-deal.

The book's advice: look at the available card of the Terrace, and choose, if you can, a foundation one below it.
Play from the Terrace in preference to the Valley.

## How we read the book

| The question | The book | We play |
|---|---|---|
| How many cards, and how large a choice? | thirteen and three; later books eleven and four | thirteen and three; the other is the variant *eleven* |
| Must the Terrace be preferred? | "always in preference", then "better to refrain" | advice, not law |
| Does a king go on an ace in the Valley? | not said | yes; with any base the ranks go round |
| What fills the Valley later on? | "refilling vacancies" | the talon's top, else the pack, at once |
| With pack and talon out? | not said | nothing fills the hole |
"""
