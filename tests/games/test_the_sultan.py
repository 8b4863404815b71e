"""The Sultan (book no. 12), rule by rule."""

import pytest

from games.cards import TEXT
from games.errors import IllegalMove
from tests.games.tables import dealt, lay


def test_eight_kings_and_one_ace_of_hearts_are_withdrawn():
    table = dealt("the-sultan")
    assert table["sultan"] == "KH"
    bases = [table[f"foundation-{n}"] for n in range(1, 9)]
    assert bases == ["KS", "KS", "KH", "AH", "KD", "KD", "KC", "KC"]
    held = [TEXT[card] for card in table.game.pack.deck]
    assert len(held) == 95
    assert held.count("AH") == 1
    assert not any(text.startswith("K") for text in held)


def test_eight_cards_are_dealt_to_the_divan():
    table = dealt("the-sultan")
    assert all(table[f"divan-{n}"] != "??" and len(table[f"divan-{n}"]) == 2 for n in range(1, 9))
    assert table["stock"].split() == ["??"] * 87
    first = [TEXT[card] for card in table.game.pack.shuffled("a seed")[:8]]
    assert [table[f"divan-{n}"] for n in range(1, 9)] == first


def test_a_king_takes_the_ace_and_goes_up_in_suit_to_the_queen():
    table = lay("the-sultan", divan_1="AS", divan_2="2S", divan_3="2C")
    table = table.play("divan-1>foundation-1", "divan-2>foundation-1")
    assert table["foundation-1"] == "KS AS 2S"
    assert not any(move.startswith("divan-3") for move in table.moves)


def test_the_ace_of_hearts_ascends_in_the_same_manner():
    table = lay("the-sultan", divan_1="2H")
    assert table.moves == {"divan-1>foundation-4"}


def test_nothing_goes_on_a_queen():
    clubs = "A2345678 9TJQ".replace(" ", "")
    pile = " ".join(["KC", *(rank + "C" for rank in clubs)])
    table = lay("the-sultan", foundation_7=pile, divan_1="AC")
    assert table.moves == {"divan-1>foundation-8"}


def test_both_piles_of_a_suit_are_offered():
    table = lay("the-sultan", stock="2c", talon="AD")
    assert table.moves == {"talon>foundation-5", "talon>foundation-6", "deal"}


def test_a_vacancy_is_filled_at_once_from_the_talon():
    table = lay("the-sultan", divan_1="AS", talon="5D 7C", stock="9h")
    table = table.play("divan-1>foundation-1")
    assert table["divan-1"] == "7C"
    assert table["talon"] == "5D"
    assert table["stock"] == "??"


def test_with_no_talon_a_vacancy_is_filled_from_the_pack():
    table = lay("the-sultan", divan_1="AS", stock="4c 9h").play("divan-1>foundation-1")
    assert table["divan-1"] == "9H"
    assert table["stock"] == "??"


def test_with_neither_the_hole_stays():
    table = lay("the-sultan", divan_1="AS", divan_2="9D").play("divan-1>foundation-1")
    assert table["divan-1"] == ""


def test_loading_a_table_fills_nothing():
    assert lay("the-sultan", talon="5D", stock="9h")["divan-1"] == ""


def test_the_top_of_the_talon_stays_playable():
    table = lay("the-sultan", stock="9h as").play("deal")
    assert "talon>foundation-1" in table.moves
    assert table.play("talon>foundation-1")["talon"] == ""


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("divan-1>divan-2", "The Divan only goes to the foundations."),
        (
            "divan-1>foundation-1",
            "The nine of diamonds does not go on the king of spades: it is built upwards, in suit.",
        ),
        ("divan-3>foundation-1", "Divan 3 is empty."),
        ("talon>divan-3", "The talon only goes to the foundations."),
        ("stock>divan-3", "The stock is turned one card at a time."),
        ("sultan>foundation-3", "The sultan stays where it is."),
        ("foundation-1>foundation-2", "What is on a foundation stays there."),
        ("divan-1>talon", "No card is put on the talon by hand."),
        ("redeal", "The stock is not empty yet."),
        ("fill", "Now is not the time to fill."),
        (
            "divan-1>foundation-1+divan-2>foundation-1",
            "divan-1>foundation-1+divan-2>foundation-1 is not one move of The Sultan.",
        ),
    ],
)
def test_a_refusal_says_why(move, reason):
    table = lay("the-sultan", divan_1="9D", divan_2="9C", talon="5H", stock="4c")
    with pytest.raises(IllegalMove) as refused:
        table.play(move)
    assert str(refused.value) == reason


def test_the_talon_is_shuffled_and_dealt_again_twice():
    table = lay("the-sultan", talon="5H 6H 7H 8H 9H TH", state={"seed": "s"})
    again = table.play("redeal")
    assert again["talon"] == ""
    assert again["stock"] == "?? ?? ?? ?? ?? ??"
    order = [TEXT[card & 63] for card in reversed(again.position.piles[again.game.index["stock"]])]
    assert sorted(order) == ["5H", "6H", "7H", "8H", "9H", "TH"]
    assert order != ["5H", "6H", "7H", "8H", "9H", "TH"]
    third = again.play(*["deal"] * 6, "redeal", *["deal"] * 6)
    assert third.moves == set()
    assert third.status == "stuck"
    with pytest.raises(IllegalMove, match="No re-deal is left."):
        third.play("redeal")


def test_equal_talons_are_shuffled_alike_whoever_played_them():
    one = lay("the-sultan", talon="5H 6H 7H 8H 9H", state={"seed": "s"}).play("redeal")
    other = lay("the-sultan", talon="9H 5H 8H 6H 7H", state={"seed": "s"}).play("redeal")
    assert one.position == other.position


def test_a_redeal_needs_an_empty_stock_and_a_talon():
    assert "redeal" not in lay("the-sultan", stock="5h", talon="6H").moves
    with pytest.raises(IllegalMove, match="The talon is empty."):
        lay("the-sultan").play("redeal")


def test_eight_queens_round_the_sultan_win():
    def full(suit, base):
        ranks = "A23456789TJQ" if base[0] == "K" else "23456789TJQ"
        return " ".join([base, *(rank + suit for rank in ranks)])

    bases = ["KS", "KS", "KH", "AH", "KD", "KD", "KC", "KC"]
    piles = {f"foundation_{n}": full(base[1], base) for n, base in enumerate(bases, 1)}
    piles["foundation_8"] = piles["foundation_8"].removesuffix(" QC")
    table = lay("the-sultan", divan_4="QC", **piles)
    assert table.status == "playing"
    won = table.play("divan-4>foundation-8")
    assert won.status == "won"
    assert won.game.score(won.position) == won.game.total == 95
