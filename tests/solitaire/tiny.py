"""A patience of twelve cards that can be won in a test, with a stock, cards face down and a re-deal."""

from __future__ import annotations

from itertools import count

from games.cards import DOWN
from games.game import Game
from games.moves import Move
from games.piles import Group, Role, stock, talon
from games.rules import Build, Suits

RANKS = "A23"


class Tiny(Game):
    """Three columns of two, one card of each face down; six cards in the stock."""

    slug = "tiny"
    title = "Tiny"
    number = 1000
    summary = "A game for tests."
    rules = "## The aim\n\nTo be won in a test.\n"
    packs = 1
    ranks = RANKS
    redeals = 9
    state = {"redeals": 0}

    def piles(self) -> tuple[Group, ...]:
        return (
            Group(
                "foundation",
                Role.FOUNDATION,
                4,
                bases="AS AH AD AC",
                build=Build(RANKS, Suits.SAME),
                takes=("bed", "talon"),
            ),
            Group(
                "bed",
                Role.TABLEAU,
                3,
                build=Build(RANKS[::-1], Suits.ALTERNATE),
                takes=("bed",),
                turns_up=True,
            ),
            stock(),
            talon(),
        )

    def lay_out(self, piles: list[bytes], cards: list[int]) -> None:
        for pile in self.group("bed"):
            piles[pile] = bytes((cards.pop(0) | DOWN, cards.pop(0)))


def line(seed: str) -> list[str] | None:
    """The moves of a greedy player, if they win."""
    game = Tiny()
    position = game.deal(seed)
    played: list[Move] = []
    while game.status(position) != "won" and len(played) < 80:
        home = [move for move in game.moves(position) if ">foundation" in move.text]
        turn = [move for move in game.moves(position) if move.verb != "move"]
        if not home and not turn:
            return None
        played.append((home or turn)[0])
        position = game.play(position, played[-1])
    return [move.text for move in played] if game.status(position) == "won" else None


def winning() -> tuple[str, list[str]]:
    """A seed, and moves that win with it."""
    for number in count():
        moves = line(f"seed-{number}")
        if moves is not None:
            return f"seed-{number}", moves
    raise AssertionError


SEED, WIN = winning()
