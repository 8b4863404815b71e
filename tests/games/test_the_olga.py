"""The Olga (book no. 31), rule by rule."""

import pytest

from games.errors import IllegalMove
from tests.games.tables import dealt, lay


def test_seven_rows_of_seven_every_other_row_face_down():
    table = dealt("the-olga")
    for column in range(1, 8):
        cards = table[f"bed-{column}"].split()
        assert [card == "??" for card in cards] == [False, True, False, True, False, True, False]
    assert len(table["stock"].split()) == 79


def test_the_deal_goes_row_by_row():
    table = dealt("the-olga")
    order = table.game.pack.shuffled("a seed")
    for n, column in enumerate(table.game.group("bed")):
        assert [card & 63 for card in table.position.piles[column]] == order[n:49:7]


def test_aces_begin_and_sevens_follow_in_suit():
    table = lay("the-olga", bed_1="AS", bed_2="7S", bed_3="8S", bed_4="7H")
    table = table.play("bed-1>foundation-1", "bed-2>foundation-1", "bed-3>foundation-1")
    assert table["foundation-1"] == "AS 7S 8S"
    with pytest.raises(IllegalMove, match="does not begin"):
        table.play("bed-4>foundation-5")


def test_an_ace_goes_to_any_of_its_four_foundations():
    assert {f"talon>foundation-{n}" for n in (5, 6, 7, 8)} == lay("the-olga", talon="AH").moves


def test_rule_2_a_card_laid_bare_is_turned_up_at_once_and_is_available():
    table = lay("the-olga", bed_1="9H ac AS", bed_2="KS").play("bed-1>foundation-1")
    assert table["bed-1"] == "9H AC"
    assert "bed-1>foundation-13" in table.moves


def test_a_card_that_lay_face_up_stays_so():
    assert lay("the-olga", bed_1="9H AC AS").play("bed-1>foundation-1")["bed-1"] == "9H AC"


def test_only_the_end_card_of_a_column_is_available():
    table = lay("the-olga", bed_1="AS 9H")
    assert not any("foundation" in move for move in table.moves)


def test_rule_3_downwards_by_turns_of_colour():
    table = lay("the-olga", bed_1="9H", bed_2="8S", bed_3="8D", talon="8C")
    assert "bed-2>bed-1" in table.moves
    assert "bed-3>bed-1" not in table.moves
    assert "talon>bed-1" in table.moves
    with pytest.raises(IllegalMove) as refused:
        table.play("bed-3>bed-1")
    reason = (
        "The eight of diamonds does not go on the nine of hearts: "
        "it is built downwards, red and black by turns."
    )
    assert str(refused.value) == reason


def test_an_ace_goes_on_a_seven_and_no_king_on_an_ace():
    table = lay("the-olga", bed_1="7H", bed_2="AS", bed_3="KD")
    assert "bed-2>bed-1" in table.moves
    assert "bed-3>bed-2" not in table.moves


def test_cards_go_one_at_a_time():
    table = lay("the-olga", bed_1="TH 9S", bed_2="JC").play("bed-1>bed-3")
    assert table["bed-1"] == "TH"
    assert table["bed-3"] == "9S"


def test_a_cleared_column_takes_any_card_of_the_bed_but_none_of_the_talon():
    table = lay("the-olga", bed_1="KS 9H", talon="KD")
    assert {f"bed-1>bed-{n}" for n in range(2, 8)} <= table.moves
    assert not any(move.startswith("talon>bed") for move in table.moves)
    with pytest.raises(IllegalMove, match="No card from the talon goes to an empty place there."):
        table.play("talon>bed-2")


def test_a_cleared_column_need_not_be_filled():
    table = lay("the-olga", bed_1="AS", stock="9d").play("bed-1>foundation-1", "deal")
    assert table["bed-1"] == ""
    assert table["talon"] == "9D"


def test_the_book_has_no_redeal_and_the_variant_one():
    with pytest.raises(IllegalMove, match="The Olga has no re-deal."):
        lay("the-olga", talon="9D").play("redeal")
    table = lay("the-olga", "one-redeal", talon="9D 8D 7D").play("redeal", "deal")
    assert table["talon"] == "9D"
    assert "redeal" not in table.play("deal", "deal").moves


def test_shuffling_a_card_to_and_fro_is_no_progress():
    assert lay("the-olga", bed_1="TH 9S", bed_2="TD").status == "stuck"
    assert lay("the-olga", bed_1="TH", bed_2="9S").status == "stuck"
    assert lay("the-olga", bed_1="TC 9S", bed_2="TD").status == "playing"
    full = {f"bed_{n}": "KS" for n in range(3, 7)}
    assert lay("the-olga", bed_1="TD 9S", bed_2="TH", bed_7="KH", **full).status == "stuck"


def test_sixteen_kings_win():
    suits = "SSSSHHHHDDDDCCCC"
    piles = {f"foundation_{n}": " ".join(r + s for r in "A789TJQK") for n, s in enumerate(suits, 1)}
    piles["foundation_16"] = " ".join(r + "C" for r in "A789TJQ")
    won = lay("the-olga", talon="KC", **piles).play("talon>foundation-16")
    assert won.status == "won"
    assert won.game.score(won.position) == 128
