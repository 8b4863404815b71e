"""The rule page of a game: facts counted from what the game declares, then its own words."""

from __future__ import annotations

from typing import NamedTuple

from games import picture
from games.cards import RANKS
from games.game import BOOK, Game
from games.piles import Group, Role
from games.position import Position

EXAMPLE = 12
"""Moves made on the table that is drawn."""

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


class Fact(NamedTuple):
    """A line of the fact sheet."""

    name: str
    value: str


def facts(game: Game) -> list[Fact]:
    """The fact sheet of a game: counted from what it declares, so that page and rule cannot differ."""
    foundations = [group for group in game.groups if group.role is Role.FOUNDATION]
    count = sum(max(group.count, 1) for group in foundations)
    building = dict.fromkeys(filter(None, map(_building, game.groups)))
    found = [
        Fact("In the book", f"no. {game.number}"),
        Fact("Cards", _cards(game)),
        Fact("Foundations", f"{in_words(count)}, {_ways(foundations)}"),
        Fact("Building", "; ".join(building) or "none"),
        Fact("Re-deals", _redeals(game)),
        Fact("To bring home", f"{game.total} cards"),
    ]
    others = [game.variant_titles.get(name, name) for name in game.variants if name != BOOK]
    if others:
        found.append(Fact("Variants", "; ".join(others)))
    return [Fact(name, value[0].upper() + value[1:]) for name, value in found]


def in_words(number: int) -> str:
    """A small number as a word, a large one in figures."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def page(game: Game) -> str:
    """The whole rule page, Markdown."""
    rows = "\n".join(f"| {name} | {value} |" for name, value in facts(game))
    title = game.title if game.variant == BOOK else f"{game.title}, {variant_title(game)}"
    drawn = picture.text(game, example(game))
    return (
        f"# {title}\n\n{game.summary}\n\n| | |\n|---|---|\n{rows}\n{game.rules.rstrip()}\n\n"
        f"## A table, drawn\n\n```\n{drawn}\n```\n"
    )


def example(game: Game) -> Position:
    """The table that is drawn to explain a game: always the same one, a little way into play."""
    position = game.deal("an example")
    for _ in range(EXAMPLE):
        moves = game.moves(position)
        homes = [move for move in moves if game.score(game.after(position, move)) > game.score(position)]
        if moves:
            position = game.after(position, (homes or moves[-1:])[0])
    return position


def variant_title(game: Game) -> str:
    """How the variant is called: "as in the book", "with one re-deal"."""
    return "as in the book" if game.variant == BOOK else game.variant_titles.get(game.variant, game.variant)


def _cards(game: Game) -> str:
    kind = "pack" if game.ranks == RANKS else "piquet pack"
    plural = "" if game.packs == 1 else "s"
    return f"{in_words(game.packs)} {kind}{plural}, {game.packs * len(game.ranks) * 4} cards"


def _ways(foundations: list[Group]) -> str:
    ways = dict.fromkeys(group.build.says for group in foundations if group.build)
    return "; ".join(ways)


def _building(group: Group) -> str:
    if group.role not in (Role.TABLEAU, Role.RESERVE) or not group.build:
        return ""
    return f"{group.called.lower()}s {group.build.says}"


def _redeals(game: Game) -> str:
    if not game.redeals:
        return "none"
    return f"{in_words(game.redeals)}, {'shuffled' if game.redeal_shuffled else 'in the same order'}"
