"""What a game declares that can never be a mistake is none: tried on packs so short that all can be tried."""

from collections import Counter
from dataclasses import replace

import pytest

from benchmarks.machine import compiled
from games.cards import DOWN
from games.catalogue.spensers_fairie_queen import SpensersFairieQueen
from games.catalogue.the_olga import TheOlga
from games.game import Game
from games.solver import Limits, solve
from tests.games.tables import lay


class ShortOlga(TheOlga):
    """A pack of four ranks; three columns (two, with a re-deal) of two rows, the upper one asleep."""

    packs = 1
    ranks = "A789"

    def piles(self):
        columns = 2 if self.redeals else 3
        return tuple(
            replace(group, count=columns) if group.name == "bed" else group for group in super().piles()
        )

    def lay_out(self, piles, cards):
        for row in range(2):
            for column in self.group("bed"):
                piles[column] += bytes((cards.pop(0) | (0 if row else DOWN),))


class ShortQueen(SpensersFairieQueen):
    """One pack without the cards between six and king."""

    packs = 1
    ranks = "A23456K"
    total = 24


SHORT = [(ShortOlga, "book", 1), (ShortOlga, "one-redeal", 0), (ShortQueen, "book", 1)]
"""The last number: how many lost deals there are among those tried, at least."""


def everything(game: Game, seed: str) -> tuple[int, bool]:
    """The most cards that can come home, by a search that knows no dominance and no promise."""
    start = game.deal(seed)
    seen, waiting, best = {game.key(start)}, [start], 0
    while waiting and best < game.total:
        here = waiting.pop()
        best = max(best, game.score(here))
        for move in game.moves(here):
            there = game.after(here, move)
            if game.key(there) not in seen:
                seen.add(game.key(there))
                waiting.append(there)
        if len(seen) > 5_000:
            return best, False
    return best, True


@pytest.mark.skipif(compiled(), reason="a short game cannot be made of a compiled one")
@pytest.mark.parametrize(("short", "variant", "lost"), SHORT)
def test_a_dominance_changes_no_verdict(short, variant, lost):
    game = short(variant)
    assert game.never_early
    said = Counter()
    for number in range(40):
        best, whole = everything(game, f"short-{number}")
        if whole:
            verdict = solve(game, game.deal(f"short-{number}"), Limits(seconds=120))
            assert verdict.status == ("won" if best == game.total else "lost")
            assert verdict.score == best
            said[verdict.status] += 1
    assert said.total() >= 20
    assert said["won"] >= 3
    assert said["lost"] >= lost


def test_a_card_is_sure_only_when_nothing_can_be_put_on_it():
    homes = {f"foundation_{n}": f"A{suit} 7{suit}" for n, suit in enumerate("SSSSHHHHDDDDCCC", 1)}
    table = lay("the-olga", **homes, foundation_16="AC", bed_1="8S", bed_2="8H", bed_3="7C")
    assert table.game.sure(table.position, table.game.moves(table.position)).text == "bed-1>foundation-1"
    waits = lay("the-olga", **homes, foundation_16="AC", bed_2="8H", bed_3="7C 9S")
    assert waits.game.sure(waits.position, waits.game.moves(waits.position)) is None


def test_a_game_that_fills_its_vacancies_is_sure_of_nothing():
    table = lay("the-sultan", foundation_1="KS", divan_1="AS", talon="9D")
    assert table.game.sure(table.position, table.game.moves(table.position)) is None
