import assert from "node:assert/strict";
import test from "node:test";
import { film, told } from "../static/js/replay.js";
import { names } from "../static/js/names.js";

const PLAY = {
  view: { piles: { stock: ["??", "??"], talon: [], "bed-1": ["??", "7H"], "foundation-1": ["6H"] }, state: { redeals: 0 } },
  score: 1, total: 12, status: "playing",
  steps: [
    { kind: "hint", text: "bed-1>foundation-1" },
    { text: "bed-1>foundation-1", score: 2,
      events: [{ from: "bed-1", to: "foundation-1", card: "7H" }, { turned: "bed-1", at: 0, card: "9S" }] },
    { text: "deal", events: [{ from: "stock", to: "talon", card: "8D" }] },
    { kind: "undo", text: "", events: [{ from: "talon", to: "stock", card: "??" }] },
    { text: "choose:bed-1", state: { redeals: 1 } },
    { kind: "resign", text: "", status: "ended" },
  ],
};
const NAMES = names({
  layout: { layouts: [{ piles: [{ id: "stock", role: "stock" }, { id: "foundation", role: "foundation" }, { id: "bed", role: "tableau" }] }] },
  groups: { "bed-1": "Column 1", "foundation-1": "Foundation 1", talon: "the talon", stock: "the stock" },
});

test("each step gives the next table, from wherever one comes to it", () => {
  const play = film(PLAY);
  assert.equal(play.length, 6);
  const last = play.at(6);
  assert.deepEqual(play.at(0).piles, PLAY.view.piles);
  assert.deepEqual(play.at(2).piles, { stock: ["??", "??"], talon: [], "bed-1": ["9S"], "foundation-1": ["6H", "7H"] });
  assert.deepEqual(play.at(4).piles, play.at(2).piles);
  assert.equal(play.at(6), last);
  assert.deepEqual([last.state, last.status], [{ redeals: 1 }, "ended"]);
});

test("a card keeps its identity on its way", () => {
  const play = film(PLAY);
  assert.equal(play.at(2).ids["foundation-1"][1], play.at(1).ids["bed-1"][1]);
  assert.equal(play.at(4).ids.stock[1], play.at(0).ids.stock[1]);
});

test("moves and undos are counted, cards home are told, and a hint marks what follows", () => {
  const counted = film(PLAY);
  const counters = [0, 1, 2, 3, 4, 6].map((n) => counted.at(n).counters);
  assert.deepEqual(counters.map(({ moves }) => moves), [0, 0, 1, 2, 3, 4]);
  assert.deepEqual(counters.map(({ score }) => score), [1, 1, 2, 2, 2, 2]);
  assert.deepEqual(counters.map(({ assisted }) => assisted), [false, true, true, true, true, true]);
});

test("every step is told in words", () => {
  const play = film(PLAY);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((n) => told(play, n, NAMES)), [
    "The cards are dealt.",
    "Hint: Seven of Hearts to Foundation 1.",
    "Seven of Hearts to Foundation 1, 2 cards there. Nine of Spades turned up on Column 1.",
    "Eight of Diamonds to the talon.",
    "Taken back.",
    "Choose the Nine of Spades.",
    "The attempt is over.",
  ]);
});
