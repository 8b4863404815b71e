"""Midnight: the last second of a day, a clock that is set back, a crowd that opens and settles the deals."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from benchmarks.serving.databases import Database
from benchmarks.serving.seats import GAMES
from benchmarks.serving.servers import ROOT
from games import catalogue
from solitaire.daily import services as daily
from solitaire.play import services as play
from solitaire.play.log import mismatch, standing_of
from solitaire.play.models import Attempt
from solitaire.play.services import CannotBegin
from solitaire.play.writing import Refused
from tests.faults.hands import Party
from tests.faults.harness import Service, audit, size
from tests.solitaire.conftest import Hand, make_player

CROWD = int(size(6, 20))
MIDNIGHT = datetime(2031, 5, 2, tzinfo=UTC)


def crowd(database: Database, what: str, now: datetime) -> list[list[int]]:
    """Many processes do it at once; for each, the deals that it says it has done."""
    command = [sys.executable, "-m", "tests.faults.crowd", what, now.isoformat()]
    environment = {**os.environ, **database.environment()}
    people = [
        subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(CROWD)
    ]
    try:
        for each in people:
            assert each.stdout is not None
            assert each.stdout.readline() == "ready\n"
        for each in people:
            assert each.stdin is not None
            each.stdin.write("now\n")
            each.stdin.flush()
        said = [each.communicate(timeout=120)[0] for each in people]
    finally:
        for each in people:
            each.kill()
    assert [each.returncode for each in people] == [0] * CROWD
    return [[int(word) for word in words.split()] for words in said]


def test_a_crowd_at_midnight_opens_one_deal_of_each_game(database: Database) -> None:
    seen = crowd(database, "plan", MIDNIGHT)
    games = len(list(catalogue.every()))
    assert all(deals == seen[0] for deals in seen)
    assert len(seen[0]) == games
    assert database.number("SELECT count(*) FROM daily_deal") == games
    assert database.number("SELECT count(*) FROM daily_deal WHERE status = 'open'") == games


async def test_twenty_settlers_make_one_result(database: Database) -> None:
    seats = [seat for [seat] in database.seats(20, 1)]
    service = await asyncio.to_thread(Service, database)
    party = Party(seats, service.ports)
    try:
        await asyncio.gather(*(hand.play(4) for hand in party.hands))
    finally:
        await asyncio.to_thread(service.stop)
    now = datetime.now(UTC) + timedelta(days=2)
    settled = await asyncio.to_thread(crowd, database, "settle", now)
    done = sorted(deal for deals in settled for deal in deals)
    assert len(done) == len(set(done)) == len(GAMES), f"a deal is settled by one: {settled}"
    assert database.number("SELECT count(*) FROM daily_deal WHERE status = 'settled'") == len(GAMES)
    for count, where in (
        (20, "verified_at IS NOT NULL"),
        (20, "status = 'ended'"),
        (0, "voided_at IS NOT NULL"),
    ):
        assert database.number(f"SELECT count(*) FROM play_attempt WHERE {where}") == count, where
    assert not party.wrongs
    assert not audit(database, party.acknowledged)
    assert sum(map(len, await asyncio.to_thread(crowd, database, "settle", now))) == 0


# ---- the clock -----------------------------------------------------------------------------------


def deal_of(day: datetime) -> Any:
    return next(deal for deal in daily.deals_of(day.date()) if deal.game == "the-sultan")


def legal(attempt: Attempt) -> str:
    fresh = Attempt.objects.select_related("deal", "player").get(pk=attempt.pk)
    standing = standing_of(fresh)
    return standing.table.game.moves(standing.table.position)[0].text


@pytest.mark.django_db(transaction=True)
def test_who_starts_in_the_last_second_has_thirty_minutes(time_machine: Any) -> None:
    time_machine.move_to(MIDNIGHT - timedelta(seconds=1), tick=False)
    deal = deal_of(MIDNIGHT - timedelta(seconds=1))
    attempt, started = play.show(play.begin(make_player("ada"), deal))
    assert started
    hand = Hand(attempt)
    for later in (timedelta(), timedelta(minutes=29, seconds=59)):
        time_machine.move_to(MIDNIGHT + later, tick=False)
        hand("move", legal(attempt))
    time_machine.move_to(MIDNIGHT + timedelta(minutes=30), tick=False)
    move = legal(attempt)
    with pytest.raises(Refused, match="closed"):
        hand("move", move)
    assert daily.settle_due(MIDNIGHT + timedelta(minutes=34, seconds=59)) == []
    assert deal in daily.settle_due(MIDNIGHT + timedelta(minutes=35))
    row = Attempt.objects.get(pk=attempt.pk)
    assert (row.seq, row.status, row.time_ms) == (2, "ended", (30 * 60 + 1) * 1000)
    assert mismatch(row) is None


@pytest.mark.django_db(transaction=True)
def test_who_looks_in_the_first_second_plays_the_new_deal(time_machine: Any) -> None:
    time_machine.move_to(MIDNIGHT - timedelta(seconds=1), tick=False)
    ada, old = make_player("ada"), deal_of(MIDNIGHT - timedelta(seconds=1))
    unseen = play.begin(ada, old)
    time_machine.move_to(MIDNIGHT, tick=False)
    attempt, started = play.show(unseen)
    assert not started
    assert attempt.started_at is None
    with pytest.raises(CannotBegin):
        play.begin(make_player("grace"), old)
    new = deal_of(MIDNIGHT)
    assert new.pk != old.pk
    assert play.show(play.begin(ada, new))[1]


@pytest.mark.django_db(transaction=True)
def test_a_clock_that_is_set_back_takes_nothing(time_machine: Any) -> None:
    noon = MIDNIGHT + timedelta(hours=12)
    time_machine.move_to(noon, tick=False)
    deal = deal_of(noon)
    attempt, _ = play.show(play.begin(make_player("ada"), deal))
    hand = Hand(attempt)
    hand("move", legal(attempt))
    time_machine.move_to(noon - timedelta(hours=1), tick=False)
    hand("move", legal(attempt))
    assert hand("resign").ended
    row = Attempt.objects.get(pk=attempt.pk)
    assert (row.seq, row.time_ms) == (3, 0)
    assert list(row.events.order_by("seq").values_list("seq", flat=True)) == [1, 2, 3]
    assert mismatch(row) is None
    assert deal_of(noon).pk == deal.pk
