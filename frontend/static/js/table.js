// Draws a table: one element a card, kept by the card's identity; a pass writes only what differs.

import { HIDDEN, place, points, spread } from "./layout.js";
import { drawing } from "./cards.js";
import { cardLabel, pileLabel } from "./announce.js";

/**
 * @typedef {import("./layout.js").Placed} Placed
 * @typedef {{piles: Record<string, string[]>, ids: Record<string, number[]>, base: string | null,
 *   moves: Map<string, number>, stockMove: string | undefined, targets: Map<string, string[]>, places: Set<string>,
 *   selected: string | null, peek: string | null, last: string[], hinted: string[]}} Model
 * @typedef {{el: SVGElement, use: Element, id: number, pile: string, face: string, label: string, x: number, y: number,
 *   z: number, turn: number, motion: Animation | null}} Drawn
 * @typedef {{document: any, groups: Record<string, string>, animate: () => boolean, mirror: () => boolean,
 *   index: () => number, deck: ReturnType<typeof deck>, dealing: string,
 *   watching?: boolean}} Options  watching: nothing can be done with the cards
 */

const SVG = "http://www.w3.org/2000/svg";
const MOVE_MS = 160;
const TURN_MS = 120;
const DEAL_APART_MS = 25;
const DEAL_ALL_MS = 800;
/** Layers: a pile has forty of them, which is enough where piles lie on one another. */
const PEEKED = 80000;
const LIFTED = 100000;
const BADGE_PX = 24;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/** @param {string} kind */
function shape(kind) {
  const el = document.createElementNS(SVG, "svg");
  el.setAttribute("viewBox", "0 0 100 140");
  el.setAttribute("class", kind);
  el.append(document.createElementNS(SVG, "use"));
  return el;
}

/** The drawings that cards use, each put into the page when a card first needs it.
 * @param {Element} into */
export function deck(into) {
  /** @type {Set<string>} */
  const made = new Set();
  let size = 1;
  const svg = into.appendChild(document.createElementNS(SVG, "svg"));
  /** @param {string} name */
  const add = (name) => svg.insertAdjacentHTML("beforeend", `<g id="f-${name}">${drawing(name, size)}</g>`);
  return {
    /** The address of a drawing. @param {string} name */
    href(name) {
      if (!made.has(name)) {
        made.add(name);
        add(name);
      }
      return `#f-${name}`;
    },
    /** Draw the indices larger or smaller. @param {number} large */
    resize(large) {
      if (size === large) return;
      size = large;
      svg.replaceChildren();
      made.forEach(add);
    },
  };
}

