"""The Blockade (book no. 8), rule by rule."""

import pytest

from games.cards import TEXT
from games.errors import IllegalMove
from tests.games.tables import dealt, lay


def test_twelve_cards_in_a_row():
    table = dealt("the-blockade")
    order = table.game.pack.shuffled("a seed")
    assert [table[f"grid-{c}-1"] for c in range(1, 13)] == [TEXT[card] for card in order[:12]]
    assert len(table["stock"].split()) == 92


def test_rule_1_each_row_blocks_the_preceding_one_and_a_removal_releases_the_card_above():
    table = lay("the-blockade", foundation_1="AS", grid_1_1="2S", grid_1_2="AH", state={"rows": 2})
    assert table.moves == {"grid-1-2>foundation-3", "grid-1-2>foundation-4"}
    with pytest.raises(IllegalMove, match="blocked by a card below it"):
        table.play("grid-1-1>foundation-1")
    assert "grid-1-1>foundation-1" in table.play("grid-1-2>foundation-3").moves


def test_cards_marry_downwards_in_suit_on_available_packets():
    table = lay("the-blockade", grid_1_1="9H", grid_2_1="8H", grid_3_1="9D", grid_4_1="TH", grid_4_2="2C")
    assert table.moves == {"grid-2-1>grid-1-1"}
    assert table.play("grid-2-1>grid-1-1")["grid-1-1"] == "9H 8H"


def test_a_vacancy_is_filled_at_once_from_the_pack():
    table = lay("the-blockade", grid_1_1="9H", grid_2_1="8H", stock="3c 4d").play("grid-2-1>grid-1-1")
    assert (table["grid-2-1"], table["stock"]) == ("4D", "??")


def test_a_card_in_a_higher_hole_is_blocked_while_one_lies_below():
    table = lay("the-blockade", grid_1_1="AH", grid_2_1="3D", stock="as", state={"rows": 1})
    table = table.play("grid-1-1>foundation-3")
    assert table["grid-1-1"] == "AS"
    assert "grid-1-1>foundation-1" in table.moves


def test_with_the_pack_out_nothing_fills_a_hole():
    table = lay("the-blockade", grid_1_1="AH", grid_2_1="9C").play("grid-1-1>foundation-3")
    assert table["grid-1-1"] == ""
    assert table.status == "stuck"


def test_the_next_row_lies_beneath_and_the_last_is_short():
    table = dealt("the-blockade").play(*["deal"] * 8)
    assert [bool(table[f"grid-{c}-9"]) for c in range(1, 13)] == [True] * 8 + [False] * 4
    assert "deal" not in table.moves
    with pytest.raises(IllegalMove, match="The stock is empty."):
        table.play("deal")
