import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { SMALLEST, chosen, place, points, spread } from "../static/js/layout.js";

const folder = new URL("../../games/catalogue/", import.meta.url);
const documents = readdirSync(folder).filter((name) => name.endsWith(".layout.json"))
  .map((name) => ({ name, document: JSON.parse(readFileSync(new URL(name, folder), "utf8")) }));
const overlapping = { id: "bed", role: "tableau", x: 0, y: 0, fan: "down", step: 0.5, min: 0.2, max: 3 };
const one = (/** @type {any} */ group) => ({ layouts: [{ size: [4, 4], piles: [group] }] });

test("portrait and landscape name the same piles", () => {
  assert.ok(documents.length >= 3);
  for (const { name, document } of documents) {
    const [a, b] = [chosen(document, 1280, 744), chosen(document, 390, 736)];
    assert.notEqual(a, b, name);
    const names = (/** @type {any} */ layout) => layout.piles.flatMap((/** @type {any} */ g) => points(g).map(([n]) => n)).sort();
    assert.deepEqual(names(a), names(b), name);
  }
});

test("a fan lies as wide as it wants while there is room, and closes up to fit", () => {
  const wide = place(one(overlapping), { bed: ["5S", "5S", "5S"] }, 400, 560);
  assert.deepEqual(wide.cards.bed.map(({ y }) => y), [0, 70, 140]);
  const full = place(one(overlapping), { bed: Array(9).fill("5S") }, 400, 560);
  assert.equal(full.cards.bed.at(-1)?.y, 280);
  assert.equal(full.cards.bed[1].y, 35);
});

test("a fan that cannot close up any more makes the table scroll", () => {
  const placed = place(one(overlapping), { bed: Array(30).fill("5S") }, 400, 560);
  assert.equal(placed.cards.bed[1].y, 28);
  assert.equal(placed.height, 28 * 29 + 140);
});

test("cards never get narrower than the smallest; the table scrolls", () => {
  const placed = place(one(overlapping), { bed: ["5S"] }, 400, 100);
  assert.equal(placed.cardWidth, SMALLEST);
  assert.ok(placed.height > 100);
});

test("of a pile that is not fanned only the two upper cards are drawn", () => {
  const placed = place(one({ id: "stock", role: "stock", x: 0, y: 0 }), { stock: Array(5).fill("??") }, 400, 560);
  assert.deepEqual(placed.cards.stock.map(({ shown }) => shown), [false, false, false, true, true]);
});

test("a pile looked through stays in the window", () => {
  for (const count of [2, 40, 104]) {
    for (const { x, y } of spread(count, 390, 640, 56)) {
      assert.ok(x >= 0 && x + 56 <= 390 && y >= 0 && y + 56 * 1.4 <= 640, `${count}: ${x}, ${y}`);
    }
  }
});
