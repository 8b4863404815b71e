"""What every table has: piles that are lists of texts, bottom card first, and a shuffle."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

SUITS = "SHDC"
RANKS = "A23456789TJQK"
PIQUET = "A789TJQK"


def packs(number: int, ranks: str = RANKS) -> list[str]:
    """The written order: pack by pack, suit by suit, ace to king."""
    cards = []
    for _ in range(number):
        for suit in SUITS:
            for rank in ranks:
                cards.append(rank + suit)
    return cards


def without(cards: list[str], withdrawn: list[str]) -> list[str]:
    """The pack less the cards that the game lays out, each taken from the first pack that has it."""
    left = list(cards)
    for card in withdrawn:
        left.remove(card)
    return left


def words(seed: str, label: str) -> Iterator[int]:
    """docs/shuffle.md, 1: the stream of a seed and a label."""
    block = 0
    while True:
        text = b"patience-deal/1\x00" + seed.encode("utf-8") + b"\x00" + label.encode("utf-8") + b"\x00"
        digest = hashlib.sha256(text + block.to_bytes(4, "big")).digest()
        for word in range(8):
            yield int.from_bytes(digest[4 * word : 4 * word + 4], "big")
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """docs/shuffle.md, 2: a number from 0 to n - 1, all equally likely."""
    while True:
        word = next(stream)
        if word < 2**32 - (2**32 % n):
            return word % n


def shuffled(cards: list[str], seed: str, label: str) -> list[str]:
    """docs/shuffle.md, 3."""
    stream = words(seed, label)
    order = list(cards)
    i = len(order) - 1
    while i >= 1:
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
        i -= 1
    return order


def in_pack_order(cards: list[str], written: list[str]) -> list[str]:
    """The talon before a shuffled re-deal: each copy where the written order first has room for it."""
    left = list(cards)
    order = []
    for card in written:
        if card in left:
            left.remove(card)
            order.append(card)
    return order


def covered(cards: list[str]) -> list[str]:
    """Turned face down."""
    return [card.lower() for card in cards]


def rank(card: str) -> int:
    """Ace 1 to king 13."""
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    return card[1]


def red(card: str) -> bool:
    return suit(card) in "HD"


class Table:
    """A game on the table.

    piles  name -> cards, bottom card first; the next card of the stock is its last
    state  what piles cannot say
    rare   how often something happened that random play seldom reaches
    """

    slug = ""
    laid = 0
    """How many cards lie on the foundations before the deal."""
    home = 0
    """How many more can get there."""

    def __init__(self, variant: str = "book") -> None:
        self.variant = variant
        self.piles: dict[str, list[str]] = {}
        self.state: dict[str, Any] = {}
        self.rare: Counter[str] = Counter()

    # -- what each game says

    def deal(self, seed: str) -> None:
        raise NotImplementedError

    def moves(self) -> set[str]:
        raise NotImplementedError

    def play(self, text: str) -> None:
        """Make a move that is one of `moves`; any other is refused by whoever asks."""
        raise NotImplementedError

    # -- what is alike for all

    def document(self) -> dict[str, Any]:
        return {
            "game": self.slug,
            "variant": self.variant,
            "piles": {name: list(cards) for name, cards in self.piles.items()},
            "state": dict(self.state),
        }

    def load(self, document: dict[str, Any]) -> None:
        """Take over a whole document: every pile and all state named."""
        self.variant = document["variant"]
        self.piles = {name: list(cards) for name, cards in document["piles"].items()}
        self.state = dict(document["state"])

    def copy(self) -> Table:
        other = type(self)(self.variant)
        other.piles = {name: list(cards) for name, cards in self.piles.items()}
        other.state = dict(self.state)
        return other

    def names(self, group: str) -> list[str]:
        return [name for name in self.piles if name.startswith(group + "-")]

    def foundations(self) -> list[str]:
        return self.names("foundation")

    def top(self, pile: str) -> str | None:
        return self.piles[pile][-1] if self.piles[pile] else None

    def carry(self, source: str, target: str) -> None:
        self.piles[target].append(self.piles[source].pop().upper())

    def score(self) -> int:
        return sum(len(self.piles[name]) for name in self.foundations()) - self.laid

    def won(self) -> bool:
        return self.score() == self.home

    # -- the talon, where it is one packet

    def may_turn(self) -> set[str]:
        return {"deal"} if self.piles["stock"] else set()

    def turn(self) -> None:
        self.carry("stock", "talon")

    def may_redeal(self, allowed: int) -> set[str]:
        """`redeal` is legal only when the stock is empty, a re-deal is left, and there is a talon."""
        if not self.piles["stock"] and self.piles["talon"] and self.state["redeals"] < allowed:
            return {"redeal"}
        if not self.piles["stock"] and not self.piles["talon"] and self.state["redeals"] < allowed:
            self.rare["nothing to re-deal"] += 1
        return set()

    def redeal_as_it_lies(self) -> None:
        """Turned over: the oldest card of the talon is dealt first, so it is the last of the list."""
        self.piles["stock"] = covered(self.piles["talon"])[::-1]
        self.piles["talon"] = []
        self.state["redeals"] += 1
        self.rare["re-deal"] += 1

    def redeal_shuffled(self, written: list[str]) -> None:
        self.state["redeals"] += 1
        ordered = in_pack_order(self.piles["talon"], written)
        dealing = shuffled(ordered, self.state["seed"], f"redeal:{self.state['redeals']}")
        self.piles["stock"] = covered(dealing)[::-1]
        self.piles["talon"] = []
        self.rare[f"re-deal {self.state['redeals']}"] += 1

    def lay_stock(self, rest: list[str]) -> None:
        """What is left of the shuffled list, its first card next."""
        self.piles["stock"] = covered(rest)[::-1]

    # -- whether anything can still be done

    def key(self) -> tuple[object, ...]:
        """The table up to the exchange of piles that are alike; columns of a grid as wholes."""
        groups: dict[str, list[tuple[object, ...]]] = {}
        columns: dict[str, list[tuple[str, ...]]] = {}
        for name, cards in self.piles.items():
            if name.startswith("grid-"):
                columns.setdefault(name.split("-")[1], []).append(tuple(cards))
            else:
                groups.setdefault(name.split("-")[0], []).append(tuple(cards))
        for column in columns.values():
            groups.setdefault("grid", []).append(tuple(column))
        kept = sorted((name, tuple(sorted(lists))) for name, lists in groups.items())
        return (tuple(kept), tuple(sorted((k, str(v)) for k, v in self.state.items())))

    def gone(self) -> tuple[int, ...]:
        """What never goes back, however the play goes on: re-deals, cards home, cards turned, other state."""
        other = sum(1 for key, value in self.state.items() if key != "redeals" and value not in (None, False))
        at_home = sum(len(self.piles[name]) for name in self.foundations())
        return (self.state.get("redeals", 0), at_home, -len(self.piles["stock"]), other)

    def stuck(self, bound: int, shortcut: bool = True) -> bool | None:
        """No moves change the table for good: from every table that can be reached one can get back.

        None when more than `bound` tables can be reached. With the shortcut a move that turns a card of
        the stock, sends one home or uses a re-deal is taken for good without looking for the way back.
        """
        start = self.key()
        before = self.gone()
        reached = {start}
        waiting: list[Table] = [self]
        came_from: dict[object, set[object]] = {}
        while waiting:
            here = waiting.pop(0)
            place = here.key()
            for text in sorted(here.moves()):
                there = here.copy()
                there.play(text)
                if shortcut and there.gone() > before:
                    return False
                key = there.key()
                came_from.setdefault(key, set()).add(place)
                if key not in reached:
                    reached.add(key)
                    waiting.append(there)
                    if len(reached) > bound:
                        return None
        back = {start}
        looking = [start]
        while looking:
            for key in came_from.get(looking.pop(), ()):
                if key not in back:
                    back.add(key)
                    looking.append(key)
        return back == reached
