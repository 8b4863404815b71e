"""A deal as one player sees it on a card: what he may do with it now."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from games.game import Game
from solitaire.daily.models import Deal
from solitaire.daily.services import playing_counts
from solitaire.play.models import Attempt
from solitaire.play.services import my_attempts
from solitaire.players.models import Player


@dataclass(frozen=True, slots=True)
class Hand:
    """A deal, the player's attempt at it if he has one, and how many play it."""

    deal: Deal
    attempt: Attempt | None
    playing: int

    @property
    def game(self) -> Game:
        """The engine's game in the deal's variant."""
        return self.deal.engine

    @property
    def state(self) -> str:
        """``new``, ``playing``, ``won``, ``over``, ``void`` or ``missed`` (closed, and never begun)."""
        if self.attempt is None:
            return "new" if self.deal.is_open else "missed"
        if self.attempt.is_void:
            return "void"
        if not self.attempt.is_over:
            return "playing"
        return "won" if self.attempt.won else "over"


def hands(deals: Iterable[Deal], player: Player | None) -> list[Hand]:
    """The deals as ``player`` (None: a visitor) sees them; two queries however many they are."""
    deals = list(deals)
    mine = my_attempts(player, deals) if player else {}
    counts = playing_counts(deals)
    return [Hand(deal, mine.get(deal.pk), counts.get(deal.pk, 0)) for deal in deals]


@dataclass(frozen=True, slots=True)
class Dealt:
    """One game of the day: its book form, or the first variant where that is not dealt, and its variants."""

    main: Hand
    variants: list[Hand]


def by_game(found: Iterable[Hand]) -> list[Dealt]:
    """The hands of each game together, in the order in which they come."""
    games = [list(group) for _, group in groupby(found, key=lambda hand: hand.deal.game)]
    return [Dealt(game[0], game[1:]) for game in games]
