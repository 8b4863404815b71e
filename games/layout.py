"""Where the cards of a table lie: a layout document, the piles and a box give rectangles.

The document (one ``.layout.json`` beside each game) measures x in card widths and y in card heights.
``frontend/static/js/layout.js`` is the same function for the browser; a test holds the two together.

Lengths that come out are pixels, angles degrees.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, floor, inf, radians, sin
from pathlib import Path
from typing import Any, Final

from games.cards import HIDDEN

RATIO: Final = 1.4
"""Height of a card by its width."""
SMALLEST: Final = 38
"""Below this width of a card the table scrolls instead of shrinking."""
LARGEST: Final = 128
SLACK: Final = 0.5
"""Pixels that a sum of fractions may be out without making the table scroll."""

Document = dict[str, Any]
Group = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Spot:
    """A card: its top left corner; ``shown`` is false for one that lies wholly under others."""

    x: float
    y: float
    rotation: float
    shown: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A pile: the rectangle its cards (or its empty place) take, and what the document says of it."""

    x: float
    y: float
    width: float
    height: float
    rotation: float
    role: str
    fan: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A table laid into a box; ``height`` is more than the box's when it has to scroll."""

    width: float
    height: float
    card_width: int
    card_height: int
    piles: dict[str, Place]
    cards: dict[str, tuple[Spot, ...]]


@cache
def layout_document(slug: str) -> Document:
    """The layout document of a game.

    Raises FileNotFoundError when the game has none.
    """
    path = Path(__file__).parent / "catalogue" / f"{slug.replace('-', '_')}.layout.json"
    document: Document = json.loads(path.read_text(encoding="utf-8"))
    return document


def chosen(document: Document, width: float, height: float) -> dict[str, Any]:
    """The layout of the document that is meant for a box of that shape; the last one when none is."""
    aspect = width / height
    for layout in document["layouts"]:
        when = layout.get("when", {})
        if when.get("minAspect", 0) <= aspect < when.get("maxAspect", inf):
            return dict(layout)
    return dict(document["layouts"][-1])


