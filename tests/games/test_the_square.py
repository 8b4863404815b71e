"""The Square (book no. 34), rule by rule."""

import pytest

from games.cards import ACE, rank
from games.errors import IllegalMove
from tests.games.tables import dealt, lay

UP = "A23456789TJQK"
FULL = {
    f"square_{n}": card
    for n, card in enumerate(
        ["5D", "5D", "7D", "7D", "9D", "9D", "JD", "JD", "5C", "5C", "7C", "7C", "9C", "9C", "JC", "JC"], 1
    )
}


def square(**piles):
    return lay("the-square", **{**FULL, **piles})


@pytest.mark.parametrize("seed", [str(n) for n in range(12)])
def test_the_first_ace_of_each_suit_goes_to_its_corner_while_the_square_is_dealt(seed):
    table = dealt("the-square", seed)
    order = list(table.game.pack.shuffled(seed))
    corners, cards = set(), []
    while len(cards) < 16:
        card = order.pop(0)
        if rank(card) == ACE and card not in corners:
            corners.add(card)
        else:
            cards.append(card)
    assert [table.position.piles[place][0] for place in table.game.group("square")] == cards
    assert {
        pile[0] for place in table.game.group("foundation") if (pile := table.position.piles[place])
    } == corners
    assert len(table["stock"].split()) == len(order)


def test_a_foundation_goes_up_to_the_king_takes_the_second_king_and_comes_down():
    spades = " ".join(f"{r}S" for r in UP)
    assert "talon>foundation-1" in square(foundation_1=spades, talon="KS").moves
    assert "talon>foundation-1" not in square(foundation_1=spades, talon="QS").moves
    down = spades + " KS"
    assert "talon>foundation-1" in square(foundation_1=down, talon="QS").moves
    almost = " ".join([spades, *(f"{r}S" for r in reversed(UP[1:]))])
    assert "talon>foundation-1" in square(foundation_1=almost, talon="AS").moves


def test_the_second_king_never_goes_on_before_the_first():
    assert "talon>foundation-1" not in square(foundation_1="AS 2S", talon="KS").moves
    assert (
        "talon>foundation-1" not in square(foundation_1=" ".join(f"{r}S" for r in UP[:12]), talon="QS").moves
    )


def test_the_square_marries_both_ways_in_suit():
    table = square(square_1="8H", square_2="9H", square_3="7H", square_4="7S")
    assert {"square-1>square-2", "square-2>square-1", "square-1>square-3", "square-3>square-1"} <= table.moves
    assert "square-4>square-1" not in table.moves


def test_no_marriage_of_king_and_ace_or_of_two_kings():
    table = square(square_1="KH", square_2="AH", square_3="KH", foundation_2="AH")
    assert not any(
        move in table.moves for move in ("square-1>square-2", "square-2>square-1", "square-1>square-3")
    )


def test_an_ace_may_be_married_until_its_time_comes():
    table = square(foundation_2="AH", square_1="AH", square_2="2H")
    assert {"square-1>square-2", "square-2>square-1"} <= table.moves


def test_a_run_is_reversed_card_by_card():
    table = square(square_1="9H 8H 7H", square_2="6H").play("square-1>square-2", "square-1>square-2")
    assert table["square-2"] == "6H 7H 8H"


def test_a_vacancy_is_filled_before_anything_else_from_talon_or_pack():
    table = square(square_1="8H", square_2="9H", talon="3S 4S", stock="2c 6h").play("square-1>square-2")
    assert table.moves == {"talon>square-1", "stock>square-1"}
    with pytest.raises(IllegalMove, match="First fill the empty place."):
        table.play("deal")
    assert table.play("talon>square-1")["square-1"] == "4S"
    assert table.play("stock>square-1")["square-1"] == "6H"


def test_with_pack_and_talon_out_the_hole_stays_and_play_goes_on():
    table = square(square_1="8H", square_2="9H", square_3="TH").play("square-1>square-2")
    assert table["square-1"] == ""
    assert "square-3>square-2" not in table.moves
    assert "square-2>square-3" not in table.moves
    with pytest.raises(IllegalMove, match="goes to an empty place there"):
        table.play("square-3>square-1")


def test_there_is_no_redeal():
    with pytest.raises(IllegalMove, match="The Square has no re-deal."):
        square(talon="2S").play("redeal")


def test_four_aces_on_top_win():
    def pile(suit):
        return " ".join([*(f"{r}{suit}" for r in UP), *(f"{r}{suit}" for r in reversed(UP))])

    piles = {f"foundation_{n}": pile(suit) for n, suit in enumerate("SHDC", 1)}
    piles["foundation_4"] = piles["foundation_4"].removesuffix(" AC")
    assert lay("the-square", square_1="AC", **piles).play("square-1>foundation-4").status == "won"
