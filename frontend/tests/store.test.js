import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { applied, fromEvent, fromState, predicted } from "../static/js/store.js";

const message = (/** @type {any} */ piles, seq = 0) => ({
  t: "state", seq, kind: "official", view: { piles, state: { redeals: 0 } }, legal: ["deal"], undo_floor: 0,
  can: {}, counters: {}, clock: {}, status: "playing", last: null, result: null,
});
const base = { stock: ["??", "??", "??"], talon: ["2C"], "bed-1": ["??", "QD"], "bed-2": ["KS"] };
const begin = () => fromState(message(base), null);
const event = (/** @type {any[]} */ events, /** @type {any} */ more = {}) => ({
  t: "ack", seq: 1, kind: "move", text: "x", events, legal: [], undo_floor: 0, can: {}, counters: {}, clock: {}, status: "playing", ...more,
});

test("cards are taken, laid and turned, and keep who they are", () => {
  const before = begin();
  const after = fromEvent(before, event([{ from: "bed-1", to: "bed-2", card: "QD" }, { turned: "bed-1", at: 0, card: "9H" }]));
  assert.deepEqual(after.piles, { stock: ["??", "??", "??"], talon: ["2C"], "bed-1": ["9H"], "bed-2": ["KS", "QD"] });
  assert.equal(after.ids["bed-2"][1], before.ids["bed-1"][1]);
  assert.deepEqual(before.piles, base, "what came in is left as it was");
});

test("all are taken before any is laid", () => {
  const { piles } = applied({ a: ["AS"], b: ["2S"] }, { a: [1], b: [2] },
    [{ from: "a", to: "b", card: "AS" }, { from: "b", to: "a", card: "2S" }]);
  assert.deepEqual(piles, { a: ["2S"], b: ["AS"] });
});

test("many hidden cards go as one event, and no card gets lost", () => {
  const before = begin();
  const after = fromEvent(before, event([{ from: "stock", to: "talon", card: "??", n: 3 }], { state: { redeals: 1 } }));
  assert.deepEqual(after.piles.talon, ["2C", "??", "??", "??"]);
  assert.deepEqual([...after.ids.talon].sort(), [...before.ids.talon, ...before.ids.stock].sort());
  assert.equal(after.state.redeals, 1);
});

test("a state keeps who the cards are where they lie as they lay", () => {
  const before = begin();
  const after = fromState(message({ ...base, talon: [], "bed-2": ["KS", "2C"] }, 1), before);
  assert.deepEqual(after.ids.stock, before.ids.stock);
  assert.equal(after.ids["bed-2"][1], before.ids.talon[0]);
});

test("a face-up card is shown where it will lie; nothing hidden is invented", () => {
  const before = begin();
  assert.deepEqual(predicted(before, "bed-1>bed-2").piles["bed-2"], ["KS", "QD"]);
  assert.deepEqual(predicted(before, "bed-1>bed-2").piles["bed-1"], ["??"]);
  for (const text of ["deal", "stock>bed-2", "a>b+c>d", "choose:bed-1", "nowhere>bed-2"]) assert.equal(predicted(before, text), before);
});

test("it applies events as the engine does, through whole games", (context) => {
  const python = process.env.PYTHON ?? "python3";
  const run = spawnSync(python, ["-c", `
import json, random
from games import catalogue, changes
out = []
for game in catalogue.every():
    chance = random.Random(7)
    line = [game.deal("store test")]
    steps = []
    moves = []
    for _ in range(220):
        legal = game.moves(line[-1])
        if not legal:
            break
        if moves and chance.random() < 0.1:
            move, after = moves.pop(), line[-2]
            found = changes.events(game, line[-1], after, move, undone=True)
            line.pop()
        else:
            move = chance.choice(legal)
            after = game.play(line[-1], move)
            found = changes.events(game, line[-1], after, move)
            line.append(after)
            moves.append(move)
        steps.append([found, game.view(after)["piles"]])
    out.append([game.slug, game.view(game.deal("store test"))["piles"], steps])
print(json.dumps(out))
`], { cwd: new URL("../..", import.meta.url), encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.error || /No module named|SyntaxError/.test(run.stderr)) {
    context.skip(`no Python that runs the engine (set PYTHON): ${run.error ?? run.stderr.trim().split("\n").at(-1)}`);
    return;
  }
  assert.equal(run.status, 0, run.stderr);
  for (const [slug, first, steps] of JSON.parse(run.stdout)) {
    assert.ok(steps.length > 10, slug);
    let { piles, ids } = fromState(message(first), null);
    const everybody = Object.values(ids).flat().sort().join();
    for (const [events, after] of steps) {
      ({ piles, ids } = applied(piles, ids, events));
      assert.deepEqual(piles, after, slug);
      assert.equal(Object.values(ids).flat().sort().join(), everybody, `${slug}: no card is lost or doubled`);
    }
  }
});
