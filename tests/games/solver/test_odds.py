import json
import time
from dataclasses import asdict

import pytest

from games import notation
from games.__main__ import main
from games.solver.odds import Tried, interval, odds, seeds, try_deals


def tried(status, seed="s"):
    return Tried("the-olga", "book", seed, status, 0, 0, 10, 2.0)


def test_open_deals_count_both_ways():
    found = odds([tried("won")] * 40 + [tried("lost")] * 40 + [tried("open")] * 20)
    assert (found.deals, found.won, found.lost, found.open) == (100, 40, 40, 20)
    assert found.low == interval(40, 100)[0]
    assert found.high == interval(60, 100)[1]
    assert found.seconds == 2.0


@pytest.mark.parametrize(
    ("won", "deals", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(won, deals, low, high):
    assert interval(won, deals) == pytest.approx((low, high), abs=1e-4)


def test_seeds_are_the_same_for_everybody():
    assert seeds(3) == ["odds-1", "odds-2", "odds-3"]


def test_a_count_that_was_broken_off_goes_on(tmp_path):
    saved = tmp_path / "odds.jsonl"
    told = []
    try_deals("margarethe", "book", seeds(3), 20, 2, saved, told.append)
    assert told[0] == 0
    assert told[-1] == 3
    before = saved.read_text()
    again = try_deals("margarethe", "book", seeds(4), 20, 2, saved, told.append)
    assert [one.seed for one in again] == seeds(4)
    assert saved.read_text().startswith(before)
    assert len(saved.read_text().splitlines()) == 4


@pytest.mark.parametrize("line", ["{", '{"game": "margarethe"}', "[]", "# Not a file of ours"])
def test_what_is_no_result_is_left_as_it_is(tmp_path, capsys, line):
    saved = tmp_path / "odds.jsonl"
    whole = json.dumps(asdict(tried("won")))
    saved.write_text(f"{whole}\n{line}")
    before = saved.read_text()
    assert main(["odds", "margarethe", "--deals", "2", "--jobs", "1", "--save", str(saved)]) == 1
    assert "line 2: not a result" in capsys.readouterr().err
    assert saved.read_text() == before


def test_a_disk_that_takes_nothing_ends_the_count_at_once(tmp_path, capsys):
    saved = tmp_path / "no such folder" / "odds.jsonl"
    began = time.monotonic()
    assert (
        main(["odds", "the-olga", "--deals", "300", "--seconds", "1", "--jobs", "1", "--save", str(saved)])
        == 1
    )
    assert "No such file" in capsys.readouterr().err
    assert time.monotonic() - began < 60


def test_the_command_prints_odds_for_a_program(capsys):
    assert main(["odds", "margarethe", "--deals", "2", "--seconds", "20", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["won"] == 2


def test_solve_prints_a_record_that_verifies(capsys):
    assert main(["solve", "margarethe", "--seed", "s"]) == 0
    record = notation.read_record(capsys.readouterr().out)
    assert notation.verify(record).status == "won"


def test_solve_says_unknown_when_time_is_out(capsys):
    assert main(["solve", "the-olga", "--seed", "s", "--seconds", "0.2"]) == 3
    assert capsys.readouterr().out == "unknown\n"
