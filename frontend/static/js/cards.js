// The faces of the cards, drawn from a few strokes: ranks, pips, court figures and the back.
// A card is 100 by 140 units. The index keeps to the strip that a fan leaves visible: the top 24 % in a
// fan downwards ("d"), the left 27 % in a fan to the right ("r").

/** @typedef {"d" | "r"} Form */

export const WIDTH = 100;
export const HEIGHT = 140;
const RANKS = "A23456789TJQK";
const RANK_NAMES = ["Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Knave", "Queen", "King"];
/** @type {Record<string, string>} */
const SUIT_NAMES = { S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs" };

/** Pips within 10 units round their middle, in relative commands: a factor scales them, -1 turns them over.
 */
const DISC = "c0 -2.5 2-4.5 4.5-4.5c2.5 0 4.5 2 4.5 4.5c0 2.5-2 4.5-4.5 4.5c-2.5 0-4.5-2-4.5-4.5z";
/** @type {Record<string, string>} */
const PIPS = {
  S: "m0-10.5c3 5.5 9.5 8 9.5 13.5c0 3.4-2.4 5.2-4.8 5.2c-1.7 0-3-.8-3.7-2c.3 2.2 1.2 3.6 2.8 4.3h-7.6c1.6-.7 2.5-2.1 2.8-4.3c-.7 1.2-2 2-3.7 2c-2.4 0-4.8-1.8-4.8-5.2c0-5.5 6.5-8 9.5-13.5z",
  H: "m0 10c-3-5-10-8-10-13.5c0-4 2.8-6 5.4-6c2.4 0 4 1.6 4.6 3.4c.6-1.8 2.2-3.4 4.6-3.4c2.6 0 5.4 2 5.4 6c0 5.5-7 8.5-10 13.5z",
  D: "m0-11q3 6 8 11q-5 5-8 11q-3-6-8-11q5-5 8-11z",
  C: `m-4.5-5.6${DISC}m-5 7.8${DISC}m10 0${DISC}m-2.1-3.8h3.2c0 5 .8 10.8 3.4 12.1h-10c2.6-1.3 3.4-7.1 3.4-12.1z`,
};

/** Strokes of the ranks, 30 units high, and how wide each is.
 * @type {Record<string, [number, string]>} */
const GLYPHS = {
  A: [22, "M2.5 28L11 2.5L19.5 28M5.5 20H16.5"],
  2: [21, "M3 9.500C3-.5 18-.5 18 8.500C18 15 7.5 19.5 3.2 27.500H19"],
  3: [21, "M3.5 2.800H17.500L10 11.800C21.5 11.3 21.5 27.5 10 27.500C6.5 27.5 3.8 26 2.5 23"],
  4: [22, "M15.5 28.500V2.800L2.8 20.500H20.5"],
  5: [21, "M17.5 2.800H5.800L4.6 14C9.5 10.3 18.8 11.5 18.8 19.300C18.8 28.5 7 29.5 2.5 24"],
  6: [22, "M15.5 2.800C7.5 5 3 11.5 3 19C3 30.2 19 30.2 19 19.300C19 9.8 5.5 9.8 3.4 17.5"],
  7: [21, "M2.5 2.800H18.500C13 10.5 9.5 18 8.8 28.5"],
  8: [22, "M11 14C2 13 2.8 2.5 11 2.500C19.2 2.5 20 13 11 14C.8 15.2 1 27.6 11 27.600C21 27.6 21.2 15.2 11 14"],
  9: [22, "M6.5 27.300C14.5 25 19 18.5 19 11C19-.2 3-.2 3 10.700C3 20.2 16.5 20.2 18.6 12.5"],
  T: [29, "M3.5 2V28.500M11.5 15C11.5-1.7 25.5-1.7 25.5 15C25.5 31.7 11.5 31.7 11.5 15"],
  J: [19, "M6.5 2.800H16.500M13.5 2.800V20C13.5 30 3.5 29.5 2.8 22"],
  Q: [24, "M11.5 2.600C-.2 2.6-.2 27.4 11.5 27.400C23.2 27.4 23.2 2.6 11.5 2.600M13.5 20L21.5 28.5"],
  K: [22, "M3.5 2V28.500M18.5 2.500L4.5 17.500M9.2 13L20 28.5"],
};

/** What the court wears, round its middle: a knave's plumed cap, a queen's coronet, a king's crown.
 * @type {Record<string, string>} */
const COURT = {
  J: "M-19 12H19C23 1 17-8 4-8C-8-8-23-6-19 12ZM-19 14.5H19V19.5H-19ZM-3-10C0-21 14-27 27-19C21-17 23-11 14-10C8-9 2-9-3-10Z",
  Q: "M-19 12L-23-5Q-15 3-12-9Q-5 1 0-13Q5 1 12-9Q15 3 23-5L19 12ZM-19 14.500H19V19.500H-19ZM-26-9H-20V-6H-26ZM-15-14.500H-9V-10.500H-15ZM-3.5-20H3.500V-15H-3.500ZM9-14.500H15V-10.500H9ZM20-9H26V-6H20Z",
  K: "M-19 12L-24-9L-11 0L-1.5-12V-16H-5.500V-19H-1.500V-23H1.500V-19H5.500V-16H1.500V-12L11 0L24-9L19 12ZM-19 14.500H19V19.500H-19Z",
};

/** @param {string} path @param {number} by */
const scaled = (path, by) => path.replace(/-?(\d+\.?\d*|\.\d+)/g, (n) => {
  const value = String(Math.round(Number(n) * by * 10) / 10);
  return value.startsWith("-") ? value : ` ${value}`;
});
/** @param {string} suit @param {number} x @param {number} y @param {number} radius @param {boolean} [over] */
const pip = (suit, x, y, radius, over = false) => `M${x} ${y}${scaled(PIPS[suit], (over ? -radius : radius) / 10)}`;

/** Places of the pips of a rank: [x, y] with the body's middle at 0, 0.
 * @param {number} rank @returns {number[][]} */
function pips(rank) {
  const side = rank > 8 ? [-38, -12.7, 12.7, 38] : rank > 5 ? [-36, 0, 36] : rank > 3 ? [-34, 34] : [];
  /** @type {Record<number, number[]>} */
  const middle = { 1: [0], 2: [-34, 34], 3: [-36, 0, 36], 5: [0], 7: [-18], 8: [-18, 18], 9: [0], 10: [-25.3, 25.3] };
  return [...side.flatMap((y) => [[-23, y], [23, y]]), ...(middle[rank] ?? []).map((y) => [0, y])];
}

/** One face, as the inside of an SVG 100 by 140; colours come from `color` and --gilt, --panel.
 * @param {string} card @param {Form} form @param {number} [large] how much larger the index is */
export function face(card, form, large = 1) {
  const [letter, suit] = card;
  const rank = RANKS.indexOf(letter) + 1;
  const [wide, strokes] = GLYPHS[letter];
  const across = form === "r";
  const scale = 0.93 * large;
  const narrow = across ? Math.min(scale, 23 * large / wide) : scale;
  const left = across ? 14.5 * large - wide * narrow / 2 : 6;
  const top = across ? 5 : 4.5 * large;
  const index = `<path transform="translate(${left.toFixed(1)} ${top})scale(${narrow.toFixed(3)} ${scale.toFixed(3)})" `
    + `d="${strokes}" fill="none" stroke="currentColor" stroke-width="5.2" stroke-linejoin="round"/>`;
  const mark = across
    ? pip(suit, 14.5 * large, 5 + 44 * large, 10.5 * large)
    : pip(suit, left + wide * narrow + 15.5 * large, 18.3 * large, 12 * large);
  const [x, y] = across ? [62, 70] : [50, 87];
  if (rank > 10) {
    const [width, height] = across ? [58, 112] : [72, 90];
    const high = height / 2;
    return `<path d="M${x - width / 2} ${y - high}h${width}v${height}h${-width}z" fill="var(--panel,#f0e4c8)" stroke="var(--gilt,#a57f43)" stroke-width="2"/>`
      + `<path transform="translate(${x} ${y - 18})" d="${COURT[letter]}" fill="var(--gilt,#a57f43)" stroke="var(--gilt,#a57f43)" stroke-width="1.5" stroke-linejoin="round"/>`
      + index + `<path fill="currentColor" d="${mark}${pip(suit, x, y + 22, 18)}"/>`;
  }
  const size = rank === 1 ? 31 : rank < 4 ? 14.5 : rank < 7 ? 13 : rank < 9 ? 11.5 : 11;
  const body = pips(rank).map(([px, py]) => pip(suit, x + px, y + py, size, py > 0)).join("");
  return `${index}<path fill="currentColor" d="${mark}${body}"/>`;
}

/** The back: a brass lattice on oxblood round a medallion. */
export function back() {
  const lines = [];
  const [left, top, right, bottom] = [10, 10, 90, 130];
  for (let at = -120; at <= 200; at += 10) {
    for (const way of [1, -1]) {
      // The part inside the frame of the line x = way * (y - top) + origin.
      const origin = left + at;
      const ends = [top, bottom].map((y) => way * (y - top) + origin);
      const from = Math.max(left, Math.min(...ends));
      const to = Math.min(right, Math.max(...ends));
      if (from < to) lines.push(`M${from} ${top + way * (from - origin)}L${to} ${top + way * (to - origin)}`);
    }
  }
  const star = "M50 46C53 58 59 64 72 70C59 76 53 82 50 94C47 82 41 76 28 70C41 64 47 58 50 46Z";
  return `<path d="M0 0h100v140h-100z" fill="var(--back,#7c2926)"/>`
    + `<path d="${lines.join("")}" fill="none" stroke="var(--lattice,#c9a468)" stroke-opacity=".55" stroke-width="1.6"/>`
    + `<path d="M50 38L82 70L50 102L18 70Z" fill="var(--back,#7c2926)" stroke="var(--lattice,#c9a468)" stroke-width="2.2"/>`
    + `<path d="${star}" fill="var(--lattice,#c9a468)"/>`
    + `<path d="M6 6h88v128h-88zM10 10h80v120h-80z" fill="none" stroke="var(--lattice,#c9a468)" stroke-width="1.8"/>`;
}

const LINE = 'fill="none" stroke="currentColor" stroke-width="5"';

/** What is drawn under a name: a face and its form ("7Hd"), the "back", or the mark of an empty place: a suit, a rank,
 * "redeal" or "none".
 * @param {string} name @param {number} [large] */
export function drawing(name, large = 1) {
  if (name === "back") return back();
  if (name === "redeal") return `<path d="M71 58A24 24 0 1 0 74 74M74 45L73 60L58 59" ${LINE}/>`;
  if (name === "none") return `<path d="M34 54L66 86M66 54L34 86" ${LINE}/>`;
  if (SUIT_NAMES[name]) return `<path d="${pip(name, 50, 70, 24)}" fill="currentColor"/>`;
  if (GLYPHS[name]) {
    const [wide, strokes] = GLYPHS[name];
    return `<path transform="translate(${50 - wide * 0.7} 49)scale(1.4)" d="${strokes}" fill="none" stroke="currentColor" stroke-width="3.5"/>`;
  }
  return face(name.slice(0, 2), /** @type {Form} */ (name[2]), large);
}

/** A card as it is said: "Seven of Hearts".
 * @param {string} card */
export function spoken(card) {
  if (card === "??") return "Face-down card";
  return `${RANK_NAMES[RANKS.indexOf(card[0])]} of ${SUIT_NAMES[card[1]]}`;
}
