"""Mount Olympus (book no. 36), rule by rule."""

import pytest

from games.errors import IllegalMove
from tests.games.tables import dealt, lay

FULL = {
    f"battery_{n}": card for n, card in enumerate(["KD", "KD", "KC", "KC", "KH", "KH", "QD", "QD", "QC"], 1)
}


def olympus(**piles):
    return lay("mount-olympus", **{**FULL, **piles})


def test_eight_aces_eight_twos_and_a_battery_of_nine():
    table = dealt("mount-olympus")
    bases = [table[f"foundation-{n}"] for n in range(1, 17)]
    assert bases == [
        "AS",
        "AS",
        "AH",
        "AH",
        "AD",
        "AD",
        "AC",
        "AC",
        "2S",
        "2S",
        "2H",
        "2H",
        "2D",
        "2D",
        "2C",
        "2C",
    ]
    order = table.game.pack.shuffled("a seed")
    assert [table.position.piles[place][0] for place in table.game.group("battery")] == order[:9]
    assert len(table["stock"].split()) == 79


@pytest.mark.parametrize(
    ("pile", "card", "fits"),
    [
        ("AS", "3S", True),
        ("AS", "4S", False),
        ("AS 3S 5S 7S 9S", "JS", True),
        ("AS 3S 5S 7S 9S JS", "KS", True),
        ("AS 3S 5S 7S 9S JS", "QS", False),
        ("AS", "3C", False),
    ],
)
def test_rule_2_aces_go_up_by_odd_numbers_to_kings(pile, card, fits):
    assert ("talon>foundation-1" in olympus(foundation_1=pile, talon=card).moves) == fits


@pytest.mark.parametrize(
    ("pile", "card", "fits"),
    [("2S", "4S", True), ("2S 4S 6S 8S TS", "QS", True), ("2S 4S 6S 8S TS QS", "AS", False)],
)
def test_rule_2_twos_go_up_by_even_numbers_to_queens(pile, card, fits):
    table = olympus(foundation_9=pile, **({"talon": card} if card != "AS" else {}))
    assert ("talon>foundation-9" in table.moves) == fits


def test_rule_3_on_a_nine_a_seven_on_a_queen_a_ten_in_suit():
    table = olympus(
        battery_1="9H",
        battery_2="7H",
        battery_3="QS",
        battery_4="TS",
        battery_5="8H",
        talon="JD",
        battery_6="KD",
    )
    assert {"battery-2>battery-1", "battery-4>battery-3", "talon>battery-6"} <= table.moves
    assert "battery-5>battery-1" not in table.moves


def test_rule_4_only_the_uppermost_cards_are_available():
    table = olympus(battery_1="3S KD", battery_2="9H")
    assert not any(move.startswith("battery-1>foundation") for move in table.moves)


def test_a_space_is_filled_from_pack_or_talon_before_anything_else():
    table = olympus(battery_1="3S", talon="6H", stock="8c 8d").play("battery-1>foundation-1")
    assert table.moves == {"talon>battery-1", "stock>battery-1"}
    assert table.play("stock>battery-1")["battery-1"] == "8D"
    only = olympus(battery_1="3S", talon="6H").play("battery-1>foundation-1")
    assert only.moves == {"talon>battery-1"}


def test_with_both_out_the_hole_stays():
    table = olympus(battery_1="3S", battery_2="5S").play("battery-1>foundation-1")
    assert table["battery-1"] == ""
    assert "battery-2>foundation-1" in table.moves


def test_the_talon_is_turned_over_and_dealt_again_once():
    table = olympus(talon="6H 8H").play("redeal", "deal")
    assert table["talon"] == "6H"
    with pytest.raises(IllegalMove, match="No re-deal is left."):
        table.play("deal", "redeal")
    with pytest.raises(IllegalMove, match="has no re-deal"):
        lay("mount-olympus", "no-redeal", talon="6H", **FULL).play("redeal")
