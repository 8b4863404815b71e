"""Players, deals and sockets for the tests of the service."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games import catalogue
from solitaire.daily.models import Deal, commitment
from solitaire.play import services
from solitaire.play.memory import memory
from solitaire.play.models import Attempt, worth_of
from solitaire.play.table import BETWEEN
from solitaire.play.writing import Intent, Written, write
from solitaire.players.models import Player
from solitaire.players.services import GUEST_BACKEND
from tests.solitaire.tiny import SEED, Tiny

ACCOUNT_BACKEND = "solitaire.players.backends.AccountBackend"


@pytest.fixture(autouse=True)
def _tiny_game() -> Iterator[None]:
    """The tests' own game stands in the catalogue."""
    catalogue.classes()[Tiny.slug] = Tiny
    yield
    del catalogue.classes()[Tiny.slug]


@pytest.fixture(autouse=True)
def _no_memory() -> None:
    """Every test works out its tables anew, and counts its attempts to log in anew."""
    memory.clear()
    cache.clear()


@pytest.fixture
def player() -> Player:
    """An account."""
    return make_player("ada")


@pytest.fixture
def other() -> Player:
    """Another account."""
    return make_player("grace")


@pytest.fixture
def guest() -> Player:
    return Player.objects.create_guest()


@pytest.fixture
def deal() -> Deal:
    """Today's deal of the tiny game, which can be won by ``tiny.WIN``."""
    return make_deal()


@pytest.fixture
def attempt(player: Player, deal: Deal) -> Attempt:
    """Ada's official attempt, whose table she has seen."""
    return begun(player, deal)


def make_player(name: str, **more: Any) -> Player:
    return Player.objects.create_user(name, password="a long enough password", **more)


def make_deal(game: str = "tiny", variant: str = "book", seed: str = SEED, days: int = 0) -> Deal:
    """A deal of today, or of some days from today."""
    opens = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=days)
    return Deal.objects.create(
        game=game,
        variant=variant,
        date=opens.date(),
        seed=seed,
        commitment=commitment(game, variant, opens.date(), seed),
        opens_at=opens,
        closes_at=opens + timedelta(days=1),
        status=Deal.Status.OPEN,
    )


def begun(player: Player, deal: Deal, kind: str = "official") -> Attempt:
    """An attempt whose clock runs."""
    attempt, _ = services.show(services.begin(player, deal, kind))
    return attempt


def hidden_piles(attempt: Attempt) -> list[str]:
    """The piles of an attempt's snapshot, as it writes them."""
    return [pile.hex() for pile in bytes.fromhex(attempt.snapshot["piles"]).split(BETWEEN)]


def finished(player: Player, deal: Deal, **result: Any) -> Attempt:
    """An attempt that is over, with a result that nobody played."""
    now = timezone.now()
    result = {"won": True, "score": 12, "moves": 20, "time_ms": 60_000, "assisted": False, **result}
    ranked_by = {name: result[name] for name in ("won", "assisted", "score", "moves")}
    return Attempt.objects.create(
        player=player,
        deal=deal,
        started_at=now - timedelta(minutes=5),
        finished_at=now,
        status="won" if result["won"] else "ended",
        worth=worth_of(**ranked_by),
        **result,
    )


class Hand:
    """Plays an attempt by the write path, one intent after another."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt

    def __call__(
        self, kind: str, text: str = "", *, id: uuid.UUID | None = None, base: int | None = None
    ) -> Written:
        seq = Attempt.objects.values_list("seq", flat=True).get(pk=self.attempt.pk)
        intent = Intent(id or uuid.uuid4(), kind, seq if base is None else base, text)
        return write(self.attempt.pk, self.attempt.player_id, intent)

    def plays(self, moves: list[str]) -> None:
        for move in moves:
            self("move", move)


@pytest.fixture
def hand(attempt: Attempt) -> Hand:
    return Hand(attempt)


@pytest.fixture
def logged_in() -> Callable[[Player], Client]:
    """A browser in which a player is logged in."""

    def browser(player: Player) -> Client:
        client = Client()
        client.force_login(player, GUEST_BACKEND if player.is_guest else ACCOUNT_BACKEND)
        return client

    return browser
