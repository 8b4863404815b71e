"""The pages of the day and of the games: what they offer, and what they never tell."""

import datetime
import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from games import catalogue
from games.cards import HIDDEN
from games.game import BOOK
from games.layout import layout_document
from games.rulebook import facts
from solitaire.daily.models import Deal
from solitaire.daily.services import deals_of, game_of_the_day, plan, today
from solitaire.pages.markdown import to_html
from solitaire.pages.pictures import SEED, example, table_picture
from solitaire.play.models import Attempt
from solitaire.players.models import Player
from tests.pages.conftest import Finish


def _drawn() -> list[str]:
    """The games that have a layout."""
    found = []
    for slug in catalogue.classes():
        try:
            layout_document(slug)
        except FileNotFoundError:
            continue
        found.append(slug)
    return found


def test_home_shows_the_game_of_the_day_and_every_other_deal(visitor: Client, deal: Deal) -> None:
    html = visitor.get("/").content.decode()
    chosen = catalogue.game(game_of_the_day(today()))
    assert f'<h1 id="hero-title">{chosen.title}</h1>' in html
    for other in deals_of(today()):
        title = escape(other.title)
        if other.variant == BOOK and other.game != chosen.slug:
            assert f">{title}</a></h3>" in html
        assert f'>Play<span class="sr"> {title}</span></button>' in html


def test_an_attempt_that_may_go_on_after_midnight_is_offered_at_home(account: Client, deal: Deal) -> None:
    table = account.post("/play/the-sultan/").url
    Attempt.objects.update(started_at=timezone.now())
    offered = f'<a href="{table}">The Sultan</a>.'
    assert "Still on your table" not in account.get("/").content.decode()
    for minutes, still in ((10, True), (31, False)):
        closed = timezone.now() - datetime.timedelta(minutes=minutes)
        Deal.objects.filter(pk=deal.pk).update(date=today() - datetime.timedelta(days=1), closes_at=closed)
        html = account.get("/").content.decode()
        assert (offered in html) is still
        assert ("Still on your table" in html) is still


def test_a_deal_goes_from_play_to_resume_to_result(account: Client, ada: Player, deal: Deal) -> None:
    page = f"/games/{deal.game}/"
    assert b">Play<" in account.get(page).content
    table = account.post("/play/the-sultan/").url
    assert b">Resume<" in account.get(page).content
    assert table in account.get(page).content.decode()
    attempt = Attempt.objects.get(player=ada)
    attempt.status, attempt.finished_at, attempt.score = "ended", attempt.created_at, 31
    attempt.save()
    html = account.get(page).content.decode()
    assert ">See result<" in html
    assert "31 of 95 home" in html


def test_home_takes_a_bounded_number_of_queries(
    account: Client, deal: Deal, finish: Finish, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    account.get("/")
    for number in range(20):
        finish(deal, f"player{number}")
    with django_assert_max_num_queries(8):
        account.get("/")
    with django_assert_max_num_queries(8):
        account.get("/leaderboard/")
    with django_assert_max_num_queries(8):
        account.get("/games/the-olga/")


@pytest.mark.parametrize("who", ["visitor", "guest", "account"])
def test_no_page_of_an_open_deal_tells_its_seed_or_a_card(
    who: str, deal: Deal, request: pytest.FixtureRequest
) -> None:
    client: Client = request.getfixturevalue(who)
    for path in ("/", "/leaderboard/", f"/games/{deal.game}/", deal.get_absolute_url()):
        html = client.get(path).content.decode()
        for other in deals_of(today()):
            assert other.seed not in html
        assert not re.search(r"\b[A2-9TJQK][SHDC]\b", html)


def test_the_seal_of_an_open_deal_is_public(visitor: Client, deal: Deal) -> None:
    assert deal.commitment in visitor.get(deal.get_absolute_url()).content.decode()


@pytest.mark.parametrize("slug", _drawn())
def test_a_picture_is_a_well_formed_drawing_of_the_example(slug: str) -> None:
    svg = table_picture(slug)
    ElementTree.fromstring(svg)
    piles = catalogue.game(slug).view(example(catalogue.game(slug)))["piles"]
    assert any(card != HIDDEN for pile in piles.values() for card in pile)
    assert "style=" not in svg
    assert "<script" not in svg


def test_a_picture_never_shows_a_deal_that_is_played(visitor: Client, deal: Deal) -> None:
    assert not Deal.objects.filter(seed=SEED).exists()
    response = visitor.get("/games/the-sultan/table.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert "public" in response["Cache-Control"]
    assert response.content.decode() == table_picture("the-sultan")


def test_the_facts_come_from_what_the_game_declares() -> None:
    sheet = {fact.name: fact.value for fact in facts(catalogue.game("the-olga", "one-redeal"))}
    assert sheet["Cards"] == "Four piquet packs, 128 cards"
    assert sheet["Foundations"] == "16, upwards, in suit"
    assert sheet["Building"] == "Columns downwards, red and black by turns"
    assert sheet["Re-deals"] == "One, in the same order"
    assert sheet["Variants"] == "With one re-deal"
    sheet = {fact.name: fact.value for fact in facts(catalogue.game("the-sultan"))}
    assert sheet["Cards"] == "Two packs, 104 cards"
    assert sheet["Re-deals"] == "Two, shuffled"
    for game in catalogue.every():
        names = [fact.name for fact in facts(game)]
        assert ("Variants" in names) == (len(game.variants) > 1)


def test_the_rules_are_shown_with_their_tables(visitor: Client, db: None) -> None:
    html = visitor.get("/games/the-olga/").content.decode()
    assert "<table>" in html
    assert "<th>The question</th>" in html
    assert "<strong>flower-bed</strong>" in html


def test_markdown_lets_no_html_and_no_script_through() -> None:
    html = to_html('<script>alert(1)</script> <b onclick="x()">b</b> [link](javascript:alert(1))')
    assert "<script" not in html
    assert "<b " not in html
    assert "href" not in html


def test_a_block_of_code_can_be_scrolled_by_keyboard() -> None:
    assert '<pre tabindex="0"><code>' in to_html("    a line of code")


def test_past_deals_are_linked_and_future_ones_are_not(visitor: Client, settled: Deal) -> None:
    tomorrow = today() + datetime.timedelta(days=1)
    html = visitor.get("/games/the-sultan/").content.decode()
    assert settled.get_absolute_url() in html
    plan(tomorrow)
    assert tomorrow.isoformat() not in visitor.get("/games/the-sultan/").content.decode()
    assert visitor.get(f"/leaderboard/the-sultan/{tomorrow}/").status_code == 404
