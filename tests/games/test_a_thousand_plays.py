"""A thousand plays at random of every game and variant, each to its end (`make soak`)."""

import random
from collections import Counter

import pytest

from games import catalogue
from games.cards import FACE
from tests.games.tables import VARIANTS

PLAYS = 1000
LONGEST = 500
"""Games whose cards can go to and fro for ever are left there."""


def play(game, seed):
    """One play; the last table and the number of moves. Every other one is wild, the others hurry home."""
    chance = random.Random(seed)
    wild = seed % 2
    position, number = game.deal(f"play {seed}"), 0
    while number < LONGEST:
        moves = game.moves(position)
        if not moves:
            break
        move = chance.choice(moves)
        if not wild:
            for other in chance.sample(moves, min(4, len(moves))):
                if game.score(game.after(position, other)) > game.score(position):
                    move = other
                    break
        position, number = game.play(position, move), number + 1
    return position, number


def check(game, seed):
    position, number = play(game, seed)
    assert Counter(card & FACE for pile in position.piles for card in pile) == game.pack.all
    assert 0 <= game.score(position) <= game.total
    if number < LONGEST:
        assert game.status(position) in ("won", "stuck")


@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
def test_ten_plays_end_well(slug, variant):
    game = catalogue.game(slug, variant)
    for seed in range(10):
        check(game, seed)


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
def test_a_thousand_plays_end_well(slug, variant):
    game = catalogue.game(slug, variant)
    for seed in range(PLAYS):
        check(game, seed)
