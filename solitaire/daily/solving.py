"""How a deal is searched for a win, in a process of its own, which knows nothing of Django."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games import catalogue
from games.solver import Limits, solve


@dataclass(frozen=True, slots=True)
class Found:
    """The seed of those tried with which most cards came home, the moves that bring them there, and how many
    seeds were tried."""

    seed: str
    moves: list[str]
    tries: int


def find(slug: str, variant: str, seeds: Sequence[str], seconds: float) -> Found:
    """Search one seed after another, each for so many seconds, until one is won."""
    game = catalogue.game(slug, variant)
    best, most = Found(seeds[0], [], 0), -1
    for tries, seed in enumerate(seeds, 1):
        verdict = solve(game, game.deal(seed), Limits(seconds=seconds))
        if verdict.score > most:
            best, most = Found(seed, [move.text for move in verdict.line], tries), verdict.score
        if verdict.status == "won":
            break
    return Found(best.seed, best.moves, tries)
