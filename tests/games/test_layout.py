"""Every table can be read and handled on every screen, and both layout functions agree."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

import pytest

from games import catalogue
from games.cards import HIDDEN
from games.layout import SLACK, SMALLEST, Place, Placed, Spot, chosen, layout_document, place, points

SCREENS = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)]
BAR, ACTIONS, ONE_BAR = 48, 60, 56
"""What the table page keeps for itself, in pixels: two rows on an upright screen, one on a wide one."""
STRIP = {"down": 0.24, "right": 0.27}
"""The part of a card that its index takes."""
INDEX = {"down": (0.54, 0.24), "right": (0.27, 0.44), "none": (0.54, 0.24)}
"""Width and height of the index, in parts of a card."""
SLUGS = [
    slug
    for slug in catalogue.classes()
    if (Path(catalogue.__path__[0]) / f"{slug.replace('-', '_')}.layout.json").exists()
]
JS = Path(__file__).parents[2] / "frontend" / "static" / "js" / "layout.js"

Piles = dict[str, list[str]]
Point = tuple[float, float]


def box(screen: tuple[int, int]) -> tuple[int, int]:
    width, height = screen
    if width < height:
        return width, height - BAR - ACTIONS
    return width, height - (48 if height < 500 else ONE_BAR)


def played(slug: str, moves: int, seed: str) -> Piles:
    """A table after some moves, cards of the tableau and home moved rather than the stock turned."""
    game = catalogue.game(slug)
    position = game.deal(seed)
    chance = random.Random(seed)
    for _ in range(moves):
        legal = game.moves(position)
        if not legal:
            break
        by_hand = [move for move in legal if move.verb == "move" and game.for_good(position, move)]
        position = game.play(position, chance.choice(by_hand or legal))
    piles: Piles = game.view(position)["piles"]
    return piles


def crowded(slug: str) -> Piles:
    """Every pile as high as the rules let it grow, whether or not the pack has the cards."""
    game = catalogue.game(slug)
    piles: Piles = game.view(game.deal("crowded"))["piles"]
    for name in piles:
        group = name.rpartition("-")[0] or name
        if group in ("foundation", "talon"):
            piles[name] = ["5S"] * 13
        elif group == "bed":
            piles[name] = piles[name] + ["5S"] * 7
        elif group == "valley":
            piles[name] = ["5S"] * 13
        elif group == "choice":
            piles[name] = []
        elif group in ("square", "volunteer"):
            piles[name] = ["5S"] * 13
        elif group == "battery":
            piles[name] = ["5S"] * 7
        elif group == "line":
            piles[name] = [HIDDEN] * 12 + ["5S"] * 9
        elif group in ("army", "navy"):
            piles[name] = ["5S"] * 2
        elif name == "column-1":
            piles[name] = ["5S"] * 30
        elif group == "column":
            piles[name] = ["5S"] * 14
        elif name.startswith("grid-"):
            piles[name] = ["5S"]
    return piles


def tables(slug: str) -> list[Piles]:
    return [played(slug, moves, f"{slug} {moves}") for moves in (0, 1, 30, 80, 140)]


def laid(slug: str, piles: Piles, screen: tuple[int, int], **options: Any) -> Placed:
    return place(layout_document(slug), piles, *box(screen), **options)


def groups(slug: str, screen: tuple[int, int]) -> dict[str, Any]:
    """The group of each pile."""
    layout = chosen(layout_document(slug), *box(screen))
    return {name: group for group in layout["piles"] for name, *_ in points(group)}


def turned(points: Iterable[Point], middle: Point, degrees: float) -> list[Point]:
    """Points turned clockwise about the middle of their card."""
    across, up = cos(radians(degrees)), sin(radians(degrees))
    return [
        (
            middle[0] + (x - middle[0]) * across - (y - middle[1]) * up,
            middle[1] + (x - middle[0]) * up + (y - middle[1]) * across,
        )
        for x, y in points
    ]


def corners(pile: Place) -> list[Point]:
    """The corners of the rectangle that a pile takes, as it is turned."""
    right, bottom = pile.x + pile.width, pile.y + pile.height
    square = [(pile.x, pile.y), (right, pile.y), (right, bottom), (pile.x, bottom)]
    return turned(square, (pile.x + pile.width / 2, pile.y + pile.height / 2), pile.rotation)


def overlap(a: Sequence[Point], b: Sequence[Point]) -> bool:
    """Whether two turned rectangles share more than an edge: no line along an edge parts them."""
    for (x0, y0), (x1, y1) in [*pairwise(a[:3]), *pairwise(b[:3])]:
        length = hypot(x1 - x0, y1 - y0)
        one, other = ([((x1 - x0) * x + (y1 - y0) * y) / length for x, y in shape] for shape in (a, b))
        if min(max(one), max(other)) - max(min(one), min(other)) < SLACK:
            return False
    return True


def inside(point: Point, shape: Sequence[Point]) -> bool:
    turns = [
        (x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)
        for (x0, y0), (x1, y1) in pairwise([*shape, shape[0]])
    ]
    return all(turn > 0 for turn in turns)


def bare(placed: Placed, spot: Spot, fan: str, above: Sequence[Sequence[Point]]) -> float:
    """The part of a card's index that no pile above it covers."""
    width, height = placed.card_width, placed.card_height
    across, down = INDEX[fan]
    middle = (spot.x + width / 2, spot.y + height / 2)
    grid = [
        (spot.x + width * across * (col + 0.5) / 8, spot.y + height * down * (row + 0.5) / 8)
        for col in range(8)
        for row in range(8)
    ]
    seen = [
        point
        for point in turned(grid, middle, spot.rotation)
        if not any(inside(point, shape) for shape in above)
    ]
    return len(seen) / len(grid)


