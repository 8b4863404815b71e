"""Every game of the book is played to its end in a browser, by what the page offers and nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games import catalogue
from tests.e2e.conftest import People
from tests.e2e.hands import begin

MOST = 600
"""Moves; cards may go to and fro for ever in some games."""
SECONDS = 60
"""A busy machine plays the long games as far as this, and then ends them as a player does."""


@pytest.mark.parametrize("slug", catalogue.classes())
def test_a_game_is_played_to_its_end(people: People, slug: str) -> None:
    page = people.page(390, 844) if len(slug) % 2 else people.page()
    hands = begin(page, slug)
    title = hands.to_the_end(MOST, SECONDS)
    assert title.endswith("is won") or title == "The attempt is over"
    home, total = map(int, re.findall(r"\d+", page.locator("#result-home").inner_text()))
    assert 0 < home <= total
    assert int(page.locator("#result-moves").inner_text()) > 5
    assert (home == total) == title.endswith("is won")
    expect(page.locator("#result-board")).to_have_attribute("href", re.compile(f"/leaderboard/{slug}/"))
