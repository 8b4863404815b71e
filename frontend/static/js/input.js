// Pointer and keys on the table. Gives intents: a pile is tapped, a card is dropped on a pile. Knows no rules.

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Rectangle
 * @typedef {{tap: (pile: string, twice: boolean) => void, drop: (from: string, to: string | null, near: string | null) => void,
 *   lift: (pile: string) => void, peek: (pile: string | null) => void, cloth: () => void,
 *   key: (name: string) => boolean, mayDrag: (pile: string, id: number | null) => boolean,
 *   targets: () => Iterable<string>}} Hands
 * @typedef {ReturnType<typeof import("./table.js").tableView>} View
 */

const MOUSE_PX = 4;
const TOUCH_PX = 8;
const HOLD_MS = 380;
const DOUBLE_MS = 320;
const REACH = 0.75;

/** The legal pile nearest to a dropped card, within 0.75 card; piles by name with their rectangles.
 * @param {Rectangle} card @param {[string, Rectangle][]} piles @returns {string | null} */
export function nearest(card, piles) {
  let best = null;
  let least = REACH;
  for (const [name, pile] of piles) {
    // The drop may be anywhere along a fan, so the distance is to the nearest part of the pile.
    const px = Math.max(pile.x, Math.min(card.x, pile.x + pile.width - card.width));
    const py = Math.max(pile.y, Math.min(card.y, pile.y + pile.height - card.height));
    const distance = Math.max(Math.abs(card.x - px) / card.width, Math.abs(card.y - py) / card.height);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** The neighbour in a direction: the nearest ahead, straight on before aside.
 * @param {Rectangle} from @param {Rectangle[]} all @param {string} key an arrow key @returns {number} -1 for none */
export function neighbour(from, all, key) {
  const [ax, ay] = /** @type {Record<string, number[]>} */ ({
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  })[key];
  let best = -1;
  let least = Infinity;
  all.forEach((to, n) => {
    const dx = to.x + to.width / 2 - from.x - from.width / 2;
    const dy = to.y + to.height / 2 - from.y - from.height / 2;
    const ahead = dx * ax + dy * ay;
    const aside = Math.abs(dx * ay) + Math.abs(dy * ax);
    if (ahead < 2 || aside > ahead * 2.5 + 4) return;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [n, cost];
  });
  return best;
}

/** @param {HTMLElement} root @param {View} view @param {Hands} hands */
export function listen(root, view, hands) {
  /** @type {{pile: string | null, id: number | null, x: number, y: number, pointer: number, dragging: boolean, peeking: boolean,
   *   timer: ReturnType<typeof setTimeout>} | null} */
  let press = null;
  let tapped = { pile: "", at: 0 };

  function letGo() {
    if (!press) return;
    clearTimeout(press.timer);
    if (press.peeking) hands.peek(null);
    if (press.dragging) {
      view.drag(null);
      hands.drop(press.pile ?? "", null, null);
    }
    press = null;
  }

  root.addEventListener("pointerdown", (event) => {
    if (press && press.pointer !== event.pointerId) {
      // A second finger: whatever was begun is let be.
      letGo();
      return;
    }
    if (event.button) return;
    const hit = view.hit(/** @type {Element} */ (event.target));
    const pile = hit?.pile ?? null;
    press = {
      pile, id: hit?.id ?? null, x: event.clientX, y: event.clientY, pointer: event.pointerId, dragging: false, peeking: false,
      timer: setTimeout(() => {
        if (!press || press.dragging || !pile) return;
        press.peeking = true;
        hands.peek(pile);
      }, HOLD_MS),
    };
  });

  root.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.dragging) {
      if (Math.hypot(dx, dy) < (event.pointerType === "mouse" ? MOUSE_PX : TOUCH_PX)) return;
      clearTimeout(press.timer);
      if (press.peeking || !press.pile || !hands.mayDrag(press.pile, press.id)) return;
      press.dragging = true;
      root.setPointerCapture(event.pointerId);
      hands.lift(press.pile);
    }
    view.drag(press.id, dx, dy);
  });

  root.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    const { pile, dragging, peeking, timer } = press;
    const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y) > TOUCH_PX;
    clearTimeout(timer);
    press = null;
    if (peeking) {
      hands.peek(null);
    } else if (dragging && pile) {
      const held = view.held();
      const { piles, cards } = view.placed();
      const open = new Set(hands.targets());
      const others = Object.entries(piles).filter(([name, place]) => name !== pile && (!place.bare || open.has(name) || cards[name].length));
      const to = held && nearest(held, others.filter(([name]) => open.has(name)));
      const near = held && nearest(held, others);
      view.drag(null);
      hands.drop(pile, to, near);
    } else if (moved) {
      // A swipe that scrolled, or a drag of what cannot be dragged.
    } else if (pile) {
      const now = event.timeStamp;
      const twice = tapped.pile === pile && now - tapped.at < DOUBLE_MS;
      tapped = { pile, at: twice ? 0 : now };
      hands.tap(pile, twice);
    } else {
      hands.cloth();
    }
  });

  root.addEventListener("pointercancel", letGo);
  root.addEventListener("contextmenu", (event) => {
    if (view.hit(/** @type {Element} */ (event.target))) event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector("dialog[open]") || target.closest("input,textarea,select")) return;
    const focused = view.hit(document.activeElement);
    const onTable = focused && root.contains(document.activeElement);
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z" && hands.key("u")) event.preventDefault();
      return;
    }
    if (event.altKey) return;
    if (event.key.startsWith("Arrow")) {
      step(event.key, onTable ? /** @type {SVGElement} */ (document.activeElement) : null);
      event.preventDefault();
    } else if ((event.key === "Home" || event.key === "End") && onTable) {
      const inside = view.stops().filter((el) => view.hit(el)?.pile === focused.pile);
      inside.at(event.key === "Home" ? 0 : -1)?.focus();
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!onTable) return;
      hands.tap(focused.pile, false);
      event.preventDefault();
    } else if (hands.key(event.key === "Escape" ? "Escape" : event.key.toLowerCase())) {
      event.preventDefault();
    }
  });

  /** @param {string} key @param {SVGElement | null} from */
  function step(key, from) {
    const stops = view.stops();
    if (!from) {
      stops.find((el) => el.getAttribute("tabindex") === "0")?.focus();
      return;
    }
    const others = stops.filter((el) => el !== from);
    const found = neighbour(from.getBoundingClientRect(), others.map((el) => el.getBoundingClientRect()), key);
    if (found >= 0) others[found].focus();
  }
}
