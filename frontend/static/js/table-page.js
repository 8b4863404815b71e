// The table page: what the server says goes to the screen, what the hand does goes to the server.

import { HIDDEN } from "./layout.js";
import { spoken } from "./cards.js";
import { fromEvent, fromState, predicted } from "./store.js";
import { filling, homeMove, origins, sources, steps, stockMove, targets, unlike } from "./moves.js";
import { count, moveInWords, sentence } from "./announce.js";
import { names } from "./names.js";
import { dress, load, save } from "./settings.js";
import { connection } from "./socket.js";
import { deck, tableView } from "./table.js";
import { listen } from "./input.js";
import { byId, hud } from "./hud.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{t: string, id: string, base: number, move?: string}} Intent */

const SPIN_MS = 400;
const HOLD_MS = 3000;
/** A hint is thought out, and may have to wait for its turn. */
const HINT_MS = 12000;
const LARGE_INDEX = 1.25;

const data = JSON.parse(byId("table-data").textContent);
const root = byId("table");
const felt = byId("felt");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const settings = load();
const index = () => (settings.index === "large" ? LARGE_INDEX : 1);

/** @type {Table | null} */
let table = null;
/** The intent that waits for its answer, and the one after it.
 * @type {Intent | null} */
let pending = null;
/** @type {{t: string, move?: string} | null} */
let queued = null;
/** @type {string | null} */
let selected = null;
/** The empty place that was tapped first, to be filled by the card tapped next.
 * @type {string | null} */
let into = null;
/** @type {string | null} */
let peek = null;
/** @type {string[]} */
let hinted = [];
let held = false;
let frame = 0;
let box = { width: 0, height: 0 };
/** The pile that should have the focus after the next pass.
 * @type {string | null} */
let focusOn = null;
/** @type {ReturnType<typeof setTimeout>[]} */
let waits = [];

const { called, role, isFoundation, dealing } = names(data);
const screen = hud();
const faces = deck(byId("deck"));
const view = tableView(root, {
  document: data.layout, groups: data.groups, deck: faces, index, dealing,
  animate: () => settings.animation && !stillness.matches,
  mirror: () => settings.hand === "left",
});

// ---- drawing -----------------------------------------------------------------------------------

function redraw() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    paint();
  });
}

function paint() {
  if (!table || !box.width) return;
  // Only what was offered is shown before the answer; a move asked for its reason is not.
  const going = pending?.move && table.legal.includes(pending.move) ? pending.move : null;
  const showing = going ? predicted(table, going) : table;
  const over = table.result !== null;
  const open = over || held ? [] : table.legal;
  const goals = selected ? targets(open, selected) : into ? origins(open, into) : new Map();
  if (!goals.size && !pending) selected = into = null;
  if (into) goals.set(into, []);
  const last = going ?? (table.last?.kind === "move" ? table.last.text : "");
  view.draw({
    piles: showing.piles, ids: showing.ids, base: showing.state.base ?? null, moves: sources(open),
    stockMove: stockMove(open), targets: goals, places: new Set(open.flatMap((text) => steps(text).map((step) => step.to))), selected, peek, hinted,
    last: last === "deal" ? ["talon"] : steps(last).map((step) => step.to),
  }, box.width, box.height);
  screen.draw(table, Boolean(pending) || held, mainMove(open), dealing);
  screen.prompt(promptText(open, goals));
  if (focusOn) {
    view.top(focusOn)?.focus({ preventScroll: true });
    focusOn = null;
  }
}

/** @param {string[]} open @param {Map<string, string[]>} goals */
function promptText(open, goals) {
  if (!table || table.status === "stuck" || table.result) return "";
  const again = selected && goals.get(selected)?.[0];
  if (again) return tapAgain(again);
  if (into) return `Tap the card for ${called(into)}`;
  return demand(open, table) || greeting();
}

/** What somebody is told who has never touched a table. */
const greeting = () => (settings.met ? "" : "Tap a card to see where it can go. The rules are in the menu.");
function meet() {
  if (settings.met) return;
  settings.met = true;
  save(settings);
}

/** What tapping the selected card again does. @param {string} text the move */
const tapAgain = (text) => text.startsWith("grace:") ? "Tap again to take it out by grace"
  : text.includes("+") ? "Tap again to send both home" : `Tap the ${cardName(steps(text)[0].from)} again to choose it`;

