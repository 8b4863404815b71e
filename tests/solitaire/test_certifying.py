"""Deals that are known to be winnable before they are played."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games import workers
from games.notation import read_record, verify
from games.solver import Limits, solve
from solitaire.daily import certifying, services, solving
from solitaire.daily.certifying import Task, certify, store, tasks
from solitaire.daily.models import Deal, commitment
from solitaire.daily.solving import Found, find
from solitaire.players.models import Player
from tests.solitaire.conftest import make_deal
from tests.solitaire.server import ROOT, database_url
from tests.solitaire.test_deals import EVERY, at_the_same_time
from tests.solitaire.tiny import SEED, WIN

pytestmark = pytest.mark.django_db
WON = Found(SEED, WIN, 1)
LOST = Found(SEED, WIN[:3], 6)


@pytest.fixture(autouse=True)
def _in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches know the tests' own game, and do not take long."""
    monkeypatch.setattr(workers, "pool", lambda jobs, niceness=0: ThreadPoolExecutor(jobs))
    monkeypatch.setattr(solving, "Limits", lambda seconds: Limits(seconds=seconds, tables=5000))


@pytest.fixture
def tomorrow() -> Any:
    return services.today() + timedelta(days=1)


@pytest.fixture
def _only_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other game is dealt."""
    every = certifying.catalogue.every
    monkeypatch.setattr(certifying.catalogue, "every", lambda: [g for g in every() if g.slug == "tiny"])


# ---- what is searched ----------------------------------------------------------------------------


def test_seeds_are_drawn_until_one_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def solver(game: Any, position: Any, limits: Limits) -> Any:
        tried.append(position)
        return solve(game, position, Limits(seconds=60) if len(tried) == 2 else Limits(tables=1))

    monkeypatch.setattr(solving, "solve", solver)
    found = find("margarethe", "book", ["one", "easy", "three"], 60)
    assert (found.seed, found.tries, len(tried)) == ("easy", 2, 2)


def test_where_none_is_won_the_best_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = {"one": 1, "two": 3, "three": 2}

    class Said:
        status, line = "open", ()

        def __init__(self, score: int) -> None:
            self.score = score

    monkeypatch.setattr(solving, "solve", lambda game, seed, limits: Said(scores[seed]))
    monkeypatch.setattr("tests.solitaire.tiny.Tiny.deal", lambda self, seed: seed)
    assert find("tiny", "book", list(scores), 1) == Found("two", [], 3)


# ---- what is stored ------------------------------------------------------------------------------


def test_a_win_is_stored_with_its_record_and_par(tomorrow: Any) -> None:
    deal = store(Task("tiny", "book", tomorrow), WON)
    assert deal is not None
    deal.refresh_from_db()
    assert (deal.seed, deal.par, deal.best_known, deal.winnable) == (SEED, len(WIN), None, "certified")
    assert deal.commitment == commitment("tiny", "book", tomorrow, SEED)
    record = read_record(deal.certificate)
    assert verify(record).status == "won"
    assert record.headers["Commitment"] == deal.commitment


def test_what_is_not_won_says_how_far_it_came(tomorrow: Any) -> None:
    deal = store(Task("tiny", "book", tomorrow), LOST)
    assert deal is not None
    assert (deal.par, deal.winnable) == (None, "not known")
    assert verify(read_record(deal.certificate)).score == deal.best_known
    assert deal.best_known is not None
    assert deal.best_known < deal.engine.total


def test_the_first_to_commit_wins(tomorrow: Any) -> None:
    first = store(Task("tiny", "book", tomorrow), WON)
    assert store(Task("tiny", "book", tomorrow), Found("another", [], 1)) is None
    assert Deal.objects.get() == first
    assert Deal.objects.get().seed == SEED


@pytest.mark.parametrize("days", [0, 1])
def test_a_deal_that_is_made_keeps_its_seed(days: int, player: Player) -> None:
    deal = make_deal(days=days)
    seal = deal.commitment
    [task] = [task for task in tasks(services.today(), 2) if (task.game, task.date) == ("tiny", deal.date)]
    assert task.seed == SEED
    [done] = certify([task], 1)
    assert done.deal == deal
    deal.refresh_from_db()
    assert (deal.seed, deal.commitment) == (SEED, seal)
    assert deal.winnable == "certified"
    assert verify(read_record(deal.certificate)).status == "won"


def test_a_verdict_is_not_looked_for_twice(deal: Deal) -> None:
    task = Task("tiny", "book", deal.date, SEED)
    assert store(task, LOST) == deal
    assert store(task, WON) is None
    assert "tiny" not in {task.game for task in tasks(deal.date, 1)}
    assert list(certify([task], 1)) == []


def test_a_deal_that_was_called_off_is_left_alone(deal: Deal, player: Player) -> None:
    services.void_deal(deal, "Dealt twice.", player)
    assert "tiny" not in {task.game for task in tasks(deal.date, 1)}


def test_tasks_begin_with_the_next_day() -> None:
    services.plan(services.today())
    wanted = tasks(services.today(), 2)
    assert len(wanted) == 2 * EVERY
    assert [task.seed is None for task in wanted] == [False] * EVERY + [True] * EVERY


@pytest.mark.django_db(transaction=True)
def test_certifying_at_the_same_time_makes_each_deal_once(tomorrow: Any) -> None:
    task = Task("tiny", "book", tomorrow)
    done = at_the_same_time(lambda: [done.deal for done in certify([task], 1)])
    assert len([deal for deals in done for deal in deals if deal is not None]) == 1
    assert Deal.objects.count() == 1


def test_what_appears_meanwhile_is_dropped(tomorrow: Any) -> None:
    wanted = [Task("tiny", "book", tomorrow), Task("tiny", "book", tomorrow + timedelta(days=1))]
    results = certify(wanted, 1)
    assert next(results).deal is not None
    make_deal(days=2)
    assert list(results) == []


# ---- the commands --------------------------------------------------------------------------------


@pytest.mark.usefixtures("_only_tiny")
def test_planning_tells_how_it_goes_and_a_second_time_does_nothing() -> None:
    out = StringIO()
    call_command("plan_deals", "--days", "2", "--jobs", "2", stdout=out)
    lines = out.getvalue().splitlines()
    assert [line.split(" ")[0] for line in lines[:2]] == ["1/2", "2/2"]
    assert "Tiny" in lines[0]
    assert lines[2].endswith("not known to be winnable.")
    before = list(Deal.objects.order_by("pk").values())
    assert len(before) == 2
    out = StringIO()
    call_command("plan_deals", "--days", "2", stdout=out)
    assert out.getvalue() == "0 deals certified, 0 not known to be winnable.\n"
    assert list(Deal.objects.order_by("pk").values()) == before


@pytest.mark.usefixtures("_only_tiny")
def test_on_a_terminal_there_is_a_bar() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    call_command("plan_deals", "--days", "2", "--jobs", "1", stdout=out)
    assert f"\r[{'#' * 15}{' ' * 15}] 1/2" in out.getvalue()
    assert f"\r[{'#' * 30}] 2/2" in out.getvalue()


@pytest.mark.usefixtures("_only_tiny")
def test_told_to_stop_it_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*args: Any) -> None:
        signal.raise_signal(signal.SIGTERM)

    out = StringIO()
    monkeypatch.setattr("solitaire.daily.management.commands.plan_deals.Command.progress", stopped)
    call_command("plan_deals", "--days", "3", "--jobs", "1", stdout=out)
    assert out.getvalue().endswith(", then stopped. The next run goes on.\n")
    assert Deal.objects.count() == 1
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


@pytest.mark.parametrize("option", [("--jobs", "0"), ("--days", "0"), ("--days", "10000000")])
def test_what_is_no_number_of_jobs_or_days_is_refused(option: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        call_command("plan_deals", *option)


@pytest.mark.django_db(transaction=True)
def test_processes_certify_margarethe(monkeypatch: pytest.MonkeyPatch, tomorrow: Any) -> None:
    """The real thing: drawn, won, stored."""
    monkeypatch.undo()
    [done] = certify([Task("margarethe", "book", tomorrow)], 1)
    assert done.deal is not None
    assert done.deal.winnable == "certified"
    assert verify(read_record(done.deal.certificate)).moves == done.deal.par


@pytest.mark.django_db(transaction=True)
def test_the_timekeeper_plans_in_a_process_and_ends_with_it(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "CERTIFY_SECONDS": "0.1",
        "CERTIFY_TRIES": "1",
    }
    command = [sys.executable, "manage.py", "timekeeper", "--every", "0.5"]
    with subprocess.Popen(command, cwd=ROOT, env=environment) as keeper:
        for _ in range(600):
            if Deal.objects.exists():
                break
            time.sleep(0.1)
        assert Deal.objects.exclude(par=None, best_known=None).exists()
        keeper.terminate()
        assert keeper.wait(20) == 0
