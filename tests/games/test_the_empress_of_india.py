"""The Empress of India (book no. 14), rule by rule."""

from collections import Counter

import pytest

from games.cards import TEXT, is_red
from games.errors import IllegalMove
from tests.games.tables import dealt, lay


def test_the_table_and_what_is_thrown_aside():
    table = dealt("the-empress-of-india")
    assert table["empress"] == "QC"
    assert [table[f"guard-{n}"] for n in range(1, 9)] == ["JH"] * 4 + ["JD"] * 4
    assert [table[f"foundation-{n}"] for n in range(1, 17)] == ["AS"] * 4 + ["AC"] * 4 + ["KH"] * 4 + [
        "KD"
    ] * 4
    deck = Counter(TEXT[card] for card in table.game.pack.deck)
    assert sum(deck.values()) == 176
    assert not any(deck[text] for text in ("QS", "QC", "JH", "JD", "KH", "KD", "AS", "AC"))
    assert deck["QH"] == deck["JS"] == deck["KS"] == deck["AH"] == 4
    assert sum(deck[text] for text in deck if is_red(table.game.pack.deck[0]) or text[1] in "HD") == 88


def test_red_goes_to_the_army_and_black_to_the_navy_in_order_of_dealing():
    table = dealt("the-empress-of-india")
    order = table.game.pack.shuffled("a seed")
    army = [table.position.piles[cell][0] for cell in table.game.group("army")]
    navy = [table.position.piles[cell][0] for cell in table.game.group("navy")]
    assert army == [card for card in order if is_red(card)][:24]
    assert navy == [card for card in order if not is_red(card)][:24]
    over = len(table["talon-red"].split()), len(table["talon-black"].split())
    assert min(over) == 0
    assert 48 + sum(over) + len(table["stock"].split()) == 176


def test_rule_1_a_red_and_a_black_card_are_played_together():
    table = lay("the-empress-of-india", army_3="QH", navy_8="2S")
    pair = "army-3>foundation-9+navy-8>foundation-1"
    assert pair in table.moves
    after = table.play(pair)
    assert (after["foundation-9"], after["foundation-1"]) == ("KH QH", "AS 2S")
    assert (after["army-3"], after["navy-8"]) == ("", "")
    with pytest.raises(IllegalMove, match="only together with one of the other colour"):
        table.play("army-3>foundation-9")


def test_no_pair_where_only_one_fits():
    table = lay("the-empress-of-india", army_3="QH", navy_8="3S")
    assert not any("+" in move for move in table.moves)
    with pytest.raises(IllegalMove, match="must both fit"):
        table.play("army-3>foundation-9+navy-8>foundation-1")


def test_every_pair_of_equal_foundations_is_offered_red_part_first():
    table = lay("the-empress-of-india", army_1="QD", navy_1="2C")
    pairs = {move for move in table.moves if "+" in move}
    assert pairs == {
        f"army-1>foundation-{r}+navy-1>foundation-{b}" for r in range(13, 17) for b in range(5, 9)
    }
    with pytest.raises(IllegalMove):
        table.play("navy-1>foundation-5+army-1>foundation-13")


def test_rule_5_black_omits_queens_and_red_omits_knaves():
    table = lay(
        "the-empress-of-india",
        foundation_1="AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
        foundation_9="KH QH",
        navy_1="KS",
        army_1="TH",
    )
    assert "army-1>foundation-9+navy-1>foundation-1" in table.moves


def test_a_card_of_the_army_may_be_tied_to_one_of_the_navy_and_the_reverse():
    table = lay("the-empress-of-india", army_1="5H", navy_1="9S", stock="4d")
    assert {"army-1>navy-1", "navy-1>army-1"} <= table.moves
    on_navy = table.play("army-1>navy-1")
    assert on_navy["navy-1"] == "9S 5H"
    assert on_navy["army-1"] == "4D"
    assert table.play("navy-1>army-1")["army-1"] == "5H 9S"


def test_each_card_is_tied_once():
    table = lay("the-empress-of-india", army_1="5H 9S", army_2="6H", navy_2="7S")
    assert table.moves == {"army-2>navy-2", "navy-2>army-2"}
    with pytest.raises(IllegalMove, match="Each card can only be paired once."):
        table.play("navy-2>army-1")
    with pytest.raises(IllegalMove, match="tied to one of the other colour"):
        lay("the-empress-of-india", army_1="5H", army_2="6H").play("army-1>army-2")


@pytest.mark.parametrize(("cell", "pair"), [("army_1", "QH 2S"), ("navy_1", "2S QH")])
def test_a_tied_pair_leaves_together_and_its_hole_is_filled_in_its_places_colour(cell, pair):
    name = cell.replace("_", "-")
    table = lay("the-empress-of-india", talon_red="3D", talon_black="4C", **{cell: pair})
    move = f"{name}>foundation-9+{name}>foundation-1"
    assert move in table.moves
    after = table.play(move)
    assert (after["foundation-9"], after["foundation-1"]) == ("KH QH", "AS 2S")
    assert after[name] == ("3D" if cell.startswith("army") else "4C")


def test_a_tied_card_takes_no_other_partner():
    table = lay("the-empress-of-india", army_1="QH 9S", navy_1="2S")
    assert not any("+" in move for move in table.moves)


def test_rule_2_a_vacancy_is_filled_from_the_talon_of_its_colour():
    table = lay("the-empress-of-india", army_1="5H", navy_1="9S", talon_red="3D 4D", stock="8h")
    after = table.play("army-1>navy-1")
    assert (after["army-1"], after["talon-red"]) == ("4D", "3D")


def test_with_no_talon_the_pack_is_turned_until_the_colour_comes():
    table = lay("the-empress-of-india", army_1="5H", navy_1="9S", stock="2h 8h 7s 6c")
    after = table.play("army-1>navy-1")
    assert after["army-1"] == "8H"
    assert after["talon-black"] == "6C 7S"
    assert after["stock"] == "??"


def test_two_holes_are_filled_army_first_then_the_pack_is_turned_for_both():
    table = lay("the-empress-of-india", army_1="QH", navy_1="2S", stock="9c 3d 4s 5s")
    after = table.play("army-1>foundation-9+navy-1>foundation-1")
    assert (after["navy-1"], after["army-1"]) == ("5S", "3D")
    assert after["talon-black"] == "4S"
    assert after["stock"] == "??"


def test_the_pack_is_turned_on_the_talon_of_its_colour():
    table = lay("the-empress-of-india", stock="9c 3d").play("deal", "deal")
    assert (table["talon-red"], table["talon-black"]) == ("3D", "9C")


def test_rule_3_cards_of_pack_and_talon_pass_through_the_ranks():
    table = lay("the-empress-of-india", talon_red="QH", navy_1="2S")
    assert table.moves == set()
    with pytest.raises(IllegalMove, match="must first pass through the Army or the Navy"):
        table.play("talon-red>foundation-9")


def test_there_is_no_redeal():
    with pytest.raises(IllegalMove, match="has no re-deal"):
        lay("the-empress-of-india", talon_red="QH").play("redeal")
