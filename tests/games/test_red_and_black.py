"""Red and Black (book no. 33), rule by rule."""

import pytest

from games.errors import IllegalMove
from tests.games.tables import dealt, lay


def test_eight_aces_and_eight_volunteers():
    table = dealt("red-and-black")
    assert [table[f"foundation-{n}"] for n in range(1, 9)] == ["AS", "AS", "AH", "AH", "AD", "AD", "AC", "AC"]
    order = table.game.pack.shuffled("a seed")
    assert [table.position.piles[place][0] for place in table.game.group("volunteer")] == order[:8]
    assert len(table["stock"].split()) == 88


def test_rule_1_the_foundations_follow_suit():
    table = lay("red-and-black", volunteer_1="2S", volunteer_2="3H")
    assert table.moves == {"volunteer-1>foundation-1", "volunteer-1>foundation-2"} | {
        move for move in table.moves if move == "volunteer-1>volunteer-2"
    }
    assert "volunteer-1>volunteer-2" in table.moves


def test_rule_2_on_the_black_four_a_red_three_and_then_a_black_deuce():
    table = lay("red-and-black", volunteer_1="4S", volunteer_2="3H", volunteer_3="2C", volunteer_4="3C")
    assert "volunteer-4>volunteer-1" not in table.moves
    table = table.play("volunteer-2>volunteer-1", "volunteer-3>volunteer-1")
    assert table["volunteer-1"] == "4S 3H 2C"


def test_no_king_on_an_ace():
    """No ace can lie among the Volunteers, so only the succession itself ends at the two."""
    table = lay("red-and-black", volunteer_1="2S", talon="KH")
    assert "talon>volunteer-1" not in table.moves


def test_a_vacancy_is_filled_from_the_cards_in_hand():
    table = lay("red-and-black", volunteer_1="2S", talon="9D", stock="7c 5h").play("volunteer-1>foundation-1")
    assert (table["volunteer-1"], table["talon"], table["stock"]) == ("5H", "9D", "??")


def test_when_the_pack_is_out_a_vacancy_is_filled_from_the_talon():
    table = lay("red-and-black", volunteer_1="2S", talon="9D 8D").play("volunteer-1>foundation-1")
    assert (table["volunteer-1"], table["talon"]) == ("8D", "9D")
    assert lay("red-and-black", volunteer_1="2S").play("volunteer-1>foundation-1")["volunteer-1"] == ""


def test_nothing_is_put_in_a_hole_by_hand():
    with pytest.raises(IllegalMove, match="No card from Volunteer 1 goes to an empty place there."):
        lay("red-and-black", volunteer_1="5D 9S").play("volunteer-1>volunteer-2")


def test_the_talon_is_shuffled_and_dealt_once_more():
    table = lay("red-and-black", talon="9D 8D 7D", state={"seed": "s"}).play("redeal")
    assert (table["talon"], table["stock"]) == ("", "?? ?? ??")
    with pytest.raises(IllegalMove, match="No re-deal is left."):
        table.play("deal", "deal", "deal", "redeal")
