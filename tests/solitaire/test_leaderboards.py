"""Who stands where, on the page and on the live board."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from solitaire.daily import live
from solitaire.daily.crowd import counts, key_of
from solitaire.daily.leaderboards import Board, board, place
from solitaire.daily.models import Deal
from solitaire.daily.services import void
from solitaire.play.models import Attempt
from solitaire.play.services import begin, close
from solitaire.players.models import Player
from solitaire.players.services import ban, merge, unban
from tests.solitaire.conftest import begun, finished, make_player

pytestmark = pytest.mark.django_db


def names(found: Board) -> list[tuple[int, str]]:
    return [(row.rank, row.player) for row in found.rows]


@pytest.fixture
def settled(deal: Deal) -> Deal:
    deal.status = Deal.Status.SETTLED
    deal.save()
    return deal


def test_rank_compares_won_then_unassisted_then_cards_then_moves_then_time(settled: Deal) -> None:
    best_first: list[dict[str, Any]] = [
        {"won": True, "moves": 10, "time_ms": 90},
        {"won": True, "moves": 10, "time_ms": 91},
        {"won": True, "moves": 11, "time_ms": 1},
        {"won": True, "assisted": True, "moves": 1, "time_ms": 1},
        {"won": False, "score": 9, "moves": 50, "time_ms": 50},
        {"won": False, "score": 9, "moves": 51, "time_ms": 1},
        {"won": False, "score": 8, "moves": 1, "time_ms": 1},
        {"won": False, "assisted": True, "score": 11, "moves": 1, "time_ms": 1},
    ]
    places = list(range(len(best_first)))
    random.Random(1).shuffle(places)
    for at in places:
        finished(make_player(f"p{at}"), settled, **best_first[at])
    assert names(board(settled, None)) == [(at + 1, f"p{at}") for at in range(len(best_first))]


def test_equal_keys_share_a_rank(settled: Deal) -> None:
    for name, moves in (("a", 10), ("b", 11), ("c", 11), ("d", 12)):
        finished(make_player(name), settled, moves=moves)
    assert names(board(settled, None)) == [(1, "a"), (2, "b"), (2, "c"), (4, "d")]


def test_the_hour_of_finishing_is_nothing(settled: Deal) -> None:
    finished(make_player("late"), settled)
    early = finished(make_player("early"), settled)
    Attempt.objects.filter(pk=early.pk).update(finished_at=timezone.now().replace(year=2020))
    assert {row.rank for row in board(settled, None).rows} == {1}


def test_the_second_board_orders_winners_by_time(settled: Deal) -> None:
    finished(make_player("slow"), settled, moves=10, time_ms=900)
    finished(make_player("fast"), settled, moves=99, time_ms=100, assisted=True)
    loser = finished(make_player("loser"), settled, won=False, time_ms=1)
    assert names(board(settled, None, order="time")) == [(1, "fast"), (2, "slow")]
    assert place(loser, "time") is None


def test_guests_bots_the_banned_and_the_void_do_not_stand_on_it(settled: Deal, guest: Player) -> None:
    finished(guest, settled)
    finished(make_player("robot", is_bot=True), settled)
    banned = make_player("banned")
    finished(banned, settled)
    ban(banned, "A machine.", None)
    void(finished(make_player("void"), settled), "Two accounts.", None)
    finished(make_player("good"), settled)
    found = board(settled, None)
    assert names(found) == [(1, "good")]
    # Those who played are counted, on the board or not.
    assert (found.players, found.finished, found.won) == (3, 3, 3)


def test_practice_does_not_count(settled: Deal, player: Player) -> None:
    Attempt.objects.filter(pk=finished(player, settled).pk).update(kind="practice")
    assert board(settled, None).rows == []


def test_the_board_is_locked_until_ones_own_attempt_is_over(deal: Deal, player: Player) -> None:
    finished(make_player("someone"), deal)
    for viewer in (None, player):
        found = board(deal, viewer)
        assert (found.locked, found.rows, found.me, found.near) == (True, [], None, [])
        assert found.players == 1
    begin(player, deal)
    assert board(deal, player).locked
    begun(player, deal)
    assert board(deal, player).locked
    close(Attempt.objects.get(player=player), timezone.now())
    found = board(deal, player)
    assert not found.locked
    assert found.provisional
    assert names(found) == [(1, "someone"), (2, "ada")]
    assert found.me == {"rank": 2}


def test_a_locked_board_says_nothing_but_how_many_play(deal: Deal) -> None:
    finished(make_player("someone"), deal)
    assert board(deal, None).as_message() == {
        "t": "board", "deal": deal.pk, "status": "open", "provisional": True,
        "players": 1, "locked": True, "rows": [], "me": None, "near": [],
    }  # fmt: skip


def test_a_guest_is_told_the_place_he_would_have(deal: Deal, guest: Player) -> None:
    for number in range(5):
        finished(make_player(f"p{number}"), deal, moves=10 + number)
    finished(guest, deal, moves=12)
    found = board(deal, guest, per_page=2)
    assert found.me == {"rank": 3}
    assert all(not row.me for row in found.rows)
    assert [row.player for row in found.near] == ["p0", "p1", "p2", "p3", "p4"]


def test_pages(settled: Deal, player: Player) -> None:
    for number in range(7):
        finished(player if number == 5 else make_player(f"p{number}"), settled, moves=10 + number)
    found = board(settled, player, page=2, per_page=3)
    assert names(found) == [(4, "p3"), (5, "p4"), (6, "ada")]
    assert (found.page, found.pages, found.previous, found.next) == (2, 3, 1, 3)
    assert [row.me for row in found.rows] == [False, False, True]
    assert found.near == []
    first = board(settled, player, page=-4, per_page=3)
    assert (first.page, first.previous) == (1, None)
    assert [(row.player, row.me) for row in first.near] == [
        ("p3", False), ("p4", False), ("ada", True), ("p6", False),
    ]  # fmt: skip
    assert board(settled, player, page=99, per_page=3).page == 3


MOST_QUERIES = 8


def test_a_page_costs_the_same_however_many_play(settled: Deal) -> None:
    def cost() -> int:
        viewer = Player.objects.get(username="p1")
        with CaptureQueriesContext(connection) as queries:
            board(settled, viewer, page=2, per_page=1)
        return len(queries)

    # Who shares a rank with whom may differ, and so what has to be looked up; not the most that it costs.
    for number in range(40):
        finished(make_player(f"p{number}"), settled, moves=number % 20)
        if number in (2, 10, 39):
            assert cost() <= MOST_QUERIES


# ---- whose result it is --------------------------------------------------------------------------


def seats() -> dict[str, str]:
    return dict(Attempt.objects.values_list("player__username", "seat"))


def test_the_seat_follows_the_player(settled: Deal, guest: Player) -> None:
    ada = make_player("ada")
    finished(ada, settled)
    finished(make_player("robot", is_bot=True), settled)
    finished(guest, settled)
    assert seats() == {"ada": "board", "robot": "aside", guest.username: "aside"}
    ban(ada, "A machine.", None)
    assert seats()["ada"] == "out"
    unban(ada, "It was not.", None)
    assert seats()["ada"] == "board"
    Player.objects.filter(username="robot").update(is_bot=False)
    guest.is_guest, guest.username = False, "grace"
    guest.save()
    assert seats() == {"ada": "board", "robot": "board", "grace": "board"}


def test_the_seat_follows_the_attempt_to_another_player(settled: Deal, guest: Player) -> None:
    attempt = finished(guest, settled)
    merge(guest, make_player("ada"))
    assert seats() == {"ada": "board"}
    attempt.refresh_from_db()
    attempt.seat = Attempt.Seat.OUT
    attempt.save()
    assert seats() == {"ada": "board"}, "nobody but the database writes it"


@pytest.mark.parametrize("order", ["rank", "time"])
def test_every_page_rank_and_neighbour_is_that_of_a_plain_list(settled: Deal, order: str) -> None:
    """On fields with very many ties, for every viewer on every page."""
    chance = random.Random(order)
    viewers: list[tuple[Player, Attempt]] = []
    for number in range(24):
        player = Player.objects.create_guest() if number % 8 == 3 else make_player(f"p{number}")
        result = {
            "moves": chance.choice((5, 6)),
            "time_ms": chance.choice((1, 2)),
            "won": chance.random() < 0.8,
        }
        viewers.append((player, finished(player, settled, **result)))
    on_board = [
        attempt for player, attempt in viewers if not player.is_guest and (attempt.won or order == "rank")
    ]
    on_board.sort(key=lambda attempt: (*key_of(attempt, order), attempt.pk))

    def rank(attempt: Attempt) -> int:
        return 1 + sum(key_of(one, order) < key_of(attempt, order) for one in on_board)

    def told(attempts: list[Attempt]) -> list[tuple[int, str]]:
        return sorted((rank(attempt), attempt.player.username) for attempt in attempts)

    for player, mine in viewers:
        for page in range(1, -(-len(on_board) // 3) + 1):
            with CaptureQueriesContext(connection) as queries:
                found = board(settled, player, order=order, page=page, per_page=3)
            assert len(queries) <= 5
            shown = on_board[3 * page - 3 : 3 * page]
            assert names(found) == told(shown)
            if order == "time" and not mine.won:
                assert (found.me, found.near) == (None, [])
                continue
            assert found.me == {"rank": rank(mine)} == {"rank": place(mine, order)}
            at = on_board.index(mine) if mine in on_board else rank(mine) - 1
            near = [] if mine in shown else on_board[max(at - 2, 0) : at + 3]
            assert [(row.rank, row.player) for row in found.near] == told(near)
            assert [row.player for row in found.near if row.me] == [
                player.username for one in near if one == mine
            ]


def test_a_guest_has_a_place_where_nobody_stands(settled: Deal, guest: Player) -> None:
    finished(guest, settled)
    found = board(settled, guest)
    assert (found.me, found.rows, found.near) == ({"rank": 1}, [], [])


def test_everybody_is_counted_once(deal: Deal, guest: Player) -> None:
    begun(make_player("playing"), deal)
    begin(make_player("has not looked"), deal)
    finished(make_player("quick"), deal, moves=9)
    finished(make_player("helped"), deal, moves=10, assisted=True)
    finished(make_player("slow"), deal, moves=11)
    finished(make_player("lost"), deal, won=False, score=11, moves=1)
    finished(guest, deal, moves=10)
    begun(Player.objects.create_guest(), deal)
    void(finished(make_player("void"), deal, moves=1), "Two accounts.", None)
    banned = make_player("banned")
    finished(banned, deal, moves=1)
    ban(banned, "A machine.", None)
    Deal.objects.filter(pk=deal.pk).update(par=10)
    deal.refresh_from_db()
    told = {"players": 7, "finished": 5, "won": 4, "rank": 4, "time": 3}
    assert counts(deal) == {**told, "within": 0}
    # Par is public when the deal is settled.
    deal.status = Deal.Status.SETTLED
    assert counts(deal) == {**told, "within": 3}


# ---- the live board ------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["open", "settled"])
def test_the_live_board_says_what_the_page_says(
    deal: Deal, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every kind of viewer, on fields with many ties, with the top cut short so that there is a near."""
    monkeypatch.setattr(live, "TOP", 4)
    chance = random.Random(3)
    deal.status = status
    deal.save()
    viewers: list[Player | None] = [None, make_player("idle"), Player.objects.create_guest()]
    for number in range(14):
        guest, bot = number % 7 == 3, number % 7 == 5
        player = Player.objects.create_guest() if guest else make_player(f"p{number}", is_bot=bot)
        result = {
            "won": chance.random() < 0.5,
            "score": chance.choice((3, 12)),
            "moves": chance.choice((5, 6)),
        }
        attempt = finished(player, deal, **result, assisted=chance.random() < 0.3)
        if number == 9:
            void(attempt, "Two accounts.", None)
        if number == 10:
            ban(player, "A machine.", None)
        viewers.append(player)
    found = live.field(deal.pk)
    assert found is not None
    places = live.places(found, [viewer.pk for viewer in viewers if viewer])
    for viewer in viewers:
        theirs = board(deal, viewer, per_page=4)
        ours = found.board(places.get(viewer.pk) if viewer else None)
        assert ours.as_message() == theirs.as_message(), viewer


