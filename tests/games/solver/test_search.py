"""What the solver says is so."""

import itertools
import random

import pytest

from games import catalogue
from games.solver import Limits, solve
from tests.games.tables import lay, random_play

EASY = ["the-sultan", "margarethe", "mount-olympus"]


@pytest.mark.parametrize("slug", EASY)
def test_a_won_line_wins_when_the_engine_plays_it(slug):
    game = catalogue.game(slug)
    position = game.deal("easy")
    verdict = solve(game, position, Limits(seconds=60))
    assert verdict.status == "won"
    for move in verdict.line:
        position = game.play(position, move)
    assert game.status(position) == "won"
    assert verdict.score == game.total


def test_a_table_that_is_won_needs_no_move():
    suits = "SSSSHHHHDDDDCCCC"
    piles = {f"foundation_{n}": " ".join(r + s for r in "A789TJQK") for n, s in enumerate(suits, 1)}
    table = lay("the-olga", **piles)
    verdict = solve(table.game, table.position)
    assert (verdict.status, verdict.line) == ("won", ())


def reachable(game, start, most):
    """Every table there is, the slow and obvious way; None where they are more than ``most``."""
    tables, waiting = {game.key(start): start}, [start]
    while waiting:
        here = waiting.pop()
        for move in game.moves(here):
            there = game.after(here, move)
            if game.key(there) not in tables:
                tables[game.key(there)] = there
                waiting.append(there)
                if len(tables) > most:
                    return None
    return tables.values()


def test_lost_is_said_only_when_every_continuation_was_tried():
    """Against the whole of what can be reached, on the last cards of many plays at random."""
    said = set()
    for slug, seed in itertools.product(
        ["the-sultan", "the-olga", "the-labyrinth", "red-and-black"], range(6)
    ):
        game = catalogue.game(slug)
        ends = [there for _, _, there in random_play(game, str(seed))]
        for position in ends[-12::4]:
            tables = reachable(game, position, most=2000)
            if tables is None:
                continue
            best = max(game.score(table) for table in tables)
            verdict = solve(game, position, Limits(seconds=60))
            assert verdict.status == ("won" if best == game.total else "lost")
            assert verdict.score == best
            said.add(verdict.status)
    assert "lost" in said


def by_chance(game, position, chance, longest=60):
    """A play at random from a table on: how many cards it brings home."""
    for _ in range(longest):
        moves = game.moves(position)
        if not moves:
            break
        position = game.after(position, chance.choice(moves))
    return game.score(position)


@pytest.mark.parametrize(("slug", "variant"), [(g.slug, g.variant) for g in catalogue.every()])
def test_no_play_by_chance_contradicts_the_search(slug, variant):
    """From the last tables of plays at random and of won ones: none does better than where all was tried, and
    none is won from a table that is said to be lost."""
    chance = random.Random(7)
    game = catalogue.game(slug, variant)
    ends = [[there for _, _, there in random_play(game, f"chance-{seed}")] for seed in range(4)]
    won = solve(game, game.deal("chance"), Limits(seconds=60, tables=20_000))
    line = [game.deal("chance")]
    for move in won.line:
        line.append(game.after(line[-1], move))
    for tables in (*ends, line):
        for position in tables[-14::4]:
            verdict = solve(game, position, Limits(seconds=60, tables=1500))
            best = max(by_chance(game, position, chance) for _ in range(25))
            assert not (verdict.status == "lost" and best > verdict.score)
            assert not (verdict.status == "lost" and best == game.total)
            if won.status == "won" and tables is line:
                assert verdict.status != "lost"


def test_it_stops_on_its_limits_and_gives_the_best_it_saw():
    game = catalogue.game("the-olga")
    start = game.deal("hard")
    verdict = solve(game, start, Limits(seconds=60, tables=3000))
    assert verdict.status == "open"
    assert verdict.tables <= 3000 + 100
    for move in verdict.line:
        start = game.play(start, move)
    assert game.score(start) == verdict.score > 0
    assert solve(game, game.deal("hard"), Limits(seconds=0.2)).status == "open"


def test_the_same_search_twice_is_the_same():
    game = catalogue.game("the-terrace")
    start = game.deal("same")
    one, other = (solve(game, start, Limits(tables=4000, seconds=60), seed=3) for _ in range(2))
    assert one.line == other.line


def test_where_moves_are_left_out_lost_is_never_said():
    table = lay("the-empress-of-india", army_1="5H", navy_1="9S")
    assert solve(table.game, table.position, Limits(seconds=5, tables=500)).status == "open"


@pytest.mark.parametrize(("slug", "variant"), [(g.slug, g.variant) for g in catalogue.every()])
def test_distinct_moves_reach_all_that_all_moves_reach(slug, variant):
    game = catalogue.game(slug, variant)
    for here, _, _ in random_play(game, "distinct", longest=60):
        some = {game.key(game.after(here, move)) for move in game.moves(here, distinct=True)}
        every = {game.key(game.after(here, move)) for move in game.moves(here)}
        assert some == every
        assert len(game.moves(here, distinct=True)) <= len(game.moves(here))
