import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest, neighbour } from "../static/js/input.js";

const at = (/** @type {number} */ x, /** @type {number} */ y, height = 140) => ({ x, y, width: 100, height });

test("a drop goes to the nearest pile within three quarters of a card", () => {
  /** @type {[string, ReturnType<typeof at>][]} */
  const piles = [["a", at(0, 0)], ["b", at(110, 0)]];
  assert.equal(nearest(at(40, 0), piles), "a");
  assert.equal(nearest(at(70, 10), piles), "b");
  assert.equal(nearest(at(0, 120), piles), null);
  assert.equal(nearest(at(190, 0), piles), null);
});

test("a drop anywhere along a fan is on it", () => {
  assert.equal(nearest(at(0, 300), [["a", at(0, 0, 500)]]), "a");
});

test("arrows go to the neighbour straight on before one aside", () => {
  const all = [at(110, 0), at(220, 10), at(0, 150), at(110, 150)];
  const here = at(0, 0);
  assert.equal(neighbour(here, all, "ArrowRight"), 0);
  assert.equal(neighbour(here, all, "ArrowDown"), 2);
  assert.equal(neighbour(here, all, "ArrowLeft"), -1);
  assert.equal(neighbour(all[3], all, "ArrowUp"), 0);
});
