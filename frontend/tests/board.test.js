import assert from "node:assert/strict";
import { test } from "node:test";

import { duration, left } from "../static/js/board.js";

test("time played is minutes and seconds, with hours where there are any", () => {
  assert.equal(duration(0), "0:00");
  assert.equal(duration(247_999), "4:07");
  assert.equal(duration(3_731_000), "1:02:11");
});

test("what is left is told in the two largest units, and is never less than nothing", () => {
  assert.equal(left(-5000), "0 min");
  assert.equal(left(59 * 60_000 + 59_000), "59 min");
  assert.equal(left(11 * 3_600_000 + 5 * 60_000), "11 h 5 min");
  assert.equal(left(49 * 3_600_000), "2 d 1 h");
});
