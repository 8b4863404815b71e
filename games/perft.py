"""Counting what can be reached from a deal: the check that a change of the engine changed no rule."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Game
from games.position import Position


def perft(game: Game, position: Position, depth: int) -> Iterator[tuple[int, int, int]]:
    """For each depth from 1: (depth, leaves, unique positions).

    Leaves are the lines of play of that length; unique positions the different keys they end in.
    """
    level = {game.key(position): (position, 1)}
    for reached in range(1, depth + 1):
        below: dict[tuple[object, ...], tuple[Position, int]] = {}
        for here, lines in level.values():
            for move in game.moves(here):
                there = game.after(here, move)
                key = game.key(there)
                known = below.get(key)
                below[key] = (known[0], known[1] + lines) if known else (there, lines)
        level = below
        yield reached, sum(lines for _, lines in level.values()), len(level)
