"""Cards, packs and seeded shuffles.

A card is a small int, ``suit << 4 | rank``: the two (or four, or eight) copies of a card are the
same int, since nothing in any game tells them apart. A card lying face down has the bit ``DOWN`` set.
So a pile of cards is a ``bytes``, and no card is 0.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, MutableSequence
from typing import Final, TypeVar

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"

DOWN: Final = 64
"""Set in a card that lies face down."""

FACE: Final = 63
"""``card & FACE`` is the card whichever way it lies."""

HIDDEN: Final = "??"
"""How a card is written for somebody who may not know it."""

ACE: Final = 1
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13

SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES: Final = (
    "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "knave", "queen", "king",
)  # fmt: skip

T = TypeVar("T")


def card(text: str) -> int:
    """The card written as ``text``: rank then suit, lower case when face down.

    >>> card("TH") == card("th") - DOWN
    True

    Raises ValueError when it is no card.
    """
    upper = text.upper()
    if len(text) == 2 and text in (upper, text.lower()) and upper[0] in RANKS and upper[1] in SUITS:
        face = SUITS.index(upper[1]) << 4 | RANKS.index(upper[0]) + 1
        return face if text == upper else face | DOWN
    raise ValueError(f"{text!r} is not a card")


def rank(card: int) -> int:
    """Ace 1 ... king 13."""
    return card & 15


def suit(card: int) -> int:
    """The place of its suit in ``SUITS``."""
    return card >> 4 & 3


def is_red(card: int) -> bool:
    """Hearts and diamonds."""
    return suit(card) in (1, 2)


def make(rank: int, suit: int) -> int:
    """The card of that rank (ace 1) and suit (place in ``SUITS``)."""
    return suit << 4 | rank


def name(card: int) -> str:
    """As it is said: "seven of hearts"."""
    return f"{RANK_NAMES[rank(card) - 1]} of {SUIT_NAMES[suit(card)]}"


ALL: Final = tuple(make(rank, suit) for suit in range(4) for rank in range(1, 14))
"""The 52 cards, suit by suit, ace to king."""

TEXT: Final = {
    face | down: RANKS[rank(face) - 1] + SUITS[suit(face)]
    if not down
    else (RANKS[rank(face) - 1] + SUITS[suit(face)]).lower()
    for face in ALL
    for down in (0, DOWN)
}
"""How each card is written."""

CARD: Final = {text: value for value, text in TEXT.items()}

ALONE: Final = tuple(bytes((card & FACE,)) for card in range(2 * DOWN))
"""By card, the pile of that card alone, face up."""

PIQUET: Final = "A789TJQK"
"""The ranks of a piquet pack."""


class Pack:
    """The cards a game is played with, in the order they have before the shuffle.

    ``packs`` packs of the given ``ranks``, pack by pack, suit by suit (S H D C), ace to king; each of
    the ``withdrawn`` cards is taken out of the first pack that has it.

    Raises ValueError when a withdrawn card is not there.
    """

    def __init__(self, packs: int, ranks: str = RANKS, withdrawn: Iterable[int] = ()) -> None:
        self.packs = packs
        one = [face for face in ALL if RANKS[rank(face) - 1] in ranks]
        self.all = Counter(one * packs)
        """Every card of the game, the withdrawn ones too."""
        deck = one * packs
        for taken in withdrawn:
            deck.remove(taken)
        self.deck = tuple(deck)
        """What is shuffled."""

    def throw_out(self, cards: str) -> None:
        """Take cards, as text, out of the game: neither dealt nor on the table."""
        deck = list(self.deck)
        for text in cards.split():
            deck.remove(CARD[text])
            self.all[CARD[text]] -= 1
        self.all = +self.all
        self.deck = tuple(deck)

    def shuffled(self, seed: str) -> list[int]:
        """The deck as ``seed`` shuffles it, the first card dealt first."""
        deck = list(self.deck)
        shuffle(deck, seed, "deal")
        return deck

    def in_order(self, cards: Iterable[int]) -> list[int]:
        """Some of the deck's cards, put in the order they have there, each copy as early as it can be."""
        left = Counter(card & FACE for card in cards)
        ordered = []
        for face in self.deck:
            if left[face]:
                left[face] -= 1
                ordered.append(face)
        return ordered + sorted(left.elements())


def words(seed: str, label: str) -> Iterator[int]:
    """The endless stream of 32-bit words of ``patience-deal/1`` for a seed and a label.

    Block i is SHA-256(``patience-deal/1`` NUL seed NUL label NUL i as 4 bytes, big-endian), read as
    eight big-endian words.
    """
    head = b"\0".join((b"patience-deal/1", seed.encode(), label.encode(), b""))
    block = 0
    while True:
        digest = hashlib.sha256(head + block.to_bytes(4, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def shuffle(items: MutableSequence[T], seed: str, label: str) -> None:
    """Shuffle in place by ``patience-deal/1``: the same in every language, for ever (docs/shuffle.md)."""
    stream = words(seed, label)
    for last in range(len(items) - 1, 0, -1):
        n = last + 1
        limit = (1 << 32) - (1 << 32) % n
        word = next(stream)
        while word >= limit:
            word = next(stream)
        chosen = word % n
        items[last], items[chosen] = items[chosen], items[last]
