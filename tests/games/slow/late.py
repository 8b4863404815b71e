"""Tables near the end, which play from the deal seldom reaches: foundations raised, the rest lying anyhow."""

from __future__ import annotations

import random

from tests.games.slow import MODELS, Table
from tests.games.slow.table import covered, red

FIXED = ("foundation", "sultan", "empress", "guard")
SINGLE = ("divan", "flank", "help", "army", "navy")
PACKETS = ("line", "column", "valley", "bed", "volunteer", "square", "battery", "grid")
GRID_ROWS = {"the-labyrinth": (10, 10), "the-blockade": (12, 9)}


def late_table(slug: str, variant: str, chance: random.Random) -> Table:
    """A table with every card on it, `left` of them not yet home or fewer."""
    model = MODELS[slug](variant)
    model.deal(f"late {chance.random()}")
    if slug == "the-terrace":
        model.play(chance.choice(sorted(model.moves())))
    loose = gather(model, chance)
    raise_foundations(model, loose, chance.choice((3, 8, 16, 30, 50, 70)), chance)
    chance.shuffle(loose)
    lie_anyhow(model, loose, chance)
    if "redeals" in model.state:
        model.state["redeals"] = chance.randrange(3 if slug == "the-sultan" else 2)
    return model


def gather(model: Table, chance: random.Random) -> list[str]:
    """Take up every card that the game does not lay out before the deal."""
    loose = []
    for name in model.piles:
        if not name.startswith(FIXED):
            loose += [card.upper() for card in model.piles[name]]
            model.piles[name] = []
    if model.slug == "spensers-fairie-queen":
        kings = ["KS", *(card for card in loose if card[0] == "K" and card != "KS"), "KS"]
        for name in model.names("column"):
            model.piles[name] = [kings.pop(0)]
        loose = [card for card in loose if card[0] != "K"]
        aces = [card for card in loose if card[0] == "A"]
        for foundation, ace in zip(model.foundations(), aces_in_order(aces), strict=True):
            model.piles[foundation].append(ace)
        loose = [card for card in loose if card[0] != "A"]
    return loose


def aces_in_order(aces: list[str]) -> list[str]:
    return sorted(aces, key=lambda ace: "SHDC".index(ace[1]))


def raise_foundations(model: Table, loose: list[str], left: int, chance: random.Random) -> None:
    # Foundations that are far apart are as possible as even ones.
    eager = {f: chance.choice((0.01, 0.3, 1.0, 1.0)) for f in model.foundations()}
    while len(loose) > left:
        cards = sorted(set(loose))
        fitting = [(card, f) for f in model.foundations() for card in cards if model.suits(card, f)]
        if not fitting:
            return
        card, foundation = chance.choices(fitting, [eager[f] for _, f in fitting])[0]
        loose.remove(card)
        model.piles[foundation].append(card)


def lie_anyhow(model: Table, loose: list[str], chance: random.Random) -> None:
    names = [name for name in model.piles if name.startswith(PACKETS + SINGLE)]
    if model.slug in GRID_ROWS:
        _, rows = GRID_ROWS[model.slug]
        model.state["rows"] = chance.randint(2, rows - 2)
        names = [name for name in names if int(name.split("-")[2]) <= model.state["rows"]]
    if "grace" in model.state:
        model.state["grace"] = chance.random() < 0.4
    # Few places give high packets and standing holes.
    names = chance.sample(names, chance.randint(max(1, len(names) // 2), len(names)))
    aside = chance.choice((0.0, 0.0, 0.1, 0.4))
    for card in list(loose):
        places = [name for name in names if takes(model, name, card)]
        if places and chance.random() >= aside:
            model.piles[chance.choice(places)].append(card)
            loose.remove(card)
    if "terrace" in model.piles:
        model.piles["terrace"] = [loose.pop() for _ in range(min(len(loose), chance.randint(0, 5)))]
    if "talon" in model.piles:
        # A choice of none makes tables where nothing can fill a hole any more.
        cut = chance.choice((0, len(loose), chance.randint(0, len(loose))))
        model.piles["talon"] = loose[:cut]
        loose = loose[cut:]
    if "talon-red" in model.piles and chance.random() < 0.5:
        model.piles["talon-red"] = [card for card in loose if red(card)]
        model.piles["talon-black"] = [card for card in loose if not red(card)]
        loose = []
    if model.slug in GRID_ROWS:
        columns, rows = GRID_ROWS[model.slug]
        # No more stock than the rows that are left can hold; what is over goes out of play.
        loose = loose[: columns * (rows - model.state["rows"])]
    model.piles["stock"] = covered(loose)
    if model.slug == "the-olga":
        for name in model.names("bed"):
            under = model.piles[name][:-1]
            model.piles[name][:-1] = [c.lower() if chance.random() < 0.3 else c for c in under]


def takes(model: Table, name: str, card: str) -> bool:
    if name.startswith("army"):
        return red(card) and not model.piles[name]
    if name.startswith("navy"):
        # Now and then a red card on a black one: a pair that is tied.
        cards = model.piles[name]
        return (not cards and not red(card)) or (len(cards) == 1 and red(card))
    if name.startswith(SINGLE) or (name.startswith("grid") and model.slug == "the-labyrinth"):
        return not model.piles[name]
    return True
