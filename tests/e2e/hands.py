"""What a player does, with nothing to go by but what the page offers."""

from __future__ import annotations

import random
import re
import time
import uuid
from typing import Any

from playwright.sync_api import Page, expect

OFFERED = """async ([moves, touched]) => {
  // What the hand did is on the screen at the next frame, and what it changed when the answer is there.
  const count = () => Number(document.getElementById('move-count').textContent);
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const shown = (id) => !document.getElementById(id).hidden;
  const until = performance.now() + 8000;
  if (touched) await frame();
  const enough = { answer: 'dialog[open]', either: '.target, dialog[open]' }[touched];
  const waits = () => enough && count() <= moves && !document.querySelector(enough);
  while (waits() && !shown('result') && performance.now() < until) await frame();
  const pile = (el) => el.closest('[data-pile]');
  const read = (query) => [...document.querySelectorAll(query)].map((el) => {
    const r = el.getBoundingClientRect();
    // A place where it can be touched: other cards may lie on a part of it.
    const spots = [[0.3, 0.12], [0.5, 0.5], [0.15, 0.5], [0.5, 0.88], [0.85, 0.5]]
      .map(([x, y]) => [r.x + r.width * x, r.y + r.height * y]);
    return {
      at: spots.find(([x, y]) => el.contains(document.elementFromPoint(x, y))) ?? spots[0],
      pile: pile(el).dataset.pile, role: pile(el).dataset.role,
      label: el.getAttribute('aria-label') || '', pair: el.classList.contains('pair'),
    };
  });
  const deal = document.getElementById('deal');
  return {
    may: read('.card.may'), targets: read('.card.target, .slot.target'),
    empty: read('.slot[role="button"]:not(.target)'),
    selected: read('.card.selected').map((card) => card.pile),
    deal: !deal.disabled, deal_label: deal.textContent.trim(),
    prompt: shown('prompt') ? document.getElementById('prompt').textContent : '',
    asked: Boolean(document.querySelector('#which[open]')),
    stuck: shown('stuck'), over: shown('result'), moves: count(),
    home: document.getElementById('home-count').textContent,
  };
}"""


FEW = 4
"""How many cards are tried before the stock is turned."""


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
        self.tried: set[tuple[str, str]] = set()
        """Cards that could not go home while the foundations were as they are now."""
        self.home = ""
        self.restless = 0.0
        """How often a card that can only wander is moved although the stock could be turned."""
        page.wait_for_selector(".card")
        expect(page.locator("#home-count")).to_contain_text("/")

    def offered(self, moves: int = 0, touched: str = "") -> dict[str, Any]:
        """What the page offers, after the next frame if it was touched.

        ``touched`` is what to wait for: an "answer" after ``moves``, or "either" that or lit places.
        """
        found: dict[str, Any] = self.page.evaluate(OFFERED, [moves, touched])
        return found

    def tap(self, spot: dict[str, Any]) -> None:
        self.page.mouse.click(*spot["at"])

    def wait_for_move(self, moves: int) -> dict[str, Any]:
        """Wait until the page counts more moves than ``moves``, answering what it asks meanwhile."""
        offered = self.offered(moves, "answer")
        if offered["asked"]:
            self.page.locator("#which-list button").first.click()
            offered = self.offered(moves, "answer")
        assert offered["moves"] > moves or offered["over"], "the move was not answered"
        return offered

    def move(self) -> bool:
        """One move, a card home rather than the stock turned; False when the page offers none."""
        offered = self.offered()
        if offered["over"] or offered["stuck"]:
            return False
        if offered["home"] != self.home:
            self.home = offered["home"]
            self.tried.clear()
        if offered["prompt"].startswith("Fill the place"):
            self.fill(offered)
            return True
        able = [card for card in offered["may"] if card["role"] != "stock"]
        cards = [card for card in able if (card["pile"], card["label"]) not in self.tried]
        self.chance.shuffle(cards)
        # Who has more moves than the others is likelier to have one home among them.
        cards.sort(key=lambda card: -int(re.findall(r"(\d+) move", card["label"])[0]))
        for card in cards[:FEW] if offered["deal"] else cards:
            if self.play(card, offered["moves"], wander=False):
                return True
            self.tried.add((card["pile"], card["label"]))
        self.chance.shuffle(able)
        if self.chance.random() < self.restless:
            for card in able[:FEW]:
                if self.play(card, offered["moves"], wander=True):
                    return True
        if offered["deal"]:
            self.page.click("#deal")
            self.wait_for_move(offered["moves"])
            return True
        # A card that can only wander is moved when there is nothing else.
        return any(self.play(card, offered["moves"], wander=True) for card in able)

    def fill(self, offered: dict[str, Any]) -> None:
        """Fill the place that has to be filled first, by the button where there is no choice."""
        if offered["deal"]:
            assert offered["deal_label"] == "Fill"
            self.page.click("#deal")
        else:
            self.tap(self.chance.choice(offered["may"]))
        self.wait_for_move(offered["moves"])

    def play(self, card: dict[str, Any], moves: int, wander: bool) -> bool:
        """Tap a card and then the place for it: a foundation if one is lit, else, to wander, any other."""
        self.tap(card)
        offered = self.offered(moves, "either")
        if offered["moves"] > moves:
            return True
        lit = offered["targets"]
        homes = [spot for spot in lit if spot["role"] == "foundation"]
        others = [spot for spot in lit if spot["role"] != "foundation"]
        if not homes and not (wander and others):
            self.page.keyboard.press("Escape")
            return False
        # A partner that is lit too goes home in the same move.
        self.tap(self.chance.choice([spot for spot in lit if spot["pair"]] or homes or others))
        self.wait_for_move(moves)
        return True

    def to_the_end(self, most: int = 600, seconds: float = 600) -> str:
        """Play until the page says that it is over, or end it after so much; the title of the result."""
        until = time.monotonic() + seconds
        for _ in range(most):
            if time.monotonic() > until or not self.move():
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
