"""Beginning to play, one's own table, practice and records."""

import json
import re
import uuid

import pytest
from django.test import Client, override_settings

from solitaire.daily.models import Deal
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from tests.pages.conftest import Finish


def test_a_visitor_plays_at_once_and_is_a_guest(visitor: Client, deal: Deal) -> None:
    response = visitor.post("/play/the-sultan/")
    attempt = Attempt.objects.get()
    assert response.url == f"/table/{attempt.pk}/"
    assert attempt.player.is_guest
    assert visitor.post("/play/the-sultan/").url == response.url
    assert Player.objects.count() == 1


def test_a_variant_is_a_deal_of_its_own(visitor: Client, db: None) -> None:
    assert visitor.post("/play/the-olga/").url != visitor.post("/play/the-olga/one-redeal/").url
    assert visitor.post("/play/the-olga/no-such/").status_code == 404


@pytest.mark.parametrize("path", ["/play/the-sultan/", "/practice/1/"])
def test_play_begins_by_a_form_only(visitor: Client, deal: Deal, path: str) -> None:
    assert visitor.get(path).status_code == 405
    assert not Player.objects.exists()


def test_one_address_does_not_make_guests_without_end(deal: Deal) -> None:
    with override_settings(ACCOUNT_RATE_LIMITS={"guest": "2/h/ip"}):
        answers = [Client().post("/play/the-sultan/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert b"A little slower" in answers[-1].content
    assert Player.objects.count() == 2


def test_the_table_page_has_what_its_script_needs_and_no_card(visitor: Client, deal: Deal) -> None:
    url = visitor.post("/play/the-sultan/").url
    response = visitor.get(url)
    html = response.content.decode()
    found = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', html, re.S)
    assert found
    data = json.loads(found[1])
    attempt = Attempt.objects.get()
    assert data["ws"] == f"/ws/play/{attempt.pk}/"
    assert data["links"]["leaderboard"] == deal.get_absolute_url()
    assert deal.seed not in html
    assert not re.search(r"\b[A2-9TJQK][SHDC]\b", html)
    assert "no-store" in response["Cache-Control"]


def test_another_players_table_is_forbidden(visitor: Client, account: Client, deal: Deal) -> None:
    url = visitor.post("/play/the-sultan/").url
    response = account.get(url)
    assert response.status_code == 403
    assert b"another player" in response.content
    assert Client().get(url).status_code == 403
    assert account.get(f"/table/{uuid.uuid4()}/").status_code == 404


def test_practice_waits_for_the_official_attempt(
    account: Client, ada: Player, deal: Deal, finish: Finish
) -> None:
    assert account.post(f"/practice/{deal.pk}/").status_code == 403
    finish(deal, ada)
    response = account.post(f"/practice/{deal.pk}/")
    assert response.status_code == 302
    assert Attempt.objects.get(kind="practice").get_absolute_url() == response.url


def test_anybody_practises_a_settled_deal(visitor: Client, settled: Deal) -> None:
    assert visitor.post(f"/practice/{settled.pk}/").status_code == 302


def test_a_record_is_shut_until_the_deal_is_settled(
    account: Client, ada: Player, deal: Deal, finish: Finish
) -> None:
    attempt = finish(deal, ada)
    response = account.get(f"/records/{attempt.pk}.patience")
    assert response.status_code == 403
    assert b"once it is settled" in response.content
    assert deal.seed.encode() not in response.content


def test_the_records_of_a_settled_deal_are_everybodys(visitor: Client, settled: Deal, finish: Finish) -> None:
    attempt = finish(settled, "bea")
    response = visitor.get(f"/records/{attempt.pk}.patience")
    assert response.status_code == 200
    assert f"Seed: {settled.seed}" in response.content.decode()
    assert "attachment" in response["Content-Disposition"]


def test_signing_up_keeps_what_the_guest_played(visitor: Client, deal: Deal) -> None:
    visitor.post("/play/the-sultan/")
    guest = Player.objects.get()
    assert b"Keep your result" in visitor.get("/accounts/signup/").content
    form = {"username": "cara", "password1": "four odd words here", "password2": "four odd words here"}
    response = visitor.post("/accounts/signup/", form)
    assert response.status_code == 302
    cara = Player.objects.get()
    assert cara.pk == guest.pk
    assert (cara.username, cara.is_guest) == ("cara", False)
    assert Attempt.objects.get().player == cara
    assert b">cara<" in visitor.get("/").content
