// The replay page: a play that is over, step by step, on the table that it was played on.

import { steps } from "./moves.js";
import { names } from "./names.js";
import { film, told } from "./replay.js";
import { dress, load } from "./settings.js";
import { deck, tableView } from "./table.js";

const LARGE_INDEX = 1.25;
/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

const data = JSON.parse(byId("replay-data").textContent);
const play = film(data);
const felt = byId("felt");
const seek = byId("seek");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const settings = load();
const index = settings.index === "large" ? LARGE_INDEX : 1;
const named = names(data);
const faces = deck(byId("deck"));
const view = tableView(byId("table"), {
  document: data.layout, groups: data.groups, deck: faces, dealing: named.dealing, watching: true,
  index: () => index, mirror: () => settings.hand === "left",
  // A card flies one step; from further away the whole table would.
  animate: () => settings.animation && !stillness.matches && Math.abs(now - drawn) <= 1,
});

/** The step that is shown, and the one that was drawn last. */
let now = 0;
let drawn = 0;
let frame = 0;
let box = { width: 0, height: 0 };
/** @type {ReturnType<typeof setInterval> | undefined} */
let running;

// ---- drawing -----------------------------------------------------------------------------------

function redraw() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    paint();
  });
}

function paint() {
  if (!box.width) return;
  const table = play.at(now);
  const { kind, text } = table.last ?? { kind: "", text: "" };
  const touched = text === "deal" ? ["talon"] : steps(text).map((step) => step.to);
  view.draw({
    piles: table.piles, ids: table.ids, base: table.state.base ?? null, moves: new Map(), stockMove: undefined,
    targets: new Map(), places: new Set(), selected: null, peek: null,
    last: kind === "move" ? touched : [],
    hinted: kind !== "hint" ? [] : ["deal", "redeal", "fill"].includes(text) ? ["stock"] : steps(text).flatMap(({ from, to }) => [from, to]),
  }, box.width, box.height);
  drawn = now;
  if (touched.length) bringIntoSight(touched[0]);
}

/** Scroll a table that is higher than the window to the pile where something happened. @param {string} pile */
function bringIntoSight(pile) {
  const place = view.placed().piles[pile];
  if (!place) return;
  const [top, bottom] = [place.y, place.y + place.height];
  if (top < felt.scrollTop || bottom > felt.scrollTop + box.height) felt.scrollTop = top - (box.height - place.height) / 2;
}

// ---- going through the play --------------------------------------------------------------------

/** Show the table after `n` steps. @param {number} n */
function show(n) {
  now = Math.max(0, Math.min(play.length, n));
  const { counters } = play.at(now);
  const said = told(play, now, named);
  byId("said").textContent = said;
  byId("at").textContent = `${now} / ${play.length}`;
  byId("home-count").textContent = `${counters.score}/${counters.total}`;
  byId("move-count").textContent = String(counters.moves);
  byId("progress").style.transform = `scaleX(${counters.total ? counters.score / counters.total : 0})`;
  seek.value = String(now);
  seek.setAttribute("aria-valuetext", `${now} of ${play.length}`);
  // They keep the focus, which a button that is disabled would lose.
  for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", String(now === 0));
  for (const id of ["forward", "last"]) byId(id).setAttribute("aria-disabled", String(now === play.length));
  if (now === play.length) stop();
  // While it runs a voice could not keep up.
  if (!running) byId("live").textContent = `${now} of ${play.length}. ${said}`;
  redraw();
}

/** Go there by hand, which ends the running. @param {number} n */
function go(n) {
  stop();
  show(n);
}

function stop() {
  clearInterval(running);
  running = undefined;
  byId("play").classList.remove("running");
  byId("play").setAttribute("aria-label", "Play");
}

function start() {
  clearInterval(running);
  running = setInterval(() => show(now + 1), Number(byId("pace").value));
  byId("play").classList.add("running");
  byId("play").setAttribute("aria-label", "Pause");
}

function toggle() {
  if (running) return go(now);
  start();
  // From the end it begins again.
  if (now === play.length) show(0);
}

/** @type {Record<string, () => void>} */
const buttons = {
  first: () => go(0), back: () => go(now - 1), play: toggle, forward: () => go(now + 1), last: () => go(play.length),
};
for (const [id, done] of Object.entries(buttons)) byId(id).addEventListener("click", done);
seek.addEventListener("input", () => go(Number(seek.value)));
byId("pace").addEventListener("change", () => running && start());
document.addEventListener("visibilitychange", () => document.hidden && running && go(now));

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: buttons.back, ArrowRight: buttons.forward, Home: buttons.first, End: buttons.last, " ": toggle,
};
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  const own = event.key === " " ? "button,a,select" : "select";
  if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key] || target.closest(own)) return;
  event.preventDefault();
  keys[event.key]();
});

dress(settings, document.documentElement);
faces.resize(index);
new ResizeObserver(([{ contentRect }]) => {
  box = { width: contentRect.width, height: contentRect.height };
  redraw();
}).observe(felt);
show(0);
