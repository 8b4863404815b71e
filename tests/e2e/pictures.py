"""Pictures of all twelve tables in the middle of a game: ``python -m tests.e2e.pictures [slug ...]``.

They go to ``docs/pictures``, SLUG-390.png and SLUG-1280.png, with at most 96 colours each; the Sultan's
also, for the README, as ``table.png``.
"""

from __future__ import annotations

import io
import sys
import tempfile

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from games import catalogue
from tests.e2e.conftest import CHROMIUM, FLAGS, ROOT, serving
from tests.e2e.hands import begin

FOLDER = ROOT / "docs" / "pictures"
SCREENS = {390: 844, 1280: 800}
COLOURS = 96
MOVES = {
    "la-nivernaise": 10,
    "margarethe": 22,
    "mount-olympus": 60,
    "red-and-black": 60,
    "spensers-fairie-queen": 84,
    "the-blockade": 20,
    "the-empress-of-india": 46,
    "the-labyrinth": 34,
    "the-olga": 60,
    "the-square": 50,
    "the-sultan": 70,
    "the-terrace": 60,
}
"""How far each game is played, greedily, before it is shown."""
RESTLESS = {
    "mount-olympus": 0.6,
    "red-and-black": 0.6,
    "the-blockade": 0.7,
    "the-empress-of-india": 0.2,
    "the-olga": 0.4,
    "the-square": 0.6,
    "the-terrace": 0.6,
}
"""How readily cards are built on one another there."""


def shoot(browser: Browser, url: str, slug: str) -> None:
    """Play a game for a while and keep what both screens show of it."""
    context = browser.new_context(
        base_url=url, reduced_motion="reduce", viewport={"width": 1280, "height": 800}
    )
    page = context.new_page()
    hands = begin(page, slug)
    hands.restless = RESTLESS.get(slug, 0)
    for _ in range(MOVES[slug]):
        if hands.offered()["stuck"] or not hands.move():
            break
    for width, height in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.mouse.move(1, height - 1)
        page.wait_for_timeout(5000 if page.locator("#toast").is_visible() else 400)
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        reduced = image.quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE)
        reduced.save(FOLDER / f"{slug}-{width}.png", optimize=True)
        if slug == "the-sultan" and width == max(SCREENS):
            reduced.save(FOLDER / "table.png", optimize=True)
    context.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as var, serving(var) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for slug in sys.argv[1:] or catalogue.classes():
            shoot(browser, f"http://localhost:{port}", slug)
        browser.close()


if __name__ == "__main__":
    main()
