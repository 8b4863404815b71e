import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import cards


@pytest.mark.parametrize(
    ("n", "digest"),
    [
        (32, "57d4961e9662cc73"),
        (52, "087bd45b06e13e46"),
        (104, "f379532acadae40c"),
        (208, "f644e4bc88806dcc"),
    ],
)
def test_the_shuffle_is_the_published_one(n, digest):
    order = list(range(n))
    cards.shuffle(order, "test-vector-1", "deal")
    assert hashlib.sha256(bytes(order)).hexdigest()[:16] == digest


@given(st.text(), st.integers(0, 60))
def test_a_shuffle_keeps_every_item(seed, n):
    order = list(range(n))
    cards.shuffle(order, seed, "deal")
    assert sorted(order) == list(range(n))


def test_seeds_and_labels_give_different_orders():
    orders = set()
    for seed, label in [("a", "deal"), ("b", "deal"), ("a", "redeal:1"), ("a", "redeal:2")]:
        order = list(range(52))
        cards.shuffle(order, seed, label)
        orders.add(tuple(order))
    assert len(orders) == 4


def test_cards_round_trip_as_text():
    for face in cards.ALL:
        assert cards.card(cards.TEXT[face]) == face
        assert cards.card(cards.TEXT[face | cards.DOWN]) == face | cards.DOWN
    assert len(set(cards.TEXT.values())) == 104


@pytest.mark.parametrize("text", ["", "T", "1H", "TX", "Th", "tH", "10H", "??", "TH "])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match="is not a card"):
        cards.card(text)


def test_a_deck_goes_pack_by_pack_suit_by_suit_ace_to_king():
    deck = [cards.TEXT[face] for face in cards.Pack(2).deck]
    assert deck[:3] == ["AS", "2S", "3S"]
    assert deck[13] == "AH"
    assert deck[51:53] == ["KC", "AS"]


def test_withdrawn_cards_leave_the_first_pack_that_has_them():
    deck = cards.Pack(2, withdrawn=[cards.card("AH")]).deck
    texts = [cards.TEXT[face] for face in deck]
    assert texts.index("AH") == 51 + 13


def test_equal_talons_are_put_in_one_order():
    pack = cards.Pack(2)
    talon = [cards.card(text) for text in ("5H", "AS", "5H", "KC", "2S")]
    ordered = [cards.TEXT[face] for face in pack.in_order(talon)]
    assert ordered == ["AS", "2S", "5H", "KC", "5H"]
    assert pack.in_order(reversed(talon)) == pack.in_order(talon)


def test_a_card_is_said_in_the_words_of_the_field():
    assert cards.name(cards.card("JH")) == "knave of hearts"