def check(slug: str, piles: Piles, screen: tuple[int, int], **options: Any) -> Placed:
    placed = laid(slug, piles, screen, **options)
    of = groups(slug, screen)
    assert set(placed.piles) == set(piles), "the layout names exactly the piles of the game"
    assert placed.card_width >= SMALLEST
    found = {name: corners(pile) for name, pile in placed.piles.items()}
    for name, shape in found.items():
        for x, y in shape:
            assert -SLACK <= x <= placed.width + SLACK, name
            assert -SLACK <= y <= placed.height + SLACK, name
    order = [name for group in layout_document(slug)["layouts"][0]["piles"] for name, *_ in points(group)]
    covering: dict[str, list[list[Point]]] = {}
    for lower, upper in combinations(sorted(placed.piles, key=order.index), 2):
        if overlap(found[lower], found[upper]):
            one, other = of[lower], of[upper]
            if one is other:
                assert one.get("overlap"), f"{upper} lies on {lower}"
            elif one.get("under") != other["id"]:
                assert other["id"] in (
                    one.get("over"),
                    other["id"] if other.get("over") == one["id"] else None,
                )
                assert not (piles[lower] and piles[upper]), f"{upper} lies on {lower}"
            if piles[upper]:
                covering.setdefault(lower, []).append(found[upper])
    for name, above in covering.items():
        for spot, card in zip(placed.cards[name], piles[name], strict=True):
            if spot.shown and card != HIDDEN:
                assert bare(placed, spot, placed.piles[name].fan, above) >= 0.8, (
                    f"the index on {name} is covered"
                )
    for name, spots in placed.cards.items():
        fan = placed.piles[name].fan
        if fan == "none":
            continue
        size = placed.card_height if fan == "down" else placed.card_width
        for (card, here), above in zip(zip(piles[name], spots, strict=True), spots[1:], strict=False):
            if card != HIDDEN and above.shown and (here.x, here.y) != (above.x, above.y):
                step = above.y - here.y if fan == "down" else above.x - here.x
                assert step >= 0.8 * STRIP[fan] * size, f"the index of a card of {name} is covered"
    return placed


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen[0]}x{screen[1]}")
@pytest.mark.parametrize("slug", SLUGS)
def test_the_table_fits_the_screen_and_every_index_shows(slug: str, screen: tuple[int, int]) -> None:
    for piles in tables(slug):
        placed = check(slug, piles, screen)
        assert placed.height == box(screen)[1], "no scrolling in a usual game"


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen[0]}x{screen[1]}")
@pytest.mark.parametrize("slug", SLUGS)
def test_a_crowded_table_can_still_be_read(slug: str, screen: tuple[int, int]) -> None:
    placed = check(slug, crowded(slug), screen)
    if screen[0] < screen[1]:
        assert placed.height == box(screen)[1]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen[0]}x{screen[1]}")
@pytest.mark.parametrize("slug", SLUGS)
def test_the_left_hand_has_the_same_table_mirrored(slug: str, screen: tuple[int, int]) -> None:
    for piles in (tables(slug)[2], crowded(slug)):
        mirrored = check(slug, piles, screen, mirror=True)
        plain = laid(slug, piles, screen)
        stock, other = mirrored.piles["stock"], plain.piles["stock"]
        assert stock.x == pytest.approx(box(screen)[0] - other.x - plain.card_width)
        for name, group in groups(slug, screen).items():
            if name in piles and group.get("mirror", True):
                assert mirrored.piles[name].rotation == -plain.piles[name].rotation


@pytest.mark.parametrize("slug", SLUGS)
def test_a_larger_index_widens_the_fans(slug: str) -> None:
    piles = tables(slug)[0]
    plain, larger = (laid(slug, piles, (1280, 800), index=index) for index in (1, 1.25))
    for name, pile in plain.piles.items():
        assert larger.piles[name].height >= pile.height


