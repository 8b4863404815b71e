"""What stands round the table: the bar, the messages and the result."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import People
from tests.e2e.hands import begin
from tests.e2e.test_odd_hands import Opposite
from tests.games.tables import lay


class Late(Opposite):
    """A table in the last hour of its deal."""

    def _common(self) -> dict[str, Any]:
        return {**super()._common(), "clock": {"elapsed_ms": 0, "running": True, "closes_in_ms": 2_480_000}}


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_the_time_left_is_told_and_covers_no_card(people: People, size: tuple[int, int]) -> None:
    page = people.page(*size)
    Late(page, lay("the-empress-of-india", stock="4s 5s"))
    begin(page, "the-empress-of-india")
    expect(page.locator("#left")).to_contain_text("41:")
    left, felt = page.locator("#closes").bounding_box(), page.locator("#felt").bounding_box()
    assert left is not None
    assert felt is not None
    assert left["y"] + left["height"] <= felt["y"]
    assert left["x"] >= 0


def test_the_result_is_found_again_and_the_keys_come_to_it(people: People) -> None:
    page = people.page(390, 844)
    begin(page, "the-sultan").end()
    result = page.locator("#result")
    expect(result).to_be_visible()
    expect(result).to_be_focused()
    expect(result).to_contain_text("You play as a guest")
    page.keyboard.press("Escape")
    expect(result).to_be_hidden()
    button = page.locator("#deal")
    expect(button).to_be_focused()
    expect(button).to_have_text("Result")
    page.keyboard.press("Enter")
    expect(result).to_be_focused()
    page.click("#copy")
    expect(page.locator("#copy")).to_have_text("Copied")
    expect(page.locator("#live")).to_have_text("Copied")


def test_an_undo_that_cannot_be_says_why(people: People) -> None:
    page = people.page()
    hands = begin(page, "the-sultan")
    undo, toast = page.locator("#undo"), page.locator("#toast")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    expect(toast).to_have_text("There is nothing to take back.")
    page.keyboard.press("s")
    hands.wait_for_move(0)
    page.keyboard.press("u")
    expect(toast).to_contain_text("showed you a card")
    assert hands.offered()["moves"] == 1


def test_what_the_table_asks_for_is_spoken_too(people: People) -> None:
    page = people.page()
    spoken = page.locator("#live")
    begin(page, "the-terrace")
    expect(page.locator("#prompt")).to_have_text("Choose the card that begins the foundations")
    expect(spoken).to_have_text("Choose the card that begins the foundations")
    page.keyboard.press("u")
    expect(spoken).to_have_text("There is nothing to take back.")
    page.locator(".card.may").first.focus()
    page.keyboard.press("Enter")
    expect(spoken).to_contain_text("again to choose it")
    page.keyboard.press("q")
    expect(spoken).to_contain_text("0 moves,")


def test_a_newcomer_is_told_how_to_begin_once(people: People) -> None:
    page = people.page(390, 844)
    prompt = page.locator("#prompt")
    begin(page, "the-sultan")
    expect(prompt).to_have_text("Tap a card to see where it can go. The rules are in the menu.")
    page.click("#deal")
    expect(prompt).to_be_hidden()
    begin(page, "the-olga")
    expect(page.locator("#home-count")).to_contain_text("/")
    expect(prompt).to_be_hidden()


def test_the_actions_keep_their_words_on_a_narrow_screen(people: People) -> None:
    page = people.page(320, 568)
    begin(page, "the-blockade")
    wide = page.locator(".act").evaluate_all(
        "(all) => all.filter((el) => el.scrollWidth > el.clientWidth).map((el) => el.id)"
    )
    assert wide == []


def test_a_guest_who_signs_up_from_the_result_comes_to_the_board(people: People) -> None:
    page = people.page()
    begin(page, "the-olga").end()
    page.click("#result a[href*='signup']")
    name = f"p{uuid.uuid4().hex[:10]}"
    page.fill("input[name=username]", name)
    page.fill("input[name=password1]", "a long enough phrase 7")
    page.fill("input[name=password2]", "a long enough phrase 7")
    page.keyboard.press("Enter")
    page.wait_for_url("**/leaderboard/the-olga/**")
    expect(page.locator("tr.me")).to_contain_text(name)


def test_a_page_whose_deal_closes_meanwhile_is_loaded_again(people: People) -> None:
    page = people.page()
    page.clock.install()
    page.goto("/")
    page.evaluate("window.sameDocument = true")
    page.clock.fast_forward("24:00:00")
    with page.expect_navigation():
        page.clock.fast_forward("02:00")
    assert page.evaluate("window.sameDocument === undefined")
