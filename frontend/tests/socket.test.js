import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { FINAL, backoff, connection } from "../static/js/socket.js";

/** A socket that a test opens, answers and closes by hand. */
class Line {
  /** @type {Line[]} */
  static made = [];
  readyState = 0;
  /** @type {any[]} */
  sent = [];
  onopen = () => {};
  onclose = (/** @type {{code: number}} */ _) => {};
  onmessage = (/** @type {{data: string}} */ _) => {};
  constructor() {
    Line.made.push(this);
  }
  send(/** @type {string} */ text) {
    this.sent.push(JSON.parse(text));
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  says(/** @type {any} */ message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

function begin() {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  Line.made = [];
  /** @type {any[]} */
  const received = [];
  /** @type {string[]} */
  const states = [];
  const line = connection({
    url: "ws://x/", seq: () => 7, receive: (message) => received.push(message),
    line: (state, why) => states.push(`${state} ${why}`.trim()), Socket: /** @type {any} */ (Line),
  });
  return { line, received, states, now: () => /** @type {Line} */ (Line.made.at(-1)), end: () => {
    line.close();
    mock.timers.reset();
  } };
}

test("it joins with the last event it holds, and then sends what waits", () => {
  const { line, states, now, end } = begin();
  line.ask({ t: "move", id: "a", base: 7, move: "deal" });
  now().open();
  assert.deepEqual(now().sent, [{ t: "join", seq: 7 }]);
  now().says({ t: "state", seq: 7 });
  assert.deepEqual(now().sent[1], { t: "move", id: "a", base: 7, move: "deal" });
  assert.deepEqual(states, ["open"]);
  end();
});

test("what was not acknowledged is sent again under the same id, what was is not", () => {
  const { line, now, end } = begin();
  now().open();
  now().says({ t: "state", seq: 7 });
  line.ask({ t: "move", id: "a", base: 7 });
  now().says({ t: "ack", id: "a", seq: 8 });
  line.ask({ t: "move", id: "b", base: 8 });
  now().close();
  mock.timers.tick(500);
  assert.equal(Line.made.length, 2);
  now().open();
  now().says({ t: "state", seq: 9 });
  assert.deepEqual(now().sent.map(({ t, id }) => id ?? t), ["join", "b"]);
  end();
});

test("a busy server is asked again with the same id, and the page is not troubled", () => {
  const { line, received, now, end } = begin();
  now().open();
  now().says({ t: "state", seq: 7 });
  line.ask({ t: "undo", id: "a", base: 7 });
  now().says({ t: "err", id: "a", code: "busy", why: "", seq: 7 });
  mock.timers.tick(400);
  assert.deepEqual(now().sent.slice(1).map(({ id }) => id), ["a", "a"]);
  assert.deepEqual(received.map(({ t }) => t), ["state"]);
  end();
});

test("a close that is final says why, and is not tried again", () => {
  for (const code of Object.keys(FINAL).map(Number)) {
    const { states, now, end } = begin();
    now().open();
    now().close(code);
    mock.timers.tick(60000);
    assert.equal(Line.made.length, 1);
    assert.deepEqual(states, [`closed ${FINAL[code]}`]);
    end();
  }
});

test("a line that is silent is given up and made anew", () => {
  const { states, now, end } = begin();
  now().open();
  now().says({ t: "state", seq: 7 });
  mock.timers.tick(25000);
  assert.equal(now().sent.at(-1).t, "ping");
  mock.timers.tick(15000);
  mock.timers.tick(500);
  assert.equal(Line.made.length, 2);
  assert.deepEqual(states, ["open", "lost Reconnecting"]);
  end();
});

test("the waits grow, and are spread", () => {
  assert.deepEqual([0, 1, 2, 9].map((tries) => backoff(tries, 0.5)), [250, 500, 1000, 8000]);
  assert.ok(backoff(3, 0) < backoff(3, 1));
});
