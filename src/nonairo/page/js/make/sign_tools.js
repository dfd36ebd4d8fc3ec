// Tools for signs between neighbours: chosen like any other tool, and put in by a press on the first cell.

import { Strokes } from "../play/strokes.js";
import { t } from "../strings.js";

const SIGNS = { "=": "same", x: "other", ".": "none" };

/** [tool, label] for every sign and side. */
export const signTools = () =>
  ["right", "below"].flatMap((side) =>
    Object.entries(SIGNS).map(([sign, name]) => [`sign ${sign} ${side}`, t(`sign_tool_${name}`, { side: t(`sign_side_${side}`) })]),
  );

export class SignStrokes extends Strokes {
  constructor(game, tool, onSign) {
    super(game, tool);
    this.onSign = onSign;
  }

  begin(cell, value) {
    const [kind, sign, side] = String(this.tool()).split(" ");
    if (kind !== "sign") return super.begin(cell, value);
    this.onSign(cell, sign, side);
  }
}

/** The marks of a board with another sign at one side of a cell; null where there is no neighbour. */
export function withSign({ marks, height, width }, cell, sign, side) {
  const [row, col] = [Math.floor(cell / width), cell % width];
  const other = side === "right" ? [row, col + 1] : [row + 1, col];
  if (other[0] === height || other[1] === width) return null;
  const same = ([r, c, r2, c2]) => r === row && c === col && r2 === other[0] && c2 === other[1];
  const kept = marks.filter((mark) => !same(mark));
  return sign === "." ? kept : [...kept, [row, col, ...other, sign]];
}
