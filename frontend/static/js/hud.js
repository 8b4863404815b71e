// What stands round the table: the bar, the actions, the messages and the dialogs.

import { clockText, count } from "./announce.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./store.js").Result} Result */

const TOAST_MS = 4500;

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Write a text only when it differs: most passes change nothing.
 * @param {HTMLElement} el @param {string} text */
const write = (el, text) => {
  if (el.textContent !== text) el.textContent = text;
};

export function hud() {
  let since = 0;
  let shown = 0;
  let running = false;
  let closes = Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let toastTimer;

  function tick() {
    const passed = running ? performance.now() - since : 0;
    write(byId("clock"), clockText(shown + passed));
    const left = closes - (performance.now() - since);
    const warn = running && left < 3600000;
    byId("closes").hidden = !warn;
    if (warn) write(byId("left"), clockText(left));
  }
  setInterval(tick, 1000);

  return {
    /** @param {Table} table @param {boolean} waiting @param {string | undefined} main what the main button does
     * @param {string} dealing what the game calls a deal */
    draw(table, waiting, main, dealing) {
      const { counters, can, clock, status } = table;
      write(byId("home-count"), `${counters.score}/${counters.total}`);
      write(byId("move-count"), String(counters.moves));
      byId("progress").style.transform = `scaleX(${counters.total ? counters.score / counters.total : 0})`;
      since = performance.now();
      shown = clock.elapsed_ms;
      running = clock.running;
      closes = clock.closes_in_ms ?? Infinity;
      tick();
      // It can be pressed all the same, and then says why not.
      byId("undo").setAttribute("aria-disabled", String(!can.undo || waiting));
      byId("hint").hidden = byId("hint-key").hidden = !can.hint;
      byId("resign").hidden = !can.resign;
      const deal = byId("deal");
      const over = table.result !== null;
      deal.hidden = !over && !("stock" in table.piles);
      deal.disabled = !over && !main;
      write(byId("deal-label"), over ? "Result" : main === "redeal" ? "Deal again" : main && main !== "deal" ? "Fill" : dealing);
      byId("stuck").hidden = status !== "stuck";
      byId("stuck-undo").hidden = !can.undo;
      byId("kind").hidden = table.kind === "official";
      write(byId("kind"), table.kind === "practice" ? "Practice" : table.kind);
      byId("assisted").hidden = !counters.assisted;
    },
    /** A line that stays while it is true, "" for none. @param {string} text */
    prompt(text) {
      write(byId("prompt"), text);
      byId("prompt").hidden = !text;
    },
    /** A line that goes by itself, spoken too: a place that was hidden is not listened to.
     * @param {string} text */
    toast(text) {
      const el = byId("toast");
      byId("live").textContent = text;
      clearTimeout(toastTimer);
      el.textContent = text;
      el.hidden = false;
      toastTimer = setTimeout(() => {
        el.hidden = true;
      }, TOAST_MS);
    },
    /** @param {string} text */
    say(text) {
      if (text) byId("live").textContent = text;
    },
    /** @param {string} text "" when the line is good */
    banner(text) {
      write(byId("banner-text"), text);
      byId("banner").hidden = !text;
    },
    /** @param {boolean} on */
    spin(on) {
      byId("spinner").hidden = !on;
    },
    /** @param {Result} result @param {string} title @param {Record<string, string>} links */
    result(result, title, links) {
      const won = result.status === "won";
      write(byId("result-title"), won ? `${title} is won` : "The attempt is over");
      byId("result").classList.toggle("won", won);
      write(byId("result-home"), `${result.score} of ${result.total}`);
      write(byId("result-moves"), String(result.moves));
      write(byId("result-time"), clockText(result.time_ms));
      byId("result-place").hidden = result.rank === null;
      write(byId("result-rank"), result.rank === null ? "" : `${result.rank} of ${result.players}`);
      write(byId("result-note"), [
        result.assisted ? "Played with hints." : "",
        result.undos ? `${count(result.undos, "move")} taken back.` : "",
        result.rank === null ? "Practice is not ranked." : "The place is provisional until the deal is settled.",
      ].filter(Boolean).join(" "));
      write(byId("share-text"), result.share);
      byId("result-board").href = result.leaderboard || links.leaderboard;
    },
    /** The focus goes with it, for the keys and for whoever listens. */
    showResult() {
      byId("toast").hidden = true;
      byId("result").hidden = false;
      byId("result").focus({ preventScroll: true });
    },
    hideResult() {
      byId("result").hidden = true;
    },
    /** Ask the player which of several moves is meant. @param {{text: string, label: string}[]} choices
     * @param {(text: string) => void} done */
    choose(choices, done) {
      const dialog = byId("which");
      byId("which-list").replaceChildren(...choices.map(({ text, label }) => {
        const button = Object.assign(document.createElement("button"), { className: "button quiet", textContent: label });
        button.addEventListener("click", () => {
          dialog.close();
          done(text);
        });
        return button;
      }));
      dialog.showModal();
    },
  };
}
