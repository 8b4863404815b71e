"""How promising a table is: cards home, less the cards that lie on what is needed before them.

It only orders a search; it decides nothing. So it need not be right, but it has to be quick.
"""

from __future__ import annotations

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
NEVER: Final = 60
"""When a card is due that no foundation waits for."""
REMEMBERED: Final = 4096
"""How many states of the foundations are remembered at a time."""

Due = list[int]
"""By card, face up or down: how many cards must go home on its pile before it can."""


class Promise:
    """Says of the tables of one game how promising they are."""

    def __init__(self, game: Game) -> None:
        self.game = game
        roles = [game.group_of(pile).role for pile in range(len(game.names))]
        self.foundations = [pile for pile, role in enumerate(roles) if role is Role.FOUNDATION]
        self.home = slice(self.foundations[0], self.foundations[-1] + 1)
        self.weights = [
            (pile, TALON if role is Role.TALON else BURIED)
            for pile, role in enumerate(roles)
            if role in (Role.TABLEAU, Role.RESERVE, Role.TALON)
        ]
        self.remembered: dict[tuple[bytes, ...], Due] = {}

    def of(self, position: Position) -> int:
        """How promising a table is; more is better."""
        due = self.due(position)
        piles = position.piles
        cost = 0
        for pile, weight in self.weights:
            cards = piles[pile]
            if len(cards) > 1:
                soonest = NEVER
                for card in cards:
                    when = due[card]
                    if when > soonest:
                        cost += weight
                    else:
                        soonest = when
        return HOME * self.game.score(position) - cost

    def due(self, position: Position) -> Due:
        """When each card is due."""
        home = position.piles[self.home]
        due = self.remembered.get(home)
        if due is None:
            if len(self.remembered) >= REMEMBERED:
                self.remembered.clear()
            due = self.remembered[home] = self._reckon(position)
        return due

    def _reckon(self, position: Position) -> Due:
        due = [NEVER] * (2 * DOWN)
        for pile in self.foundations:
            for step, cards in enumerate(self.game.succession(position, pile)):
                for card in cards:
                    if step < due[card]:
                        due[card & FACE] = due[card | DOWN] = step
        return due
