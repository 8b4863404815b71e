"""What happened on the table: the difference of two views, as events a client can apply and animate.

Made of the two views and the move alone, so an event can tell nothing that the views do not.
The format and the way to apply it are in docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from games.cards import HIDDEN
from games.game import Game
from games.moves import Move
from games.position import Position

Event = dict[str, Any]
Piles = dict[str, list[str]]


def events(
    game: Game, before: Position, after: Position, move: Move | None = None, *, undone: bool = False
) -> list[Event]:
    """The events that turn the view of ``before`` into the view of ``after``.

    ``move`` is the move that was made, or with ``undone`` taken back: it says which card the hand moved.
    """
    steps = [(game.names[source], game.names[target]) for source, target in move.steps] if move else []
    if undone:
        steps = [(target, source) for source, target in reversed(steps)]
    old, new = game.view(before)["piles"], game.view(after)["piles"]
    found = _difference(old, new, {source for source, _ in steps}, steps)
    if found is None:
        # Cards changed places under cover: every pile that differs is taken up and laid again.
        found = _difference(old, new, {pile for pile in old if old[pile] != new[pile]}, steps, whole=True)
    assert found is not None, "the two tables do not have the same cards"
    moved, turned = found
    if steps and not undone:
        for event in moved:
            if (event["from"], event["to"]) not in steps:
                event["filled"] = True
    return _gathered(moved) + turned


def apply(view: dict[str, Any], found: list[Event], state: dict[str, Any] | None = None) -> dict[str, Any]:
    """The view after ``found``, by the words of docs/protocol.md: what every client must do."""
    piles: Piles = {pile: list(cards) for pile, cards in view["piles"].items()}
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


def _difference(
    old: Piles, new: Piles, given: Collection[str], steps: list[tuple[str, str]], whole: bool = False
) -> tuple[list[Event], list[Event]] | None:
    """Cards moved and cards turned; None when what left and what came cannot be matched.

    The piles ``given`` have each lost at least their top card (all of their cards, with ``whole``).
    """
    taken: list[tuple[str, str]] = []
    laid: list[tuple[str, str]] = []
    turned: list[Event] = []
    for pile, cards in old.items():
        most = (0 if whole else len(cards) - 1) if pile in given else len(cards)
        kept = _kept(cards[:most], new[pile])
        turned += [
            {"turned": pile, "at": at, "card": now}
            for at, (was, now) in enumerate(zip(cards[:kept], new[pile][:kept], strict=True))
            if was != now
        ]
        taken += [(pile, card) for card in reversed(cards[kept:])]
        laid += [(pile, card) for card in new[pile][kept:]]
    if len(taken) != len(laid):
        return None
    sources = _match(taken, laid, steps)
    if sources is None:
        return None
    moved = [
        {"from": source, "to": pile, "card": card} for source, (pile, card) in zip(sources, laid, strict=True)
    ]
    return moved, turned


def _kept(old: list[str], new: list[str]) -> int:
    """How many cards at the bottom of a pile stayed; a card may have been turned meanwhile."""
    kept = 0
    for was, now in zip(old, new, strict=False):
        if was != now and HIDDEN not in (was, now):
            break
        kept += 1
    return kept


def _match(
    taken: list[tuple[str, str]], laid: list[tuple[str, str]], steps: list[tuple[str, str]]
) -> list[str] | None:
    """For each card laid, the pile it came from."""
    left = list(taken)
    sources: dict[int, str] = {}

    def pair(fits: Callable[[str, str, str, str], bool]) -> None:
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
    pair(lambda source, target, was, now: source != target and was == now != HIDDEN)
    pair(lambda source, target, was, now: was == now != HIDDEN)
    pair(lambda source, target, was, now: source != target and was == HIDDEN != now)
    pair(lambda source, target, was, now: was == HIDDEN)
    pair(lambda source, target, was, now: now == HIDDEN)
    return [sources[at] for at in range(len(laid))] if len(sources) == len(laid) else None


def _gathered(moved: list[Event]) -> list[Event]:
    """Runs of hidden cards on one way are one event with ``n``."""
    gathered: list[Event] = []
    for event in moved:
        last = gathered[-1] if gathered else None
        if last and event["card"] == HIDDEN and {**last, "n": 1} == {**event, "n": 1}:
            last["n"] = last.get("n", 1) + 1
        else:
            gathered.append(dict(event))
    return gathered
