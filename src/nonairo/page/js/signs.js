// What is written on the border of two neighbours: seen between them, and spoken by both.

import { h } from "./dom.js";
import { SIGNS } from "./looks.js";
import { t } from "./strings.js";

const NAMED = { "=": "same", x: "other" };

/** For each cell what it says of its neighbours. */
export function signsOf({ marks, width, size }) {
  const spoken = Array(size).fill("");
  const tell = (row, col, side, glyph) => {
    const key = NAMED[glyph] ? `sign_${NAMED[glyph]}` : "sign";
    spoken[row * width + col] += t(key, { glyph, side: t(`side_${side}`) });
  };
  for (const [row, col, row2, col2, glyph] of marks) {
    const beside = row === row2;
    tell(row, col, beside ? "right" : "below", glyph);
    tell(row2, col2, beside ? "left" : "above", glyph);
  }
  return spoken;
}

/** Put each sign into the first of its two cells, over the border of the other. */
export function drawSigns({ marks, width }, cells) {
  for (const [row, col, row2, , glyph] of marks) {
    const side = row === row2 ? "right" : "below";
    cells[row * width + col].append(h("i", { class: `sign ${side}`, "aria-hidden": "true" }, SIGNS[glyph] ?? glyph));
  }
}