/** What has to be done before anything else, "" when the hand is free.
 * @param {string[]} open @param {Table} table */
function demand(open, table) {
  if (open.length && open.every((text) => text.startsWith("choose:"))) return "Choose the card that begins the foundations";
  if (filling(open, table.piles, role)) {
    const from = new Set(open.map((text) => role(steps(text)[0].from)));
    return from.size > 1 ? "Fill the place: tap the talon or the stock" : `Fill the place from the ${[...from][0]}`;
  }
  return "";
}

/** What the main button does: the stock's own move, or the one that fills the only place from the only source.
 * @param {string[]} open */
const mainMove = (open) => stockMove(open) ?? (open.length === 1 && table && filling(open, table.piles, role) ? open[0] : undefined);

/** @param {string} pile */
const cardName = (pile) => spoken(table?.piles[pile]?.at(-1) ?? HIDDEN);

// ---- what the server says ----------------------------------------------------------------------

/** @param {any} message */
function receive(message) {
  if (message.t === "state") {
    const known = table?.result;
    table = fromState(message, table);
    // Coming back to the line does not open again what was closed.
    if (!table.result) screen.hideResult();
    else if (!known) finish(table.result);
    if (!table.result) screen.say(table.status === "stuck" ? "No move is left." : demand(table.legal, table) || greeting());
    redraw();
  } else if (message.t === "ack" || message.t === "ev") {
    const mine = message.t === "ack" && pending?.id === message.id;
    if (mine) settle();
    if (!table || message.seq > table.seq + 1) line.join();
    else if (message.seq === table.seq + 1) advance(message, mine);
    next();
    redraw();
  } else if (message.t === "err") {
    refused(message);
  } else if (message.t === "end") {
    if (table) table = { ...table, seq: message.seq, result: message.result };
    finish(message.result);
    redraw();
  }
}

/** @param {any} message @param {boolean} mine */
function advance(message, mine) {
  if (!table) return;
  table = fromEvent(table, message);
  hinted = message.kind === "hint" ? steps(message.text).flatMap(({ from, to }) => [from, to]) : [];
  if (message.kind === "hint") screen.toast(`Hint: ${described(message.text)}`);
  if (message.kind === "hint" && ["deal", "redeal", "fill"].includes(message.text)) hinted = ["stock"];
  const said = sentence(message, table, called, isFoundation);
  if (said) screen.say([said, demand(table.legal, table)].filter(Boolean).join(" "));
  if (mine && root.contains(document.activeElement) && message.kind === "move") {
    focusOn = message.text === "deal" || message.text === "redeal" ? "stock" : steps(message.text)[0]?.to ?? null;
  }
}

/** @param {any} message */
function refused(message) {
  const retry = message.code === "stale" && pending;
  if (message.id && pending?.id !== message.id) return;
  settle();
  // Somebody moved in another window: what was meant is tried on the table as it is now.
  if (retry && retry.t === "move") queued ??= { t: "move", move: retry.move };
  else screen.toast(message.why || "That cannot be done.");
  if (!table || message.seq > table.seq) line.join();
  else next();
  redraw();
}

/** @param {import("./store.js").Result} result */
function finish(result) {
  selected = into = null;
  queued = null;
  settle();
  screen.result(result, data.title, data.links);
  screen.showResult();
  screen.say(result.status === "won" ? `${data.title} is won.` : "The attempt is over.");
}

function settle() {
  pending = null;
  waits.forEach(clearTimeout);
  waits = [];
  screen.spin(false);
  if (held && online) {
    held = false;
    screen.banner("");
  }
}

/** The intent that waited its turn, if the new table still allows it. */
function next() {
  const waiting = queued;
  if (!waiting || pending || !table) return;
  queued = null;
  if (waiting.t === "move" ? table.legal.includes(waiting.move ?? "") : /** @type {any} */ (table.can)[waiting.t]) ask(waiting);
}

/** A random id; `crypto.randomUUID` is there on secure pages only. */
const uuid = () => "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
  (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (Number(digit) / 4)))).toString(16));

// ---- what the hand does ------------------------------------------------------------------------

