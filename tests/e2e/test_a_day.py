"""A day's deal, played in a browser and ranked live."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Line, People
from tests.e2e.hands import Hands, begin, sign_up


def test_a_whole_deal_of_the_sultan_and_its_line_on_a_board_elsewhere(people: People) -> None:
    watcher = people.page()
    sign_up(watcher)
    begin(watcher, "the-sultan").end()
    expect(watcher.locator("#result")).to_be_visible()
    watcher.click("#result-board")
    watcher.wait_for_url("**/leaderboard/the-sultan/**")
    expect(watcher.locator("main")).to_contain_text("live", ignore_case=True)
    watcher.evaluate("window.sameDocument = true")

    player = people.page()
    name = sign_up(player)
    expect(watcher.locator("main")).not_to_contain_text(name)
    hands = begin(player, "the-sultan")
    title = hands.to_the_end()
    assert title
    home, total = re.findall(r"\d+", player.locator("#result-home").inner_text())
    assert total == "95"

    expect(watcher.locator("main")).to_contain_text(name)
    row = watcher.locator("tr", has_text=name)
    expect(row).to_contain_text(home)
    assert watcher.evaluate("window.sameDocument") is True, "the line appears without a reload"


def test_a_guest_plays_at_once_and_keeps_the_result_by_signing_up(people: People) -> None:
    page = people.page(390, 844)
    hands = begin(page, "the-olga")
    for _ in range(6):
        assert hands.move()
    hands.end()
    expect(page.locator("#result")).to_be_visible()
    moves = page.locator("#result-moves").inner_text()
    name = sign_up(page)
    page.goto("/")
    page.goto(f"/players/{name}/")
    expect(page.locator("main")).to_contain_text("The Olga")
    page.goto("/games/the-olga/")
    page.goto("/leaderboard/")
    page.locator('a[href^="/leaderboard/the-olga/"]').first.click()
    expect(page.locator("tr", has_text=name)).to_contain_text(moves)


def test_the_line_breaks_in_the_middle_and_play_goes_on(people: People, line: Line) -> None:
    page = people.page(url=line.url)
    hands = begin(page, "the-terrace")
    for _ in range(8):
        assert hands.move()
    before = hands.table
    moves = hands.offered()["moves"]
    line.cut()
    expect(page.locator("#banner")).to_be_visible()
    page.wait_for_timeout(1500)
    assert hands.table == before
    line.mend()
    expect(page.locator("#banner")).to_be_hidden(timeout=20_000)
    assert hands.table == before
    for _ in range(4):
        assert hands.move()
    assert hands.offered()["moves"] == moves + 4
    page.reload()
    assert Hands(page).offered()["moves"] == moves + 4


def test_two_tabs_show_one_table(people: People) -> None:
    context = people.browser()
    one = people.watched(context.new_page())
    left = begin(one, "the-sultan")
    other = people.watched(context.new_page())
    other.goto(one.url)
    right = Hands(other)
    for n in range(12):
        mover, watcher = (left, right) if n % 2 else (right, left)
        assert mover.move()
        expect(watcher.page.locator("#move-count")).to_have_text(str(mover.offered()["moves"]))
        assert left.table == right.table


def test_a_card_is_dragged_and_an_undo_brings_it_back(people: People) -> None:
    page = people.page()
    hands = begin(page, "the-olga")
    for _ in range(60):
        cards = [card for card in hands.offered()["may"] if card["pile"] == "talon"]
        if cards:
            break
        page.click("#deal")
        hands.wait_for_move(hands.offered()["moves"] - 1)
    card = cards[0]
    before = hands.table
    hands.tap(card)
    page.wait_for_selector(".target, #nothing", timeout=2000)
    target = hands.offered()["targets"][0]
    page.keyboard.press("Escape")
    moves = hands.offered()["moves"]
    page.mouse.move(*card["at"])
    page.mouse.down()
    page.mouse.move(card["at"][0] + 30, card["at"][1] + 30, steps=4)
    page.mouse.move(*target["at"], steps=8)
    page.mouse.up()
    hands.wait_for_move(moves)
    assert hands.table != before
    page.keyboard.press("u")
    hands.wait_for_move(moves + 1)
    assert hands.table == before


def test_the_keys_are_enough(people: People) -> None:
    page = people.page()
    hands = begin(page, "the-sultan")
    for _ in range(12):
        moves = hands.offered()["moves"]
        page.keyboard.press("s")
        hands.wait_for_move(moves)
    assert hands.offered()["moves"] == 12
    page.keyboard.press("q")
    expect(page.locator("#live")).to_contain_text("cards home")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
