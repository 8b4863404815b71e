"""The Labyrinth (book no. 25), rule by rule."""

import pytest

from games.cards import TEXT
from games.errors import IllegalMove
from tests.games.tables import dealt, lay


def test_one_ace_and_one_king_of_each_suit_are_laid_and_ten_cards_dealt():
    table = dealt("the-labyrinth")
    assert [table[f"foundation-{n}"] for n in range(1, 9)] == ["AS", "AH", "AD", "AC", "KS", "KH", "KD", "KC"]
    order = table.game.pack.shuffled("a seed")
    assert [table[f"grid-{c}-1"] for c in range(1, 11)] == [TEXT[card] for card in order[:10]]
    assert len(table["stock"].split()) == 86


def test_rule_1_the_foundations_follow_suit():
    table = lay("the-labyrinth", grid_1_1="2S", grid_2_1="QS", grid_3_1="2H", grid_4_1="3C")
    assert {"grid-1-1>foundation-1", "grid-2-1>foundation-5", "grid-3-1>foundation-2"} <= table.moves
    assert "grid-4-1>foundation-4" not in table.moves


def test_rule_2_a_card_is_free_from_the_top_or_from_the_bottom():
    table = lay("the-labyrinth", grid_1_1="2S", grid_1_2="2H", grid_1_3="2D", state={"rows": 3})
    homes = {move for move in table.moves if ">" in move}
    assert homes == {"grid-1-1>foundation-1", "grid-1-3>foundation-3"}
    with pytest.raises(IllegalMove, match="free neither from the top nor from the bottom"):
        table.play("grid-1-2>foundation-2")
    assert "grid-1-2>foundation-2" in table.play("grid-1-1>foundation-1").moves


def test_a_card_beside_an_inner_hole_is_free_only_in_the_loose_variant():
    piles = {"grid_1_1": "9S", "grid_1_3": "2H", "grid_1_4": "9D", "grid_1_5": "9C"}
    assert not any(">" in move for move in lay("the-labyrinth", state={"rows": 5}, **piles).moves)
    loose = lay("the-labyrinth", "loose", state={"rows": 5}, **piles)
    assert "grid-1-3>foundation-2" in loose.moves


def test_rule_3_fill_puts_cards_in_the_holes_of_the_lowest_row_from_left_to_right():
    row = {f"grid_{c}_2": "9S" for c in (2, 4)} | {f"grid_{c}_2": "8S" for c in (6, 8)}
    table = lay("the-labyrinth", grid_1_1="9C", stock="2c 3c 4c 5c 6c 7c 8c", state={"rows": 2}, **row)
    assert "fill" in table.moves
    assert "deal" not in table.moves
    with pytest.raises(IllegalMove, match="First fill the holes of the lowest row."):
        table.play("deal")
    after = table.play("fill")
    assert [after[f"grid-{c}-2"] for c in (1, 3, 5, 7, 9, 10)] == ["8C", "7C", "6C", "5C", "4C", "3C"]
    assert after["grid-2-1"] == ""


def test_the_next_row_is_dealt_beneath_when_the_lowest_is_whole():
    table = dealt("the-labyrinth")
    order = table.game.pack.shuffled("a seed")
    after = table.play("deal")
    assert [after[f"grid-{c}-2"] for c in range(1, 11)] == [TEXT[card] for card in order[10:20]]
    assert after.game.view(after.position)["state"] == {"grace": False, "rows": 2}
    with pytest.raises(IllegalMove, match="The lowest row has no hole."):
        after.play("fill")


def test_the_last_row_may_be_short():
    row = {
        f"grid_{c}_1": "9S" if c < 3 else "8S" if c < 5 else "7S" if c < 7 else "6S" if c < 9 else "5S"
        for c in range(1, 11)
    }
    table = lay("the-labyrinth", stock="2c 3c", **row).play("deal")
    assert [table[f"grid-{c}-2"] for c in (1, 2, 3)] == ["3C", "2C", ""]
    assert table["stock"] == ""


def test_ten_rows_are_the_whole_pack():
    table = dealt("the-labyrinth").play(*["deal"] * 9)
    assert table["stock"] == ""
    assert [bool(table[f"grid-{c}-10"]) for c in range(1, 11)] == [True] * 6 + [False] * 4


def test_one_grace_when_the_pack_is_out():
    table = lay("the-labyrinth", grid_1_1="9S", grid_1_2="2H", grid_1_3="9D", state={"rows": 3})
    assert table.moves == {"grace:grid-1-1", "grace:grid-1-2", "grace:grid-1-3"}
    after = table.play("grace:grid-1-2")
    assert after["grace"] == "2H"
    assert after.moves == {"grace>foundation-2"}
    assert after.play("grace>foundation-2").status == "stuck"
    with pytest.raises(IllegalMove, match="The grace has been used."):
        after.play("grace:grid-1-1")


def test_no_grace_while_the_pack_lasts():
    with pytest.raises(IllegalMove, match="The grace comes when the pack is out."):
        lay("the-labyrinth", grid_1_1="9S", stock="2c").play("grace:grid-1-1")


def test_grace_may_be_taken_whatever_else_can_be_played():
    table = lay("the-labyrinth", grid_1_1="2S", grid_2_1="9D")
    assert {"grid-1-1>foundation-1", "grace:grid-1-1", "grace:grid-2-1"} <= table.moves


def test_a_card_that_fits_both_foundations_of_its_suit_may_go_to_either():
    table = lay(
        "the-labyrinth", foundation_1="AS 2S 3S 4S 5S", foundation_5="KS QS JS TS 9S 8S 7S", grid_1_1="6S"
    )
    assert {"grid-1-1>foundation-1", "grid-1-1>foundation-5"} <= table.moves


def test_nothing_crosses_between_the_foundations():
    with pytest.raises(IllegalMove, match="What is on a foundation stays there."):
        lay("the-labyrinth", foundation_1="AS 2S", foundation_5="KS QS JS TS 9S 8S 7S 6S 5S 4S 3S").play(
            "foundation-1>foundation-5"
        )
