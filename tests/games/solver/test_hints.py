"""A hint is made of what the player sees, and of nothing else."""

import itertools
import random

import pytest

from games import catalogue
from games.solver import hints
from games.solver.hints import hint
from games.solver.player import play_by_hints
from games.solver.worlds import world
from tests.games.tables import VARIANTS, dealt, lay, random_play
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
    monkeypatch.setattr(hints, "CHOOSING", 1)
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


def test_before_a_shuffled_redeal_not_all_lies_open():
    """A search would play for the order that it gives the cards itself."""
    cards = {"divan_1": "9D", "talon": "4S 7H"}
    for redeals, known in ((0, False), (1, False), (2, True)):
        table = lay("the-sultan", state={"redeals": redeals}, **cards)
        assert hints.lies_open(table.game, table.game.view(table.position)) is known


def test_a_cell_of_the_divan_waits_for_a_good_card():
    table = lay("the-sultan", divan_1="AS", divan_2="9C", talon="QD", stock="9d")
    assert hint(table.game, table.game.view(table.position)).text == "deal"
    table = lay("the-sultan", divan_1="AS", divan_2="9C", talon="2S", stock="9d")
    assert hint(table.game, table.game.view(table.position)).text.startswith("divan-1>")


def test_the_empress_ties_the_late_to_let_in_what_can_be_played():
    table = lay(
        "the-empress-of-india",
        army_1="QH", army_2="2D", army_3="TD", navy_1="KC", navy_2="TS", talon_black="5S 2C", stock="9s 8h",
    )  # fmt: skip
    assert hint(table.game, table.game.view(table.position)).text == "navy-1>army-2"
    table = table.play("navy-1>army-2")
    assert table["navy_1"] == "2C"
    assert hint(table.game, table.game.view(table.position)).text.startswith("army-1>")


def test_of_three_bases_the_one_that_plays_best_is_chosen():
    table = dealt("the-terrace", "odds-1")
    chosen = hint(table.game, table.game.view(table.position), seconds=60)
    assert chosen in table.game.moves(table.position)
    assert chosen.verb == "choose"


def test_a_hint_stops_thinking_when_its_time_is_over(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr(hints.time, "monotonic", lambda: next(clock))
    for slug in ("la-nivernaise", "the-terrace"):
        table = dealt(slug, "odds-1")
        assert hint(table.game, table.game.view(table.position), seconds=0) in table.game.moves(
            table.position
        )
    assert next(clock) < 20


@every_variant
def test_whoever_follows_hints_comes_to_an_end(slug, variant, monkeypatch):
    monkeypatch.setattr(hints, "WORLDS", 1)
    monkeypatch.setattr(hints, "CHOOSING", 1)
    monkeypatch.setattr(hints, "TABLES", 500)
    played = play_by_hints(catalogue.game(slug, variant), "to the end")
    assert played.status in ("won", "stuck")
    assert played.moves < 600


@pytest.mark.parametrize("slug", ["margarethe", "mount-olympus"])
def test_hints_win_the_easy_games(slug):
    game = catalogue.game(slug)
    played = play_by_hints(game, "odds-1")
    assert (played.status, played.score) == ("won", game.total)
    assert played == play_by_hints(game, "odds-1")
