// From what the hand points at to the texts the server offered. No rules: whatever is not in `legal` does not exist.

/** @typedef {{from: string, to: string}} Step */

/** The steps of a move's text; `choose:x` and `grace:x` are a step from a pile to itself.
 * @param {string} text @returns {Step[]} */
export function steps(text) {
  return text.split("+").flatMap((part) => {
    const [from, to] = part.split(">");
    if (to) return [{ from, to: to.split(":")[0] }];
    const [verb, pile] = part.split(":");
    return pile && verb ? [{ from: pile, to: pile }] : [];
  });
}

/** What may be tapped after a pile: where its card may go, and the card that goes home together with it
 * (the pile itself, when it holds both). For each the moves, the single ones first.
 * @param {string[]} legal @param {string} from @returns {Map<string, string[]>} */
export function targets(legal, from) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const text of legal) {
    if (!text.includes(from)) continue;
    const all = steps(text);
    const mine = all.filter((step) => step.from === from);
    const others = all.filter((step) => step.from !== from);
    const partners = mine.length > 1 ? mine : mine.length ? others : [];
    for (const pile of new Set([...mine.map((step) => step.to), ...partners.map((step) => step.from)])) {
      const texts = found.get(pile) ?? [];
      if (all.length > 1) texts.push(text);
      else texts.unshift(text);
      found.set(pile, texts);
    }
  }
  return found;
}

/** The piles whose card may go to a place, with the moves.
 * @param {string[]} legal @param {string} to @returns {Map<string, string[]>} */
export function origins(legal, to) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const text of legal) {
    if (!text.includes(to)) continue;
    for (const step of steps(text)) {
      if (step.to === to && step.from !== to) found.set(step.from, [...found.get(step.from) ?? [], text]);
    }
  }
  return found;
}

/** One of each kind of move: two that take equal cards from equal piles to equal piles are one.
 * @param {string[]} texts @param {Record<string, string[]>} piles @returns {string[]} */
export function unlike(texts, piles) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const text of texts) {
    const key = steps(text).map(({ from, to }) => `${piles[from]}>${piles[to]}`).sort().join("+");
    if (!found.has(key)) found.set(key, text);
  }
  return [...found.values()];
}

/** How many moves each pile's card has.
 * @param {string[]} legal @returns {Map<string, number>} */
export function sources(legal) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of legal) {
    for (const from of new Set(steps(text).map((step) => step.from))) counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return counts;
}

/** What a tap on the stock means, if anything.
 * @param {string[]} legal @returns {string | undefined} */
export const stockMove = (legal) => ["deal", "redeal", "fill"].find((text) => legal.includes(text));

/** Whether nothing is offered but to fill a place from the stock or the talon.
 * @param {string[]} legal @param {Record<string, string[]>} piles @param {(pile: string) => string | undefined} role */
export const filling = (legal, piles, role) => legal.length > 0 && legal.every((text) => {
  const [step, ...others] = steps(text);
  return step && !others.length && ["stock", "talon"].includes(role(step.from) ?? "")
    && !piles[step.to].length && role(step.to) !== "foundation";
});

/** The move of a pile's card to a foundation; none when it goes with a partner of whom there is a choice.
 * @param {string[]} legal @param {string} from @param {(pile: string) => boolean} isFoundation
 * @param {Record<string, string[]>} [piles] */
export function homeMove(legal, from, isFoundation, piles = {}) {
  const texts = [...targets(legal, from)].flatMap(([to, moves]) => (isFoundation(to) && to !== from ? moves : []));
  const [first] = texts;
  return first?.includes("+") && unlike(texts, piles).length > 1 ? undefined : first;
}
