import assert from "node:assert/strict";
import { test } from "node:test";
import { cardLabel, clockText, pileLabel, sentence } from "../static/js/announce.js";

const called = (/** @type {string} */ pile) => (pile === "talon" ? "the talon" : `Column ${pile.at(-1)}`);
const isFoundation = (/** @type {string} */ pile) => pile.startsWith("foundation");
const table = /** @type {any} */ ({ piles: { "foundation-1": ["AS", "2S"], stock: ["??", "??"] }, status: "playing" });
const said = (/** @type {any} */ message, now = table) => sentence(message, now, called, isFoundation);

test("a move says what went where and what it showed", () => {
  const events = [{ from: "bed-1", to: "bed-3", card: "7H" }, { turned: "bed-1", at: 2, card: "9S" }];
  assert.equal(said({ kind: "move", text: "bed-1>bed-3", events }),
    "Seven of Hearts to Column 3. Nine of Spades turned up on Column 1.");
});

test("a foundation says its count, a fill that it is one", () => {
  const events = [{ from: "a-1", to: "foundation-1", card: "2S" }, { from: "talon", to: "a-1", card: "5C", filled: true }];
  assert.equal(said({ kind: "move", text: "a-1>foundation-1", events }),
    "Two of Spades to Column 1, 2 cards there. Five of Clubs fills Column 1.");
});

test("taking back, dealing again, the end", () => {
  assert.equal(said({ kind: "undo", text: "", events: [{ from: "bed-3", to: "bed-1", card: "7H" }] }),
    "Taken back. Seven of Hearts to Column 1.");
  assert.equal(said({ kind: "move", text: "redeal", events: [] }), "The talon is taken up again, 2 cards.");
  assert.equal(said({ kind: "resign", text: "", events: [] }), "The attempt is over.");
  assert.equal(said({ kind: "move", text: "deal", events: [{ from: "stock", to: "talon", card: "KD" }] }, { ...table, status: "stuck" }),
    "King of Diamonds to the talon. No move is left.");
});

test("piles and cards say what they are", () => {
  assert.equal(pileLabel("Column 3", ["??", "7H"]), "Column 3, 2 cards, top Seven of Hearts");
  assert.equal(pileLabel("the talon", []), "The talon, empty");
  assert.equal(cardLabel("7H", 2), "Seven of Hearts, 2 moves");
  assert.equal(cardLabel("7H", 1), "Seven of Hearts, 1 move");
  assert.equal(cardLabel("7H", 0), "Seven of Hearts");
});

test("the clock", () => {
  assert.equal(clockText(0), "0:00");
  assert.equal(clockText(731999), "12:11");
  assert.equal(clockText(3661000), "1:01:01");
});