/** @param {{t: string, move?: string}} intent */
function ask(intent) {
  if (!table || held || table.result) return;
  meet();
  if (pending) {
    queued = intent;
    return;
  }
  pending = { ...intent, id: uuid(), base: table.seq };
  selected = into = null;
  hinted = [];
  waits = [
    setTimeout(() => screen.spin(true), SPIN_MS),
    setTimeout(() => {
      held = true;
      screen.banner("Reconnecting");
      line.retry();
      redraw();
    }, intent.t === "hint" ? HINT_MS : HOLD_MS),
  ];
  line.ask(pending);
  redraw();
}

/** @param {string[]} texts */
function play(texts) {
  const distinct = unlike(texts, table?.piles ?? {});
  if (distinct.length === 1) ask({ t: "move", move: distinct[0] });
  else screen.choose(distinct.map((text) => ({ text, label: described(text) })), (text) => ask({ t: "move", move: text }));
}

/** @param {string} text */
const described = (text) => moveInWords(text, table?.piles ?? {}, called, dealing);

function legal() {
  return table && !held && !table.result ? table.legal : [];
}

/** @param {string} pile @param {boolean} twice */
function tap(pile, twice) {
  meet();
  const open = legal();
  const goals = selected ? targets(open, selected) : new Map();
  const own = targets(open, pile);
  const filled = into && own.get(into);
  const deal = pile === "stock" ? stockMove(open) : undefined;
  const home = twice && settings.doubleTap ? homeMove(open, pile, isFoundation, table?.piles) : undefined;
  if (filled) {
    play(filled);
  } else if (home) {
    ask({ t: "move", move: home });
  } else if (selected && goals.has(pile)) {
    play(goals.get(pile) ?? []);
  } else if (deal) {
    ask({ t: "move", move: deal });
  } else if (selected === pile || into === pile) {
    selected = into = null;
  } else if (own.size && table && filling(open, table.piles, role)) {
    play([...own.values()][0]);
  } else if (own.size) {
    into = null;
    if (settings.oneTap && own.size === 1 && !own.has(pile)) play([...own.values()][0]);
    else if (settings.mode === "drag" && !own.has(pile)) selected = null;
    else {
      selected = pile;
      const where = own.size > 6 ? `${own.size} places` : [...own].map(([to, [move]]) => to === pile ? tapAgain(move) : called(to)).join(", ");
      screen.say(`${cardName(pile)} selected. ${where}.`);
    }
  } else if (!table?.piles[pile]?.length && origins(open, pile).size) {
    const from = origins(open, pile);
    selected = null;
    if (from.size === 1 && open.length === from.size) play([...from.values()][0]);
    else {
      into = pile;
      screen.say(`${called(pile)}: ${[...from.keys()].map((name) => name === "stock" ? "the stock" : cardName(name)).join(", ")} can go there.`);
    }
  } else {
    // A refusal is the server's to explain; it costs nothing.
    if (selected && pile !== "stock") explain(selected, pile);
    selected = into = null;
  }
  redraw();
}

/** What the main button and its key do. */
function main() {
  if (table?.result) {
    screen.showResult();
    return;
  }
  const move = into ? undefined : mainMove(legal());
  if (move) ask({ t: "move", move });
  else tap("stock", false);
}

/** Ask for a move that is not offered, for the sake of the reason.
 * @param {string} from @param {string} to */
function explain(from, to) {
  if (!pending && table?.piles[from]?.length) ask({ t: "move", move: `${from}>${to}` });
}

/** @param {string} key */
function press(key) {
  if (/^[1-9]$/.test(key) && selected) {
    const goal = [...targets(legal(), selected).values()][Number(key) - 1];
    if (goal) play(goal);
    return Boolean(goal);
  }
  const focused = view.hit(document.activeElement)?.pile ?? null;
  /** @type {Record<string, () => void>} */
  const keys = {
    s: main,
    f: () => {
      const from = selected ?? focused;
      const move = from && homeMove(legal(), from, isFoundation, table?.piles);
      if (move) ask({ t: "move", move });
    },
    u: undo, h: hint, q: status,
    "?": () => byId("help").showModal(),
    Escape: () => (table?.result ? closeResult() : letGo()),
  };
  if (!keys[key]) return false;
  keys[key]();
  redraw();
  return true;
}

