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

/** Where the card of a pile may go: for each pile, the moves that take it there. The single move comes first.
 * @param {string[]} legal @param {string} from @returns {Map<string, string[]>} */
export function targets(legal, from) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const text of legal) {
    for (const step of steps(text)) {
      if (step.from !== from) continue;
      const texts = found.get(step.to) ?? [];
      if (text.includes("+")) texts.push(text);
      else texts.unshift(text);
      found.set(step.to, texts);
    }
  }
  return found;
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

/** The move of a pile's card to a foundation.
 * @param {string[]} legal @param {string} from @param {(pile: string) => boolean} isFoundation */
export function homeMove(legal, from, isFoundation) {
  for (const [to, texts] of targets(legal, from)) {
    if (isFoundation(to) && to !== from) return texts[0];
  }
  return undefined;
}
