"""Fingerprints say of two tables what their keys say."""

import random

import pytest

from games import catalogue
from games.position import Position
from games.solver.fingerprint import Fingerprint
from games.solver.promise import Promise
from tests.games.tables import VARIANTS, random_play

every_variant = pytest.mark.parametrize(("slug", "variant"), VARIANTS)


def met(game, seed):
    """Many tables, several of them more than once: all next tables along two plays."""
    for play in range(2):
        for here, _, _ in random_play(game, f"{seed}-{play}", longest=150):
            for move in game.moves(here):
                yield here, move, game.after(here, move)


@every_variant
def test_two_tables_have_one_fingerprint_when_they_have_one_key(slug, variant):
    game = catalogue.game(slug, variant)
    prints = Fingerprint(game)
    by_key, by_print = {}, {}
    for _, _, there in met(game, "print"):
        key, fingerprint = game.key(there), prints.of(there)
        assert by_key.setdefault(key, fingerprint) == fingerprint
        assert by_print.setdefault(fingerprint, key) == key
    assert len(by_key) > 30


@every_variant
def test_what_is_mended_step_by_step_is_what_is_read_from_nothing(slug, variant):
    game = catalogue.game(slug, variant)
    prints, promise = Fingerprint(game), Promise(game)
    for here, move, there in met(game, "step"):
        old, new = here.piles, there.piles
        touched = game.touched(here, move, there)
        assert prints.mended(prints.mark(old), old, new, touched, {}) == prints.mark(new)
        homes = promise.homes(there)
        if old[game.homes] == new[game.homes]:
            cost = promise.cost(homes, old)
            assert promise.mended(cost, homes, old, new, touched, {}) == promise.cost(homes, new)
        assert promise.of(there) == promise.home * game.score(there) - promise.cost(homes, new)


@every_variant
def test_a_fingerprint_tells_a_table_from_one_with_two_cards_exchanged(slug, variant):
    game = catalogue.game(slug, variant)
    prints, chance = Fingerprint(game), random.Random(3)
    for here, _, _ in random_play(game, "exchange", longest=40):
        piles = [bytearray(pile) for pile in here.piles]
        one, other = (chance.choice([pile for pile in piles if pile]) for _ in range(2))
        one[-1], other[-1] = other[-1], one[-1]
        there = Position(tuple(map(bytes, piles)), here.state)
        assert (prints.of(there) == prints.of(here)) == (game.key(there) == game.key(here))
