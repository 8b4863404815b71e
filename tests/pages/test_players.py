"""Profiles and one's own page."""

from django.test import Client
from django.utils import timezone

from solitaire.daily.models import Deal
from solitaire.players.models import Player
from tests.pages.conftest import Finish


def test_a_profile_counts_what_was_played(
    visitor: Client, ada: Player, settled: Deal, finish: Finish
) -> None:
    finish(settled, ada)
    html = visitor.get("/players/ada/").content.decode()
    assert "<dt>Played</dt><dd>1</dd>" in html
    assert "<dt>Won</dt><dd>1</dd>" in html
    assert settled.get_absolute_url() in html


def test_guests_and_the_banned_have_no_profile(visitor: Client, guest: Client, ada: Player) -> None:
    name = Player.objects.get(is_guest=True).username
    assert visitor.get(f"/players/{name}/").status_code == 404
    ada.banned_at = timezone.now()
    ada.save()
    assert visitor.get("/players/ada/").status_code == 404
    assert visitor.get("/players/nobody/").status_code == 404


def test_my_page_invites_a_visitor_and_a_guest(visitor: Client, guest: Client, account: Client) -> None:
    assert b"Sign up" in visitor.get("/me/").content
    assert b"Keep your result" in guest.get("/me/").content
    html = account.get("/me/").content
    assert b"Change the password" in html
    assert b"Keep your result" not in html
