"""What happened on the table: the difference of two views, as events a client can apply and animate.

Made of the two views and the move alone, so an event can tell nothing that the views do not.
The format and the way to apply it are in docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.cards import HIDDEN, TEXT
from games.game import Game, Looks
from games.moves import Move
from games.position import Position

Event = dict[str, Any]
Cards = Mapping[int, bytes]
"""By pile, its cards as the player may know them: 0 for a card that he may not."""
Way = tuple[int, int, int]
"""The pile that a card left, the pile where it lies now, and the card."""

UNKNOWN = 0


def events(
    game: Game,
    before: Position,
    after: Position,
    move: Move | None = None,
    *,
    undone: bool = False,
    looks: Looks | None = None,
) -> list[Event]:
    """The events that turn the view of ``before`` into the view of ``after``.

    ``move`` is the move that was made, or with ``undone`` taken back: it says which card the hand moved.
    ``looks`` is what ``game.differing`` gives, where that is known already.
    """
    steps = list(move.steps) if move else []
    if undone:
        steps = [(target, source) for source, target in reversed(steps)]
    given = {source for source, _ in steps}
    looks = game.differing(before, after) if looks is None else dict(looks)
    for pile in given.difference(looks):
        looks[pile] = game.seen(before, pile), game.seen(after, pile)
    old = {pile: looks[pile][0] for pile in sorted(looks)}
    new = {pile: looks[pile][1] for pile in old}
    found = _difference(old, new, given, steps)
    if found is None:
        # Cards changed places under cover: every pile that differs is taken up and laid again.
        found = _difference(old, new, {pile for pile in old if old[pile] != new[pile]}, steps, whole=True)
    assert found is not None, "the two tables do not have the same cards"
    ways, turned = found
    by_hand = steps if steps and not undone else None
    names = game.names
    return [
        *_gathered(names, ways, by_hand),
        *({"turned": names[pile], "at": at, "card": _text(card)} for pile, at, card in turned),
    ]


def apply(view: dict[str, Any], found: list[Event], state: dict[str, Any] | None = None) -> dict[str, Any]:
    """The view after ``found``, by the words of docs/protocol.md: what every client must do."""
    piles: dict[str, list[str]] = {pile: list(cards) for pile, cards in view["piles"].items()}
    for event in found:
        if "from" in event:
            del piles[event["from"]][-event.get("n", 1) :]
    for event in found:
        if "from" in event:
            piles[event["to"]] += [event["card"]] * event.get("n", 1)
    for event in found:
        if "turned" in event:
            piles[event["turned"]][event["at"]] = event["card"]
    return {**view, "piles": piles, "state": view["state"] if state is None else state}


def _text(card: int) -> str:
    return TEXT[card] if card else HIDDEN


def _difference(
    old: Cards, new: Cards, given: Collection[int], steps: list[tuple[int, int]], whole: bool = False
) -> tuple[list[Way], list[Way]] | None:
    """The ways of the cards that moved; and of those turned the pile, the place in it and the card. None when
    what left and what came cannot be matched.

    The piles ``given`` have each lost at least their top card (all of their cards, with ``whole``).
    """
    taken: list[tuple[int, int]] = []
    laid: list[tuple[int, int]] = []
    turned: list[Way] = []
    for pile, cards in old.items():
        there = new[pile]
        most = (0 if whole else len(cards) - 1) if pile in given else len(cards)
        kept = _kept(cards[:most], there)
        if cards[:kept] != there[:kept]:
            turned += [(pile, at, there[at]) for at in range(kept) if cards[at] != there[at]]
        taken += [(pile, card) for card in reversed(cards[kept:])]
        laid += [(pile, card) for card in there[kept:]]
    if len(taken) != len(laid):
        return None
    sources = _match(taken, laid, steps)
    if sources is None:
        return None
    return [(source, pile, card) for source, (pile, card) in zip(sources, laid, strict=True)], turned


def _kept(old: bytes, new: bytes) -> int:
    """How many cards at the bottom of a pile stayed; a card may have been turned meanwhile."""
    if new.startswith(old):
        return len(old)
    if old.startswith(new):
        return len(new)
    kept = 0
    for was, now in zip(old, new, strict=False):
        if was != now and was != UNKNOWN and now != UNKNOWN:
            break
        kept += 1
    return kept


def _match(
    taken: list[tuple[int, int]], laid: list[tuple[int, int]], steps: list[tuple[int, int]]
) -> list[int] | None:
    """For each card laid, the pile it came from."""
    if len({source for source, _ in taken}) == 1:
        return [taken[0][0]] * len(laid)
    left = list(taken)
    sources: dict[int, int] = {}

    def pair(fits: Callable[[int, int, int, int], bool]) -> None:
        if not left:
            return
        for at, (target, now) in enumerate(laid):
            if at not in sources:
                for source, was in left:
                    if fits(source, target, was, now):
                        left.remove((source, was))
                        sources[at] = source
                        break

    # The surest first: what the hand moved, a card known before and after, a card that came to light,
    # one that stayed hidden, one that went out of sight.
    pair(lambda source, target, was, now: (source, target) in steps and was == now)
    pair(lambda source, target, was, now: source != target and was == now != UNKNOWN)
    pair(lambda source, target, was, now: was == now != UNKNOWN)
    pair(lambda source, target, was, now: source != target and was == UNKNOWN != now)
    pair(lambda source, target, was, now: was == UNKNOWN)
    pair(lambda source, target, was, now: now == UNKNOWN)
    return [sources[at] for at in range(len(laid))] if len(sources) == len(laid) else None


def _gathered(names: tuple[str, ...], ways: list[Way], by_hand: list[tuple[int, int]] | None) -> list[Event]:
    """Cards moved, as events. Runs of hidden cards on one way are one event with ``n``. What the hand did not
    move is ``filled``, where it is known what the hand moved."""
    gathered: list[Event] = []
    last: Way | None = None
    for way in ways:
        source, target, card = way
        if way == last and card == UNKNOWN:
            gathered[-1]["n"] = gathered[-1].get("n", 1) + 1
            continue
        event: Event = {"from": names[source], "to": names[target], "card": _text(card)}
        if by_hand is not None and (source, target) not in by_hand:
            event["filled"] = True
        gathered.append(event)
        last = way
    return gathered
