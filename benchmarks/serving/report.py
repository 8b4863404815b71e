"""What was measured, as tables."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

from benchmarks.machine import machine
from benchmarks.serving.load import Result


@dataclass(frozen=True, slots=True)
class Cell:
    """What is served, by what, on what: ``application`` is bare, stock, ours or peer."""

    server: str
    application: str
    database: str = ""

    def __str__(self) -> str:
        return f"{self.server:8} {self.application:6} {self.database}"


@dataclass(frozen=True, slots=True)
class Load:
    """So many hands; each plays at a pace (moves a second), or as soon as it is answered."""

    hands: int
    pace: float | None = None

    def __str__(self) -> str:
        how = f"{self.pace:g} move/s each" if self.pace else "closed loop"
        return f"{self.hands} sockets, {how}"


BARE = Cell("daphne", "bare")
OURS = Cell("daphne", "ours", "postgresql")
PEER = Cell("node", "peer")
AIMS = (
    (OURS, BARE, 0.35),
    (Cell("uvicorn", "ours", "postgresql"), BARE, 0.7),
    (Cell("daphne", "ours", "sqlite"), BARE, 0.25),
    (OURS, Cell("daphne", "stock", "postgresql"), 5.0),
    (OURS, PEER, 1.2),
)
"""How much of the second the first must reach, at the least."""


@dataclass(slots=True)
class Report:
    """The results of all rounds, and the medians of them."""

    runs: dict[tuple[Load, Cell], list[Result]] = field(default_factory=dict)
    rows: int = 0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)
    """What must not have happened."""

    def add(self, load: Load, cell: Cell, result: Result, rows: int | None) -> None:
        """One run more, and how many rows the log grew by, where there is one."""
        self.runs.setdefault((load, cell), []).append(result)
        if rows is not None:
            self.rows += rows
            self.acknowledged += result.acknowledged
            if rows != result.acknowledged:
                self.wrong.append(f"{cell}, {load}: {rows} rows, {result.acknowledged} acknowledged")
        if result.errors:
            self.wrong.append(f"{cell}, {load}: {result.errors}")

    def cost(self, load: Load, cell: Cell) -> float | None:
        """Processor microseconds of the server for a move."""
        runs = [run for run in self.runs.get((load, cell), ()) if run.moves]
        return median(run.server / run.moves * 1e6 for run in runs) if runs else None

    def rate(self, load: Load, cell: Cell) -> float | None:
        """Moves a second by the clock on the wall."""
        runs = self.runs.get((load, cell), ())
        return median(run.moves / run.seconds for run in runs) if runs else None

    def late(self, load: Load, cell: Cell, part: float) -> float | None:
        """A percentile of the latency, in milliseconds."""
        runs = self.runs.get((load, cell), ())
        return median(run.percentile(part) for run in runs) * 1000 if runs else None

    def weight(self, load: Load, cell: Cell, when: int) -> float | None:
        """KB of the server for a socket; ``when`` 1 is joined and idle, 2 after the play.

        Of the first run alone: a server that was larger once does not grow again.
        """
        runs = self.runs.get((load, cell), ())
        return (runs[0].held[when] - runs[0].held[0]) / runs[0].sockets / 1024 if runs else None

    # ---- on paper --------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The tables."""
        yield f"{machine()}, Linux {platform.release()}, load {os.getloadavg()[0]:.1f}"
        for load in dict.fromkeys(load for load, _ in self.runs):
            yield ""
            yield (
                f"{load!s:34}{'moves/s':>9}{'us/move':>9}{'p50':>8}{'p95':>8}{'p99 ms':>8}"
                f"{'/bare cpu':>11}{'wall':>6}{'KB idle':>9}{'played':>8}{'late':>6}{'client':>8}"
            )
            for key, runs in self.runs.items():
                if key[0] == load:
                    yield self._line(load, key[1], runs)
        yield ""
        yield f"rows in the log {self.rows}, moves acknowledged {self.acknowledged}"
        yield ""
        yield from self._aims()
        yield from (f"WRONG  {what}" for what in self.wrong)

    def _line(self, load: Load, cell: Cell, runs: list[Result]) -> str:
        client = median(run.client / run.seconds for run in runs)
        return (
            f"  {cell!s:32}{_n(self.rate(load, cell), 0, 9)}{_n(self.cost(load, cell), 0, 9)}"
            f"{_n(self.late(load, cell, 0.5), 1, 8)}{_n(self.late(load, cell, 0.95), 1, 8)}"
            f"{_n(self.late(load, cell, 0.99), 1, 8)}"
            f"{_n(self.by_cost(load, cell, BARE), 2, 11)}{_n(self.by_clock(load, cell, BARE), 2, 6)}"
            f"{_n(self.weight(load, cell, 1) if load.pace else None, 0, 9)}"
            f"{_n(self.weight(load, cell, 2) if load.pace else None, 0, 8)}"
            f"{sum(run.late for run in runs) if load.pace else '':>6}{client:8.2f}"
        )

    def by_cost(self, load: Load, cell: Cell, other: Cell) -> float | None:
        """How much more the other spends on a move: more than 1 is better than it."""
        mine, his = self.cost(load, cell), self.cost(load, other)
        return his / mine if mine and his else None

    def by_clock(self, load: Load, cell: Cell, other: Cell) -> float | None:
        """How many moves this one does for one of the other's."""
        mine, his = self.rate(load, cell), self.rate(load, other)
        return mine / his if mine and his else None

    def _aims(self) -> Iterator[str]:
        """What is wanted (docs/benchmarks.md), and what it is: by processor time, and by the clock."""
        loads = list(dict.fromkeys(load for load, _ in self.runs))
        for cell, other, least in AIMS:
            for load in loads:
                cost, clock = self.by_cost(load, cell, other), self.by_clock(load, cell, other)
                if cost is not None and clock is not None and not load.pace:
                    what = f"{_words(cell)} / {_words(other)} at {load.hands}"
                    yield _aim(
                        what, f"at least {least:g}", f"{cost:.2f} {clock:.2f}", min(cost, clock) >= least
                    )
        for load in loads:
            p99, bare = self.late(load, OURS, 0.99), self.late(load, BARE, 0.99)
            weight = self.weight(load, OURS, 2)
            if load.pace and p99 is not None and weight is not None:
                yield _aim(f"p99 of {_words(OURS)}, {load}", "under 15 ms", f"{p99:.1f} ms", p99 < 15)
                if bare:
                    yield _aim("  to that of bare Daphne", "under 4", f"{p99 / bare:.1f}", p99 < 4 * bare)
                yield _aim(
                    "  memory of a socket that has played", "at most 45 KB", f"{weight:.0f} KB", weight <= 45
                )


def _aim(what: str, wanted: str, found: str, met: bool) -> str:
    return f"{what:62}{wanted:>16}{found:>14}  {'yes' if met else 'NO'}"


def _words(cell: Cell) -> str:
    return " ".join(str(cell).split())


def _n(value: float | None, digits: int, width: int) -> str:
    return f"{'' if value is None else f'{value:,.{digits}f}':>{width}}"
