"""How many deals of a game can be won when all cards are known, and how many by hints alone: counted, with an
honest interval."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final, TypeVar

from games import catalogue, workers
from games.errors import InvalidRecord
from games.solver.player import play_by_hints
from games.solver.search import Limits, solve

Z: Final = 1.959964
"""The normal quantile of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a search said of one deal."""

    game: str
    variant: str
    seed: str
    status: str
    score: int
    moves: int
    tables: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Hinted:
    """What a player came to in one deal who saw what a player sees, and did what the hints say."""

    game: str
    variant: str
    seed: str
    status: str
    score: int
    moves: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of the deals tried were won, lost and left open, and between which shares the truth lies.

    ``low`` and ``high`` are a 95 % interval (Wilson) that takes the open deals both ways: as lost for its low
    end, as won for its high one.
    """

    deals: int
    won: int
    lost: int
    open: int
    low: float
    high: float
    seconds: float
    """Seconds a deal, on average."""


T = TypeVar("T", Tried, Hinted)
Progress = Callable[[int], None]
"""Told how many are done."""


def _silent(done: int) -> None:
    """Nobody is told."""


def seeds(count: int, prefix: str = "odds") -> list[str]:
    """The seeds of a count, the same for everybody: ``odds-1``, ``odds-2`` ..."""
    return [f"{prefix}-{number}" for number in range(1, count + 1)]


def try_deal(slug: str, variant: str, seed: str, seconds: float) -> Tried:
    """Search one deal, and replay what is said to be won."""
    game = catalogue.game(slug, variant)
    start = game.deal(seed)
    verdict = solve(game, start, Limits(seconds=seconds))
    if verdict.status == "won":
        position = start
        for move in verdict.line:
            position = game.play(position, move)
        if game.status(position) != "won":
            raise AssertionError(f"the search is wrong about {slug} {variant} {seed}")
    return Tried(
        slug,
        variant,
        seed,
        verdict.status,
        verdict.score,
        len(verdict.line),
        verdict.tables,
        round(verdict.seconds, 3),
    )


def play_deal(slug: str, variant: str, seed: str) -> Hinted:
    """Play one deal by hints."""
    began = time.process_time()
    played = play_by_hints(catalogue.game(slug, variant), seed)
    seconds = round(time.process_time() - began, 3)
    return Hinted(slug, variant, seed, played.status, played.score, played.moves, seconds)


def try_deals(
    slug: str,
    variant: str,
    wanted: Iterable[str],
    seconds: float,
    jobs: int,
    saved: Path | None = None,
    progress: Progress = _silent,
) -> list[Tried]:
    """Search many deals in ``jobs`` processes. What is in the file ``saved`` is not done again, and what is
    done is added to it at once: a count that was broken off goes on where it stopped."""
    trial = partial(try_deal, slug, variant, seconds=seconds)
    return _each(Tried, (slug, variant), trial, list(wanted), jobs, saved, progress)


def play_deals(
    slug: str,
    variant: str,
    wanted: Iterable[str],
    jobs: int,
    saved: Path | None = None,
    progress: Progress = _silent,
) -> list[Hinted]:
    """Play many deals by hints, in the same way."""
    trial = partial(play_deal, slug, variant)
    return _each(Hinted, (slug, variant), trial, list(wanted), jobs, saved, progress)


def _each(
    kind: type[T],
    game: tuple[str, str],
    trial: Callable[[str], T],
    wanted: list[str],
    jobs: int,
    saved: Path | None,
    progress: Progress,
) -> list[T]:
    results = {one.seed: one for one in _read(kind, saved) if (one.game, one.variant) == game}
    left = [seed for seed in wanted if seed not in results]
    progress(len(wanted) - len(left))
    pool = workers.pool(jobs)
    try:
        waiting = [pool.submit(trial, seed) for seed in left]
        for done, future in enumerate(as_completed(waiting), len(wanted) - len(left) + 1):
            one = future.result()
            results[one.seed] = one
            if saved:
                with saved.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
            progress(done)
    finally:
        # Who stops us, or takes the disk away, does not wait for all that was still to be done.
        workers.end(pool)
    return [results[seed] for seed in wanted]


def odds(tried: Iterable[Tried]) -> Odds:
    """The odds that some searches come to."""
    tried = list(tried)
    count = Counter(one.status for one in tried)
    deals = len(tried)
    low, _ = interval(count["won"], deals)
    _, high = interval(count["won"] + count["open"], deals)
    seconds = sum(one.seconds for one in tried) / deals if deals else 0.0
    return Odds(deals, count["won"], count["lost"], count["open"], low, high, round(seconds, 2))


def interval(won: int, deals: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score; of nothing tried, everything is possible."""
    if not deals:
        return 0.0, 1.0
    share, square = won / deals, Z * Z
    middle = (share + square / (2 * deals)) / (1 + square / deals)
    half = Z * sqrt(share * (1 - share) / deals + square / (4 * deals * deals)) / (1 + square / deals)
    return max(0.0, middle - half), min(1.0, middle + half)


def _read(kind: type[T], saved: Path | None) -> Iterator[T]:
    """The results in a file. Raises InvalidRecord where a line is none: it may be another file altogether."""
    if saved and saved.exists():
        for number, line in enumerate(saved.read_text(encoding="utf-8").splitlines(), 1):
            try:
                yield kind(**json.loads(line))
            except (TypeError, ValueError):
                raise InvalidRecord(f"{saved}, line {number}: not a result; take the line out.") from None
