"""What staff see and do, and what they do not see."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from solitaire.daily.models import Deal
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from solitaire.staff.admin.deals import DealAdmin
from solitaire.staff.models import AuditEntry
from tests.solitaire.conftest import ACCOUNT_BACKEND, Hand, hidden_piles, make_deal, make_player
from tests.solitaire.tiny import WIN

pytestmark = pytest.mark.django_db

MODELS = ["player", "deal", "attempt", "event", "auditentry"]


def staff(name: str, *permissions: str) -> tuple[Player, Client]:
    """A member of the staff with these permissions, and his browser."""
    member = make_player(name, is_staff=True)
    member.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(member, ACCOUNT_BACKEND)
    return member, client


@pytest.fixture
def clerk() -> tuple[Player, Client]:
    """May look at and change everything but secrets."""
    return staff("clerk", *(f"{verb}_{model}" for verb in ("view", "change") for model in MODELS))


@pytest.fixture
def keeper() -> tuple[Player, Client]:
    """May look at secrets as well."""
    return staff(
        "keeper", "view_secrets", *(f"{verb}_{model}" for verb in ("view", "change") for model in MODELS)
    )


@pytest.fixture
def played(hand: Hand) -> Attempt:
    """An attempt some moves into an open deal."""
    hand.plays(WIN[:4])
    return Attempt.objects.select_related("deal").get()


def paths(attempt: Attempt) -> list[str]:
    return [
        "/admin/",
        "/admin/players/player/",
        f"/admin/players/player/{attempt.player_id}/change/",
        "/admin/daily/deal/",
        f"/admin/daily/deal/{attempt.deal_id}/change/",
        "/admin/play/attempt/",
        f"/admin/play/attempt/{attempt.pk}/change/",
        "/admin/play/attempt/export/",
        "/admin/staff/auditentry/",
    ]


def test_no_page_tells_what_is_secret_of_an_open_deal(played: Attempt, clerk: Any, keeper: Any) -> None:
    secrets = [played.deal.seed, *(pile for pile in hidden_piles(played) if pile)]
    for _, client in (clerk, keeper):
        for path in paths(played):
            response = client.get(path)
            assert response.status_code == 200, path
            page = response.content.decode()
            assert not [
                secret for secret in secrets if f">{secret}<" in page or (secret in page and len(secret) > 3)
            ]
            assert "snapshot" not in page.lower()
            assert "certificate" not in page.lower()
    assert not AuditEntry.objects.exists()


def test_secrets_need_the_permission(played: Attempt, clerk: Any) -> None:
    _, client = clerk
    assert client.get(f"/admin/daily/deal/{played.deal_id}/secrets/").status_code == 403
    assert client.get(f"/admin/play/attempt/{played.pk}/steps/").status_code == 403
    assert (
        "Look at the secrets"
        not in client.get(f"/admin/daily/deal/{played.deal_id}/change/").content.decode()
    )


def test_looking_at_secrets_is_written_down(played: Attempt, keeper: Any) -> None:
    member, client = keeper
    page = client.get(f"/admin/daily/deal/{played.deal_id}/secrets/").content.decode()
    assert played.deal.seed in page
    assert "stock" in page
    steps = client.get(f"/admin/play/attempt/{played.pk}/steps/?seq=2").content.decode()
    assert "after event 2 of 4" in steps
    entries = AuditEntry.objects.order_by("pk")
    assert [(entry.actor, entry.action) for entry in entries] == [(member, "look at secrets")] * 2
    assert str(played.pk) in entries[1].subject


def test_a_settled_deal_has_no_secrets(played: Attempt, clerk: Any) -> None:
    _, client = clerk
    Deal.objects.update(status="settled")
    assert played.deal.seed in client.get(f"/admin/daily/deal/{played.deal_id}/secrets/").content.decode()
    assert not AuditEntry.objects.exists()


def test_the_schedule_says_which_deals_are_certified_and_no_more(deal: Deal, clerk: Any, keeper: Any) -> None:
    Deal.objects.update(certificate="Game: tiny, and a winning line", par=71717171)
    other = make_deal("margarethe")
    third = make_deal("the-olga")
    Deal.objects.filter(pk=third.pk).update(best_known=72727272)
    pages = [f"/admin/daily/deal/{pk}change/" for pk in ("", f"{deal.pk}/", f"{third.pk}/")]
    pages[0] = "/admin/daily/deal/"
    for page in pages:
        html = clerk[1].get(page).content.decode()
        assert not [secret for secret in ("winning line", "71717171", "72727272") if secret in html]
    schedule = clerk[1].get(pages[0]).content.decode()
    states = re.findall(r'field-winnable">([^<]+)<', schedule)
    assert sorted(states) == ["certified", "not known", "waiting"]
    assert clerk[1].get(pages[0], {"par__isempty": "1"}).content.decode().count("field-winnable") == 2
    assert "winning line" in keeper[1].get(f"/admin/daily/deal/{deal.pk}/secrets/").content.decode()
    Deal.objects.update(status="settled")
    schedule = clerk[1].get(pages[0]).content.decode()
    assert 'field-public_par">71717171<' in schedule
    assert other.winnable == "waiting"


@pytest.mark.parametrize(
    ("page", "question"),
    [
        ("daily/deal", "seed__startswith"),
        ("daily/deal", "certificate__contains"),
        ("daily/deal", "par__gte"),
        ("daily/deal", "best_known__gte"),
        ("play/attempt", "snapshot__piles__startswith"),
        ("play/attempt", "deal__seed__startswith"),
    ],
)
def test_no_list_answers_whether_a_secret_begins_so(
    played: Attempt, keeper: Any, page: str, question: str
) -> None:
    """Whoever may ask that often enough knows the secret, and nobody has written it down."""
    assert keeper[1].get(f"/admin/{page}/", {question: "1"}).status_code == 400


def test_the_schedule_is_not_sorted_by_what_is_secret(deal: Deal, clerk: Any) -> None:
    Deal.objects.filter(pk=deal.pk).update(par=9)
    other = make_deal("margarethe", days=0)
    Deal.objects.filter(pk=other.pk).update(par=5)
    column = DealAdmin.list_display.index("public_par") + 1
    orders = [
        re.findall(r"daily/deal/(\d+)/change", clerk[1].get("/admin/daily/deal/", {"o": o}).content.decode())
        for o in (f"{column}", f"-{column}")
    ]
    assert orders[0] == orders[1]


def act(client: Client, model: str, action: str, pk: Any, **more: Any) -> Any:
    return client.post(f"/admin/{model}/", {"action": action, "_selected_action": [str(pk)], **more})


def test_a_ban_asks_for_a_reason(player: Player, clerk: Any) -> None:
    member, client = clerk
    page = act(client, "players/player", "ban", player.pk).content.decode()
    assert 'name="reason"' in page
    assert not Player.objects.get(pk=player.pk).is_banned
    assert 'name="reason"' in act(client, "players/player", "ban", player.pk, reason=" ").content.decode()
    act(client, "players/player", "ban", player.pk, reason="A machine.")
    banned = Player.objects.get(pk=player.pk)
    assert (banned.is_banned, banned.is_active, banned.ban_reason) == (True, True, "A machine.")
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.reason) == (member, "ban", "A machine.")
    act(client, "players/player", "unban", player.pk, reason="A mistake.")
    assert not Player.objects.get(pk=player.pk).is_banned


def test_a_result_is_void_with_a_reason_and_only_once(played: Attempt, clerk: Any) -> None:
    _, client = clerk
    act(client, "play/attempt", "void_results", played.pk, reason="Two accounts.")
    act(client, "play/attempt", "void_results", played.pk, reason="Again.")
    played.refresh_from_db()
    assert (played.is_void, played.void_reason) == (True, "Two accounts.")
    assert AuditEntry.objects.get().reason == "Two accounts."
    act(client, "play/attempt", "reinstate_results", played.pk, reason="A sister's.")
    played.refresh_from_db()
    assert (played.is_void, played.void_reason) == (False, "")


def test_verify_again(hand: Hand, clerk: Any) -> None:
    _, client = clerk
    hand.plays(WIN)
    act(client, "play/attempt", "verify_again", hand.attempt.pk)
    assert Attempt.objects.get().verified_at is not None
    Attempt.objects.update(score=3)
    page = client.get("/admin/play/attempt/")
    act(client, "play/attempt", "verify_again", hand.attempt.pk)
    assert page.status_code == 200
    assert "score" in Attempt.objects.get().void_reason


def test_a_running_attempt_is_left_alone_by_verify(played: Attempt, clerk: Any) -> None:
    act(clerk[1], "play/attempt", "verify_again", played.pk)
    played.refresh_from_db()
    assert (played.verified_at, played.is_void) == (None, False)


def test_a_deal_is_called_off(deal: Deal, clerk: Any) -> None:
    act(clerk[1], "daily/deal", "void_deals", deal.pk, reason="Dealt twice.")
    deal.refresh_from_db()
    assert deal.status == "void"


@pytest.mark.parametrize("action", ["void_results", "reinstate_results", "verify_again"])
def test_who_may_only_look_does_nothing(played: Attempt, action: str) -> None:
    _, client = staff("reader", "view_attempt")
    act(client, "play/attempt", action, played.pk, reason="Why not.")
    played.refresh_from_db()
    assert (played.is_void, played.verified_at) == (False, None)
    assert not AuditEntry.objects.exists()


def test_events_are_listed_and_cannot_be_edited(played: Attempt, clerk: Any) -> None:
    _, client = clerk
    page = client.get(f"/admin/play/attempt/{played.pk}/change/").content.decode()
    assert WIN[3].replace(">", "&gt;") in page
    assert "events-0-text" not in page
    client.post(f"/admin/play/attempt/{played.pk}/change/", {"score": 99})
    assert Attempt.objects.get().score != 99
    assert client.post(f"/admin/play/attempt/{played.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("path", ["/admin/play/attempt/", "/admin/players/player/", "/admin/daily/deal/"])
def test_lists_can_be_searched(played: Attempt, clerk: Any, path: str) -> None:
    assert clerk[1].get(path, {"q": "ada"}).status_code == 200


def test_attempts_are_exported_without_their_tables(played: Attempt, clerk: Any) -> None:
    member, client = clerk
    fields = client.get("/admin/play/attempt/export/").context["form"].fields
    chosen = {name: "on" for name in fields if name.startswith("attemptresource_")}
    response = client.post("/admin/play/attempt/export/", {"format": "0", "resource": "", **chosen})
    text = response.content.decode()
    assert response.headers["Content-Type"] == "text/csv"
    assert f"{played.pk},ada,tiny,book" in text
    assert played.deal.seed not in text
    assert not any(pile in text for pile in hidden_piles(played) if len(pile) > 3)
    assert AuditEntry.objects.get().actor == member


def test_a_clerk_cannot_make_himself_master(clerk: Any, player: Player) -> None:
    member, client = clerk
    master = make_player("master", is_staff=True, is_superuser=True)
    client.post(
        f"/admin/players/player/{member.pk}/change/",
        {"username": "clerk", "is_active": "on", "is_superuser": "on", "is_staff": "on"},
    )
    assert not Player.objects.get(pk=member.pk).is_superuser
    assert client.get(f"/admin/players/player/{master.pk}/password/").status_code == 403


def test_players_and_guests_are_shown_the_door(
    attempt: Attempt, guest: Player, logged_in: Callable[[Player], Client]
) -> None:
    for player in (attempt.player, guest):
        response = logged_in(player).get("/admin/play/attempt/")
        assert response.status_code == 302
        assert response.headers["Location"].startswith("/admin/login/")


def test_the_door_of_the_staff_is_watched() -> None:
    """Five wrong passwords, and the right one does not help for an hour."""
    make_player("clerk", is_staff=True)
    client = Client()
    for _ in range(5):
        client.post("/admin/login/", {"username": "clerk", "password": "wrong"})
    response = client.post("/admin/login/", {"username": "clerk", "password": "a long enough password"})
    assert response.status_code == 429