def test_the_sultan_sits_in_the_middle_of_his_picture() -> None:
    for screen in SCREENS:
        placed = laid("the-sultan", tables("the-sultan")[0], screen)
        spots = {name: (pile.x, pile.y) for name, pile in placed.piles.items()}
        rows = (
            ("foundation-7", "foundation-4", "foundation-8"),
            ("foundation-5", "sultan", "foundation-6"),
            ("foundation-1", "foundation-3", "foundation-2"),
        )
        for row in rows:
            assert len({spots[name][1] for name in row}) == 1
            assert spots[row[0]][0] < spots[row[1]][0] < spots[row[2]][0]
        for left in range(1, 5):
            line = (f"divan-{left}", "foundation-5", "foundation-6", f"divan-{left + 4}")
            assert sorted(line, key=lambda name: spots[name][0]) == list(line)


def test_piles_on_a_circle_begin_at_the_top_and_go_clockwise() -> None:
    found = points({"id": "ring", "circle": {"cx": 2, "cy": 2, "r": 1.5, "ry": 1, "n": 4, "turn": True}})
    assert [name for name, *_ in found] == ["ring-1", "ring-2", "ring-3", "ring-4"]
    assert found[0][1:] == pytest.approx((1.5, 0.5, 0))
    assert found[1][1:] == pytest.approx((3, 1.5, 90))


def test_fans_that_go_up_or_left_end_where_the_pile_is_said_to_be() -> None:
    piles = [
        {"id": "a", "role": "reserve", "x": 0, "y": 3, "fan": "up", "step": 0.25, "max": 3},
        {"id": "b", "role": "reserve", "x": 3, "y": 0, "fan": "left", "step": 0.3, "max": 3},
    ]
    document = {"v": 1, "layouts": [{"size": [4, 4], "piles": piles}]}
    placed = place(document, {"a": ["5S"] * 3, "b": ["5S"] * 3}, 400, 560)
    assert placed.cards["a"][-1].y == pytest.approx(420 - 70)
    assert placed.piles["a"].y == pytest.approx(420 - 70)
    assert placed.cards["b"][-1].x == pytest.approx(300 - 60)
    assert placed.piles["b"].width == pytest.approx(160)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_browser_lays_the_same_table() -> None:
    ring = {"cx": 3, "cy": 3, "r": 2, "n": 5, "turn": True}
    grid = {"cols": 2, "rows": 2, "x": 0, "y": 1, "dx": 1, "dy": 2}
    left = {"fan": "left", "step": 0.3, "max": 2}
    up = {"fan": "up", "step": 0.3, "backStep": 0.1, "max": 1.5}
    groups = [
        {"id": "ring", "role": "foundation", "circle": ring},
        {"id": "at", "role": "reserve", "at": [[0, 0, 15], [1, 0.5]], **left},
        {"id": "grid", "role": "tableau", "grid": grid, **up},
    ]
    odd = {"v": 1, "layouts": [{"size": [6, 6], "piles": groups}]}
    cases: list[dict[str, Any]] = [
        {"document": layout_document(slug), "piles": piles, "box": box(screen), "options": options}
        for slug in SLUGS
        for screen in SCREENS
        for piles in (*tables(slug), crowded(slug))
        for options in ({}, {"mirror": True, "index": 1.25})
    ]
    names = ("ring-1", "ring-4", "at-1", "at-2", "grid-1", "grid-4")
    cards = {name: ["5S", "??", "7H", "8H"] for name in names}
    cases.append({"document": odd, "piles": cards, "box": (700, 900), "options": {}})
    script = f"""
        import {{ place }} from {json.dumps(JS.as_uri())};
        import {{ readFileSync }} from "node:fs";
        const cases = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(cases.map((c) => {{
          const p = place(c.document, c.piles, ...c.box, c.options);
          return [p.width, p.height, p.cardWidth, p.cardHeight,
            Object.entries(p.piles).map(([n, q]) =>
              [n, q.x, q.y, q.width, q.height, q.rotation, q.role, q.fan]),
            Object.entries(p.cards).map(([n, s]) => [n, s.map((c) => [c.x, c.y, c.rotation, c.shown])])];
        }})));
    """
    node = ["node", "--input-type=module", "-e", script]
    run = subprocess.run(node, input=json.dumps(cases), capture_output=True, text=True, check=True)
    for case, theirs_all in zip(cases, json.loads(run.stdout), strict=True):
        width, height, card_width, card_height, piles, spots = theirs_all
        placed = place(case["document"], case["piles"], *case["box"], **case["options"])
        assert (width, height) == pytest.approx((placed.width, placed.height))
        assert (card_width, card_height) == (placed.card_width, placed.card_height)
        ours = [
            [name, q.x, q.y, q.width, q.height, q.rotation, q.role, q.fan] for name, q in placed.piles.items()
        ]
        for theirs, own in zip(piles, ours, strict=True):
            assert theirs[0] == own[0]
            assert theirs[1:6] == pytest.approx(own[1:6])
            assert theirs[6:] == own[6:]
        for (name, theirs), (own_name, own_spots) in zip(spots, placed.cards.items(), strict=True):
            assert name == own_name
            for their, mine in zip(theirs, own_spots, strict=True):
                assert their[:3] == pytest.approx([mine.x, mine.y, mine.rotation])
                assert their[3] == mine.shown
