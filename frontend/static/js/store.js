// What the client knows of the table, and how the server's messages change it. Pure: no DOM, no rules.
// Cards keep an identity (`ids`, beside `piles`) so that the same element moves with them.

import { HIDDEN } from "./layout.js";

/**
 * @typedef {Record<string, string[]>} Piles
 * @typedef {Record<string, number[]>} Ids
 * @typedef {{from?: string, to?: string, card?: string, n?: number, filled?: boolean, turned?: string, at?: number}} Event
 * @typedef {{move: boolean, undo: boolean, hint: boolean, resign: boolean}} Can
 * @typedef {{moves: number, undos: number, score: number, total: number, assisted: boolean}} Counters
 * @typedef {{elapsed_ms: number, running: boolean, closes_in_ms: number}} Clock
 * @typedef {{status: string, score: number, total: number, moves: number, undos: number, assisted: boolean,
 *   time_ms: number, rank: number | null, players: number, leaderboard: string, share: string}} Result
 * @typedef {{seq: number, kind: string, piles: Piles, ids: Ids, state: Record<string, any>, legal: string[],
 *   undoFloor: number, can: Can, counters: Counters, clock: Clock, status: string,
 *   last: {kind: string, text: string} | null, result: Result | null}} Table
 */

let nextId = 1;

/** The table of a `state` message. Cards that lie as they lay in `before` keep their identity.
 * @param {any} message @param {Table | null} before @returns {Table} */
export function fromState(message, before) {
  const { piles, state } = message.view;
  return {
    seq: message.seq, kind: message.kind, piles, state, ids: identified(piles, before), legal: message.legal,
    undoFloor: message.undo_floor, can: message.can, counters: message.counters, clock: message.clock,
    status: message.status, last: message.last, result: message.result,
  };
}

/** @param {Piles} piles @param {Table | null} before @returns {Ids} */
function identified(piles, before) {
  /** @type {Ids} */
  const ids = {};
  /** @type {Record<string, number[]>} */
  const loose = {};
  for (const [pile, cards] of Object.entries(before?.piles ?? {})) {
    cards.forEach((card, at) => {
      if (piles[pile]?.[at] !== card) (loose[card] ??= []).push(before?.ids[pile][at] ?? 0);
    });
  }
  for (const [pile, cards] of Object.entries(piles)) {
    ids[pile] = cards.map((card, at) => before?.piles[pile]?.[at] === card
      ? before.ids[pile][at] : loose[card]?.pop() ?? nextId++);
  }
  return ids;
}

/** The piles after the events of a message, by the words of the protocol; what came in is left as it was.
 * @param {Piles} piles @param {Ids} ids @param {Event[]} events @returns {{piles: Piles, ids: Ids}} */
export function applied(piles, ids, events) {
  /** @type {Piles} */
  const nowPiles = {};
  /** @type {Ids} */
  const nowIds = {};
  for (const name of Object.keys(piles)) {
    nowPiles[name] = [...piles[name]];
    nowIds[name] = [...ids[name]];
  }
  const taken = events.map(({ from, n = 1 }) => {
    if (!from) return [];
    nowPiles[from].splice(-n);
    return nowIds[from].splice(-n);
  });
  events.forEach(({ to, card, n = 1 }, at) => {
    if (!to) return;
    nowPiles[to].push(...Array(n).fill(card));
    nowIds[to].push(...taken[at]);
  });
  for (const { turned, at = 0, card = HIDDEN } of events) {
    if (turned) nowPiles[turned][at] = card;
  }
  return { piles: nowPiles, ids: nowIds };
}

/** The table after an `ack` or `ev`, which has to be the next one.
 * @param {Table} table @param {any} message @returns {Table} */
export function fromEvent(table, message) {
  return {
    ...table, ...applied(table.piles, table.ids, message.events ?? []), seq: message.seq,
    state: message.state ?? table.state, legal: message.legal, undoFloor: message.undo_floor, can: message.can,
    counters: message.counters, clock: message.clock, status: message.status,
    last: { kind: message.kind, text: message.text },
  };
}

/** The table as it will look, as far as the client can tell, while the answer to a move is awaited:
 * a face-up card already lies where it goes. What the rules turn or fill is the server's to say.
 * @param {Table} table @param {string} text @returns {Table} */
export function predicted(table, text) {
  const match = /^([^>:+]+)>([^>:+]+)$/.exec(text);
  const card = match && table.piles[match[1]]?.at(-1);
  if (!match || !card || card === HIDDEN || !table.piles[match[2]]) return table;
  return { ...table, ...applied(table.piles, table.ids, [{ from: match[1], to: match[2], card }]) };
}