def points(group: Group) -> list[tuple[str, float, float, float]]:
    """The piles of a group: name, x, y and rotation of each."""
    name = group["id"]
    if "at" in group:
        spots = [(spot[0], spot[1], spot[2] if len(spot) > 2 else 0) for spot in group["at"]]
    elif "grid" in group:
        grid = group["grid"]
        cols, rows = grid["cols"], grid["rows"]
        cells = [
            (n // rows, n % rows) if grid.get("by") == "column" else (n % cols, n // cols)
            for n in range(cols * rows)
        ]
        spots = [(grid["x"] + col * grid["dx"], grid["y"] + row * grid["dy"], 0) for col, row in cells]
        if grid.get("named") == "column-row":
            return [
                (f"{name}-{col + 1}-{row + 1}", *spot) for (col, row), spot in zip(cells, spots, strict=True)
            ]
    elif "circle" in group:
        spots = _round(group["circle"])
    elif "n" in group:
        dx, dy = group.get("dx", 0), group.get("dy", 0)
        spots = [(group["x"] + n * dx, group["y"] + n * dy, 0) for n in range(group["n"])]
    else:
        return [(name, group["x"], group["y"], group.get("rotation", 0))]
    return [(f"{name}-{number}", *spot) for number, spot in enumerate(spots, 1)]


def place(
    document: Document,
    piles: Mapping[str, Sequence[str]],
    width: float,
    height: float,
    *,
    mirror: bool = False,
    index: float = 1,
) -> Placed:
    """Lay the piles of a view into a box of ``width`` by ``height``.

    ``mirror`` is for the left hand; ``index`` widens the fans for a larger index.
    """
    layout = chosen(document, width, height)
    across, down = layout["size"]
    card_width = floor(min(width / across, max(height / (down * RATIO), SMALLEST), LARGEST))
    card_height = floor(card_width * RATIO)
    most_x, most_y = layout.get("stretch", (1, 1))
    unit_x = card_width * _between(1, (width - card_width) / ((across - 1) * card_width), most_x)
    unit_y = card_height * _between(1, (height - card_height) / ((down - 1) * card_height), most_y)
    whole_x = card_width + (across - 1) * unit_x
    whole_y = card_height + (down - 1) * unit_y
    align_x, align_y = layout.get("align", (0.5, 0.5))
    left, top = max(0, width - whole_x) * align_x, max(0, height - whole_y) * align_y
    end = bottom = whole_y if whole_y > height + SLACK else height

    places: dict[str, Place] = {}
    spots: dict[str, tuple[Spot, ...]] = {}
    for group in layout["piles"]:
        fan = group.get("fan", "none")
        upright = fan in ("down", "up")
        size, unit = (card_height, unit_y) if upright else (card_width, unit_x)
        for name, x, y, rotation in points(group):
            if name not in piles:
                continue  # A layout may have room for a pile that this variant of the game does not use.
            cards = piles[name]
            at_x, at_y = left + x * unit_x, top + y * unit_y
            room = end - at_y if upright else width - at_x
            if "max" in group:
                room = size + (group["max"] - 1) * unit
            steps = _steps(group, cards, room - size, size, unit, index)
            if mirror and group.get("mirror", True):
                at_x = width - at_x - (room if fan == "right" else card_width)
                rotation = -rotation
            sign = -1 if fan in ("up", "left") else 1
            drawn = group["show"] + 1 if "show" in group else 2 if fan == "none" else len(cards)
            hidden = len(cards) - drawn
            far, lie = 0.0, []
            for n, step in enumerate(steps):
                far += step
                here_x = at_x + (0 if upright else sign * far)
                here_y = at_y + (sign * far if upright else 0)
                lie.append(Spot(here_x, here_y, rotation, n >= hidden))
            places[name] = Place(
                at_x - (far if fan == "left" else 0),
                at_y - (far if fan == "up" else 0),
                card_width + (0 if upright else far),
                card_height + (far if upright else 0),
                rotation,
                group["role"],
                fan,
            )
            spots[name] = tuple(lie)
            below = places[name].y + places[name].height
            bottom = below if below > bottom + SLACK else bottom
    return Placed(width, bottom, card_width, card_height, places, spots)


def _steps(
    group: Group, cards: Sequence[str], space: float, size: float, unit: float, index: float
) -> list[float]:
    """How far each card of a pile lies from the one under it: the step wanted, or less to fit ``space``."""
    fan = group.get("fan", "none")
    first = max(1, len(cards) - group.get("show", len(cards)) + 1)
    wanted, least = [0.0] * len(cards), [0.0] * len(cards)
    if fan != "none":
        step = group["step"]
        floor_ = group.get("min", step)
        for n in range(first, len(cards)):
            hidden = cards[n - 1] == HIDDEN
            wanted[n] = (group.get("backStep", step) if hidden else min(1.04, step * index)) * unit
            least[n] = (group.get("backMin", floor_ / 2) if hidden else floor_ * index) * size
    want, need = sum(wanted), sum(least)
    if want <= space:
        return wanted
    ease = max(0.0, (space - need) / (want - need)) if want > need else 0.0
    return [low + (high - low) * ease for low, high in zip(least, wanted, strict=True)]


def _round(circle: Mapping[str, float]) -> list[tuple[float, float, float]]:
    """Piles on an ellipse, clockwise from the top; ``cx, cy`` is its middle, ``turn`` makes them face it."""
    count, start, end = int(circle["n"]), circle.get("from", 0), circle.get("to", 360)
    gaps = count if (end - start) % 360 == 0 else count - 1
    found = []
    for n in range(count):
        angle = start + (end - start) * n / gaps
        x = circle["cx"] + circle["r"] * sin(radians(angle)) - 0.5
        y = circle["cy"] - circle.get("ry", circle["r"]) * cos(radians(angle)) - 0.5
        found.append((x, y, angle if circle.get("turn") else 0))
    return found


def _between(low: float, value: float, high: float) -> float:
    return max(low, min(value, high))
