"""Every page, for a visitor, a guest and an account: it is there, whole, and has nothing inline."""

from html.parser import HTMLParser

import pytest
from django.test import Client, RequestFactory
from django.views.defaults import server_error

from solitaire.daily.models import Deal
from solitaire.pages.views.about import without_document_links
from solitaire.players.models import Player

PUBLIC = (
    "/",
    "/games/",
    "/games/the-sultan/",
    "/games/the-terrace/",
    "/games/the-olga/",
    "/leaderboard/",
    "/fair-play/",
    "/me/",
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
)
OWN = ("/accounts/password/change/", "/accounts/logout/", "/accounts/email/", "/players/ada/")


class Page(HTMLParser):
    """What of a page the policy on content is about, and its outline."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.foreign: list[str] = []
        self.headings: list[str] = []
        self.labels: set[str | None] = set()
        self.fields: list[str | None] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        data = (found.get("type") or "").endswith("json")
        if tag == "style" or "style" in found or any(name.startswith("on") for name in found):
            self.inline.append(tag)
        if tag == "script" and "src" not in found and not data:
            self.inline.append(tag)
        for name in ("src", "href"):
            if tag in ("script", "img", "link") and (found.get(name) or "/").startswith(("http", "//")):
                self.foreign.append(str(found[name]))
        if tag in ("h1", "h2", "h3"):
            self.headings.append(tag)
        if tag == "label":
            self.labels.add(found.get("for"))
        if tag in ("input", "select") and found.get("type") not in ("hidden", "submit"):
            self.fields.append(found.get("id"))


def whole(response: object) -> Page:
    """The page of a response, after the checks that hold for every page."""
    html = response.content.decode()  # type: ignore[attr-defined]
    page = Page(html)
    assert page.inline == []
    assert page.foreign == []
    assert page.headings.count("h1") == 1
    assert page.headings[0] == "h1"
    assert set(page.fields) <= page.labels
    assert "default-src 'self'" in response["Content-Security-Policy"]  # type: ignore[index]
    assert "unsafe" not in response["Content-Security-Policy"]  # type: ignore[index]
    return page


@pytest.mark.parametrize("path", PUBLIC)
@pytest.mark.parametrize("who", ["visitor", "guest", "account"])
def test_a_public_page_is_there_for_everybody(who: str, path: str, request: pytest.FixtureRequest) -> None:
    client: Client = request.getfixturevalue(who)
    request.getfixturevalue("db")
    response = client.get(path)
    assert response.status_code == 200
    whole(response)


@pytest.mark.parametrize("path", OWN)
def test_an_account_has_its_own_pages(account: Client, path: str) -> None:
    response = account.get(path)
    assert response.status_code == 200
    whole(response)


def test_a_visitor_does_not_become_a_guest_by_looking(visitor: Client, deal: Deal) -> None:
    for path in (*PUBLIC, deal.get_absolute_url()):
        visitor.get(path)
    assert not Player.objects.exists()
    assert "sessionid" not in visitor.cookies


@pytest.mark.parametrize("path", ["/nowhere/", "/games/no-such-game/", "/leaderboard/the-sultan/1914-02-30/"])
def test_an_unknown_page_is_the_sites_own_404(visitor: Client, db: None, path: str) -> None:
    response = visitor.get(path)
    assert response.status_code == 404
    assert b"This card is not in the pack" in response.content
    whole(response)


def test_the_icon_is_found_where_a_browser_looks_for_it(visitor: Client) -> None:
    assert visitor.get("/favicon.ico").url.endswith(".svg")


def test_a_path_or_a_cookie_with_a_zero_byte_finds_nothing_and_breaks_nothing(
    visitor: Client, db: None
) -> None:
    assert visitor.get("/players/a%00b/").status_code == 404
    visitor.cookies["sessionid"] = "-"
    visitor.cookies["sessionid"].set("sessionid", "abcdefgh\0", "abcdefgh\0")
    assert visitor.get("/").status_code == 200


def test_an_error_of_ours_has_a_page_without_a_context(visitor: Client) -> None:
    response = server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert b"Something went wrong" in response.content


def test_a_form_without_its_token_is_refused_with_a_page(deal: Deal) -> None:
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/play/the-sultan/")
    assert response.status_code == 403
    assert b"The form had expired" in response.content
    whole(response)
    assert not Player.objects.exists()


def test_the_header_marks_the_page_that_is_open(visitor: Client, db: None) -> None:
    html = visitor.get("/games/").content.decode()
    assert '<a href="/games/" aria-current="page">Games</a>' in html


def test_the_password_pages_send_a_guest_to_the_sign_up(guest: Client) -> None:
    assert guest.get("/accounts/password/change/").url == "/accounts/signup/"


@pytest.mark.parametrize(
    "path", ["/", "/games/", "/games/the-sultan/", "/leaderboard/", "/players/ada/", "/fair-play/"]
)
def test_no_cache_on_the_way_keeps_a_page_with_my_name(account: Client, path: str) -> None:
    response = account.get(path)
    assert "private" in response["Cache-Control"]
    assert "Cookie" in response["Vary"]
    assert account.post(path).status_code == 405


def test_links_to_documents_that_are_not_on_the_site_become_words() -> None:
    text = "See [the notation](notation.md#records), [us](/games/) and `[x](y.md)`."
    assert without_document_links(text) == "See the notation, [us](/games/) and `x`."
