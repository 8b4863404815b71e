// The player's choices, kept in this browser.

/**
 * @typedef {{colours: "two" | "four", index: "usual" | "large", hand: "right" | "left", mode: "both" | "tap" | "drag",
 *   oneTap: boolean, doubleTap: boolean, animation: boolean, contrast: boolean, theme: "auto" | "light" | "dark",
 *   met: boolean}} Settings  met: has touched a table before
 */

const KEY = "cadogan.table";
/** @type {Settings} */
export const USUAL = {
  colours: "two", index: "usual", hand: "right", mode: "both",
  oneTap: false, doubleTap: true, animation: true, contrast: false, theme: "auto", met: false,
};

/** @returns {Settings} */
export function load() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    // Storage may be forbidden, or hold what somebody else wrote.
    return { ...USUAL };
  }
}

/** @param {Settings} settings */
export function save(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** Show the choices that are a matter of style alone.
 * @param {Settings} settings @param {HTMLElement} root the document element */
export function dress(settings, root) {
  root.classList.toggle("four-colours", settings.colours === "four");
  root.classList.toggle("more-contrast", settings.contrast);
  root.classList.toggle("left-hand", settings.hand === "left");
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
