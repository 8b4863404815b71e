"""A deal that a hundred thousand have played."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from benchmarks.crowd import crowd
from solitaire.daily import live
from solitaire.daily.crowd import key_of
from solitaire.daily.leaderboards import board, standing
from solitaire.daily.models import Deal
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from tests.solitaire.conftest import ACCOUNT_BACKEND, finished, make_deal, make_player

pytestmark = pytest.mark.django_db
SIZE = 100_000
MOST = 8
"""Queries of a page, session and all."""


@pytest.fixture
def deal() -> Deal:
    found = make_deal("the-sultan")
    Deal.objects.filter(pk=found.pk).update(status=Deal.Status.SETTLED, par=150)
    found.refresh_from_db()
    crowd(found, SIZE)
    return found


@pytest.fixture
def browser() -> Callable[[Player], Client]:
    def of(player: Player) -> Client:
        client = Client()
        client.force_login(player, ACCOUNT_BACKEND)
        return client

    return of


def test_every_page_of_its_board_takes_few_queries(
    deal: Deal,
    browser: Callable[[Player], Client],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    total = standing(deal).count()
    assert SIZE * 0.85 < total < SIZE * 0.92
    middle = standing(deal)[total // 2]
    guest = Attempt.objects.filter(deal=deal, seat=Attempt.Seat.ASIDE)[0]
    url = deal.get_absolute_url()
    for client in (Client(), browser(middle.player), browser(guest.player)):
        for asked in ({}, {"page": total // 75}, {"page": 10**6}, {"order": "time", "page": 200}):
            with django_assert_max_num_queries(MOST):
                html = client.get(url, asked).content.decode()
            assert len(re.findall(r"<tr data-player=", html)) >= 1
    with django_assert_max_num_queries(MOST):
        found = live.field(deal.pk)
        assert found is not None
        place = live.places(found, [middle.player_id])[middle.player_id]
    assert place.me == {"rank": total // 2 + 1}
    assert [row.me for row in place.near] == [False, False, True, False, False]


def test_no_query_goes_through_the_whole_of_the_log_or_of_the_players(deal: Deal) -> None:
    """The longest way is along one index of the attempts of the deal."""
    viewer = standing(deal)[SIZE // 3].player
    plans: list[str] = []

    def explained(execute: Callable[..., object], sql: str, *more: object) -> object:
        if sql.startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.cursor.execute(f"EXPLAIN {sql}", more[0])
                plans.append("\n".join(row[0] for row in cursor.cursor.fetchall()))
        return execute(sql, *more)

    with connection.execute_wrapper(explained):
        board(deal, viewer, page=700)
    assert plans
    assert not re.search("Seq Scan on (players_player|play_event)", "\n".join(plans))


def test_the_ranks_are_those_of_a_plain_sort(deal: Deal) -> None:
    """Ties share a rank across the edge of a page, and a place deep down is what counting gives."""
    some = standing(deal)[40_000]
    twins = [
        finished(
            make_player(f"twin{number}"), deal, won=some.won, assisted=some.assisted,
            score=some.score, moves=some.moves, time_ms=some.time_ms,
        )
        for number in range(4)
    ]  # fmt: skip
    keys = sorted(key_of(attempt) for attempt in standing(deal).only("worth", "time_ms"))
    for page in (1, 400, 799, 800, 801, 802, 1500):
        first = (page - 1) * 50
        rows = board(deal, None, page=page).rows
        assert [row.rank for row in rows] == [keys.index(key) + 1 for key in keys[first : first + 50]]
    me = board(deal, twins[2].player).me
    assert me == {"rank": keys.index(key_of(some)) + 1}
