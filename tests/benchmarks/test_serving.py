"""The benchmark itself: that it plays, that it counts, and that it loads nobody else's machine."""

from __future__ import annotations

import pytest

from benchmarks import serving
from benchmarks.serving.load import MOST_SECONDS, MOST_SOCKETS, Result, Room, Seat, Unfit, frame
from benchmarks.serving.report import BARE, OURS, Load, Report

SEAT = Seat("/", "none=1", ("deal",))


def test_a_tiny_run_stores_what_it_acknowledges(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = (
        "--quick --servers daphne uvicorn --databases sqlite --redis= --seconds 0.3 --sockets 3 --paced 3"
    )
    status = serving.main(chosen.split())
    told = capsys.readouterr().out
    assert status == 0, told
    assert "3 sockets, closed loop" in told
    assert "3 sockets, 1 move/s each" in told
    counted = next(line for line in told.splitlines() if line.startswith("rows in the log"))
    rows, acknowledged = (int(word.rstrip(",")) for word in counted.split() if word.rstrip(",").isdigit())
    assert rows == acknowledged > 10


def test_a_row_that_is_missing_is_told() -> None:
    report = Report()
    report.add(Load(50), OURS, Result(50, acknowledged=100), rows=100)
    assert not report.wrong
    report.add(Load(50), OURS, Result(50, acknowledged=100), rows=99)
    assert report.wrong == ["daphne   ours   postgresql, 50 sockets, closed loop: 99 rows, 100 acknowledged"]


def test_an_error_is_told() -> None:
    report = Report()
    report.add(Load(50), BARE, Result(50, errors={"busy": 2}), rows=None)
    assert report.wrong


def test_ratios_compare_medians() -> None:
    report = Report()
    for server, moves in ((1.0, 1000), (2.0, 1000), (9.0, 1000)):
        report.add(Load(50), OURS, Result(50, moves, moves, seconds=2.0, server=server), rows=moves)
    report.add(Load(50), BARE, Result(50, 4000, 4000, seconds=2.0, server=1.0), rows=None)
    assert report.cost(Load(50), OURS) == pytest.approx(2000)
    assert report.by_cost(Load(50), OURS, BARE) == pytest.approx(1 / 8)
    assert report.by_clock(Load(50), OURS, BARE) == pytest.approx(1 / 4)


@pytest.mark.parametrize("host", ["example.com", "10.0.0.1", "0.0.0.0", "127.0.0.1.example.com"])
def test_it_loads_its_own_machine_alone(host: str) -> None:
    with pytest.raises(Unfit):
        Room(80, [[SEAT]], host=host)


def test_it_is_bounded() -> None:
    with pytest.raises(Unfit):
        Room(80, [[SEAT] * 3] * MOST_SOCKETS)
    with pytest.raises(Unfit):
        Room(80, [[SEAT]]).play(MOST_SECONDS + 1)


@pytest.mark.parametrize("size", [0, 125, 126, 4000])
def test_a_frame_says_how_long_it_is(size: int) -> None:
    made = frame(b"x" * size)
    head = 6 if size < 126 else 8
    assert len(made) == head + size
    assert (made[1] & 0x7F if size < 126 else int.from_bytes(made[2:4], "big")) == size
