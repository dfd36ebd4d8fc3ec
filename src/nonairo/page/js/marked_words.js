// Sentences beside a grid in which their cells are marked: "the two 0s", "the framed cells" instead of coordinates.

const CELL = /r(\d+)c(\d+)(?:-r(\d+)c(\d+))?/g;
const ONE = "r\\d+c\\d+(?:-r\\d+c\\d+)?";
// Cells in a list, and what is said of their value.
const LIST = new RegExp(`(${ONE}(?:(?:, | and | or )${ONE})*)(?: are (?:both|all) (\\d)(?=, so)|, (?:both|all) (\\d)(?=,))?`, "g");
const NUMBER = ["two", "three", "four", "five", "six"];

/** The sentence for those who see what it looks at hatched and what it decides framed; both are cells by number. */
export function atMarks(text, model, { premise = [], effect = [] }) {
  const { width } = model;
  return text.replace(LIST, (whole, list, are, both) => {
    const cells = listed(list, width);
    const end = whole.slice(list.length);
    if (same(cells, effect)) return (/ or /.test(list) ? "one of " : "") + named("framed", cells) + end;
    if (!same(cells, premise)) return whole;
    const alike = `the ${NUMBER[cells.length - 2] ?? cells.length} ${are ?? both}s`;
    if (both) return alike;
    if (are && inARow(cells, width)) return `${alike} are ${cells.length === 2 ? "side by side" : "in a row"}`;
    return named("hatched", cells) + end;
  });
}

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
