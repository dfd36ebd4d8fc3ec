// Sentences beside a grid in which their cells are marked: "the two 0s", "the framed cells" instead of coordinates.

const CELL = /r(\d+)c(\d+)(?:-r(\d+)c(\d+))?/g;
const ONE = "r\\d+c\\d+(?:-r\\d+c\\d+)?";
// Cells in a list, and what is said of their value.
const LIST = new RegExp(`(${ONE}(?:(?:, | and | or )${ONE})*)(?: are (?:both|all) (\\d)(?=, so)|, (?:both|all) (\\d)(?=,))?`, "g");
const NUMBER = ["one", "two", "three", "four", "five", "six"];

/** The sentence for those who see what it looks at hatched and what it decides framed; both are cells by number.
 *
 * With the `values` of all cells also some of the hatched or framed ones are named so. */
export function atMarks(text, model, { premise = [], effect = [] }, values = null) {
  const { width } = model;
  return text.replace(LIST, (whole, list, are, both) => {
    const cells = listed(list, width);
    const end = whole.slice(list.length);
    if (same(cells, effect)) return (/ or /.test(list) ? "one of " : "") + named("framed", cells) + end;
    if (!same(cells, premise)) {
      const found = values && part(cells, { premise, effect, values, model });
      return found ? found + end : whole;
    }
    const alike = `the ${NUMBER[cells.length - 1] ?? cells.length} ${are ?? both}s`;
    if (both) return alike;
    if (are && inARow(cells, width)) return `${alike} are ${cells.length === 2 ? "side by side" : "in a row"}`;
    return named("hatched", cells) + end;
  });
}

/** Some of the framed cells, or those of the hatched ones that hold the same; null for others. */
function part(cells, { premise, effect, values, model }) {
  const some = `${NUMBER[cells.length - 1] ?? cells.length} of`;
  if (cells.every((cell) => effect.includes(cell))) return `${some} ${named("framed", effect)}`;
  const [value] = new Set(cells.map((cell) => values[cell]));
  if (!value || !cells.every((cell) => premise.includes(cell) && values[cell] === value)) return null;
  if (model.blank) return `${some} ${named("hatched", premise)}`; // the sentence says whether they are empty
  const alike = premise.filter((cell) => values[cell] === value);
  return `${alike.length > cells.length ? `${some} ` : ""}the hatched ${model.symbols[value - 1]}${alike.length > 1 ? "s" : ""}`;
}

/** The numbers of all cells that a sentence names. */
export const cellsIn = (text, { width }) => listed(text, width);

const named = (how, cells) => `the ${how} ${cells.length > 1 ? "cells" : "cell"}`;

/** The numbers of the cells in a list such as "r1c2-r1c4 and r3c1". */
function listed(text, width) {
  return [...text.matchAll(CELL)].flatMap(([, ...ends]) => {
    const [row, col, lastRow = row, lastCol = col] = ends.map((end) => end && Number(end));
    const length = Math.max(lastRow - row, lastCol - col) + 1;
    return Array.from({ length }, (_, k) => (row - 1 + (lastRow > row ? k : 0)) * width + col - 1 + (lastCol > col ? k : 0));
  });
}

const same = (some, others) => some.length === new Set(others).size && others.every((cell) => some.includes(cell));

/** Whether cells stand next to each other in a row or a column. */
function inARow(cells, width) {
  const sorted = [...cells].sort((a, b) => a - b);
  const step = sorted[1] - sorted[0];
  return (step === 1 || step === width) && sorted.every((cell, k) => !k || cell - sorted[k - 1] === step);
}
