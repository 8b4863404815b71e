"""The rule page of a game: facts counted from what the game declares, then its own words."""

from __future__ import annotations

from games import picture
from games.cards import RANKS
from games.game import Game
from games.piles import Group, Role
from games.position import Position

EXAMPLE = 12
"""Moves made on the table that is drawn."""

NUMBERS = ("no", "one", "two", "three", "four")


def facts(game: Game) -> list[tuple[str, str]]:
    """What the game is played with, as (name, value) pairs for a table."""
    cards = sum(game.pack.all.values())
    kind = "full pack" if game.ranks == RANKS else "piquet pack"
    foundations = [group for group in game.groups if group.role is Role.FOUNDATION]
    return [
        ("In the book", f"no. {game.number}"),
        ("Packs", f"{NUMBERS[game.packs]} {kind}{'s' if game.packs > 1 else ''}, {cards} cards"),
        ("Foundations", "; ".join(filter(None, (_foundation(group) for group in foundations)))),
        ("Building", "; ".join(filter(None, (_building(group) for group in game.groups))) or "none"),
        ("Re-deals", _redeals(game)),
        ("Cards to bring home", str(game.total)),
    ]


def page(game: Game) -> str:
    """The whole rule page, Markdown."""
    rows = "\n".join(f"| {name} | {value} |" for name, value in facts(game))
    title = game.title if game.variant == "book" else f"{game.title}, {variant_title(game)}"
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
    """How the variant is called: "by the book", "with one re-deal"."""
    return game.variant_titles.get(game.variant, "by the book" if game.variant == "book" else game.variant)


def _foundation(group: Group) -> str:
    count = max(group.count, 1)
    if not group.build:
        return f"{count}"
    return f"{count}, {group.build.says}"


def _building(group: Group) -> str:
    if group.role not in (Role.TABLEAU, Role.RESERVE) or not group.build:
        return ""
    return (
        f"{group.called.lower()}s {group.build.says}"
        if group.count
        else f"{group.called}: {group.build.says}"
    )


def _redeals(game: Game) -> str:
    if not game.redeals:
        return "none"
    order = "shuffled" if game.redeal_shuffled else "in the same order"
    return f"{NUMBERS[game.redeals]}, {order}"
