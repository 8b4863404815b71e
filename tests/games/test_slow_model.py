"""The engine and a second model of the rules, in lockstep.

The models in `slow/` were written from the book alone. Random plays compare, after every move, the whole
table and all the legal moves, and where a play ends whether it is won or stuck; wrong texts must be refused
by both. With ``PLAYS=soak`` ten thousand positions of every variant, and what is rare must have been reached.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections import Counter

import pytest

from games import catalogue, notation
from games.errors import EngineError
from games.game import Game
from games.position import Position
from tests.games.slow import MODELS, Table
from tests.games.slow.late import late_table
from tests.games.slow.table import shuffled

SOAK = os.environ.get("PLAYS") == "soak"
POSITIONS = 10_000 if SOAK else 600
BOUND = 1_000 if SOAK else 150
"""How many tables are looked through for a way back."""

VARIANTS = [(game.slug, game.variant) for game in catalogue.every()]

STYLES = {
    "eager": {"play": 40.0, "place": 3.0, "exchange": 0.3, "tie": 0.5, "stock": 0.5, "deal": 1.0},
    "wild": {},
    "dealer": {"deal": 30.0, "redeal": 30.0, "fill": 10.0},
    "shifter": {"place": 20.0, "tie": 5.0, "exchange": 5.0, "deal": 2.0},
    "careful": {"play": 100.0, "place": 8.0, "tie": 8.0, "deal": 0.5, "grace": 0.1, "redeal": 0.01},
}

RARE = {
    "the-sultan": {"re-deal 1", "re-deal 2", "nothing to re-deal"},
    "la-nivernaise": {
        "a short round",
        "exchange",
        "exchange onto an empty place",
        "a flank filled from the pack",
        "fewer than four for a packet",
        "a packet stays empty",
        "no Line to re-deal",
        "re-deal 1",
    },
    "the-empress-of-india": {
        "tied pair home from the army",
        "tied pair home from the navy",
        "loose pair home",
        "the pack turned for a hole",
        "the pack turned for two holes",
        "the other colour turned",
        "a hole stays",
    },
    "the-labyrinth": {
        "a short row",
        "a whole row filled",
        "the pack ends while filling",
        "grace",
        "grace for a blocked card",
        "the graced card home",
    },
    "spensers-fairie-queen": {"a card on a bare king", "two kings in succession", "the deal complete"},
    "the-terrace": {"a king on an ace", "round the corner", "filled from the pack", "a hole stays"},
    "the-olga": {"a cleared column begun", "an ace on a seven", "turned up"},
    "red-and-black": {"filled from the talon", "a hole stays", "re-deal 1", "nothing to re-deal"},
    "the-square": {
        "a hole stays",
        "a second king",
        "a second ace in the Square",
        "filled from the stock",
        "filled from the talon",
    },
    "margarethe": {"filled from the talon", "a hole stays"},
    "mount-olympus": {"a hole stays", "filled from the stock", "filled from the talon"},
    "the-blockade": {
        "a short row",
        "a card released in a higher row",
        "a higher hole refilled",
        "a hole stays",
    },
}
RARE_IN = {
    ("the-sultan", "book"): {"filled from the pack", "a hole stays"},
    ("the-sultan", "free-filling"): {"filled from the talon", "filled from the stock"},
    ("la-nivernaise", "two-redeals"): {"re-deal 2"},
    ("the-olga", "one-redeal"): {"re-deal", "nothing to re-deal"},
    ("margarethe", "book"): {"re-deal", "nothing to re-deal"},
    ("mount-olympus", "book"): {"re-deal", "nothing to re-deal"},
}


@pytest.mark.parametrize(
    ("n", "begins"),
    [
        (32, "57d4961e9662cc73"),
        (52, "087bd45b06e13e46"),
        (104, "f379532acadae40c"),
        (208, "f644e4bc88806dcc"),
    ],
)
def test_the_models_own_shuffle_is_the_documented_one(n: int, begins: str) -> None:
    numbers = shuffled([str(number) for number in range(n)], "test-vector-1", "deal")
    assert hashlib.sha256(bytes(int(number) for number in numbers)).hexdigest().startswith(begins)


@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
def test_in_lockstep(slug: str, variant: str) -> None:
    game = catalogue.game(slug, variant)
    seen: Counter[str] = Counter()
    number = 0
    while seen["positions"] < POSITIONS:
        chance = random.Random(f"{slug} {variant} {number}")
        from_the_deal = number % 4 == 0
        if from_the_deal:
            model = MODELS[slug](variant)
            model.deal(f"slow {number}")
            position = game.deal(f"slow {number}")
        else:
            model = late_table(slug, variant, chance)
            game, position = notation.from_document(model.document())
        longest = (900 if SOAK else 120) if from_the_deal else chance.choice((15, 40, 80))
        play_in_lockstep(game, model, position, chance, longest, seen)
        number += 1
    for name, count in sorted(seen.items()):
        print(f"{slug} {variant}: {name}: {count}")
    assert seen["refused by both"] > POSITIONS / 2
    if SOAK:
        wanted = RARE[slug] | RARE_IN.get((slug, variant), set()) | {"won", "stuck"}
        assert wanted - set(seen) == set()


def play_in_lockstep(
    game: Game, model: Table, position: Position, chance: random.Random, longest: int, seen: Counter[str]
) -> None:
    weights = STYLES[chance.choice(sorted(STYLES))]
    played: list[str] = []
    for step in range(longest):
        where = f"{model.document()} after {played}"
        legal = model.moves()
        assert model.document() == notation.to_document(game, position), where
        listed = [move.text for move in game.moves(position)]
        assert set(listed) == legal, where
        assert len(listed) == len(legal), where
        assert game.score(position) == model.score(), where
        seen["positions"] += 1
        wrong = wrong_text(model, legal, chance)
        if wrong not in legal:
            assert not accepts(game, position, wrong), f"{wrong!r} on {where}"
            seen["refused by both"] += 1
        if not legal or (("deal" not in legal or step % 25 == 0) and chance.random() < 0.4):
            status = game.status(position)
            assert (status == "won") == model.won(), where
            if not model.won():
                compare_status(model, status, seen, where)
            if status != "playing":
                seen[status] += 1
            # A stuck table is still played on for a little: to and fro is part of the rules too.
            if status == "won" or (status == "stuck" and chance.random() < 0.3):
                break
        if not legal:
            break
        text = choose(legal, weights, chance)
        model.play(text)
        position = game.play(position, game.read_move(text))
        played.append(text)
    seen.update(model.rare)


def compare_status(model: Table, status: str, seen: Counter[str], where: str) -> None:
    stuck = model.stuck(BOUND)
    if stuck is None:
        seen["too many tables to tell"] += 1
        return
    assert (status == "stuck") == stuck, where
    # By the words of the definition alone, where that is few tables.
    by_definition = model.stuck(40, shortcut=False) if stuck else None
    if by_definition is not None:
        seen["status by the definition"] += 1
        assert by_definition == stuck, where


def kind(text: str) -> str:
    if ">" not in text:
        return text.split(":")[0]
    source, target = text.split("+")[0].split(">")
    if source.startswith("foundation"):
        return "exchange"
    if target.startswith("foundation") or target == "aces":
        return "play"
    if source == "stock":
        return "stock"
    return "tie" if source.startswith(("army", "navy")) else "place"


def choose(legal: set[str], weights: dict[str, float], chance: random.Random) -> str:
    kinds: dict[str, list[str]] = {}
    for text in sorted(legal):
        kinds.setdefault(kind(text), []).append(text)
    names = sorted(kinds)
    chosen = chance.choices(names, [weights.get(name, 1.0) for name in names])[0]
    return chance.choice(kinds[chosen])


def accepts(game: Game, position: Position, text: str) -> bool:
    try:
        game.play(position, game.read_move(text))
    except EngineError:
        return False
    return True


def wrong_text(model: Table, legal: set[str], chance: random.Random) -> str:
    """A text that is near a legal one, or names piles that there are; it may turn out to be legal."""
    text = chance.choice(sorted(legal)) if legal else "deal"
    other = chance.choice(sorted(legal)) if legal else "redeal"
    piles = list(model.piles)
    at = chance.randrange(len(text))
    return chance.choice(
        (
            chance.choice(("deal", "redeal", "fill", "", ">", "+", "undo", "pass", "deal+deal")),
            f"{chance.choice(piles)}>{chance.choice(piles)}",
            f"{chance.choice(piles)}>{chance.choice(piles)}+{chance.choice(piles)}>{chance.choice(piles)}",
            f"{chance.choice(('choose', 'grace', 'deal'))}:{chance.choice(piles)}",
            text[:at] + text[at + 1 :],
            text[:at] + chance.choice("0123456789-:>+ ax١²") + text[at + 1 :],
            text[:at] + chance.choice("0123456789-:>+ ax\n\0") + text[at:],
            "+".join(reversed(text.split("+"))),
            ">".join(reversed(text.split(">"))),
            f"{text}+{other}",
            f"{text}:1",
            text.upper(),
            f" {text}",
            f"{text}\n",
            text.replace("-", "-0"),
            text.split(">")[0] + ">" + other.split(">")[-1],
        )
    )
