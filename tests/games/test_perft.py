"""Counts of what can be reached from one deal of each game: a change of a rule changes them.

The files are written by ``python -m tests.games.test_perft``; a number in them is changed only
together with the rule that it counts.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games import catalogue
from games.perft import perft
from tests.games.tables import VARIANTS

FILES = Path(__file__).parent / "perft"
SEED = "perft"
PLAYED = {"la-nivernaise": 2, "the-labyrinth": 3}
"""Moves made before counting begins (30 where nothing is said), always the last of the list, so that there
is something to count."""
MOST = 1_000
"""Leaves at the depth where counting stops."""


def begun(slug, variant):
    game = catalogue.game(slug, variant)
    position = game.deal(SEED)
    for _ in range(PLAYED.get(slug, 30)):
        moves = game.moves(position)
        if moves:
            position = game.after(position, moves[-1])
    return game, position


def counted(slug, variant, most=None, depth=40):
    """[[depth, leaves, unique], ...] until the leaves are too many."""
    game, position = begun(slug, variant)
    rows = []
    for row in perft(game, position, depth):
        rows.append(list(row))
        if (most and row[1] > most) or not row[1]:
            break
    return rows


@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
def test_as_many_lines_and_positions_as_ever(slug, variant):
    known = json.loads((FILES / f"{slug}.json").read_text())[variant]
    assert counted(slug, variant, depth=len(known)) == known


def test_leaves_and_positions_are_counted_right_where_they_are_few():
    """By hand, so to speak: every line walked, every position kept."""
    game, position = begun("the-olga", "book")
    lines = [position]
    for depth, leaves, unique in perft(game, position, 3):
        lines = [game.after(here, move) for here in lines for move in game.moves(here)]
        assert len(lines) == leaves, depth
        assert len({game.key(here) for here in lines}) == unique


if __name__ == "__main__":
    FILES.mkdir(exist_ok=True)
    for slug, cls in catalogue.classes().items():
        found = {variant: counted(slug, variant, MOST) for variant in cls.variants}
        text = ",\n".join(f' "{variant}": {json.dumps(rows)}' for variant, rows in found.items())
        (FILES / f"{slug}.json").write_text("{\n" + text + "\n}\n")
