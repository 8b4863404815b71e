// A play as a row of tables, the first and one after each step. Pure: no DOM, no rules.

import { fromEvent, fromState } from "./store.js";
import { moveInWords, sentence } from "./announce.js";

/**
 * @typedef {import("./store.js").Table} Table
 * @typedef {{kind?: string, text: string, events?: import("./store.js").Event[], state?: Record<string, any>,
 *   score?: number, status?: string}} Step  without a kind a move; what is not told has not changed
 * @typedef {{view: any, score: number, status: string, total: number, steps: Step[]}} Play
 */

const NOTHING = {
  legal: [], undo_floor: 0, can: { move: false, undo: false, hint: false, resign: false },
  clock: { elapsed_ms: 0, running: false, closes_in_ms: Infinity },
};

/** The tables of a play, worked out when they are first asked for.
 * @param {Play} play @returns {{length: number, at: (n: number) => Table, message: (n: number) => any}} */
export function film({ view, score, status, total, steps }) {
  const counters = { moves: 0, undos: 0, score, total, assisted: false };
  /** @type {Table[]} */
  const tables = [fromState({ ...NOTHING, seq: 0, kind: "replay", view, counters, status, last: null, result: null }, null)];
  /** The message of the live protocol that step `n` stands for. @param {number} n @param {Table} before */
  const message = (n, before = at(n - 1)) => {
    const { score: home = before.counters.score, ...step } = steps[n - 1];
    const { kind = "move" } = step;
    return {
      ...NOTHING, events: [], status: before.status, ...step, kind, seq: n,
      counters: {
        ...before.counters, score: home, assisted: before.counters.assisted || kind === "hint",
        moves: before.counters.moves + Number(kind === "move" || kind === "undo"),
      },
    };
  };
  /** The table after `n` steps. @param {number} n */
  const at = (n) => {
    for (let next = tables.length; next <= n; next++) {
      tables.push(fromEvent(tables[next - 1], message(next, tables[next - 1])));
    }
    return tables[n];
  };
  return { length: steps.length, at, message: (n) => message(n) };
}

/** What step `n` of a play did, in words.
 * @param {ReturnType<typeof film>} play @param {number} n @param {ReturnType<typeof import("./names.js").names>} names */
export function told(play, n, { called, isFoundation, dealing }) {
  if (!n) return "The cards are dealt.";
  const message = play.message(n);
  const inWords = () => moveInWords(message.text, play.at(n - 1).piles, called, dealing);
  if (message.kind === "hint") return `Hint: ${inWords()}.`;
  const table = play.at(n);
  const said = sentence(message, table, called, isFoundation) || `${inWords()}.`.replace(/^./, (first) => first.toUpperCase());
  return table.status === "won" ? `${said} That wins it.` : said;
}
