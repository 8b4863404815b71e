// Where the cards of a table lie. Pure: (document, piles, box) gives rectangles in pixels.
// games/layout.py is the same function; a test holds the two together.

/**
 * @typedef {Record<string, string[]>} Piles  cards of each pile, bottom to top, "??" face down
 * @typedef {{x: number, y: number, rotation: number, shown: boolean}} Spot
 * @typedef {{x: number, y: number, width: number, height: number, rotation: number,
 *   role: string, fan: string, empty?: string, count: boolean, bare: boolean}} Place
 * @typedef {{width: number, height: number, cardWidth: number, cardHeight: number,
 *   piles: Record<string, Place>, cards: Record<string, Spot[]>}} Placed
 * @typedef {{mirror?: boolean, index?: number}} Options
 */

export const RATIO = 1.4;
/** Below this width of a card the table scrolls instead of shrinking. */
export const SMALLEST = 38;
export const LARGEST = 128;
/** Pixels that a sum of fractions may be out without making the table scroll. */
const SLACK = 0.5;
export const HIDDEN = "??";

/** @param {number} low @param {number} value @param {number} high */
const between = (low, value, high) => Math.max(low, Math.min(value, high));
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** The layout that is meant for a box of that shape; the last one when none is.
 * @param {any} document @param {number} width @param {number} height */
export function chosen(document, width, height) {
  const aspect = width / height;
  return document.layouts.find((/** @type {any} */ { when = {} }) =>
    (when.minAspect ?? 0) <= aspect && aspect < (when.maxAspect ?? Infinity))
    ?? document.layouts.at(-1);
}

/** The piles of a group: name, x, y and rotation of each.
 * @param {any} group @returns {[string, number, number, number][]} */
export function points(group) {
  /** @type {number[][]} */
  let spots;
  /** @type {string[] | undefined} */
  let names;
  if (group.at) {
    spots = group.at;
  } else if (group.grid) {
    const { cols, rows, x, y, dx, dy, by, named } = group.grid;
    const cells = Array.from({ length: cols * rows }, (_, n) => by === "column"
      ? [Math.floor(n / rows), n % rows]
      : [n % cols, Math.floor(n / cols)]);
    spots = cells.map(([col, row]) => [x + col * dx, y + row * dy]);
    if (named === "column-row") names = cells.map(([col, row]) => `${group.id}-${col + 1}-${row + 1}`);
  } else if (group.circle) {
    spots = round(group.circle);
  } else if (group.n) {
    const { x, y, dx = 0, dy = 0 } = group;
    spots = Array.from({ length: group.n }, (_, n) => [x + n * dx, y + n * dy]);
  } else {
    return [[group.id, group.x, group.y, group.rotation ?? 0]];
  }
  return spots.map(([x, y, turned = 0], n) => [names?.[n] ?? `${group.id}-${n + 1}`, x, y, turned]);
}

/** Lay the piles of a view into a box.
 * @param {any} document @param {Piles} piles @param {number} width @param {number} height
 * @param {Options} [options] mirror: for the left hand; index: wider fans for a larger index
 * @returns {Placed} */
