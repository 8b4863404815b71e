"""Small pictures of a table, drawn as SVG from the game's layout document.

They show an example, a little way into a play of one fixed seed; never a deal that anybody plays.
"""

from functools import lru_cache
from typing import Final

from games import catalogue
from games.cards import HIDDEN
from games.game import Game
from games.layout import Place, Placed, Spot, layout_document, place
from games.piles import Role
from games.position import Position

WIDTH: Final = 1280
HEIGHT: Final = 880
MARGIN: Final = 36
SEED: Final = "an example for the pictures"
MOST_MOVES: Final = 150

_RED: Final = "#a3302b"
_BLACK: Final = "#22201d"
# Each suit's shape is drawn in a square of 20 by 20 about the origin.
_SUITS: Final = {
    "S": "M0-9.5C2.5-5 8-2 8 2.2 8 6.3 3.2 7.3 1.2 4.5 1.4 7 2 8.5 3.5 9.5H-3.5"
    "C-2 8.5-1.4 7-1.2 4.5-3.2 7.3-8 6.3-8 2.2-8-2-2.5-5 0-9.5Z",
    "H": "M0 9C-2.5 4.5-8.5 1.5-8.5-4-8.5-9-2-9.5 0-4.5 2-9.5 8.5-9 8.5-4 8.5 1.5 2.5 4.5 0 9Z",
    "D": "M0-9.5C2-5.5 4.5-2.5 7 0 4.5 2.5 2 5.5 0 9.5-2 5.5-4.5 2.5-7 0-4.5-2.5-2-5.5 0-9.5Z",
    "C": "M0-9.5A4.2 4.2 0 0 1 3.4-2.8 4.2 4.2 0 1 1 1.2 4C1.4 7 2 8.5 3.5 9.5H-3.5"
    "C-2 8.5-1.4 7-1.2 4A4.2 4.2 0 1 1-3.4-2.8 4.2 4.2 0 0 1 0-9.5Z",
}


@lru_cache(maxsize=64)
def table_picture(slug: str) -> str:
    """The table of a game as an SVG document."""
    game = catalogue.game(slug)
    piles: dict[str, list[str]] = game.view(example(game))["piles"]
    laid = place(layout_document(slug), piles, WIDTH, HEIGHT)
    empty = [_empty(spot, laid) for name, spot in laid.piles.items() if not piles.get(name)]
    full = [_pile(cards, laid.cards[name], laid) for name, cards in piles.items() if name in laid.cards]
    shapes = "".join(f'<path id="{suit}" d="{path}"/>' for suit, path in _SUITS.items())
    left, top, width, height = _frame(laid)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}">'
        f"<defs>{shapes}</defs>"
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" fill="#1f4a3d"/>'
        f"{''.join(empty + full)}</svg>"
    )


def example(game: Game) -> Position:
    """A table a little way into a play: cards that can go home have gone, and some of the stock is dealt.

    Where there is no talon the stock makes the table itself, and more of it is dealt.
    """
    position = game.deal(SEED)
    stock = game.index.get("stock")
    left = 2 / 3 if "talon" in game.index else 1 / 4
    enough = len(position.piles[stock]) * left if stock is not None else 0
    for _ in range(MOST_MOVES):
        moves = game.moves(position)
        home = [m for m in moves if m.verb == "move" and game.group_of(m.target).role is Role.FOUNDATION]
        home = [m for m in home if game.group_of(m.source).role is not Role.FOUNDATION]
        turn = [m for m in moves if m.verb in ("choose", "deal", "fill")]
        if (stock is not None and len(position.piles[stock]) <= enough) or not home + turn:
            break
        position = game.after(position, (home + turn)[0])
    return position


def _frame(laid: Placed) -> tuple[float, float, float, float]:
    """Left, top, width and height of the picture: what is on the table with a margin, in the usual shape."""
    spots = laid.piles.values()
    left, right = min(spot.x for spot in spots), max(spot.x + spot.width for spot in spots)
    top, bottom = min(spot.y for spot in spots), max(spot.y + spot.height for spot in spots)
    width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    wide, high = max(width, height * WIDTH / HEIGHT), max(height, width * HEIGHT / WIDTH)
    return (left + right - wide) / 2, (top + bottom - high) / 2, wide, high


def _pile(cards: list[str], spots: tuple[Spot, ...], laid: Placed) -> str:
    return "".join(_card(card, spot, laid) for card, spot in zip(cards, spots, strict=True) if spot.shown)


def _empty(where: Place, laid: Placed) -> str:
    width, height = laid.card_width, laid.card_height
    return (
        f'<rect {_at(where.x, where.y, where.rotation, width, height)} width="{width}" height="{height}" '
        f'rx="{width * 0.07:.1f}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="2"/>'
    )


def _card(card: str, spot: Spot, laid: Placed) -> str:
    width, height = laid.card_width, laid.card_height
    where = _at(spot.x, spot.y, spot.rotation, width, height)
    size = f'width="{width}" height="{height}" rx="{width * 0.07:.1f}"'
    if card == HIDDEN:
        inset = width * 0.08
        return (
            f'<g {where}><rect {size} fill="#7c2a27" stroke="#0d231c" stroke-opacity=".5"/>'
            f'<rect x="{inset:.1f}" y="{inset:.1f}" width="{width - 2 * inset:.1f}" '
            f'height="{height - 2 * inset:.1f}" rx="{width * 0.03:.1f}" fill="none" stroke="#d8b97f" '
            f'stroke-width="{width * 0.025:.1f}"/></g>'
        )
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1]
    tight = f' letter-spacing="{-width * 0.05:.1f}"' if rank == "10" else ""
    colour = _RED if suit in "HD" else _BLACK
    return (
        f'<g {where} fill="{colour}"><rect {size} fill="#fffcf3" stroke="#0d231c" stroke-opacity=".45"/>'
        f'<text x="{width * 0.07:.1f}" y="{width * 0.31:.1f}" font-family="Georgia,Liberation Serif,serif" '
        f'font-size="{width * 0.33:.1f}"{tight}>{rank}</text>'
        f"{_pip(suit, width * 0.78, width * 0.2, width * 0.0145)}"
        f"{_pip(suit, width * 0.5, height * 0.62, width * 0.026)}</g>"
    )


def _pip(suit: str, x: float, y: float, scale: float) -> str:
    return f'<use href="#{suit}" transform="translate({x:.1f} {y:.1f}) scale({scale:.2f})"/>'


def _at(x: float, y: float, rotation: float, width: int, height: int) -> str:
    turn = f" rotate({rotation:.1f} {width / 2:.1f} {height / 2:.1f})" if rotation else ""
    return f'transform="translate({x:.1f} {y:.1f}){turn}"'
