// What the piles of a game are called, and what they are for, by the data of the page.

/** @param {{layout: any, groups: Record<string, string>}} data */
export function names({ layout, groups }) {
  const [{ piles }] = layout.layouts;
  const roles = new Map(piles.map((/** @type {any} */ group) => [group.id, group.role]));
  /** @param {string} pile @returns {string | undefined} */
  const role = (pile) => roles.get(pile) ?? roles.get(pile.replace(/-\d+(-\d+)?$/, ""));
  return {
    /** @param {string} pile */
    called: (pile) => groups[pile] ?? pile,
    role,
    /** @param {string} pile */
    isFoundation: (pile) => role(pile) === "foundation",
    /** What this game calls a deal. @type {string} */
    dealing: piles.find((/** @type {any} */ group) => group.role === "stock")?.deal ?? "Deal",
  };
}