export function place(document, piles, width, height, { mirror = false, index = 1 } = {}) {
  const layout = chosen(document, width, height);
  const [across, down] = layout.size;
  const cardWidth = Math.floor(Math.min(width / across, Math.max(height / (down * RATIO), SMALLEST), LARGEST));
  const cardHeight = Math.floor(cardWidth * RATIO);
  const [mostX, mostY] = layout.stretch ?? [1, 1];
  const unitX = cardWidth * between(1, (width - cardWidth) / ((across - 1) * cardWidth), mostX);
  const unitY = cardHeight * between(1, (height - cardHeight) / ((down - 1) * cardHeight), mostY);
  const wholeX = cardWidth + (across - 1) * unitX;
  const wholeY = cardHeight + (down - 1) * unitY;
  const [alignX, alignY] = layout.align ?? [0.5, 0.5];
  const left = Math.max(0, width - wholeX) * alignX;
  const top = Math.max(0, height - wholeY) * alignY;
  const end = wholeY > height + SLACK ? wholeY : height;
  let bottom = end;

  /** @type {Placed} */
  const placed = { width, height, cardWidth, cardHeight, piles: {}, cards: {} };
  for (const group of layout.piles) {
    const fan = group.fan ?? "none";
    const upright = fan === "down" || fan === "up";
    const [size, unit] = upright ? [cardHeight, unitY] : [cardWidth, unitX];
    points(group).forEach(([name, px, py, turned], number) => {
      // A layout may have room for a pile that this variant of the game does not use.
      if (!(name in piles)) return;
      const cards = piles[name];
      let x = left + px * unitX;
      const y = top + py * unitY;
      let room = upright ? end - y : width - x;
      if (group.max) room = size + (group.max - 1) * unit;
      const steps = fanned(group, cards, room - size, size, unit, index);
      const mirrored = mirror && group.mirror !== false;
      const rotation = mirrored ? 0 - turned : turned;
      if (mirrored) x = width - x - (fan === "right" ? room : cardWidth);
      const sign = fan === "up" || fan === "left" ? -1 : 1;
      const hidden = cards.length - (group.show ? group.show + 1 : fan === "none" ? 2 : cards.length);
      let along = 0;
      placed.cards[name] = steps.map((step, n) => {
        along += step;
        return {
          x: x + (upright ? 0 : sign * along), y: y + (upright ? sign * along : 0), rotation, shown: n >= hidden,
        };
      });
      placed.piles[name] = {
        x: x - (fan === "left" ? along : 0),
        y: y - (fan === "up" ? along : 0),
        width: cardWidth + (upright ? 0 : along),
        height: cardHeight + (upright ? along : 0),
        rotation, role: group.role, fan,
        empty: Array.isArray(group.empty) ? group.empty[number] : group.empty,
        count: Boolean(group.count),
        bare: Boolean(group.bare || group.over),
      };
      const below = placed.piles[name].y + placed.piles[name].height;
      if (below > bottom + SLACK) bottom = below;
    });
  }
  placed.height = bottom;
  return placed;
}

/** How far each card of a pile lies from the one under it: the step wanted, or less to fit the space.
 * @param {any} group @param {string[]} cards @param {number} space @param {number} size
 * @param {number} unit @param {number} index @returns {number[]} */
function fanned(group, cards, space, size, unit, index) {
  const { fan = "none", step, min = step, show = cards.length } = group;
  const first = Math.max(1, cards.length - show + 1);
  const wanted = cards.map(() => 0);
  const least = cards.map(() => 0);
  if (fan !== "none") {
    for (let n = first; n < cards.length; n++) {
      const hidden = cards[n - 1] === HIDDEN;
      wanted[n] = (hidden ? group.backStep ?? step : Math.min(1.04, step * index)) * unit;
      least[n] = (hidden ? group.backMin ?? min / 2 : min * index) * size;
    }
  }
  const [want, need] = [sum(wanted), sum(least)];
  if (want <= space) return wanted;
  const ease = want > need ? Math.max(0, (space - need) / (want - need)) : 0;
  return least.map((low, n) => low + (wanted[n] - low) * ease);
}

/** Piles on an ellipse, clockwise from the top; `turn` makes them face its middle.
 * @param {any} circle @returns {number[][]} */
function round({ cx, cy, r, ry = r, n: count, from = 0, to = 360, turn = false }) {
  const gaps = (to - from) % 360 === 0 ? count : count - 1;
  return Array.from({ length: count }, (_, n) => {
    const angle = from + (to - from) * n / gaps;
    const radians = angle * Math.PI / 180;
    return [cx + r * Math.sin(radians) - 0.5, cy - ry * Math.cos(radians) - 0.5, turn ? angle : 0];
  });
}

/** A pile taken up to be looked through: rows of overlapped cards in the middle of the window.
 * @param {number} count @param {number} width @param {number} height @param {number} cardWidth
 * @returns {{x: number, y: number}[]} */
export function spread(count, width, height, cardWidth) {
  const cardHeight = cardWidth * RATIO;
  const step = cardWidth * 0.5;
  const fit = Math.max(1, Math.floor((width - 24 - cardWidth) / step) + 1);
  const rows = Math.ceil(count / fit);
  const a = Math.ceil(count / rows);
  const gap = rows > 1 ? Math.min(cardHeight * 0.6, (height - 24 - cardHeight) / (rows - 1)) : 0;
  const left = (width - cardWidth - (a - 1) * step) / 2;
  const top = Math.max(12, (height - cardHeight - (rows - 1) * gap) / 2);
  return Array.from({ length: count }, (_, n) => ({ x: left + (n % a) * step, y: top + Math.floor(n / a) * gap }));
}
