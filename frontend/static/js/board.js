// @ts-check
// A live leaderboard and the countdown. Without this script the page is the same, only still.

/** @typedef {{rank: number, player: string, won: boolean, assisted: boolean, score: number, moves: number, time_ms: number, me: boolean}} Row */
/** @typedef {{t: string, players: number, finished?: number, won?: number, locked?: boolean, rows?: Row[], me?: {rank: number} | null}} Board */

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/** Time played: `4:07`, `1:02:11`. @param {number} ms */
export function duration(ms) {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, String(seconds % 60).padStart(2, "0")];
  return h ? `${h}:${String(m).padStart(2, "0")}:${s}` : `${m}:${s}`;
}

/** How long is left: `11 h 5 min`. @param {number} ms */
export function left(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** Set a text only when it differs. @param {Element} element @param {string} text */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} name @param {string} text */
function mark(name, text) {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = text;
  return span;
}

/** Write a row into its element. @param {HTMLElement} tr @param {Row} row */
function fill(tr, row) {
  const [rank, player, result, home, moves, time] = tr.children;
  tr.classList.toggle("me", row.me);
  say(rank, String(row.rank));
  const link = /** @type {HTMLAnchorElement} */ (player.querySelector("a"));
  link.href = `/players/${encodeURIComponent(row.player)}/`;
  link.textContent = row.player;
  player.replaceChildren(link);
  if (row.me) player.append(" ", mark("you", "you"));
  if (row.assisted) player.append(" ", mark("assisted", "assisted"));
  if (row.won) result.replaceChildren(mark("chip won", "Won"));
  else {
    const dash = mark("only-large", "–");
    dash.setAttribute("aria-hidden", "true");
    result.replaceChildren(mark("sr", "Not won"), dash, mark("only-small muted", `${row.score} home`));
  }
  say(home, String(row.score));
  say(moves, String(row.moves));
  say(time, duration(row.time_ms));
}

/** Bring the rows on the page to those of the message, keyed by player. @param {HTMLElement} body @param {Row[]} rows */
function show(body, rows) {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("board-row"));
  if (!template || !rows.length) return;
  /** @type {Map<string, HTMLElement>} */
  const known = new Map();
  for (const tr of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("tr[data-player]"))) known.set(tr.dataset.player ?? "", tr);
  body.querySelector(".empty")?.remove();
  rows.forEach((row, at) => {
    let tr = known.get(row.player);
    const text = JSON.stringify(row);
    if (!tr) {
      tr = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
      tr.dataset.player = row.player;
      tr.classList.add("fresh");
      tr.addEventListener("animationend", (event) => /** @type {HTMLElement} */ (event.currentTarget).classList.remove("fresh"));
    }
    known.delete(row.player);
    if (tr.dataset.row !== text) {
      tr.dataset.row = text;
      fill(tr, row);
    }
    if (body.children[at] !== tr) body.insertBefore(tr, body.children[at] ?? null);
  });
  for (const gone of known.values()) gone.remove();
}

/** @param {HTMLElement} root @param {Board} board */
function apply(root, board) {
  /** @type {Record<string, number | undefined>} */
  const values = { players: board.players, finished: board.finished, won: board.won, me: board.me?.rank };
  for (const [field, value] of Object.entries(values)) {
    const cell = root.querySelector(`[data-field="${field}"]`);
    if (cell && value !== undefined) say(cell, String(value));
  }
  const body = /** @type {HTMLElement | null} */ (root.querySelector("[data-rows]"));
  if (root.dataset.live === "rows" && body && board.rows && !board.locked) show(body, board.rows);
}

/** Watch a board; try again ever more slowly when the line breaks. @param {HTMLElement} root */
function watch(root) {
  const dot = /** @type {HTMLElement | null} */ (root.querySelector("[data-live-dot]"));
  let wait = FIRST_WAIT;
  const open = () => {
    const address = new URL(root.dataset.board ?? "", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address, "patience.v1");
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.t !== "board") return;
      wait = FIRST_WAIT;
      if (dot) dot.hidden = false;
      // One's own attempt has ended in another tab: the board is open now.
      if (root.dataset.live === "sealed" && !message.locked) location.reload();
      apply(root, message);
    };
    socket.onclose = (event) => {
      if (dot) dot.hidden = true;
      if (event.code >= 4400 && event.code < 4500) return;
      setTimeout(open, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  };
  open();
}

/** Tell how long is left; whether a deal of the page has closed. */
function countDown() {
  let closed = false;
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-countdown]"))) {
    const ms = Date.parse(time.dateTime) - Date.now();
    say(time, left(ms));
    closed ||= ms <= 0;
  }
  return closed;
}

if (typeof document !== "undefined") {
  for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-board]"))) watch(root);
  // A page whose deal closes while it is open is a day old, and is loaded again; not all come at once. By a
  // clock that is fast every deal has closed already: that page stays.
  const fast = countDown();
  const counting = setInterval(() => {
    if (!countDown() || fast) return;
    clearInterval(counting);
    setTimeout(() => location.reload(), Math.random() * LONGEST_WAIT);
  }, 15_000);
}