/** @param {HTMLElement} root @param {Options} options */
export function tableView(root, options) {
  /** @type {Map<number, Drawn>} */
  const drawn = new Map();
  /** The empty place of a pile is in the page only while it is to be seen.
   * @type {Map<string, {el: HTMLElement, slot: SVGElement, use: Element, label: string, group: string}>} */
  const piles = new Map();
  /** Where each card was at the last pass, drawn or not.
   * @type {Map<number, string>} */
  let homes = new Map();
  /** @type {Placed} */
  let placed;
  /** @type {{id: number, x: number, y: number} | null} */
  let dragged = null;
  let size = "";
  /** Whether a pass changed what can have the focus. */
  let changed = false;

  // The piles are made once: portrait and landscape name the same ones.
  for (const group of options.document.layouts[0].piles) {
    for (const [name] of points(group)) {
      const el = document.createElement("div");
      el.className = "pile";
      el.dataset.pile = name;
      el.dataset.role = group.role;
      if (group.overlap) el.dataset.overlap = "";
      el.setAttribute("role", "group");
      const slot = shape("slot");
      slot.dataset.slot = name;
      root.append(el);
      piles.set(name, { el, slot, use: /** @type {Element} */ (slot.firstChild), label: "", group: group.id });
    }
  }

  /** @param {Element} el @param {string} name @param {string | null} value */
  const attribute = (el, name, value) => {
    if (el.getAttribute(name) === value) return;
    if (value === null) el.removeAttribute(name);
    else el.setAttribute(name, value);
  };

  /** @param {Model} model @param {number} width @param {number} height @returns {Placed} */
  function draw(model, width, height) {
    const first = !placed;
    placed = place(options.document, model.piles, width, height, { mirror: options.mirror(), index: options.index() });
    const nextSize = `${placed.cardWidth}x${placed.cardHeight}`;
    const resized = size !== nextSize + width;
    size = nextSize + width;
    if (resized) {
      const { style } = document.documentElement;
      style.setProperty("--card-w", `${placed.cardWidth}px`);
      style.setProperty("--card-h", `${placed.cardHeight}px`);
    }
    const tall = placed.height > height ? `${placed.height}px` : "";
    if (root.style.height !== tall) root.style.height = tall;
    const animate = options.animate() && (!resized || first);

    const seen = new Set();
    /** @type {Map<number, string>} */
    const newHomes = new Map();
    let late = 0;
    let layer = 0;
    changed = false;
    for (const [name, pile] of piles) {
      const cards = model.piles[name] ?? [];
      const ids = model.ids[name] ?? [];
      const spots = placed.cards[name];
      const where = placed.piles[name];
      if (!where) {
        // This variant of the game does not have the pile.
        pile.el.remove();
        piles.delete(name);
        continue;
      }
      const over = model.peek === name && cards.length > 1
        ? spread(cards.length, width, height, Math.max(placed.cardWidth, 56)) : null;
      const tight = where.fan === "right" && spots.length > 1
        && spots.some((spot, n) => n && spot.x > spots[n - 1].x && spot.x - spots[n - 1].x < placed.cardWidth * 0.95);
      drawPile(name, pile, model, cards);
      layer += 1;
      ids.forEach((id, n) => {
        newHomes.set(id, name);
        const top = n === ids.length - 1;
        // The card under the top one is only seen while that one comes or goes.
        const under = n === ids.length - 2 && where.fan === "none" && model.selected !== name && !model.last.includes(name);
        if ((!spots[n].shown || under) && !over) return;
        seen.add(id);
        const spot = over ? { ...over[n], rotation: 0 } : spots[n];
        const found = drawn.get(id);
        const card = found ?? create(id, name);
        const before = homes.get(id);
        if (!found) {
          // A card that comes from under a pile comes from where that pile is.
          const origin = first ? placed.piles.stock : before && before !== name ? placed.piles[before] : null;
          [card.x, card.y] = origin ? [origin.x, origin.y] : [spot.x, spot.y];
        }
        const face = cards[n] === HIDDEN ? "back" : cards[n] + (tight && !over ? "r" : "d");
        const turned = card.face !== "" && (card.face === "back") !== (face === "back");
        if (card.face !== face) {
          card.use.setAttribute("href", options.deck.href(face));
          card.face = face;
        }
        if (card.pile !== name) {
          const focused = document.activeElement === card.el;
          pile.el.append(card.el);
          card.pile = name;
          changed = true;
          if (focused) card.el.focus({ preventScroll: true });
        }
        const count = top ? model.moves.get(name) ?? 0 : 0;
        const state = [
          "card", face === "back" ? "back" : `suit-${face[1]}`,
          top && model.selected === name ? "selected" : "",
          top && model.targets.has(name) ? "target" : "",
          top && model.targets.get(name)?.at(-1)?.includes("+") ? "pair" : "",
          top && model.last.includes(name) ? "last" : "",
          top && model.hinted.includes(name) ? "hinted" : "",
          count ? "may" : "", over ? "peeked" : "",
        ].filter(Boolean).join(" ");
        const stock = name === "stock" && top && Boolean(model.stockMove);
        const live = !options.watching && top && (face !== "back" || stock || count > 0);
        const reach = live || (!options.watching && face !== "back" && where.fan !== "none");
        const label = `${state}|${face}|${count}|${stock}|${live}|${reach}`;
        if (card.label !== label) {
          card.label = label;
          changed = true;
          attribute(card.el, "class", state);
          attribute(card.el, "role", live ? "button" : "img");
          attribute(card.el, "aria-label", name === "stock" ? `Stock: ${stock ? options.dealing : "the next card"}` : cardLabel(cards[n], count));
          attribute(card.el, "aria-pressed", live && count ? String(model.selected === name) : null);
          attribute(card.el, "aria-hidden", face === "back" && !live ? "true" : null);
          attribute(card.el, "data-focus", reach ? "" : null);
        }
        move(card, spot, over ? PEEKED + n : layer * 40 + Math.max(0, n - ids.length + 39), turned, animate && !(over && !found), first
          ? Math.min(DEAL_ALL_MS, late++ * DEAL_APART_MS) : 0);
      });
    }
    for (const [id, card] of drawn) {
      if (!seen.has(id)) {
        drawn.delete(id);
        changed = true;
        remove(card, newHomes.get(id), animate);
      }
    }
    homes = newHomes;
    if (changed) oneTabStop();
    return placed;
  }

  /** @param {string} name @param {{el: HTMLElement, slot: SVGElement, use: Element, label: string}} pile
   * @param {Model} model @param {string[]} cards */
  function drawPile(name, pile, model, cards) {
    const where = placed.piles[name];
    const called = options.groups[name] ?? name;
    const { slot } = pile;
    const redeal = name === "stock" && !cards.length && model.stockMove;
    const target = model.targets.has(name);
    const ghost = redeal ? "redeal" : name === "stock" ? "none"
      : where.empty === "base" ? (model.base ?? "") : where.empty?.at(-1) ?? "";
    const key = [where.x, where.y, where.width, where.height, cards.length, cards.at(-1), ghost, target, model.places.has(name)].join();
    if (pile.label === key) return;
    pile.label = key;
    changed = true;
    attribute(pile.el, "aria-label", name === "stock" ? `Stock, ${cards.length} left` : pileLabel(called, cards));
    const transform = `translate(${where.x}px,${where.y}px)${where.rotation ? ` rotate(${where.rotation}deg)` : ""}`;
    if (slot.style.transform !== transform) slot.style.transform = transform;
    attribute(slot, "class", `slot${target ? " target" : ""}`);
    attribute(pile.use, "href", ghost ? options.deck.href(ghost) : "");
    const live = !cards.length && (target || Boolean(redeal) || model.places.has(name));
    if (cards.length || (where.bare && !target)) slot.remove();
    else if (!slot.isConnected) pile.el.prepend(slot);
    attribute(slot, "role", live ? "button" : "img");
    attribute(slot, "aria-label", live ? (redeal ? "Stock: take up the talon and deal again" : `${called}, empty`) : null);
    attribute(slot, "aria-hidden", live ? null : "true");
    attribute(slot, "data-focus", live ? "" : null);
    attribute(pile.el, "data-count", where.count && cards.length ? String(cards.length) : null);
    const badge = /** @type {HTMLElement | null} */ (pile.el.querySelector(".count"));
    if (where.count) {
      const el = badge ?? pile.el.appendChild(Object.assign(document.createElement("span"), { className: "count" }));
      el.setAttribute("aria-hidden", "true");
      if (el.textContent !== String(cards.length || "")) el.textContent = String(cards.length || "");
      const y = Math.min(where.y + where.height - BADGE_PX * 0.6, placed.height - BADGE_PX);
      el.style.transform = `translate(${where.x + where.width - placed.cardWidth / 2}px,${y}px) translateX(-50%)`;
    }
  }

  /** @param {number} id @param {string} pile @returns {Drawn} */
  function create(id, pile) {
    const el = shape("card");
    el.dataset.id = String(id);
    el.setAttribute("tabindex", "-1");
    /** @type {HTMLElement} */ (piles.get(pile)?.el).append(el);
    const card = {
      el, use: /** @type {Element} */ (el.firstChild), id, pile, face: "", label: "", x: 0, y: 0, z: -1, turn: 0, motion: null,
    };
    drawn.set(id, card);
    return card;
  }

  /** @param {number} x @param {number} y @param {number} turn */
  const at = (x, y, turn) => `translate(${x}px,${y}px)${turn ? ` rotate(${turn}deg)` : ""}`;

  /** @param {Drawn} card @param {{x: number, y: number, rotation: number}} spot @param {number} z @param {boolean} turned
   * @param {boolean} animate @param {number} delay */
  function move(card, spot, z, turned, animate, delay) {
    if (dragged?.id === card.id) return;
    const moved = card.x !== spot.x || card.y !== spot.y || card.turn !== spot.rotation;
    const from = card.motion?.playState === "running" ? getComputedStyle(card.el).transform : at(card.x, card.y, card.turn);
    const to = at(spot.x, spot.y, spot.rotation);
    if (moved || !card.el.style.transform) {
      card.el.style.transform = to;
      [card.x, card.y, card.turn] = [spot.x, spot.y, spot.rotation];
    }
    if (card.z !== z) {
      card.z = z;
      card.el.style.zIndex = String(z);
    }
    if (!animate || !(moved || turned)) {
      if (moved) card.motion?.cancel();
      return;
    }
    card.motion?.cancel();
    const keyframes = turned
      ? [{ transform: `${moved ? from : to} scaleX(.05)`, zIndex: LIFTED + z }, { transform: to, zIndex: LIFTED + z }]
      : [{ transform: from, zIndex: LIFTED + z }, { transform: to, zIndex: LIFTED + z }];
    card.motion = card.el.animate(keyframes, {
      duration: moved ? MOVE_MS : TURN_MS, delay, easing: EASE, fill: "backwards",
    });
  }

  /** A card that is drawn no more first goes where it went.
   * @param {Drawn} card @param {string | undefined} home @param {boolean} animate */
  function remove(card, home, animate) {
    const place = home && home !== card.pile && animate ? placed.piles[home] : null;
    if (!place) {
      card.el.remove();
      return;
    }
    card.el.removeAttribute("data-id");
    card.el.setAttribute("aria-hidden", "true");
    card.el.animate([{ transform: at(card.x, card.y, 0) }, { transform: at(place.x, place.y, 0) }], { duration: MOVE_MS, easing: EASE })
      .finished.then(() => card.el.remove(), () => card.el.remove());
  }

  /** One stop of the Tab key a group; arrows go on from there. */
  function oneTabStop() {
    /** @type {Map<string, Element[]>} */
    const groups = new Map();
    for (const { el, group } of piles.values()) {
      const list = groups.get(group) ?? groups.set(group, []).get(group);
      list?.push(...el.querySelectorAll("[data-focus]"));
      for (const stale of el.querySelectorAll("[tabindex]:not([data-focus])")) attribute(stale, "tabindex", "-1");
    }
    for (const list of groups.values()) {
      const stop = list.find((el) => el === document.activeElement) ?? list.find((el) => el.matches(".may,.target")) ?? list[0];
      for (const el of list) attribute(el, "tabindex", el === stop ? "0" : "-1");
    }
  }

  return {
    draw,
    /** @param {Element | null} el @returns {{pile: string, id: number | null} | null} */
    hit(el) {
      const pile = /** @type {HTMLElement | null} */ (el?.closest("[data-pile]"));
      const card = /** @type {SVGElement | null} */ (el?.closest("[data-id]"));
      return pile ? { pile: pile.dataset.pile ?? "", id: card ? Number(card.dataset.id) : null } : null;
    },
    /** Hold a card under the pointer, `dx, dy` from where it lies; null lets it go, and the next pass takes it where it belongs.
     * @param {number | null} id @param {number} [dx] @param {number} [dy] */
    drag(id, dx = 0, dy = 0) {
      const card = drawn.get(id ?? dragged?.id ?? -1);
      if (!card) {
        dragged = null;
        return;
      }
      if (id === null) {
        [card.x, card.y] = [dragged?.x ?? card.x, dragged?.y ?? card.y];
        card.z = -1;
        card.el.classList.remove("dragged");
        dragged = null;
        return;
      }
      card.motion?.cancel();
      dragged = { id, x: card.x + dx, y: card.y + dy };
      card.el.classList.add("dragged");
      card.el.style.zIndex = String(2 * LIFTED);
      card.el.style.transform = at(dragged.x, dragged.y, 0);
    },
    /** Where the dragged card is. */
    held: () => dragged && { x: dragged.x, y: dragged.y, width: placed.cardWidth, height: placed.cardHeight },
    placed: () => placed,
    /** The element that stands for a pile: its top card, or its empty place.
     * @param {string} name @returns {SVGElement | null} */
    top(name) {
      const pile = piles.get(name);
      return pile ? pile.el.querySelector('[role="button"]') ?? pile.slot : null;
    },
    /** Everything that may have the focus. @returns {SVGElement[]} */
    stops: () => [...root.querySelectorAll("[data-focus]")].map((el) => /** @type {SVGElement} */ (el)),
  };
}
