"""The games of the book, one module each. A module put here is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from games.errors import UnknownGame
from games.game import BOOK, Game


@cache
def classes() -> dict[str, type[Game]]:
    """Every game by slug, in the order of the book."""
    found: list[type[Game]] = []
    for module in pkgutil.iter_modules(__path__):
        members = vars(importlib.import_module(f"{__name__}.{module.name}")).values()
        found += [
            member
            for member in members
            if isinstance(member, type)
            and issubclass(member, Game)
            and member.__module__ == f"{__name__}.{module.name}"
        ]
    return {game.slug: game for game in sorted(found, key=lambda game: game.number)}


@cache
def game(slug: str, variant: str = BOOK) -> Game:
    """The game of that slug, in that variant.

    Raises UnknownGame.
    """
    if slug not in classes():
        raise UnknownGame(f"There is no game {slug[:40]!r}; `python -m games list` names them.")
    return classes()[slug](variant)


def every() -> list[Game]:
    """Every game in every variant."""
    return [game(slug, variant) for slug, cls in classes().items() for variant in cls.variants]
