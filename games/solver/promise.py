"""Reading a table for a search: its key, the cards home, and how promising it is.

What depends on the foundations alone is worked out once for each state of them, and what a pile costs once
for each such state: a search meets the same piles again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Final

from games.cards import DOWN, FACE
from games.game import Game
from games.piles import Role
from games.position import Position

HOME: Final = 4
"""What a card at home is worth."""
BURIED: Final = 2
"""What a card costs that lies on one due before it, in the tableau or a reserve."""
TALON: Final = 1
"""The same on a talon, from which cards come off more easily than from a tableau."""
ROOM: Final = 5
"""What a place is worth that takes any card."""
NEVER: Final = 60
"""When a card is due that no foundation waits for."""
REMEMBERED: Final = 4096
"""How many states of the foundations are remembered at a time."""

Due = list[int]
"""By card, face up or down: how many cards must go home on its pile before it can."""


class _Homes:
    """What follows from the foundations: the score, when cards are due, and what piles cost by that."""

    __slots__ = ("costs", "due", "score")

    def __init__(self, score: int, due: Due) -> None:
        self.score = score
        self.due = due
        self.costs: dict[bytes, int] = {}


class Promise:
    """Says of the tables of one game how promising they are.

    It only orders a search; it decides nothing. So it need not be right, but it has to be quick.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        roles = [game.group_of(pile).role for pile in range(len(game.names))]
        self.buried = [pile for pile, role in enumerate(roles) if role in (Role.TABLEAU, Role.RESERVE)]
        self.talons = [pile for pile, role in enumerate(roles) if role is Role.TALON]
        self.stacks = STACKS.get(game.slug, _each)(game, self.buried)
        self.rooms = ROOMS.get(game.slug, _none)(game, self.buried)
        self.remembered: dict[tuple[bytes, ...], _Homes] = {}

    def of(self, position: Position) -> int:
        """How promising a table is: cards home, less the cards that lie on what is needed before them."""
        piles = position.piles
        homes = self._homes(position)
        costs = homes.costs
        cost = 0
        for cards in self.stacks(piles):
            if len(cards) > 1:
                known = costs.get(cards)
                cost += _cost(homes, cards) if known is None else known
        cost *= BURIED
        for pile in self.talons:
            cards = piles[pile]
            if len(cards) > 1:
                known = costs.get(cards)
                cost += TALON * (_cost(homes, cards) if known is None else known)
        return HOME * homes.score + ROOM * self.rooms(piles) - cost

    def due(self, position: Position) -> Due:
        """When each card is due."""
        return self._homes(position).due

    def score(self, position: Position) -> int:
        """How many cards have come home."""
        return self._homes(position).score

    def _homes(self, position: Position) -> _Homes:
        piles = position.piles[self.game.homes]
        homes = self.remembered.get(piles)
        if homes is None:
            if len(self.remembered) >= REMEMBERED:
                self.remembered.clear()
            homes = self.remembered[piles] = _Homes(self.game.score(position), self._reckon(position))
        return homes

    def _reckon(self, position: Position) -> Due:
        due = [NEVER] * (2 * DOWN)
        for pile in range(len(self.game.names))[self.game.homes]:
            for step, cards in enumerate(self.game.succession(position, pile)):
                for card in cards:
                    if step < due[card]:
                        due[card & FACE] = due[card | DOWN] = step
        return due


Piles = tuple[bytes, ...]


def _each(game: Game, buried: list[int]) -> Callable[[Piles], Iterable[bytes]]:
    """A card is buried by those that lie on it in its pile."""
    return itemgetter(*buried)


def _columns(game: Game, buried: list[int]) -> Callable[[Piles], Iterable[bytes]]:
    """In the Blockade a card is buried by all that lie below it in its column."""
    grid = game.group("grid")
    rows = sum(name.startswith("grid-1-") for name in game.names)
    starts = range(grid.start, grid.stop, rows)
    return lambda piles: [b"".join(piles[start : start + rows]) for start in starts]


def _none(game: Game, buried: list[int]) -> Callable[[Piles], int]:
    """Empty places are worth nothing in themselves."""
    return lambda piles: 0


def _bare_kings(game: Game, buried: list[int]) -> Callable[[Piles], int]:
    """In the Fairie Queen, kings with nothing on them."""
    return lambda piles: sum(len(piles[pile]) == 1 for pile in buried)


STACKS: Final = {"the-blockade": _columns}
ROOMS: Final = {"spensers-fairie-queen": _bare_kings}


def _cost(homes: _Homes, cards: bytes) -> int:
    """How many cards of a pile lie on one that is due before them."""
    due = homes.due
    cost, soonest = 0, NEVER
    for card in cards:
        when = due[card]
        if when > soonest:
            cost += 1
        else:
            soonest = when
    homes.costs[cards] = cost
    return cost
