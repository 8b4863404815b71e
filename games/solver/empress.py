"""Advice for the Empress of India, where a card is let in by tying another away.

"Choose your own time for pairing": the art is to tie only when that lets in, from a talon, a card that can be
played at once, and to tie cards that will be due late, and about equally late.
"""

from __future__ import annotations

from typing import Final

from games.catalogue.the_empress_of_india import TheEmpressOfIndia
from games.game import DEAL
from games.moves import Move
from games.position import Position
from games.solver.promise import Due

APART: Final = 2
"""How much worse a tie is for each card that must go home between its two. For each before them it is better
by one."""
MATCHED: Final = 50
"""That the card let in has a partner it can be played with is worth more than anything."""


def advise(game: TheEmpressOfIndia, table: Position, due: Due) -> Move | None:
    """What to do on a table: play a pair, else tie, else turn the stock; None where nothing can be done.

    Looks at nothing that lies face down.
    """
    pairs = game.pairs(table, distinct=True)
    if pairs:
        return max(pairs, key=lambda move: _merit(game, table, due, move))
    tie = _tie(game, table, due)
    if tie is None and table.piles[game.index["stock"]]:
        return DEAL
    return tie


def _merit(game: TheEmpressOfIndia, table: Position, due: Due, move: Move) -> tuple[bool, int, int]:
    """Tied pairs come first, then what keeps the foundations level, then what lets good cards in."""
    piles = table.piles
    cells = {source for source, _ in move.steps}
    heights = sum([len(piles[home]) for _, home in move.steps])
    waiting = [_top(game, table, cell in game.army) for cell in cells]
    return len(cells) == 1, -heights, -sum([due[card] for card in waiting])


def _tie(game: TheEmpressOfIndia, table: Position, due: Due) -> Move | None:
    """The best tie that lets in a card to be played now, of a colour that has none; with the pack out, any
    that lets in a card of such a colour."""
    piles = table.piles
    army, navy = game.loose(table)
    ready = {
        red: any(due[piles[cell][0]] == 0 for cell in cells) for red, cells in ((True, army), (False, navy))
    }
    best: Move | None = None
    most = 0
    for red, cells, others in ((True, army, navy), (False, navy, army)):
        top = _top(game, table, red)
        if not top or ready[red] or (due[top] and piles[game.index["stock"]]):
            continue
        for cell in cells:
            for other in others:
                one, two = due[piles[cell][0]], due[piles[other][0]]
                merit = one + two - APART * abs(one - two) + MATCHED * ready[not red] - 5 * due[top]
                if best is None or merit > most:
                    best, most = game.transfer(cell, other), merit
    return best


def _top(game: TheEmpressOfIndia, table: Position, red: bool) -> int:
    """The card on a colour's talon; 0, which is due never, where there is none."""
    cards = table.piles[game.index["talon-red" if red else "talon-black"]]
    return cards[-1] if cards else 0
