// Writes each face and the back as a file of its own under frontend/static/cards/, for pages without a table.
// Run: node frontend/cards/make.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { HEIGHT, WIDTH, back, face } from "../static/js/cards.js";

const folder = new URL("../static/cards/", import.meta.url);
/** @type {Record<string, string>} */
const COLOURS = { S: "#1d1b18", H: "#b3261e", D: "#b3261e", C: "#1d1b18" };

/** @param {string} inside @param {string} colour @param {string} paper */
const card = (inside, colour, paper) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" color="${colour}">`
  + `<clipPath id="c"><rect width="${WIDTH}" height="${HEIGHT}" rx="8"/></clipPath>`
  + `<g clip-path="url(#c)"><path d="M0 0h${WIDTH}v${HEIGHT}h-${WIDTH}z" fill="${paper}"/>${inside}</g></svg>\n`;

mkdirSync(folder, { recursive: true });
for (const rank of "A23456789TJQK") {
  for (const suit of "SHDC") {
    writeFileSync(new URL(`${rank}${suit}.svg`, folder), card(face(rank + suit, "d"), COLOURS[suit], "#fffdf6"));
  }
}
writeFileSync(new URL("back.svg", folder), card(back(), "#000", "#7c2926"));