function letGo() {
  selected = into = null;
  peek = null;
  redraw();
}
function closeResult() {
  screen.hideResult();
  byId("deal").focus();
}
function undo() {
  if (pending || table?.can.undo) ask({ t: "undo" });
  else if (table && !table.result && !held) {
    screen.toast(table.undoFloor ? "The last move showed you a card, and cannot be taken back." : "There is nothing to take back.");
  }
}
function hint() {
  if (!table?.can.hint) return;
  if (table.kind === "official" && !table.counters.assisted) byId("hint-dialog").showModal();
  else ask({ t: "hint" });
}
function status() {
  if (!table) return;
  const { counters, legal: open } = table;
  screen.say(`${counters.score} of ${counters.total} cards home, ${count(counters.moves, "move")}, ${table.piles.stock?.length ?? 0} in the stock, `
    + `${count(sources(open).size, "card")} can move.`);
}

listen(felt, view, {
  tap,
  drop(from, to, near) {
    const texts = to && targets(legal(), from).get(to);
    // A card laid on another by hand is laid on it, and not sent home with it.
    if (texts) play(texts[0].includes("+") ? texts : texts.slice(0, 1));
    else if (near) explain(from, near);
    selected = null;
    redraw();
  },
  lift(pile) {
    selected = pile;
    into = null;
    redraw();
  },
  peek(pile) {
    peek = pile && pile !== "stock" ? pile : null;
    redraw();
  },
  cloth: letGo,
  key: press,
  mayDrag: (pile, id) => settings.mode !== "tap" && id !== null && table?.ids[pile]?.at(-1) === id && legal().length > 0
    && ((table.piles[pile].at(-1) !== HIDDEN && !isFoundation(pile)) || targets(legal(), pile).size > 0),
  targets: () => (selected ? [...targets(legal(), selected)].filter(([to]) => to !== selected).map(([to]) => to) : []),
});

// ---- bar, actions and dialogs ------------------------------------------------------------------

/** @param {string} id @param {() => void} done */
const on = (id, done) => byId(id)?.addEventListener("click", done);

on("undo", undo);
on("stuck-undo", undo);
on("hint", hint);
on("deal", main);
on("menu-open", () => byId("menu").showModal());
for (const id of ["resign", "stuck-resign"]) on(id, () => {
  byId("menu").close();
  byId("resign-dialog").showModal();
});
on("resign-yes", () => {
  byId("resign-dialog").close();
  queued = null;
  ask({ t: "resign" });
});
on("hint-yes", () => {
  byId("hint-dialog").close();
  ask({ t: "hint" });
});
on("help-open", () => {
  byId("menu").close();
  byId("help").showModal();
});
on("result-close", closeResult);
on("copy", async () => {
  const text = `${byId("share-text").textContent} ${location.origin}${byId("result-board").getAttribute("href")}`;
  try {
    await navigator.clipboard.writeText(text);
    byId("copy").textContent = "Copied";
  } catch {
    // Without the clipboard the text can still be selected by hand.
    getSelection()?.selectAllChildren(byId("share-text"));
    byId("copy").textContent = "Press Ctrl-C";
  }
  screen.say(byId("copy").textContent);
});
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    const asked = /** @type {HTMLElement} */ (event.target);
    if (asked === dialog || asked.closest("[data-close]")) dialog.close();
  });
}

const form = /** @type {HTMLFormElement} */ (byId("settings"));
for (const field of form.elements) {
  const input = /** @type {HTMLInputElement} */ (field);
  const value = /** @type {any} */ (settings)[input.name];
  if (input.type === "checkbox") input.checked = value;
  else input.value = value;
}
form.addEventListener("change", ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  /** @type {any} */ (settings)[input.name] = input.type === "checkbox" ? input.checked : input.value;
  save(settings);
  dress(settings, document.documentElement);
  faces.resize(index());
  redraw();
});

// ---- beginning ---------------------------------------------------------------------------------

dress(settings, document.documentElement);
faces.resize(index());
new ResizeObserver(([{ contentRect }]) => {
  box = { width: contentRect.width, height: contentRect.height };
  redraw();
}).observe(felt);

let online = false;
const line = connection({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${data.ws}`,
  seq: () => table?.seq ?? 0,
  receive,
  line(state, why) {
    online = state === "open";
    held = !online && (state === "closed" || held);
    if (online) {
      held = false;
      screen.banner("");
      next();
    } else if (table || state === "closed") {
      screen.banner(why);
      byId("banner").classList.toggle("final", state === "closed");
    }
    redraw();
  },
});
addEventListener("online", line.retry);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && line.retry());
