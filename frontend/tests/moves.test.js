import assert from "node:assert/strict";
import { test } from "node:test";
import { homeMove, sources, steps, stockMove, targets } from "../static/js/moves.js";

test("every form of a move is read", () => {
  assert.deepEqual(steps("talon>bed-3"), [{ from: "talon", to: "bed-3" }]);
  assert.deepEqual(steps("bed-1>bed-3:4"), [{ from: "bed-1", to: "bed-3" }]);
  assert.deepEqual(steps("choose:choice-2"), [{ from: "choice-2", to: "choice-2" }]);
  assert.deepEqual(steps("grace:grid-3-1"), [{ from: "grid-3-1", to: "grid-3-1" }]);
  assert.deepEqual(steps("army-3>foundation-9+navy-8>foundation-1"),
    [{ from: "army-3", to: "foundation-9" }, { from: "navy-8", to: "foundation-1" }]);
  for (const text of ["deal", "redeal", "fill"]) assert.deepEqual(steps(text), []);
});

test("a pair is offered from either of its cards, after the single move", () => {
  const legal = ["army-3>foundation-9+navy-8>foundation-1", "army-3>foundation-9", "army-3>navy-8"];
  assert.deepEqual([...targets(legal, "army-3")], [
    ["foundation-9", ["army-3>foundation-9", "army-3>foundation-9+navy-8>foundation-1"]],
    ["navy-8", ["army-3>navy-8"]],
  ]);
  assert.deepEqual([...targets(legal, "navy-8").keys()], ["foundation-1"]);
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
});
