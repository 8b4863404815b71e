"""Reading a table for a search: the cards home, and how promising it is.

What depends on the foundations alone is worked out once for each state of them. Of the cards of a pile it
only matters when they are due, and what piles cost is remembered by that: a search meets the same again and
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final, NamedTuple

from games.cards import DOWN, FACE
from games.game import Game
from games.piles import Role
from games.position import Position, State

NEVER: Final = 60
"""When a card is due that no foundation waits for."""
REMEMBERED: Final = 4096
"""How many states of the foundations are remembered at a time."""
COSTS: Final = 100_000
"""How many costs are remembered at a time."""

ASLEEP: Final = bytes([when | DOWN for when in range(256)])
"""By when a card is due, the same of one that lies face down."""

Piles = Sequence[bytes]
Waiting = list[tuple[int, int]]
Due = bytes
"""By card, how many cards must go home on its pile before it can; with the bit DOWN if it lies face down."""


@dataclass(frozen=True, slots=True)
class Homes:
    """What follows from the foundations: the score, and when cards are due."""

    score: int
    due: Due


@dataclass(frozen=True, slots=True)
class Cost:
    """What the cards of a stack cost.

    buried  a card that lies on one due before it
    each    any card
    asleep  a card that lies face down
    room    what the stack is worth while it holds ``bare`` cards: a place that takes any card
    late    a card, for each that must go home before it
    apart   two cards that are tied, for each that must go home between them
    walled  a card of a column with later ones both above and beneath
    columns the columns of a grid are stacks: a card is buried by all that lie below it in its column
    joined  the piles of the group are one stack
    """

    buried: int = 0
    each: int = 0
    asleep: int = 0
    room: int = 0
    bare: int = 0
    late: int = 0
    apart: int = 0
    walled: int = 0
    columns: bool = False
    joined: bool = False


class Weights(NamedTuple):
    """How a game is searched.

    home      what a card at home is worth; then by role what the others cost
    by_moves  whether sweeps compare tables after the same number of moves, or else with the same progress; by
              turns, where it is now the one and now the other that finds the win
    """

    home: int = 4
    tableau: Cost = Cost(2)
    reserve: Cost = Cost(2)
    talon: Cost = Cost(1)
    by_moves: tuple[bool, ...] = (False, True)


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards that bury each other: a pile, or piles that count as one (``_stacks``).

    places  a slice; mypyc finds no such name
    known   by when its cards are due, what they cost: shared by the stacks with the same weights
    """

    start: int
    places: Any
    single: bool
    cost: Cost
    known: dict[bytes, int]


class Promise:
    """Says how promising the tables of a game are: cards home, less cards that lie on those due before them.

    It only orders a search; it decides nothing. So it need not be right, but it has to be quick: a step
    changes few stacks, and only their costs are asked for, as long as the foundations stay.
    """

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        self.game = game
        weights = weights or WEIGHTS.get(game.slug, Weights())
        self.home = weights.home
        self.by_moves = weights.by_moves
        self.stacks = _stacks(game, weights)
        self.stack_of: list[Stack | None] = [None] * len(game.names)
        for stack in self.stacks:
            self.stack_of[stack.places] = [stack] * len(self.stack_of[stack.places])
        self.remembered: dict[tuple[bytes, ...], Homes] = {}
        self.waiting: dict[State, list[dict[bytes, Waiting]]] = {}
        """By state, for each span of foundations: by what one holds, the cards it will take and when."""

    def of(self, position: Position) -> int:
        """How promising a table is."""
        homes = self.homes(position)
        return self.home * homes.score - self.cost(homes, position.piles)

    def due(self, position: Position) -> Due:
        """When each card is due."""
        return self.homes(position).due

    def homes(self, position: Position) -> Homes:
        """What follows from the foundations of a table."""
        piles = position.piles[self.game.homes]
        homes = self.remembered.get(piles)
        if homes is None:
            if len(self.remembered) >= REMEMBERED:
                self.remembered.clear()
            score = self.game.score(position)
            homes = self.remembered[piles] = Homes(score, self._reckon(position))
        return homes

    def cost(self, homes: Homes, piles: Piles) -> int:
        """What all stacks cost."""
        return sum([_cost_of(homes, stack, piles) for stack in self.stacks])

    def mended(
        self, cost: int, homes: Homes, old: Piles, new: Piles, touched: Sequence[int], known: dict[int, int]
    ) -> int:
        """What ``cost`` becomes when ``old`` went over to ``new`` and no other piles than those ``touched``,
        in order, have changed.

        ``known`` is for what ``old`` costs, for all that is asked of that table: it begins empty.
        """
        if 2 * len(touched) > len(self.stacks):
            return self.cost(homes, new)
        last: Stack | None = None
        for pile in touched:
            if old[pile] is new[pile]:
                continue
            stack = self.stack_of[pile]
            if stack is not last and stack is not None:
                before = known.get(pile)
                if before is None:
                    before = known[pile] = _cost_of(homes, stack, old)
                cost += _cost_of(homes, stack, new) - before
            last = stack
        return cost

    def _reckon(self, position: Position) -> Due:
        piles, spans = position.piles, self.game.foundation_spans
        due = bytearray([NEVER] * DOWN)
        known = self.waiting.get(position.state)
        if known is None:
            known = self.waiting[position.state] = [{} for _ in spans]
        for (start, stop), family in zip(spans, known, strict=True):
            for cards in {*piles[start:stop]}:
                waiting = family.get(cards)
                if waiting is None:
                    if len(family) >= REMEMBERED:
                        family.clear()
                    rows = self.game.succession(position, piles.index(cards, start))
                    waiting = family[cards] = [(card, step) for step, row in enumerate(rows) for card in row]
                for card, step in waiting:
                    if step < due[card]:
                        due[card] = step
        return bytes(due + due.translate(ASLEEP)).ljust(len(ASLEEP))


