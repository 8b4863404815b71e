"""The hands that only some games need, on tables laid for the purpose.

The page is the real one; at the other end of its line sits the engine with the table of the test.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games import changes
from tests.e2e.conftest import People
from tests.e2e.hands import Hands, begin
from tests.games.tables import Table, lay


class Opposite:
    """The other end of the line: answers moves on one table, and keeps their texts."""

    def __init__(self, page: Page, table: Table) -> None:
        self.table = table
        self.seq = 0
        self.played: list[str] = []
        page.route_web_socket(re.compile("/ws/play/"), self._open)

    def _open(self, line: WebSocketRoute) -> None:
        line.on_message(lambda text: self._hear(line, json.loads(text)))

    def _hear(self, line: WebSocketRoute, message: dict[str, Any]) -> None:
        game = self.table.game
        if message["t"] == "join":
            state = {"t": "state", "view": game.view(self.table.position), "kind": "practice", "last": None}
            line.send(json.dumps({**self._common(), **state, "result": None}))
        elif message["t"] == "move" and message["move"] not in self.table.moves:
            refusal = {"t": "err", "id": message["id"], "code": "illegal", "why": "No.", "seq": self.seq}
            line.send(json.dumps(refusal))
        elif message["t"] == "move":
            before, move = self.table.position, game.read_move(message["move"])
            self.table = self.table.play(move.text)
            self.seq += 1
            self.played.append(move.text)
            found = changes.events(game, before, self.table.position, move)
            ack = {"t": "ack", "id": message["id"], "kind": "move", "text": move.text, "events": found}
            state = game.view(self.table.position)["state"]
            line.send(json.dumps({**self._common(), **ack, "state": state, "dup": False}))

    def _common(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "legal": [move.text for move in self.table.game.moves(self.table.position)],
            "undo_floor": self.seq,
            "can": {"move": True, "undo": False, "hint": False, "resign": True},
            "counters": {"moves": self.seq, "undos": 0, "score": 0, "total": 104, "assisted": False},
            "clock": {"elapsed_ms": 0, "running": True, "closes_in_ms": 40_000_000},
            "status": "playing",
        }


class Odd(Hands):
    """Hands that find a pile by its name."""

    def __init__(self, page: Page, opposite: Opposite) -> None:
        super().__init__(page)
        self.opposite = opposite

    def place(self, pile: str) -> tuple[float, float]:
        """Where a pile can be touched."""
        card = self.page.locator(f'[data-pile="{pile}"] .card').last
        spot = card if card.count() else self.page.locator(f'[data-pile="{pile}"] .slot')
        box = spot.bounding_box()
        assert box, f"{pile} is not on the screen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 5

    def touch(self, *piles: str) -> None:
        for pile in piles:
            self.page.mouse.click(*self.place(pile))
            self.offered(touched="frame")

    def drag(self, pile: str, to: str) -> None:
        self.page.mouse.move(*self.place(pile))
        self.page.mouse.down()
        self.page.mouse.move(*self.place(to), steps=6)
        self.page.mouse.up()

    def expect(self, *texts: str) -> None:
        """That these moves, and no others, were made; the next ones are counted afresh."""
        made = self.opposite.seq - len(self.opposite.played) + len(texts)
        expect(self.page.locator("#move-count")).to_have_text(str(made))
        assert self.opposite.played == list(texts)
        self.opposite.played.clear()

    def prompt(self, text: str) -> None:
        expect(self.page.locator("#prompt")).to_have_text(text)


@pytest.fixture
def sit(people: People) -> Any:
    def at(table: Table, width: int = 1280, height: int = 800) -> Odd:
        page = people.page(width, height)
        opposite = Opposite(page, table)
        begin(page, table.game.slug)
        return Odd(page, opposite)

    return at


def nivernaise(**piles: str) -> Table:
    return lay("la-nivernaise", flank_1="5H", line_1="7H 9D", line_2="2C", stock="4s 5s 6s 7s 8s 9s", **piles)


def test_an_empty_flank_is_filled_from_the_stock_by_tap_drag_and_keys(sit: Any) -> None:
    hands = sit(nivernaise())
    expect(hands.page.locator("#deal-label")).to_have_text("Deal a round")
    hands.touch("flank-3")
    hands.prompt("Tap the card for Flank 3")
    hands.touch("stock")
    hands.expect("stock>flank-3")
    hands.drag("stock", "flank-5")
    hands.expect("stock>flank-5")
    hands.page.locator('[data-pile="flank-7"] .slot').focus()
    hands.page.keyboard.press("Enter")
    hands.prompt("Tap the card for Flank 7")
    hands.page.keyboard.press("s")
    hands.expect("stock>flank-7")
    hands.touch("flank-8")
    hands.touch("line-1")
    hands.expect("line-1>flank-8")
    hands.touch("stock")
    hands.expect("deal")


def test_an_empty_place_lets_go_when_it_is_tapped_again(sit: Any) -> None:
    hands = sit(nivernaise(), 390, 844)
    hands.touch("flank-3", "flank-3")
    expect(hands.page.locator("#prompt")).to_be_hidden()
    hands.touch("line-2", "flank-6")
    hands.expect("line-2>flank-6")


def test_the_top_of_a_foundation_crosses_by_drag_and_by_taps(sit: Any) -> None:
    hands = sit(nivernaise(foundation_1="AS 2S 3S", foundation_5="KS QS JS TS 9S 8S 7S 6S 5S 4S"))
    hands.drag("foundation-1", "foundation-5")
    hands.expect("foundation-1>foundation-5")
    hands.touch("foundation-5", "foundation-1")
    hands.expect("foundation-5>foundation-1")


def test_a_place_that_must_be_filled_asks_from_where_or_has_one_button(sit: Any) -> None:
    for slug, group in (("the-square", "square"), ("mount-olympus", "battery")):
        others = ["9H", "TH", "9D", "TD", "9C", "TC", "9S", "TS", "7H", "8H", "7D", "8D", "7C", "8C", "7S"]
        places = {
            f"{group}_{n}": card for n, card in enumerate(others[: 8 if slug == "mount-olympus" else 15], 2)
        }
        hands = sit(lay(slug, stock="4s 5s", talon="KD 4D 3C", **places))
        hands.prompt("Fill the place: tap the talon or the stock")
        expect(hands.page.locator("#deal")).to_be_disabled()
        hands.touch("talon")
        hands.expect(f"talon>{group}-1")
        hands = sit(lay(slug, stock="4s 5s", talon="KD 4D 3C", **places))
        hands.touch("stock")
        hands.expect(f"stock>{group}-1")
        hands = sit(lay(slug, talon="KD 4D 3C", **places), 390, 844)
        hands.prompt("Fill the place from the talon")
        expect(hands.page.locator("#deal-label")).to_have_text("Fill")
        hands.page.keyboard.press("s")
        hands.expect(f"talon>{group}-1")


def test_a_free_divan_is_filled_from_the_talon_or_the_stock(sit: Any) -> None:
    table = lay("the-sultan", "free-filling", sultan="KH", divan_1="9S", stock="4s 5s 6s", talon="TD")
    hands = sit(table)
    hands.touch("divan-4", "stock")
    hands.expect("stock>divan-4")
    hands.touch("divan-5", "talon")
    hands.expect("talon>divan-5")
    hands.touch("stock")
    hands.expect("deal")


def test_a_card_is_taken_out_by_grace(sit: Any) -> None:
    hands = sit(
        lay(
            "the-labyrinth",
            foundation_1="AS",
            grid_1_1="2S",
            grid_1_2="9H",
            grid_1_3="TC",
            state={"rows": 3, "grace": False},
        )
    )
    hands.touch("grid-1-1")
    hands.prompt("Tap again to take it out by grace")
    hands.touch("foundation-1")
    hands.expect("grid-1-1>foundation-1")
    hands.touch("grid-1-3")
    hands.page.wait_for_timeout(350)
    hands.touch("grid-1-3")
    hands.expect("grace:grid-1-3")


def test_a_row_of_the_labyrinth_is_filled_by_the_button(sit: Any) -> None:
    row = {
        f"grid_{n}_1": card
        for n, card in enumerate(["9H", "TH", "9D", "TD", "9C", "TC", "9S", "TS", "7H"], 2)
    }
    hands = sit(lay("the-labyrinth", stock="4s 5s 6s", state={"rows": 1, "grace": False}, **row))
    expect(hands.page.locator("#deal-label")).to_have_text("Fill")
    hands.page.click("#deal")
    expect(hands.page.locator("#deal-label")).to_have_text("Deal a row")
    hands.page.click("#deal")
    hands.expect("fill", "deal")


def empress(**piles: str) -> Table:
    cards = [card for card in ("AS", "AC", "KH", "KD") for _ in range(4)]
    bases = {f"foundation_{n}": card for n, card in enumerate(cards, 1)}
    return lay("the-empress-of-india", empress="QC", **{**bases, **piles})


def test_a_pair_goes_home_by_red_and_black_without_needless_questions(sit: Any) -> None:
    hands = sit(empress(army_1="QH", army_2="5D", navy_1="2S", navy_2="9C"))
    hands.touch("army-1")
    expect(hands.page.locator(".card.pair")).to_have_count(5)
    hands.touch("foundation-9")
    hands.expect("army-1>foundation-9+navy-1>foundation-1")


def test_what_differs_is_asked_and_a_drag_ties(sit: Any) -> None:
    hands = sit(empress(army_1="QH", army_2="5D", navy_1="2S", navy_2="9C"))
    hands.touch("army-1", "navy-1")
    choices = hands.page.locator("#which-list button")
    expect(choices).to_have_count(2)
    choices.filter(has_text="and").click()
    hands.expect("army-1>foundation-9+navy-1>foundation-1")
    hands.touch("army-2", "navy-2")
    hands.expect("army-2>navy-2")
    hands = sit(empress(army_1="QH", navy_1="2S"), 390, 844)
    hands.drag("army-1", "navy-1")
    hands.expect("army-1>navy-1")
    hands.touch("navy-1")
    hands.prompt("Tap again to send both home")
    hands.page.wait_for_timeout(350)
    hands.touch("navy-1")
    expect(hands.page.locator("#move-count")).to_have_text("2")
    assert set(re.findall(r"foundation-\d+", hands.opposite.played[0])) == {"foundation-9", "foundation-1"}


def test_any_of_the_places_that_are_alike_takes_the_card(sit: Any) -> None:
    hands = sit(lay("the-olga", bed_1="KS QD", bed_2="9H", stock="7s 8s"))
    hands.touch("bed-1", "bed-6")
    hands.expect("bed-1>bed-6")
    hands.drag("bed-6", "bed-4")
    hands.expect("bed-6>bed-4")
