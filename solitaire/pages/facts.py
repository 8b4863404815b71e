"""The facts of a game in words, read from what it declares, so that page and rule cannot differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.game import BOOK, Game
from games.piles import Role

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_FULL_PACK = 13


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the fact sheet."""

    name: str
    value: str


def in_words(number: int) -> str:
    """A small number as a word, a large one in figures."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def variant_title(game: Game) -> str:
    """A variant's name for a reader."""
    if game.variant == BOOK:
        return "as in the book"
    return game.variant_titles.get(game.variant, game.variant.replace("-", " "))


def facts(game: Game) -> Sequence[Fact]:
    """The fact sheet of a game in one variant."""
    foundations = sum(max(group.count, 1) for group in game.groups if group.role is Role.FOUNDATION)
    found = [
        Fact("In the book", f"no. {game.number}"),
        Fact("Cards", _cards(game)),
        Fact("Foundations", in_words(foundations).capitalize() if foundations else "None"),
        Fact("To bring home", f"{game.total} cards"),
        Fact("Re-deals", _redeals(game)),
    ]
    others = [str(game.variant_titles.get(name, name)) for name in game.variants if name != BOOK]
    if others:
        found.append(Fact("Variants", ", ".join(["as in the book", *others])))
    return found


def _cards(game: Game) -> str:
    kind = "pack" if len(game.ranks) == _FULL_PACK else "piquet pack"
    plural = "" if game.packs == 1 else "s"
    return f"{in_words(game.packs).capitalize()} {kind}{plural}, {game.packs * len(game.ranks) * 4} cards"


def _redeals(game: Game) -> str:
    if not game.redeals:
        return "None"
    manner = "shuffled" if game.redeal_shuffled else "in order"
    return f"{in_words(game.redeals).capitalize()}, {manner}"
