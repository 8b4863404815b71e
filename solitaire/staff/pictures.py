"""A table in text, for staff."""

from __future__ import annotations

from games.game import Game
from games.notation import to_document
from games.position import Position


def picture(game: Game, position: Position) -> str:
    """Every pile on a line, bottom to top, hidden cards in lower case; the pile's name first."""
    document = to_document(game, position)
    width = max(map(len, document["piles"]))
    lines = [f"{name:{width}}  {' '.join(cards)}".rstrip() for name, cards in document["piles"].items()]
    state = [f"{name}: {value}" for name, value in document["state"].items() if name != "seed"]
    return "\n".join([*lines, *state])
