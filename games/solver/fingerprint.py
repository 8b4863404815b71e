"""A table's key as one number that is mended move by move: a search needs one for every table it meets.

It is the sum of a number for each pile, so that alike piles may change places, and of one for the rest of the
key. Equal keys give equal fingerprints. Different keys nearly always differ: the numbers have 64 bits, so
among ten million tables two are taken for one with a chance of about one in four hundred thousand. Where that
is not good enough, ask ``Game.key``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.game import Game
from games.position import Position

Piles = Sequence[bytes]
Reader = Callable[[Piles], int]


class Fingerprint:
    """Fingerprints of the tables of one game. They hold for this process only."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.readers: list[Reader] = [_nothing] * len(game.names)
        """By pile, what makes its number: shared by the piles that count only together."""
        for start, stop in game.foundation_spans:
            for pile in range(start, stop):
                self.readers[pile] = _read_foundation(start, pile, game.foundation_key)
        key = None if type(game).pile_key is Game.pile_key else game.pile_key
        for start, stop in game.pile_spans:
            for pile in range(start, stop):
                self.readers[pile] = _read_pile(start, pile, key)
        self.each = list(dict.fromkeys(self.readers))
        """The readers of single piles, each once."""
        self.wholes = [slice(run.start, run.stop) for run in game.together]
        for whole in self.wholes:
            self.readers[whole] = [_read_whole(whole)] * (whole.stop - whole.start)

    def of(self, position: Position) -> int:
        """The fingerprint of a table, from nothing."""
        return self.mark(position.piles) + self.rest(position)

    def mark(self, piles: Piles) -> int:
        """The piles' part."""
        wholes = [b"\0".join(piles[whole]) for whole in self.wholes]
        return sum([read(piles) for read in self.each]) + sum(map(hash, wholes))

    def rest(self, position: Position) -> int:
        """The part that does not come from single piles."""
        return hash(self.game.other_key(position))

    def mended(self, mark: int, old: Piles, new: Piles, touched: Sequence[int], known: dict[int, int]) -> int:
        """What the piles' part, ``mark``, becomes when ``old`` went over to ``new`` and no other piles than
        those ``touched``, in order, have changed.

        ``known`` is for what is read of ``old``, for all that is asked of that table: it begins empty.
        """
        if 2 * len(touched) > len(self.each) + len(self.wholes):
            return self.mark(new)
        last: Reader = _nothing
        for pile in touched:
            if old[pile] is new[pile]:
                continue
            read = self.readers[pile]
            if read is not last:
                before = known.get(pile)
                if before is None:
                    before = known[pile] = read(old)
                mark += read(new) - before
                last = read
        return mark


def _nothing(piles: Piles) -> int:
    """Of cards that only look on."""
    return 0


# A sum is only as good as its numbers are unlike each other. Python hashes bytes and text so that nothing of
# them is left; its hash of a tuple keeps too much of the parts.


def _read_foundation(family: int, pile: int, key: Callable[[bytes], object]) -> Reader:
    """Foundations hold few different things, so what their key comes to is remembered."""
    known: dict[bytes, int] = {}

    def read(piles: Piles) -> int:
        cards = piles[pile]
        number = known.get(cards)
        if number is None:
            number = known[cards] = hash(f"{family}: {key(cards)}")
        return number

    return read


def _read_pile(family: int, pile: int, key: Callable[[bytes], bytes] | None) -> Reader:
    tag = bytes((family,))
    if key is None:
        return lambda piles: hash(tag + piles[pile])
    return lambda piles: hash(tag + key(piles[pile]))


def _read_whole(whole: slice) -> Reader:
    """Wholes are of one family, and tagged by the naughts between their piles: no card is 0."""
    return lambda piles: hash(b"\0".join(piles[whole]))