def test_one_look_serves_every_watcher(deal: Deal) -> None:
    for number in range(3):
        finished(make_player(f"p{number}"), deal)
    with CaptureQueriesContext(connection) as few:
        live.field(deal.pk)
    for number in range(3, 30):
        finished(make_player(f"p{number}"), deal)
    with CaptureQueriesContext(connection) as many:
        found = live.field(deal.pk)
    assert len(few) == len(many)
    assert found is not None
    with CaptureQueriesContext(connection) as one:
        places = live.places(found, [player.pk for player in Player.objects.all()])
    assert len(places) == 30
    # Who is among the rows needs no look of his own.
    assert len(one) == 2


def test_very_many_places_are_looked_up_in_turn(settled: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "TOP", 1)
    players = [make_player(f"p{number}") for number in range(5)]
    for number, player in enumerate(players):
        finished(player, settled, moves=10 + number)
    found = live.field(settled.pk)
    assert found is not None
    kept = live.places(found, [player.pk for player in players])
    newest = finished(make_player("best"), settled, moves=1)
    monkeypatch.setattr(live, "PLACES_FOR", -1)
    found = live.field(settled.pk)
    assert found is not None
    # Who has none gets one at once; of the others nobody is looked up now.
    now = live.places(found, [*(player.pk for player in players), newest.player_id], kept)
    assert [now[player.pk].me for player in players[1:]] == [kept[player.pk].me for player in players[1:]]
    assert found.board(now[newest.player_id]).me == {"rank": 1}
    monkeypatch.setattr(live, "PLACES_FOR", 60)
    now = live.places(found, [player.pk for player in players], kept)
    assert [now[player.pk].me for player in players] == [{"rank": at} for at in range(2, 7)]


def test_there_is_no_board_of_a_deal_that_is_not() -> None:
    assert live.field(12345) is None
