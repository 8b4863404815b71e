"""Guests, accounts and bans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import authenticate, get_user
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client, RequestFactory

from solitaire.daily.leaderboards import board
from solitaire.daily.models import Deal
from solitaire.play import services as play
from solitaire.play.log import mismatch
from solitaire.play.models import Attempt, Event
from solitaire.players.models import Player
from solitaire.players.names import validators
from solitaire.players.services import ban, merge, player_for, unban
from solitaire.staff.models import AuditEntry
from tests.solitaire.conftest import Hand, begun, finished, make_deal, make_player
from tests.solitaire.tiny import WIN

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough password"


def sign_up(client: Client, name: str, **more: str) -> Any:
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post("/accounts/signup/", fields)


def log_in(client: Client, name: str, password: str = PASSWORD) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": password})


def user_of(client: Client) -> Player | None:
    """Who a browser is logged in as."""
    request: Any = RequestFactory().get("/")
    request.session = client.session
    user = get_user(request)
    return user if isinstance(user, Player) else None


# ---- guests --------------------------------------------------------------------------------------


def test_a_visitor_is_nobody_until_he_plays() -> None:
    client = Client()
    client.get("/")
    assert not Player.objects.exists()


def test_a_guest_is_logged_in_by_his_session(deal: Deal) -> None:
    client = Client()
    client.post("/play/the-olga/")
    guest = Player.objects.get()
    assert guest.is_guest
    assert user_of(client) == guest
    assert player_for(client.get("/").wsgi_request, create=True) == guest


def test_a_guest_cannot_be_logged_in_to(guest: Player) -> None:
    assert not guest.has_usable_password()
    guest.set_password(PASSWORD)
    guest.email = "guest@example.org"
    guest.save()
    request = RequestFactory().post("/")
    assert authenticate(request, username=guest.username, password=PASSWORD) is None
    client = Client()
    log_in(client, guest.username)
    assert user_of(client) is None


@pytest.mark.parametrize("page", ["password/set/", "password/change/", "email/"])
def test_a_guest_has_no_password_and_no_address_to_set(
    page: str, guest: Player, logged_in: Callable[[Player], Client]
) -> None:
    response = logged_in(guest).get(f"/accounts/{page}")
    assert response.headers["Location"] == "/accounts/signup/"


# ---- signing up ----------------------------------------------------------------------------------


def test_signing_up_makes_the_guest_an_account_in_place(
    guest: Player, deal: Deal, logged_in: Callable[[Player], Client]
) -> None:
    Hand(begun(guest, deal)).plays(WIN)
    assert board(deal, guest).rows == []
    client = logged_in(guest)
    response = sign_up(client, "Ada")
    assert response.status_code == 302
    account = Player.objects.get()
    assert (account.pk, account.username, account.is_guest) == (guest.pk, "Ada", False)
    assert user_of(client) == account
    assert account.check_password(PASSWORD)
    assert [row.player for row in board(deal, account).rows] == ["Ada"]
    client.post("/accounts/logout/")
    log_in(client, "ada")
    assert user_of(client) == account


def test_signing_up_without_having_played_makes_a_new_account() -> None:
    sign_up(Client(), "grace")
    assert Player.objects.get().is_guest is False


def test_an_account_that_signs_up_again_stays_what_it_is(
    player: Player, logged_in: Callable[[Player], Client]
) -> None:
    sign_up(logged_in(player), "second")
    player.refresh_from_db()
    assert player.username == "ada"
    assert Player.objects.count() == 2


@pytest.mark.parametrize("taken", ["ada", "ADA", "Ada"])
def test_a_name_is_taken_whatever_its_case(player: Player, guest: Player, taken: str) -> None:
    assert sign_up(Client(), taken).status_code == 200
    assert Player.objects.count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(username=taken.swapcase())


@pytest.mark.parametrize("name", ["Ada", "o.lga", "mount-olympus", "x_1", "007", "a" * 24])
def test_names(name: str) -> None:
    for validator in validators:
        validator(name)


@pytest.mark.parametrize(
    "name",
    ["guest-1", "Guest-ab", "admin", "ME", "a b", "ada!", "-ada", "a--b", "ada.", "Ådа", "a" * 25, "a\n"],
)
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(ValidationError):
        Player(username=name).clean_fields(exclude=["password"])
    assert sign_up(Client(), name).status_code == 200 or name.strip() != name
    assert not Player.objects.filter(username=name).exists()


# ---- logging in ----------------------------------------------------------------------------------


def test_logging_in_brings_the_guests_attempts_along(
    player: Player, guest: Player, deal: Deal, logged_in: Callable[[Player], Client]
) -> None:
    attempt = begun(guest, deal)
    client = logged_in(guest)
    log_in(client, "ada")
    assert user_of(client) == player
    attempt.refresh_from_db()
    assert (attempt.player, attempt.kind) == (player, "official")
    guest.refresh_from_db()
    assert (guest.merged_into, guest.is_active) == (player, False)
    # It goes on where the guest left it, and cannot be begun anew.
    assert play.begin(player, deal) == attempt
    Hand(attempt)("move", "deal")


def test_where_the_account_has_played_its_attempt_stands(player: Player, guest: Player, deal: Deal) -> None:
    own = finished(player, deal, won=False, score=2)
    theirs = begun(guest, deal)
    Hand(theirs).plays(WIN[:3])
    merge(guest, player)
    theirs.refresh_from_db()
    assert (theirs.player, theirs.kind, theirs.is_over) == (player, "merged", True)
    assert Event.objects.filter(attempt=theirs).count() == 3
    assert play.begin(player, deal) == own
    assert [row.score for row in board(deal, player).rows] == [2]


def test_what_is_merged_replays_and_what_was_never_seen_is_gone(
    player: Player, guest: Player, deal: Deal
) -> None:
    second = make_deal("margarethe")
    for each in (deal, second):
        finished(player, each)
    seen, unseen = begun(guest, deal), play.begin(guest, second)
    Hand(seen).plays(WIN[:3])
    merge(guest, player)
    seen.refresh_from_db()
    assert (mismatch(seen), seen.status) == (None, "ended")
    assert not Attempt.objects.filter(pk=unseen.pk).exists()


def test_a_won_guest_attempt_does_not_replace_the_accounts(player: Player, guest: Player, deal: Deal) -> None:
    finished(player, deal, won=False, score=2)
    best = finished(guest, deal)
    merge(guest, player)
    merge(guest, player)
    best.refresh_from_db()
    assert best.kind == "merged"
    assert Attempt.objects.filter(player=player, kind="official").count() == 1


def test_each_deal_is_merged_by_itself(player: Player, guest: Player, deal: Deal) -> None:
    second = make_deal(days=-1)
    finished(player, deal)
    finished(guest, deal)
    finished(guest, second)
    merge(guest, player)
    kinds = Attempt.objects.filter(player=player).values_list("deal", "kind")
    assert sorted(kinds) == sorted([(deal.pk, "official"), (deal.pk, "merged"), (second.pk, "official")])


def test_nothing_is_taken_from_an_account(player: Player, other: Player, deal: Deal) -> None:
    attempt = begun(player, deal)
    merge(player, other)
    attempt.refresh_from_db()
    assert attempt.player == player


def test_staff_who_played_as_guests_bring_it_along_too(
    guest: Player, deal: Deal, logged_in: Callable[[Player], Client]
) -> None:
    member = make_player("clerk", is_staff=True)
    begun(guest, deal)
    logged_in(guest).post("/admin/login/", {"username": "clerk", "password": PASSWORD})
    assert Attempt.objects.get().player == member


def test_logging_in_is_limited() -> None:
    make_player("limited")
    client = Client()
    for _ in range(15):
        response = log_in(client, "limited", "wrong")
    assert response.status_code == 429 or "Too many" in response.content.decode()


# ---- bans ----------------------------------------------------------------------------------------


def test_a_ban_ends_the_session_and_shuts_the_door(
    player: Player, logged_in: Callable[[Player], Client]
) -> None:
    client = logged_in(player)
    assert user_of(client) == player
    ban(player, "A machine.", None)
    assert user_of(client) is None
    log_in(client, "ada")
    assert user_of(client) is None
    unban(player, "A mistake.", None)
    assert user_of(client) == player
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == ["ban", "unban"]


def test_a_guest_can_be_banned_too(guest: Player, logged_in: Callable[[Player], Client]) -> None:
    client = logged_in(guest)
    ban(guest, "A machine.", None)
    assert user_of(client) is None


def test_the_first_reason_of_a_ban_stays(player: Player) -> None:
    ban(player, "First.", None)
    ban(player, "Second.", None)
    assert Player.objects.get().ban_reason == "First."
