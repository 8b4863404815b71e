import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { drawing, face, spoken } from "../static/js/cards.js";

const CARDS = [..."A23456789TJQK"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));

test("every card has a face of its own in both forms", () => {
  const faces = CARDS.flatMap((card) => [face(card, "d"), face(card, "r")]);
  assert.equal(new Set(faces).size, 104);
  for (const one of faces) assert.doesNotMatch(one, /NaN|undefined/);
});

test("a number card shows as many pips as its rank, and one in the index", () => {
  const hearts = [..."A23456789T"].map((rank) => (face(`${rank}H`, "d").match(/M[\d.-]+ [\d.-]+m/g) ?? []).length);
  assert.deepEqual(hearts, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("the marks of empty places are drawn", () => {
  for (const name of ["back", "redeal", "none", "S", "H", "D", "C", "7", "T"]) assert.match(drawing(name), /<path/);
  assert.match(drawing("7Hd"), /<path/);
});

test("the files for other pages are those the generator writes", () => {
  for (const card of [...CARDS, "back"]) {
    const file = new URL(`../static/cards/${card}.svg`, import.meta.url);
    assert.ok(existsSync(file), card);
    assert.ok(readFileSync(file, "utf8").includes(drawing(card === "back" ? card : `${card}d`)), `${card}: run make.mjs`);
  }
});

test("the drawing of the deck is at most 4 KB gzipped with its comments", () => {
  assert.ok(gzipSync(readFileSync(new URL("../static/js/cards.js", import.meta.url))).length < 4096);
});

test("cards are said in the words of the book", () => {
  assert.equal(spoken("7H"), "Seven of Hearts");
  assert.equal(spoken("JC"), "Knave of Clubs");
  assert.equal(spoken("??"), "Face-down card");
});
