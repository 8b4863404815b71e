"""Players, deals and results for the pages."""

import datetime
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from solitaire.daily.models import Deal
from solitaire.daily.services import deals_of, plan, today
from solitaire.play.models import Attempt, worth_of
from solitaire.players.models import Player

Finish = Callable[..., Attempt]


@pytest.fixture(autouse=True)
def no_history() -> None:
    """Rate limits begin anew."""
    cache.clear()


@pytest.fixture
def deal(db: None) -> Deal:
    """Today's Sultan."""
    return next(deal for deal in deals_of(today()) if (deal.game, deal.variant) == ("the-sultan", "book"))


@pytest.fixture
def settled(db: None) -> Deal:
    """The Sultan of three days ago, settled."""
    day = today() - datetime.timedelta(days=3)
    plan(day)
    found = next(deal for deal in deals_of(day) if (deal.game, deal.variant) == ("the-sultan", "book"))
    found.status = Deal.Status.SETTLED
    found.settled_at = timezone.now()
    found.save()
    return found


@pytest.fixture
def ada(db: None) -> Player:
    return Player.objects.create_user("ada", password="a long enough word")


@pytest.fixture
def visitor() -> Client:
    """A browser that has never been here."""
    return Client()


@pytest.fixture
def account(ada: Player) -> Client:
    """Ada's browser."""
    client = Client()
    client.post("/accounts/login/", {"login": "ada", "password": "a long enough word"})
    return client


@pytest.fixture
def guest(db: None) -> Client:
    """The browser of somebody who has begun to play The Olga without an account."""
    client = Client()
    client.post("/play/the-olga/")
    return client


@pytest.fixture
def finish(db: None) -> Finish:
    """Makes a finished official attempt of a player, who is made where there is none of that name."""

    def made(deal: Deal, player: Player | str, **result: object) -> Attempt:
        if isinstance(player, str):
            player, _ = Player.objects.get_or_create(username=player)
        values = {"won": True, "score": 95, "moves": 200, "time_ms": 600_000, "assisted": False, **result}
        values.setdefault("status", "won" if values["won"] else "ended")
        values["worth"] = worth_of(*(values[name] for name in ("won", "assisted", "score", "moves")))
        began = timezone.now() - datetime.timedelta(hours=1)
        return Attempt.objects.create(
            player=player, deal=deal, started_at=began, finished_at=timezone.now(), **values
        )

    return made
