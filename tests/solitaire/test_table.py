"""The table as a function of its log, and the snapshot that must equal it."""

from __future__ import annotations

import json
import random

import pytest

from games import catalogue
from games.errors import IllegalMove, InvalidMove
from games.game import Game
from solitaire.daily.models import Deal
from solitaire.play.models import Attempt
from solitaire.play.table import Standing, Table, UndoFloor, from_snapshot, to_snapshot
from tests.solitaire.tiny import SEED, WIN, Tiny


def tiny() -> Standing:
    return Standing(Table.dealt(Tiny(), SEED))


def shows(standing: Standing, text: str) -> bool:
    game = standing.table.game
    return game.reveals(standing.table.position, standing.table.play(text).position)


def before_a_quiet_move() -> tuple[Standing, str]:
    """A standing in the winning line whose next move shows nothing new."""
    standing = tiny()
    for text in WIN:
        if not shows(standing, text):
            return standing, text
        standing = standing.after("move", text)
    raise AssertionError("the line shows a card at every move")


def test_a_move_counts_one_and_so_does_an_undo() -> None:
    standing, quiet = before_a_quiet_move()
    after = standing.after("move", quiet).after("undo")
    assert (after.seq, after.moves, after.undos) == (standing.seq + 2, standing.moves + 2, 1)
    assert after.table == standing.table


def test_what_showed_a_card_cannot_be_taken_back() -> None:
    standing = tiny().after("move", "deal")
    assert standing.table.floor == 1
    with pytest.raises(UndoFloor, match="showed you a card"):
        standing.after("undo")


def test_with_nothing_played_there_is_nothing_to_take_back() -> None:
    with pytest.raises(UndoFloor, match="nothing to take back"):
        tiny().after("undo")


def test_undo_goes_back_to_the_last_card_shown_and_no_further() -> None:
    game = catalogue.game("the-olga")
    chance = random.Random(5)
    standing = Standing(Table.dealt(game, "undo"))
    for _ in range(80):
        move = chance.choice(game.moves(standing.table.position))
        showed = shows(standing, move.text)
        standing = standing.after("move", move.text)
        assert (standing.table.floor == standing.table.depth) == (not standing.table.moves)
        if showed:
            assert standing.table.floor == standing.table.depth
    while standing.table.moves:
        standing = standing.after("undo")
    with pytest.raises(UndoFloor):
        standing.after("undo")


def test_a_move_that_the_rules_refuse_has_a_reason() -> None:
    with pytest.raises(IllegalMove):
        tiny().after("move", "redeal")
    with pytest.raises(InvalidMove):
        tiny().after("move", "nonsense")


def test_the_line_that_wins_wins() -> None:
    standing = tiny()
    for text in WIN:
        assert not standing.is_over
        standing = standing.after("move", text)
    assert standing.status == "won"
    assert standing.is_over
    assert standing.score == 12


def test_resigning_ends_it_as_it_stands() -> None:
    standing = tiny().after("resign")
    assert (standing.status, standing.is_over, standing.moves) == ("ended", True, 0)


@pytest.mark.parametrize("game", catalogue.every(), ids=lambda game: f"{game.slug}-{game.variant}")
def test_a_snapshot_equals_the_replay_in_every_game(game: Game) -> None:
    """At every step of a random play with undos, through JSON and back."""
    chance = random.Random(game.slug)
    deal = Deal(game=game.slug, variant=game.variant, seed="snapshot")
    standing = Standing(Table.dealt(game, deal.seed))
    for _ in range(60):
        moves = game.moves(standing.table.position)
        if standing.table.moves and chance.random() < 0.2:
            standing = standing.after("undo")
        elif moves:
            standing = standing.after("move", chance.choice(moves).text)
        else:
            break
        row = Attempt(
            deal=deal,
            seq=standing.seq,
            moves=standing.moves,
            undos=standing.undos,
            snapshot=json.loads(json.dumps(to_snapshot(standing))),
        )
        assert from_snapshot(row) == standing
