"""The Terrace (book no. 27), rule by rule."""

import pytest

from games.errors import IllegalMove
from tests.games.tables import dealt, lay


def based(**piles):
    return lay("the-terrace", state={"base": "7"}, **piles)


def test_thirteen_cards_are_the_terrace_and_three_are_turned_up():
    table = dealt("the-terrace")
    assert len(table["terrace"].split()) == 13
    assert table.moves == {"choose:choice-1", "choose:choice-2", "choose:choice-3"}
    assert len(table["stock"].split()) == 88
    order = table.game.pack.shuffled("a seed")
    assert list(table.position.piles[table.game.index["terrace"]]) == order[:13]


def test_nothing_else_is_done_before_the_choice():
    for move in ("deal", "terrace>foundation-1", "choice-1>foundation-1"):
        with pytest.raises(IllegalMove, match="First choose the card that begins the foundations."):
            dealt("the-terrace").play(move)


def test_the_chosen_card_is_the_first_foundation_and_the_others_begin_the_valley():
    table = dealt("the-terrace")
    cards = [table[f"choice-{n}"] for n in (1, 2, 3)]
    order = table.game.pack.shuffled("a seed")
    after = table.play("choose:choice-2")
    assert after["foundation-1"] == cards[1]
    assert [after["valley-1"], after["valley-2"]] == [cards[0], cards[2]]
    assert [after.position.piles[after.game.index[f"valley-{n}"]][0] for n in range(3, 10)] == order[16:23]
    assert len(after["stock"].split()) == 81
    assert after.game.view(after.position)["state"] == {"base": cards[1][0]}
    with pytest.raises(IllegalMove, match="The foundation is already chosen."):
        after.play("choose:choice-1")


def test_the_seven_others_of_its_rank_are_foundations_too():
    table = based(foundation_1="7S", valley_1="7D", talon="7S", terrace="8C 7H")
    assert {f"valley-1>foundation-{n}" for n in range(2, 9)} <= table.moves
    assert "terrace>foundation-5" in table.moves
    assert "talon>foundation-8" in table.moves


def test_rule_1_only_the_right_hand_card_of_the_terrace_is_available():
    table = based(foundation_1="7S", terrace="8H 9C")
    assert table.moves == set()
    table = based(foundation_1="7S", terrace="9C 8H").play("terrace>foundation-1")
    assert "terrace>foundation-1" in table.moves


def test_terrace_cards_go_only_to_the_foundations():
    with pytest.raises(IllegalMove, match="The terrace only goes to the foundations."):
        based(terrace="8H", valley_1="9S").play("terrace>valley-1")


def test_rule_2_the_foundations_ascend_by_turns_of_colour_and_round_the_corner():
    table = based(foundation_1="7S 8H 9S TH JS QH KS", valley_1="AH", valley_2="AC")
    assert "valley-1>foundation-1" in table.moves
    assert "valley-2>foundation-1" not in table.moves


def test_a_foundation_is_complete_with_thirteen():
    whole = "7S 8H 9S TH JS QH KS AH 2S 3H 4S 5H 6S"
    table = based(foundation_1=whole, valley_1="7H")
    assert "valley-1>foundation-1" not in table.moves
    assert "valley-1>foundation-2" in table.moves
    with pytest.raises(IllegalMove, match="Foundation 1 is complete."):
        table.play("valley-1>foundation-1")


def test_rule_3_the_valley_goes_down_by_turns_of_colour():
    table = based(valley_1="9H", valley_2="8C", valley_3="8D", talon="8S")
    assert {"valley-2>valley-1", "talon>valley-1"} <= table.moves
    assert "valley-3>valley-1" not in table.moves


def test_a_king_goes_on_an_ace_in_the_valley():
    assert "talon>valley-1" in based(valley_1="AH", talon="KS").moves


def test_rule_4_only_the_uppermost_card_of_a_packet_is_available():
    table = based(foundation_1="7S", valley_1="8H 6C")
    assert table.moves == set()


def test_a_vacancy_is_filled_from_the_talon_or_else_from_the_pack():
    table = based(foundation_1="7S", valley_1="8H", talon="3C 4C", stock="5d").play("valley-1>foundation-1")
    assert (table["valley-1"], table["talon"]) == ("4C", "3C")
    table = based(foundation_1="7S", valley_1="8H", stock="2h 5d").play("valley-1>foundation-1")
    assert (table["valley-1"], table["stock"]) == ("5D", "??")


def test_with_both_out_nothing_fills_a_hole():
    table = based(foundation_1="7S", valley_1="8H", valley_2="KD").play("valley-1>foundation-1")
    assert table["valley-1"] == ""
    assert table.moves == set()
    assert table.status == "stuck"


def test_a_foundation_play_may_be_declined():
    assert "deal" in based(foundation_1="7S", valley_1="8H", stock="2c").moves


def test_there_is_no_redeal():
    with pytest.raises(IllegalMove, match="The Terrace has no re-deal."):
        based(talon="2C").play("redeal")


def test_the_last_card_wins():
    ranks = "789TJQKA23456"
    piles = {
        f"foundation_{n}": " ".join(r + ("SH" if n <= 4 else "HS")[i % 2] for i, r in enumerate(ranks))
        for n in (1, 5)
    }
    piles |= {
        f"foundation_{n}": " ".join(r + ("CD" if n <= 4 else "DC")[i % 2] for i, r in enumerate(ranks))
        for n in (3, 7)
    }
    piles |= {f"foundation_{n + 1}": piles[f"foundation_{n}"] for n in (1, 3, 5, 7)}
    last = piles["foundation_8"].split()[-1]
    piles["foundation_8"] = piles["foundation_8"].removesuffix(" " + last)
    assert based(talon=last, **piles).play("talon>foundation-8").status == "won"