WEIGHTS: Final[dict[str, Weights]] = {
    "the-terrace": Weights(1, Cost(2, each=1), Cost(3, each=2), Cost(3), by_moves=(True, False)),
    "the-olga": Weights(3, Cost(1, asleep=1), talon=Cost(2, each=1), by_moves=(False,)),
    "spensers-fairie-queen": Weights(4, Cost(2, each=1, room=2, bare=1), by_moves=(True, False)),
    "the-empress-of-india": Weights(4, Cost(2, each=1), by_moves=(True, False)),
    "the-blockade": Weights(6, Cost(2, columns=True), by_moves=(True,)),
    "the-labyrinth": Weights(2, Cost(2, each=1), by_moves=(True, False)),
    "la-nivernaise": Weights(6, Cost(2, each=4), Cost(2, room=5), Cost(2)),
}
"""By game; found by trying many on the same few dozen deals."""


def _stacks(game: Game, weights: Weights) -> list[Stack]:
    """The stacks of a game: its piles; or, where its weights say so, columns or the piles of a group."""
    columns = game.together if weights.tableau.columns else ()
    costs = {Role.TABLEAU: weights.tableau, Role.RESERVE: weights.reserve, Role.TALON: weights.talon}
    stacks = []
    known: dict[Cost, dict[bytes, int]] = {}
    for pile in range(len(game.names)):
        cost = costs.get(game.group_of(pile).role)
        run = next((column for column in columns if pile in column), range(pile, pile + 1))
        if cost and cost.joined:
            run = game.group(game.group_of(pile).name)
        if cost is not None and pile == run.start:
            stacks.append(Stack(pile, slice(pile, run.stop), len(run) == 1, cost, known.setdefault(cost, {})))
    return stacks


def _cost_of(homes: Homes, stack: Stack, piles: Piles) -> int:
    """What a stack costs."""
    cards = piles[stack.start] if stack.single else b"".join(piles[stack.places])
    dues = cards.translate(homes.due)
    known = stack.known.get(dues)
    return _new_cost(stack, dues) if known is None else known


def _new_cost(stack: Stack, dues: bytes) -> int:
    price = stack.cost
    asleep = sum([when >= DOWN for when in dues])
    whens = [when & FACE for when in dues]
    buried, soonest = 0, NEVER
    for when in whens:
        if when > soonest:
            buried += 1
        else:
            soonest = when
    cost = price.buried * buried + price.each * len(whens) + price.asleep * asleep
    if price.late or price.apart or price.walled:
        cost += price.late * sum(whens)
        if len(whens) == 2:
            cost += price.apart * abs(whens[0] - whens[1])
        if price.walled:
            cost += price.walled * _walled(whens)
    if len(whens) == price.bare:
        cost -= price.room
    if len(stack.known) >= COSTS:
        stack.known.clear()
    stack.known[dues] = cost
    return cost


def _walled(dues: list[int]) -> int:
    """How many cards of a column have later ones on both sides."""
    latest_beneath = list(accumulate(reversed(dues), max))[::-1]
    count, latest = 0, 0
    for when, beneath in zip(dues, latest_beneath, strict=True):
        if when < latest and when < beneath:
            count += 1
        latest = max(latest, when)
    return count
