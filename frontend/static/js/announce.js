// What a message says of the table, in a sentence for the live region.

import { HIDDEN } from "./layout.js";
import { spoken } from "./cards.js";
import { steps } from "./moves.js";

/** @typedef {import("./store.js").Table} Table */

/** @param {number} n @param {string} one @param {string} [many] */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** One sentence for an `ack` or `ev`; `table` is the table after it.
 * @param {any} message @param {Table} table @param {(pile: string) => string} called
 * @param {(pile: string) => boolean} isFoundation */
export function sentence(message, table, called, isFoundation) {
  if (message.kind === "resign") return "The attempt is over.";
  if (message.kind === "hint") return "";
  const parts = [];
  if (message.kind === "undo") parts.push("Taken back");
  if (message.kind === "move" && message.text === "redeal") {
    parts.push(`The talon is taken up again, ${count(table.piles.stock?.length ?? 0, "card")}`);
  } else {
    const shown = message.events.filter((/** @type {any} */ event) => event.to && event.card !== HIDDEN);
    for (const { to, card, filled } of shown.slice(0, 4)) {
      const height = isFoundation(to) ? `, ${count(table.piles[to].length, "card")} there` : "";
      parts.push(`${spoken(card)} ${filled ? "fills" : "to"} ${called(to)}${height}`);
    }
    if (shown.length > 4) parts.push(`and ${count(shown.length - 4, "more card")}`);
    const turned = message.events.filter((/** @type {any} */ event) => event.turned);
    const up = turned.filter((/** @type {any} */ event) => event.card !== HIDDEN);
    const down = turned.length - up.length;
    for (const event of up.slice(0, 4)) parts.push(`${spoken(event.card)} turned up on ${called(event.turned)}`);
    if (up.length > 4) parts.push(`${count(up.length - 4, "more card")} turned up`);
    if (down) parts.push(`${count(down, "card")} turned down`);
  }
  if (table.status === "stuck") parts.push("No move is left");
  return parts.length ? `${parts.join(". ")}.` : "";
}

/** What a move would do on a table, in words.
 * @param {string} text @param {Record<string, string[]>} piles @param {(pile: string) => string} called
 * @param {string} dealing what the game calls a deal */
export function moveInWords(text, piles, called, dealing) {
  if (text === "deal") return dealing === "Deal" ? "turn the next card" : dealing;
  if (text === "redeal") return "deal the talon again";
  if (text === "fill") return "fill the vacancies";
  const card = (/** @type {string} */ pile) => spoken(piles[pile]?.at(-1) ?? HIDDEN);
  const all = steps(text);
  if (all.length > 1 && all.every(({ from }) => from === all[0].from)) return `both cards of ${called(all[0].from)} home`;
  return all.map(({ from, to }) => from === to ? `${text.startsWith("grace:") ? "by grace take out" : "choose"} the ${card(from)}`
    : `${from === "stock" ? "the next card" : card(from)} to ${called(to)}`).join(", and ");
}

/** What a pile says of itself: "Column 3, 5 cards, top Seven of Hearts".
 * @param {string} name @param {string[]} cards */
export function pileLabel(name, cards) {
  const called = name[0].toUpperCase() + name.slice(1);
  if (!cards.length) return `${called}, empty`;
  return `${called}, ${count(cards.length, "card")}, top ${spoken(cards[cards.length - 1])}`;
}

/** What a card says of itself.
 * @param {string} card @param {number} moves */
export const cardLabel = (card, moves) => spoken(card) + (moves ? `, ${count(moves, "move")}` : "");

/** @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (h ? `${h}:${String(m).padStart(2, "0")}` : `${m}`) + `:${String(s).padStart(2, "0")}`;
}
