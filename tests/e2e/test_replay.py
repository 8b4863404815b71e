"""A play that is over is watched in a browser, and the last table is the engine's."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.cards import HIDDEN
from tests.e2e.conftest import ROOT, People, environment, serving
from tests.e2e.settled import GAMES

SHOWN = """() => {
  const faces = (pile) => [...pile.querySelectorAll('.card')].sort((a, b) => a.style.zIndex - b.style.zIndex)
    .map((card) => card.firstChild.getAttribute('href').slice(3));
  const piles = [...document.querySelectorAll('[data-pile]')];
  return Object.fromEntries(piles.map((el) => [el.dataset.pile, [el.getAttribute('aria-label'), faces(el)]]));
}"""
"""Of each pile what a screen reader is told of it, and the faces that are drawn, the uppermost last."""


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """A server with settled deals; where it is, and what can be watched there."""
    folder: Path = tmp_path_factory.mktemp("settled")
    with serving(folder) as port:
        command = [sys.executable, "-m", "tests.e2e.settled"]
        made = subprocess.run(command, cwd=ROOT, env=environment(folder), check=True, stdout=subprocess.PIPE)
        yield {"url": f"http://localhost:{port}", **json.loads(made.stdout)}


def open_replay(people: People, settled: dict[str, Any], path: str, width: int, height: int) -> Page:
    page = people.page(width, height, settled["url"])
    page.goto(path)
    page.wait_for_selector(".card")
    return page


def at(page: Page, step: int, steps: int) -> None:
    """Wait until the page is at a step, and the table drawn."""
    expect(page.locator("#at")).to_have_text(f"{step} / {steps}")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def agrees(page: Page, view: dict[str, Any]) -> None:
    """What is drawn of each pile are its uppermost cards, and as many as it has are told."""
    shown = page.evaluate(SHOWN)
    assert shown.keys() == view["piles"].keys()
    for pile, cards in view["piles"].items():
        label, faces = shown[pile]
        names = [HIDDEN if face == "back" else face[:2] for face in faces]
        assert names == cards[len(cards) - len(names) :], pile
        assert bool(names) == bool(cards), pile
        counted = f"{len(cards)} left" if pile == "stock" else f"{len(cards)} card" if cards else "empty"
        assert counted in label, pile


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_both_plays_of_a_deal_come_to_the_engines_last_table(
    people: People, settled: dict[str, Any], slug: str, width: int, height: int
) -> None:
    for who in ("solver", "ada"):
        play = settled[slug][who]
        page = open_replay(people, settled, play["path"], width, height)
        at(page, 0, play["steps"])
        first = page.evaluate(SHOWN)
        page.click("#last")
        at(page, play["steps"], play["steps"])
        agrees(page, play["view"])
        page.click("#first")
        at(page, 0, play["steps"])
        assert page.evaluate(SHOWN) == first
        assert page.evaluate("() => document.documentElement.scrollWidth") == width
        page.context.close()


def test_every_step_forward_can_be_taken_back(people: People, settled: dict[str, Any]) -> None:
    """The table at a step is the same from wherever one comes to it."""
    play = settled["the-labyrinth"]["ada"]
    page = open_replay(people, settled, play["path"], 1280, 800)
    tables = []
    for step in range(30):
        at(page, step, play["steps"])
        tables.append(page.evaluate(SHOWN))
        page.keyboard.press("ArrowRight")
    for step in reversed(range(30)):
        page.keyboard.press("ArrowLeft")
        at(page, step, play["steps"])
        assert page.evaluate(SHOWN) == tables[step]


def test_the_keys_the_slider_and_the_words(people: People, settled: dict[str, Any]) -> None:
    play = settled["the-sultan"]["ada"]
    page = open_replay(people, settled, play["path"], 1280, 800)
    expect(page.locator("#said")).to_have_text("The cards are dealt.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#said")).to_contain_text("Hint: ")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#said")).to_contain_text(" to ")
    expect(page.locator("#move-count")).to_have_text("1")
    expect(page.locator("#live")).to_have_text(f"2 of {play['steps']}. {page.locator('#said').inner_text()}")
    page.keyboard.press("End")
    expect(page.locator("#said")).to_have_text("The attempt is over.")
    # A button that has come to its end keeps the focus.
    page.locator("#forward").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#forward")).to_be_focused()
    expect(page.locator("#forward")).to_have_attribute("aria-disabled", "true")
    page.locator("#seek").fill("7")
    at(page, 7, play["steps"])
    page.locator("#seek").press("Home")
    at(page, 0, play["steps"])


def test_it_runs_by_itself_until_somebody_takes_it_in_hand(people: People, settled: dict[str, Any]) -> None:
    play = settled["la-nivernaise"]["solver"]
    page = open_replay(people, settled, play["path"], 390, 844)
    page.select_option("#pace", "120")
    page.locator("#seek").focus()
    page.keyboard.press(" ")
    button = page.locator("#play")
    expect(button).to_have_attribute("aria-label", "Pause")
    page.wait_for_function("() => Number(document.getElementById('seek').value) > 3")
    page.click("#play")
    expect(button).to_have_attribute("aria-label", "Play")
    stopped = page.locator("#at").inner_text()
    page.wait_for_timeout(400)
    assert page.locator("#at").inner_text() == stopped
    page.locator("#seek").fill(str(play["steps"] - 2))
    page.click("#play")
    at(page, play["steps"], play["steps"])
    expect(button).to_have_attribute("aria-label", "Play")


def test_the_board_leads_to_every_play(people: People, settled: dict[str, Any]) -> None:
    page = people.page(390, 844, settled["url"])
    for link, who in (("Watch the solver's play", "solver"), ("the play of ada", "ada")):
        page.goto(settled["the-sultan"]["board"])
        page.get_by_role("link", name=link).click()
        page.wait_for_url(f"**{settled['the-sultan'][who]['path']}")
        expect(page.locator(".whose")).to_contain_text("The solver" if who == "solver" else "ada")
