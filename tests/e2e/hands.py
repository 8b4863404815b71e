"""What a player does, with nothing to go by but what the page offers."""

from __future__ import annotations

import random
import uuid
from typing import Any

from playwright.sync_api import Page, expect

OFFERED = """() => {
  const spot = (el) => {
    const r = el.getBoundingClientRect();
    return [r.x + r.width * 0.3, r.y + r.height * 0.12];
  };
  const pile = (el) => el.closest('[data-pile]');
  const read = (query) => [...document.querySelectorAll(query)].map((el) => ({
    at: spot(el), pile: pile(el).dataset.pile, role: pile(el).dataset.role, label: el.getAttribute('aria-label') || '',
  }));
  return {
    may: read('.card.may'), targets: read('.card.target, .slot.target'),
    selected: read('.card.selected').map((card) => card.pile),
    deal: !document.getElementById('deal').disabled,
    stuck: !document.getElementById('stuck').hidden,
    over: !document.getElementById('result').hidden,
    moves: Number(document.getElementById('move-count').textContent),
    home: document.getElementById('home-count').textContent,
  };
}"""


def sign_up(page: Page, name: str | None = None) -> str:
    """Make an account on the sign-up page; the name."""
    name = name or f"p{uuid.uuid4().hex[:10]}"
    page.goto("/accounts/signup/")
    page.fill("input[name=username]", name)
    page.fill("input[name=password1]", "a long enough phrase 7")
    page.fill("input[name=password2]", "a long enough phrase 7")
    page.locator("main form button[type=submit], main form button").first.click()
    page.wait_for_url(lambda url: "/accounts/" not in url)
    return name


def begin(page: Page, slug: str) -> Hands:
    """Begin today's deal of a game from its page."""
    page.goto(f"/games/{slug}/")
    page.locator(f'form[action="/play/{slug}/"] button').first.click()
    page.wait_for_url("**/table/**")
    return Hands(page)


class Hands:
    """Plays at a table by tapping."""

    def __init__(self, page: Page, seed: str = "hands") -> None:
        self.page = page
        self.chance = random.Random(seed)
        page.wait_for_selector(".card")
        page.wait_for_function("document.getElementById('home-count').textContent.includes('/')")

    def offered(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(OFFERED)
        return found

    def tap(self, spot: dict[str, Any]) -> None:
        self.page.mouse.click(*spot["at"])

    def wait_for_move(self, moves: int) -> None:
        self.page.wait_for_function(
            "(moves) => Number(document.getElementById('move-count').textContent) > moves"
            " || !document.getElementById('result').hidden",
            arg=moves,
            polling=10,
        )

    def move(self, shuffle: bool = True) -> bool:
        """One move, a card home rather than the stock turned; False when the page offers none."""
        offered = self.offered()
        if offered["over"] or offered["stuck"]:
            return False
        cards = offered["may"]
        self.chance.shuffle(cards)
        # A card that can only wander is moved now and then; else the stock is turned.
        for card in cards:
            if self.play(card, offered["moves"], wander=not offered["deal"]):
                return True
        if offered["deal"]:
            self.page.click("#deal")
            self.wait_for_move(offered["moves"])
            return True
        return False

    def play(self, card: dict[str, Any], moves: int, wander: bool) -> bool:
        """Tap a card and then the place for it; a foundation if one is lit."""
        self.tap(card)
        self.page.wait_for_function(
            "(moves) => document.querySelector('.target') || document.querySelector('dialog[open]')"
            " || Number(document.getElementById('move-count').textContent) > moves",
            arg=moves,
            polling=10,
        )
        offered = self.offered()
        if offered["moves"] > moves:
            return True
        homes = [spot for spot in offered["targets"] if spot["role"] == "foundation"]
        others = [spot for spot in offered["targets"] if spot["role"] != "foundation"]
        if not homes and not (wander and others):
            self.page.keyboard.press("Escape")
            return False
        self.tap(self.chance.choice(homes or others))
        self.wait_for_move(moves)
        return True

    def to_the_end(self, most: int = 600) -> str:
        """Play until the page says that it is over; the title of the result."""
        for _ in range(most):
            if not self.move():
                break
        if not self.offered()["over"]:
            self.end()
        result = self.page.locator("#result")
        expect(result).to_be_visible()
        return str(self.page.locator("#result-title").inner_text())

    def end(self) -> None:
        """End the attempt as it stands."""
        if self.page.locator("#stuck").is_visible():
            self.page.click("#stuck-resign")
        else:
            self.page.click("#menu-open")
            self.page.click("#resign")
        self.page.click("#resign-yes")

    @property
    def table(self) -> dict[str, str]:
        """What lies on top of each pile, and how many cards it has, as a screen reader is told."""
        piles: dict[str, str] = self.page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('[data-pile]')]"
            ".map((el) => [el.dataset.pile, el.getAttribute('aria-label')]))"
        )
        return piles
