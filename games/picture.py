"""A picture of the table in text, where the cards lie as the layout document says."""

from __future__ import annotations

from typing import Final

from games.cards import HIDDEN
from games.game import Game
from games.layout import layout_document, place
from games.position import Position

BOX: Final = (2000, 1100)
"""Any upright or wide box does for the layout; this is a wide one, in its pixels."""
ACROSS: Final = 4
"""Characters to the width of a card."""
DOWN: Final = 4
"""Lines to the height of a card."""


def text(game: Game, position: Position) -> str:
    """What the player sees. ``??`` is a hidden card, ``--`` an empty place, ``[31]`` a pile unseen."""
    piles = game.view(position)["piles"]
    placed = place(layout_document(game.slug), piles, *BOX)
    canvas: dict[int, dict[int, str]] = {}

    def line_at(y: float) -> int:
        return round(y * DOWN / placed.card_height)

    def write(x: float, line: int, word: str) -> int:
        row = canvas.setdefault(line, {})
        column = round(x * ACROSS / placed.card_width)
        for at, letter in enumerate(word):
            row[column + at] = letter
        return line

    for name, cards in piles.items():
        spot = placed.piles[name]
        if not cards:
            if not game.group_of(game.index[name]).cells:
                write(spot.x, line_at(spot.y), "--")
        elif set(cards) == {HIDDEN} and spot.fan == "none":
            write(spot.x, line_at(spot.y), f"[{len(cards)}]")
        else:
            line = -1
            for card, lies in zip(cards, placed.cards[name], strict=True):
                if lies.shown:
                    wanted = line_at(lies.y)
                    line = write(lies.x, max(wanted, line + 1) if spot.fan == "down" else wanted, card)
    lines = ["".join(row.get(x, " ") for x in range(max(row) + 1)) for row in _rows(canvas)]
    return "\n".join([f"{game.title}: {game.score(position)} of {game.total} cards home", "", *lines])


def _rows(canvas: dict[int, dict[int, str]]) -> list[dict[int, str]]:
    """The lines that hold anything, and single empty lines between the groups."""
    rows: list[dict[int, str]] = []
    for line in range(max(canvas) + 1):
        row = canvas.get(line)
        if row:
            rows.append(row)
        elif rows and rows[-1] != {-1: ""}:
            rows.append({-1: ""})
    return rows
