import assert from "node:assert/strict";
import { test } from "node:test";
import { filling, homeMove, origins, sources, steps, stockMove, targets, unlike } from "../static/js/moves.js";

test("every form of a move is read", () => {
  assert.deepEqual(steps("talon>bed-3"), [{ from: "talon", to: "bed-3" }]);
  assert.deepEqual(steps("bed-1>bed-3:4"), [{ from: "bed-1", to: "bed-3" }]);
  assert.deepEqual(steps("choose:choice-2"), [{ from: "choice-2", to: "choice-2" }]);
  assert.deepEqual(steps("grace:grid-3-1"), [{ from: "grid-3-1", to: "grid-3-1" }]);
  assert.deepEqual(steps("army-3>foundation-9+navy-8>foundation-1"),
    [{ from: "army-3", to: "foundation-9" }, { from: "navy-8", to: "foundation-1" }]);
  for (const text of ["deal", "redeal", "fill"]) assert.deepEqual(steps(text), []);
});

test("a pair is offered from either of its cards, at its partner too, after the single move", () => {
  const pair = "army-3>foundation-9+navy-8>foundation-1";
  const legal = [pair, "army-3>navy-8"];
  assert.deepEqual([...targets(legal, "army-3")], [["foundation-9", [pair]], ["navy-8", ["army-3>navy-8", pair]]]);
  assert.deepEqual([...targets(legal, "navy-8")], [["foundation-1", [pair]], ["army-3", [pair]]]);
});

test("a tied pair goes home by a second tap", () => {
  const tied = "army-3>foundation-9+army-3>foundation-1";
  assert.deepEqual([...targets([tied], "army-3").keys()], ["foundation-9", "foundation-1", "army-3"]);
});

test("names that begin alike are kept apart", () => {
  assert.equal(targets(["bed-11>bed-2"], "bed-1").size, 0);
  assert.equal(origins(["bed-3>bed-11"], "bed-1").size, 0);
});

test("an empty place knows the cards that may fill it", () => {
  const legal = ["deal", "stock>flank-2", "line-1>flank-2", "line-1>flank-3", "grace:flank-2"];
  assert.deepEqual([...origins(legal, "flank-2")], [["stock", ["stock>flank-2"]], ["line-1", ["line-1>flank-2"]]]);
});

test("moves that take equal cards to equal piles are one", () => {
  const piles = { "army-1": ["7H"], "army-2": ["7H"], "navy-1": ["3S"], f1: ["AS", "2S"], f2: ["AS", "2S"], f3: ["KH"], f4: ["AS"] };
  const first = "army-1>f3+navy-1>f1";
  assert.deepEqual(unlike([first, "army-1>f3+navy-1>f2", "army-2>f3+navy-1>f1", "navy-1>f1+army-1>f3"], piles), [first]);
  assert.equal(unlike([first, "army-1>f3+navy-1>f4"], piles).length, 2);
  assert.equal(unlike([first, "army-1>navy-1"], piles).length, 2);
});

test("a fill is when nothing else is offered", () => {
  const role = (/** @type {string} */ pile) => pile.replace(/-.*/, "");
  const piles = { "square-1": [], "square-2": ["5S"], "foundation-1": [] };
  assert.ok(filling(["talon>square-1", "stock>square-1"], piles, role));
  assert.ok(!filling(["talon>square-1", "deal"], piles, role));
  assert.ok(!filling(["talon>square-2"], piles, role));
  assert.ok(!filling(["talon>foundation-1"], piles, role));
  assert.ok(!filling(["square-2>square-1"], piles, role));
  assert.ok(!filling(["talon>square-1+square-2>square-1"], piles, role));
  assert.ok(!filling([], piles, role));
});

test("only what the server offers can be done", () => {
  assert.equal(targets(["deal"], "talon").size, 0);
  assert.equal(stockMove(["bed-1>bed-2"]), undefined);
});

test("the stock deals, deals again, or fills", () => {
  assert.equal(stockMove(["a>b", "deal"]), "deal");
  assert.equal(stockMove(["redeal", "a>b"]), "redeal");
  assert.equal(stockMove(["fill"]), "fill");
});

test("a card counts each of its moves once", () => {
  const counts = sources(["deal", "a>b", "a>c", "d>foundation-1+d>foundation-2", "choose:e"]);
  assert.deepEqual([...counts], [["a", 2], ["d", 1], ["e", 1]]);
});

test("home is a foundation and nothing else", () => {
  const isFoundation = (/** @type {string} */ pile) => pile.startsWith("foundation");
  assert.equal(homeMove(["a>b", "a>foundation-2"], "a", isFoundation), "a>foundation-2");
  assert.equal(homeMove(["a>b"], "a", isFoundation), undefined);
  assert.equal(homeMove(["foundation-1>foundation-5"], "a", isFoundation), undefined);
  const piles = { a: ["7H"], b: ["3S"], c: ["3S"], d: ["4S"], "foundation-1": [], "foundation-2": [] };
  const pair = "a>foundation-1+b>foundation-2";
  assert.equal(homeMove([pair, "a>foundation-1+c>foundation-2"], "a", isFoundation, piles), pair);
  assert.equal(homeMove([pair, "a>foundation-1+d>foundation-2"], "a", isFoundation, piles), undefined);
});
