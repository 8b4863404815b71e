import pytest

from games.cards import CARD, PIQUET
from games.rules import DOWNWARDS, UP, Build, Suits


def accepts(build, top, card):
    return build.accepts(CARD[top], CARD[card])


def test_up_in_suit():
    build = Build(UP, Suits.SAME)
    assert accepts(build, "2S", "3S")
    assert not accepts(build, "2S", "3C")
    assert not accepts(build, "3S", "2S")
    assert not accepts(build, "KS", "AS")


def test_a_succession_may_begin_with_the_king():
    build = Build("KA23456789TJQ", Suits.SAME)
    assert accepts(build, "KH", "AH")
    assert not accepts(build, "QH", "KH")


def test_a_piquet_pack_goes_from_ace_to_seven():
    build = Build(PIQUET, Suits.SAME)
    assert accepts(build, "AC", "7C")
    assert build.wants[CARD["2C"]] == ()


def test_round_the_corner():
    build = Build(DOWNWARDS, Suits.ALTERNATE, round_the_corner=True)
    assert accepts(build, "AH", "KS")
    assert not accepts(build, "AH", "KD")


def test_both_ways():
    build = Build(UP, Suits.SAME, both_ways=True)
    assert accepts(build, "5D", "6D")
    assert accepts(build, "5D", "4D")
    assert not accepts(build, "KD", "AD")


def test_whatever_the_suit():
    assert accepts(Build(DOWNWARDS, Suits.ANY), "9C", "8C")
    assert accepts(Build(DOWNWARDS, Suits.ANY), "9C", "8H")


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (Build(UP, Suits.SAME), "upwards, in suit"),
        (Build("A3579JK", Suits.SAME), "upwards by twos, in suit"),
        (Build("KA23456789TJQ", Suits.SAME), "upwards, in suit"),
        (Build(PIQUET[::-1], Suits.ALTERNATE), "downwards, red and black by turns"),
        (Build(UP, Suits.SAME, both_ways=True), "upwards or downwards, in suit"),
        (Build("KQT98765432A", Suits.SAME), "downwards, in suit"),
    ],
)
def test_a_rule_says_itself(build, says):
    assert build.says == says
