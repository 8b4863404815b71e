"""Spenser's Fairie Queen (book no. 26), rule by rule."""

import pytest

from games.errors import IllegalMove
from tests.games.tables import dealt, lay


def test_one_king_is_taken_out_and_nothing_else_is_dealt():
    table = dealt("spensers-fairie-queen")
    assert table["column-1"] == "KS"
    assert len(table["stock"].split()) == 103
    assert table.moves == {"deal"}


def test_each_card_goes_on_the_last_king():
    table = lay("spensers-fairie-queen", stock="9c kh 8d 7s").play("deal", "deal")
    assert table["column-1"] == "KS 7S 8D"
    table = table.play("deal", "deal")
    assert (table["column-1"], table["column-2"]) == ("KS 7S 8D", "KH 9C")


def test_rule_2_of_kings_in_succession_only_the_last_takes_cards():
    table = lay("spensers-fairie-queen", stock="9c kd kh").play("deal", "deal", "deal")
    assert [table[f"column-{n}"] for n in (1, 2, 3)] == ["KS", "KH", "KD 9C"]


def test_aces_go_to_their_places_as_they_turn_up():
    table = lay("spensers-fairie-queen", stock="ah ah").play("deal", "deal")
    assert (table["foundation-3"], table["foundation-4"]) == ("AH", "AH")


def test_suitable_cards_may_be_played_during_the_deal_and_nothing_else_moves():
    table = lay("spensers-fairie-queen", foundation_1="AS", stock="5d", column_1="KS 3H 2S", column_2="KD 4C")
    assert table.moves == {"column-1>foundation-1", "column-1>foundation-2", "deal"} - {
        "column-1>foundation-2"
    }
    with pytest.raises(IllegalMove, match="when the deal is complete"):
        table.play("column-1>column-2")


def test_rule_1_the_foundations_follow_suit_and_end_with_queens():
    hearts = " ".join(f"{rank}H" for rank in "A23456789TJ")
    table = lay("spensers-fairie-queen", foundation_3=hearts, column_1="KS QH", column_2="KD QS")
    assert "column-1>foundation-3" in table.moves
    assert not any(move.startswith("column-2>foundation") for move in table.moves)


def test_rule_3_downwards_whatever_the_suit():
    table = lay("spensers-fairie-queen", column_1="KS 9H 5D", column_2="KD 8C 6S")
    assert table.moves == {"column-1>column-2"}


def test_rule_4_only_the_lowest_card_of_a_column():
    table = lay("spensers-fairie-queen", column_1="KS 5D 9H", column_2="KD 6S")
    assert table.moves == set()


def test_rule_5_any_card_goes_to_a_single_king_and_kings_never_move():
    table = lay("spensers-fairie-queen", column_1="KS 9H 5D", column_2="KD")
    assert table.moves == {"column-1>column-2"}
    assert table.play("column-1>column-2")["column-2"] == "KD 5D"
    with pytest.raises(IllegalMove, match="The king stays at the head of his column."):
        table.play("column-2>column-1")


def test_a_card_on_a_bare_king_is_an_ordinary_end():
    table = lay("spensers-fairie-queen", column_1="KS 9H 5D", column_2="KD 6C")
    assert "column-1>column-2" in table.moves


def test_the_books_note_1_is_played_card_by_card():
    """Two single kings bring a run of four to three under a seven elsewhere, and are free again."""
    table = lay(
        "spensers-fairie-queen",
        column_1="KS JH 8H 6D 5C 4H",
        column_2="KD",
        column_3="KC",
        column_4="KH 7S",
    )
    table = table.play(
        "column-1>column-2",
        "column-1>column-3",
        "column-1>column-4",
        "column-3>column-4",
        "column-2>column-4",
    )
    assert table["column-4"] == "KH 7S 6D 5C 4H"
    assert (table["column-2"], table["column-3"]) == ("KD", "KC")


def test_moving_a_card_between_bare_kings_is_no_progress():
    assert lay("spensers-fairie-queen", column_1="KS 9H", column_2="KD").status == "stuck"
    assert lay("spensers-fairie-queen", column_1="KS 9H 3S", column_2="KD").status == "playing"


def test_ninety_six_cards_home_leave_eight_bare_kings():
    full = {
        f"foundation_{n}": " ".join(f"{rank}{suit}" for rank in "A23456789TJQ")
        for n, suit in enumerate("SSHHDDCC", 1)
    }
    full["foundation_8"] = full["foundation_8"].removesuffix(" QC")
    kings = dict(
        zip(
            [f"column_{n}" for n in range(1, 9)],
            ["KS", "KS", "KH", "KH", "KD", "KD", "KC", "KC QC"],
            strict=True,
        )
    )
    table = lay("spensers-fairie-queen", **full, **kings).play("column-8>foundation-8")
    assert table.status == "won"
    assert table.game.score(table.position) == 96
