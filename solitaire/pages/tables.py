"""What a page needs to draw a game's table, whatever lies on it."""

from typing import Any

from games.game import Game
from games.layout import layout_document


def table_data(game: Game) -> dict[str, Any]:
    """The layout of a game, and what its piles are called."""
    return {
        "game": game.slug,
        "variant": game.variant,
        "title": game.title,
        "layout": layout_document(game.slug),
        "groups": {name: game.called(pile) for pile, name in enumerate(game.names)},
    }
