// The connection to a table: joins, keeps what is not acknowledged and sends it again, comes back by itself.

/**
 * @typedef {"open" | "lost" | "closed"} Line
 * @typedef {{url: string, seq: () => number, receive: (message: any) => void,
 *   line: (state: Line, why: string) => void, Socket?: typeof WebSocket}} Options
 */

/** Close codes after which coming back is no use, and what a person is told.
 * @type {Record<number, string>} */
export const FINAL = {
  4400: "This page is out of date. Load it again.",
  4401: "You have been logged out. Log in and come back to this table.",
  4403: "This table belongs to another player.",
  4404: "There is no such table.",
};
const SLOW = /** @type {Record<number, number>} */ ({ 4408: 1000, 4429: 4000, 1012: 1000 });
const PING_MS = 20000;
const SILENCE_MS = 30000;

/** Wait before try number `tries` (from 0), in ms: doubling from 250 to 8000, spread so that all do not come at once.
 * @param {number} tries @param {number} [chance] */
export const backoff = (tries, chance = Math.random()) => Math.min(8000, 250 * 2 ** tries) * (0.75 + chance / 2);

/** @param {Options} options */
export function connection({ url, seq, receive, line, Socket = WebSocket }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0;
  let heard = 0;
  let joined = false;
  let ended = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  /** Sent or waiting to be sent, until the server answers for its id.
   * @type {Map<string, any>} */
  const outbox = new Map();

  const send = (/** @type {any} */ message) => {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  };

  function open() {
    clearTimeout(again);
    if (ended || socket) return;
    joined = false;
    const mine = new Socket(url, "patience.v1");
    socket = mine;
    heard = Date.now();
    mine.onopen = () => {
      heard = Date.now();
      send({ t: "join", seq: seq() });
    };
    mine.onmessage = ({ data }) => {
      heard = Date.now();
      answer(JSON.parse(data));
    };
    mine.onclose = ({ code }) => {
      if (socket === mine) lost(code);
    };
  }

  /** @param {number} code */
  function lost(code) {
    socket = null;
    if (FINAL[code]) {
      ended = true;
      line("closed", FINAL[code]);
      return;
    }
    line("lost", code === 4429 ? "Too many messages. One moment." : "Reconnecting");
    again = setTimeout(open, Math.max(SLOW[code] ?? 0, backoff(tries++)));
  }

  /** @param {any} message */
  function answer(message) {
    if (message.t === "restart") {
      line("lost", "The server is starting again");
      return;
    }
    if (message.t === "err" && ["busy", "rate"].includes(message.code) && outbox.has(message.id)) {
      setTimeout(() => outbox.has(message.id) && send(outbox.get(message.id)), message.code === "rate" ? 1000 : 400);
      return;
    }
    if (message.id) outbox.delete(message.id);
    receive(message);
    if (message.t === "state" && !joined) {
      joined = true;
      tries = 0;
      line("open", "");
      // What was under way when the line broke: the server knows an id that it has already.
      for (const waiting of outbox.values()) send(waiting);
    }
  }

  const beat = setInterval(() => {
    if (!socket || socket.readyState !== 1) return;
    if (Date.now() - heard > SILENCE_MS) drop();
    else if (Date.now() - heard > PING_MS - 1000) send({ t: "ping" });
  }, 5000);

  /** Give the socket up without waiting for its close. */
  function drop() {
    const old = socket;
    socket = null;
    old?.close();
    lost(1006);
  }

  open();
  return {
    /** Send an intent now or when the line is back; it is kept until answered.
     * @param {any} message */
    ask(message) {
      outbox.set(message.id, message);
      if (joined) send(message);
    },
    /** Ask for the whole table. */
    join: () => send({ t: "join", seq: seq() }),
    /** Try at once: the network is said to be back, or the page to be looked at again. */
    retry() {
      if (!socket && !ended) open();
      else send({ t: "ping" });
    },
    close() {
      ended = true;
      clearInterval(beat);
      clearTimeout(again);
      socket?.close();
    },
  };
}
