"""A second model of the rules, slow and obvious, written from the book; it shares nothing with the engine."""

from tests.games.slow import (
    blockade,
    empress,
    labyrinth,
    margarethe,
    nivernaise,
    olga,
    olympus,
    queen,
    red_and_black,
    square,
    sultan,
    terrace,
)
from tests.games.slow.table import Table

MODELS: dict[str, type[Table]] = {
    module.Model.slug: module.Model
    for module in (
        sultan,
        nivernaise,
        empress,
        labyrinth,
        queen,
        terrace,
        olga,
        red_and_black,
        square,
        margarethe,
        olympus,
        blockade,
    )
}

__all__ = ["MODELS", "Table"]
