"""La Nivernaise (book no. 13), rule by rule."""

import pytest

from games.cards import TEXT
from games.errors import IllegalMove
from tests.games.tables import dealt, lay

FULL_FLANKS = {f"flank_{n}": f"{rank}C" for n, rank in enumerate("23456789", 1)}


def test_four_cards_on_each_flank_and_six_packets_of_four():
    table = dealt("la-nivernaise")
    order = table.game.pack.shuffled("a seed")
    assert [table[f"flank-{n}"] for n in range(1, 9)] == [TEXT[card] for card in order[:8]]
    for n, place in enumerate(table.game.group("line")):
        assert list(table.position.piles[place]) == order[8 + 4 * n : 12 + 4 * n]
    assert len(table["stock"].split()) == 72


def test_rule_1_only_the_uppermost_card_of_a_packet_is_available():
    table = lay("la-nivernaise", line_1="AS 9D", line_2="9H AC", **FULL_FLANKS)
    assert "line-2>foundation-4" in table.moves
    assert not any(move.startswith("line-1>foundation") for move in table.moves)


def test_aces_go_up_and_kings_down_in_suit():
    table = lay("la-nivernaise", line_1="2S AS", line_2="QS KS", line_3="QH", **FULL_FLANKS)
    table = table.play("line-1>foundation-1", "line-2>foundation-5")
    assert {"line-1>foundation-1", "line-2>foundation-5"} <= table.moves
    assert not any(move.startswith("line-3") for move in table.moves)


def test_rule_2_each_vacancy_shows_one_more_card_of_every_packet():
    flanks = dict(FULL_FLANKS)
    assert lay("la-nivernaise", line_1="4D 5D 6D", line_2="7D 8D", **flanks)["line-1"] == "?? ?? 6D"
    del flanks["flank_3"]
    one = lay("la-nivernaise", line_1="4D 5D 6D", line_2="7D 8D", **flanks)
    assert (one["line-1"], one["line-2"]) == ("?? 5D 6D", "7D 8D")
    assert one.play("line-2>flank-3")["line-1"] == "?? ?? 6D"


def test_a_card_seen_beneath_is_not_playable():
    flanks = {key: card for key, card in FULL_FLANKS.items() if key != "flank_1"}
    table = lay("la-nivernaise", line_1="AS 9D", **flanks)
    assert table["line-1"] == "AS 9D"
    assert not any(move.startswith("line-1>foundation") for move in table.moves)


def test_the_line_fanned_hides_nothing():
    assert lay("la-nivernaise", "fanned", line_1="4D 5D 6D", **FULL_FLANKS)["line-1"] == "4D 5D 6D"


def test_a_flank_may_be_filled_from_the_line_or_unseen_from_the_pack():
    flanks = {key: card for key, card in FULL_FLANKS.items() if key != "flank_1"}
    table = lay("la-nivernaise", line_1="4D 5D", stock="9h TH", **flanks)
    assert {"line-1>flank-1", "stock>flank-1", "deal"} <= table.moves
    assert table.play("stock>flank-1")["flank-1"] == "TH"
    with pytest.raises(IllegalMove, match="A Flank holds one card."):
        table.play("line-1>flank-2")
    with pytest.raises(IllegalMove, match="only goes to an empty Flank"):
        table.play("stock>foundation-1")


def test_a_packet_wholly_gone_is_replaced_by_four_at_once():
    table = lay("la-nivernaise", line_1="AS", stock="2h 3h 4h 5h 6h", **FULL_FLANKS)
    assert table.play("line-1>foundation-1")["line-1"] == "?? ?? ?? 3H"
    short = lay("la-nivernaise", line_1="AS", stock="2h 3h", **FULL_FLANKS)
    assert short.play("line-1>foundation-1")["line-1"] == "?? 2H"


def test_single_cards_are_not_replaced():
    table = lay("la-nivernaise", line_1="9D AS", stock="2h 3h", **FULL_FLANKS)
    assert table.play("line-1>foundation-1")["line-1"] == "9D"


def test_a_round_is_four_cards_on_each_packet_from_left_to_right():
    stock = " ".join(f"{rank}h" for rank in "a23456789t".upper().lower())
    table = lay("la-nivernaise", line_1="9D", line_2="8D", line_3="7D", stock=stock, **FULL_FLANKS).play(
        "deal"
    )
    heights = [len(table[f"line-{n}"].split()) for n in range(1, 7)]
    assert heights == [5, 5, 3, 0, 0, 0]
    assert table["line-1"].endswith("7H")


def test_one_card_at_a_time_crosses_between_the_foundations_of_a_suit():
    table = lay("la-nivernaise", foundation_1="AS 2S 3S", foundation_5="KS QS JS TS 9S 8S 7S 6S 5S 4S")
    assert table.moves == {"foundation-1>foundation-5", "foundation-5>foundation-1"}
    across = table.play("foundation-1>foundation-5")
    assert across["foundation-5"].endswith("4S 3S")
    assert across.play("foundation-5>foundation-1").position == table.position
    assert table.status == "stuck"


def test_the_base_of_a_foundation_stays():
    table = lay("la-nivernaise", foundation_1="AS", foundation_5="KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    assert "foundation-1>foundation-5" not in table.moves
    with pytest.raises(IllegalMove, match="The base of a foundation stays."):
        table.play("foundation-1>foundation-5")


def test_rule_4_the_line_is_taken_up_from_the_left_turned_and_dealt_again_in_fours():
    table = lay("la-nivernaise", line_1="2D 3D", line_2="4D 5D", line_6="6D 7D", **FULL_FLANKS).play("redeal")
    piles = [table.position.piles[place] for place in table.game.group("line")]
    assert [TEXT[card] for card in piles[0]] == ["6D", "7D", "4D", "5D"]
    assert [TEXT[card] for card in piles[1]] == ["2D", "3D"]
    assert table["flank-1"] == "2C"


@pytest.mark.parametrize(("variant", "redeals"), [("book", 1), ("two-redeals", 2)])
def test_the_number_of_redeals(variant, redeals):
    table = lay("la-nivernaise", variant, line_1="9D", **FULL_FLANKS)
    for _ in range(redeals):
        table = table.play("redeal")
    with pytest.raises(IllegalMove, match="No re-deal is left."):
        table.play("redeal")


def test_a_redeal_waits_for_the_pack_and_needs_cards_in_the_line():
    with pytest.raises(IllegalMove, match="The pack is not out yet."):
        lay("la-nivernaise", line_1="9D", stock="2h").play("redeal")
    with pytest.raises(IllegalMove, match="No card of the Line is left"):
        lay("la-nivernaise").play("redeal")


def test_a_peek_counts_as_showing_a_card():
    """So that no undo can be used to look beneath the Line."""
    table = lay(
        "la-nivernaise",
        flank_1="AS",
        line_1="4D 5D",
        **{k: v for k, v in FULL_FLANKS.items() if k != "flank_1"},
    )
    after = table.play("flank-1>foundation-1")
    assert table.game.reveals(table.position, after.position)
