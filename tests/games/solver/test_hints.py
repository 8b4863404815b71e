"""A hint is made of what the player sees, and of nothing else."""

import random

import pytest

from games import catalogue
from games.solver import hints
from games.solver.hints import hint
from games.solver.worlds import world
from tests.games.tables import VARIANTS, lay, random_play
from tests.games.test_every_game import with_hidden_cards_shuffled

every_variant = pytest.mark.parametrize(("slug", "variant"), VARIANTS)


@every_variant
def test_a_world_looks_to_the_player_as_the_table_does(slug, variant):
    game = catalogue.game(slug, variant)
    for step, (_, _, there) in enumerate(random_play(game, "world", longest=120)):
        if step % 8 == 0:
            made = world(game, game.view(there), random.Random(step))
            assert game.view(made) == game.view(there)
            assert sum(map(len, made.piles)) == sum(game.pack.all.values())
            assert game.moves(made) == game.moves(there)


@every_variant
def test_a_hint_is_the_same_whatever_lies_hidden(slug, variant, monkeypatch):
    monkeypatch.setattr(hints, "WORLDS", 2)
    monkeypatch.setattr(hints, "TABLES", 300)
    game = catalogue.game(slug, variant)
    position = [there for _, _, there in random_play(game, "twin", longest=12)][-1]
    twin = with_hidden_cards_shuffled(game, position, random.Random(1))
    views = game.view(position), game.view(twin)
    one, other = (hint(game, view, seconds=60, seed=5) for view in views)
    assert one == other
    if one is not None:
        assert one in game.moves(position)


def test_the_only_move_needs_no_thought():
    table = lay("the-olga", stock="9d 8d")
    assert hint(table.game, table.game.view(table.position)).text == "deal"


def test_with_nothing_to_be_done_there_is_no_hint():
    table = lay("the-sultan", divan_1="9D")
    assert hint(table.game, table.game.view(table.position)) is None


def test_the_last_steps_are_seen():
    table = lay(
        "margarethe",
        foundation_1="KS TS 9S",
        help_1="8S",
        help_2="9D",
        **{
            f"foundation_{n}": f"{court}{suit} {cards}"
            for n, (court, suit, cards) in enumerate(
                [
                    ("K", "H", "TH 9H 8H"), ("K", "D", "TD"), ("K", "C", "TC 9C 8C"),
                    *[("J", s, f"7{s} 6{s} 5{s}") for s in "SHDC"],
                    *[("Q", s, f"4{s} 3{s} 2{s}") for s in "SHDC"],
                ],
                2,
            )
        },
        aces="AS AH AD AC",
        talon="8D",
    )  # fmt: skip
    assert hint(table.game, table.game.view(table.position)).text in (
        "help-1>foundation-1",
        "help-2>foundation-3",
    )
