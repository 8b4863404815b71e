import pytest

from games import catalogue
from games.errors import IllegalMove, InvalidMove, InvalidPosition, InvalidRecord, UnknownGame
from games.notation import Record, from_document, read_record, replay, to_document, verify
from tests.games.tables import lay, random_play


def test_a_dealt_position_has_the_seed_and_a_view_never():
    game = catalogue.game("the-sultan")
    position = game.deal("secret")
    assert to_document(game, position)["state"] == {"redeals": 0, "seed": "secret"}
    assert game.view(position)["state"] == {"redeals": 0}


def test_piles_are_written_bottom_to_top_and_face_down_in_lower_case():
    table = lay("the-olga", bed_1="KS 7d QD", stock="7h")
    document = to_document(table.game, table.position)
    assert document["piles"]["bed-1"] == ["KS", "7d", "QD"]
    assert document["piles"]["stock"] == ["7h"]
    assert table.game.view(table.position)["piles"]["bed-1"] == ["KS", "??", "QD"]


def test_what_is_not_named_is_empty_but_for_the_withdrawn_cards():
    _, position = from_document({"game": "the-sultan", "variant": "book"})
    game = catalogue.game("the-sultan")
    assert position.piles == game.bare
    assert position.state == (0, "")


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ([], "A position is a JSON object."),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"game": "the-olga", "variant": "hard"}, "has no variant 'hard'"),
        ({"game": "the-olga", "piles": []}, "'piles' is a JSON object"),
        ({"game": "the-olga", "piles": {"bed-8": []}}, "has no pile 'bed-8'"),
        ({"game": "the-olga", "piles": {"bed-1": ["2S"]}}, "1 cards 2S, but the packs have 0"),
        ({"game": "the-olga", "piles": {"bed-1": ["XX"]}}, "bed-1 is a list of cards"),
        ({"game": "the-olga", "piles": {"bed-1": "AS"}}, "bed-1 is a list of cards"),
        ({"game": "the-olga", "piles": {"bed-1": [7]}}, "bed-1 is a list of cards"),
        ({"game": "the-olga", "piles": {"talon": ["7s"]}}, "No card of talon lies face down"),
        ({"game": "the-sultan", "piles": {"foundation-1": ["AS"]}}, "foundation-1 begins with KS"),
        ({"game": "the-sultan", "piles": {"divan-1": ["KS"]}}, "3 cards KS, but the packs have 2"),
        ({"game": "the-sultan", "state": {"moon": 1}}, "has no state 'moon'"),
        ({"game": "the-sultan", "state": {"redeals": True}}, "is like 0, not True"),
        ({"game": "the-sultan", "state": {"redeals": -1}}, "is not negative"),
        ({"game": "the-terrace", "state": {"base": "1"}}, "is a rank letter or null"),
        ({"game": "spensers-fairie-queen", "piles": {"foundation-1": ["2S"]}}, "foundation-1 begins with AS"),
        ({"game": "the-labyrinth", "state": {"rows": 0}}, "'rows' is from 1 to 10"),
        ({"game": "the-blockade", "state": {"rows": 10**30}}, "'rows' is from 1 to"),
        (
            {"game": "the-blockade", "piles": {"stock": ["2s"]}, "state": {"rows": 9}},
            "no room for the stock",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(document, reason):
    with pytest.raises((InvalidPosition, UnknownGame)) as refused:
        from_document(document)
    assert reason in str(refused.value)


NO_MOVES = [
    "",
    "dael",
    "talon",
    "talon>bed-9",
    "bed-1>",
    ">",
    "choose:bed-1+deal",
    "fill+deal",
    "a>b>c",
    "talon>bed-1+",
    "grace:nowhere",
    "talon>bed-1:2",
]


@pytest.mark.parametrize("text", NO_MOVES)
def test_a_text_that_is_no_move_is_refused(text):
    with pytest.raises(InvalidMove, match="is not a move"):
        catalogue.game("the-olga").read_move(text)


def played(slug, seed):
    game = catalogue.game(slug)
    steps = list(random_play(game, seed, longest=150))
    return Record(slug, seed, [move.text for _, move, _ in steps]), steps[-1][2]


@pytest.mark.parametrize("slug", list(catalogue.classes()))
def test_a_record_round_trips_and_replays(slug):
    record, end = played(slug, "record")
    again = read_record(str(record))
    assert again == record
    assert replay(again).position == end
    record.headers["Result"] = str(replay(record))
    assert verify(read_record(str(record))).score == catalogue.game(slug).score(end)


def test_an_undo_in_a_record_counts_as_a_move():
    record, _ = played("the-olga", "undo")
    record.moves += ["undo", record.moves[-1]]
    outcome = replay(record)
    assert outcome.moves == len(record.moves)
    assert outcome.undos == 1


def test_a_false_result_is_found_out():
    record, _ = played("the-olga", "liar")
    record.headers["Result"] = "won"
    with pytest.raises(InvalidRecord, match="The record says 'won', but it comes to 'not won"):
        verify(record)
    for claim in ("", str(replay(record)).removesuffix(" moves"), "not won, 1"):
        record.headers["Result"] = claim
        with pytest.raises(InvalidRecord):
            verify(record)
    record.headers["Result"] = "not won"
    assert verify(record).status != "won"


def test_the_number_of_a_bad_move_is_told():
    with pytest.raises(IllegalMove, match="move 3: There is nothing to take back."):
        replay(Record("the-olga", "s", ["deal", "undo", "undo"]))
    with pytest.raises(InvalidMove, match="move 2: 'dael' is not a move"):
        replay(Record("the-olga", "s", ["deal", "dael"]))


@pytest.mark.parametrize("text", ["", "Game the-olga\n\ndeal", "Game: the-olga\n\ndeal", "\n\ndeal"])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(InvalidRecord):
        read_record(text)


def test_a_record_may_come_with_the_line_ends_of_another_system():
    record = read_record("Game: the-olga\r\nSeed: s\r\n\r\ndeal\r\ndeal\r\n")
    assert record.moves == ["deal", "deal"]
