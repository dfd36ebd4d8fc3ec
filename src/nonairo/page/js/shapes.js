// Lines that are neither rows nor columns: regions, diagonals, the cells around a number. Each has its
// cells; a clue may stand in one of them, and it is drawn with a border, as a stroke, or not at all.

import { h } from "./dom.js";
import { t } from "./strings.js";

/** The lines as the page knows them: cells are numbered row by row. */
export function shapesOf({ more = [], width }, ruleOf) {
  const number = ([row, col]) => row * width + col;
  return more.map(({ axis, name, cells, table, label, at, look }) => ({
    axis,
    name,
    cells: cells.map(number),
    rule: ruleOf(table, cells.length),
    label: label.join(" "),
    at: at ? number(at) : null,
    look,
  }));
}

/** For each cell the lines through it, by their number. */
export function throughOf(lines, size) {
  const through = Array.from({ length: size }, () => []);
  lines.forEach(({ cells }, k) => cells.forEach((cell) => through[cell].push(k)));
  return through;
}

/** For each cell what is said of its clue, and of the lines that are drawn. */
export function shapesTold({ more, size }) {
  const spoken = Array(size).fill("");
  for (const { at, label, look, name, cells } of more) {
    if (at !== null && label) spoken[at] += t("cell_clue", { clue: label });
    if (look) for (const cell of cells) spoken[cell] += t("cell_in", { name });
  }
  return spoken;
}

/** Clues in cells, borders between cells of different regions, strokes along cells. */
export function drawShapes({ more, height, width }, cells) {
  for (const line of more) {
    if (line.at !== null && line.label) {
      cells[line.at].append(h("i", { class: "note", "aria-hidden": "true" }, line.label));
    }
    if (line.look === "stroke") stroke(line.cells, width, cells);
  }
  for (const [cell, edges] of bordersOf({ more, height, width })) cells[cell].dataset.edge = edges.join(" ");
}

/** Where a region ends: cells, and on which of their sides. */
export function bordersOf({ more, height, width }) {
  const owner = new Map();
  more.forEach(({ look, cells }, k) => {
    if (look === "border") cells.forEach((cell) => owner.set(cell, `${owner.get(cell) ?? ""} ${k}`));
  });
  const found = new Map();
  for (const [cell, own] of owner) {
    const edges = [];
    if ((cell + 1) % width && owner.get(cell + 1) !== own) edges.push("right");
    if (cell + width < height * width && owner.get(cell + width) !== own) edges.push("below");
    if (edges.length) found.set(cell, edges);
  }
  return found;
}

/** A faint line through each cell: falling, rising, across or down, as it goes on. */
function stroke(line, width, cells) {
  line.forEach((cell, k) => {
    const next = line[k + 1] ?? cell + (cell - (line[k - 1] ?? cell));
    const down = Math.floor(next / width) - Math.floor(cell / width);
    const right = (next % width) - (cell % width);
    const way = down * right > 0 ? "falling" : down * right < 0 ? "rising" : down ? "down" : "across";
    cells[cell].dataset.stroke = cells[cell].dataset.stroke ? `${cells[cell].dataset.stroke} ${way}` : way;
  });
}

/** The clues in cells: done, or not to be met. */
export function drawNotes({ more }, cells, states, numbers, showBroken) {
  for (const k of numbers) {
    const note = more[k].at === null ? null : cells[more[k].at].querySelector(".note");
    note?.classList.toggle("sure", states[k].full && states[k].fine);
    note?.classList.toggle("spoilt", showBroken && Boolean(states[k].broken));
  }
}
