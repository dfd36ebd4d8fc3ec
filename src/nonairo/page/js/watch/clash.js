// Which cells a refused placement clashes with: those to blame in the lines that cannot be completed
// any more, and a full line that is equal to another.

import { valueOf } from "../game.js";

/** Cells, without those that were tried. If the event names no cells, all lines are looked at. */
export function clashOf({ cells = [] }, model, codes) {
  const values = Uint8Array.from(codes, valueOf);
  const tried = cells.map(([row, col, symbol]) => {
    const cell = row * model.width + col;
    values[cell] = model.symbols.indexOf(symbol) + 1;
    return cell;
  });
  const clashing = new Set();
  for (const line of linesThrough(tried, model)) {
    if (!line.rule) continue;
    const own = Uint8Array.from(line.cells, (cell) => values[cell]);
    if (!line.rule.possible(own)) line.rule.blame(own).forEach((k) => clashing.add(line.cells[k]));
    else if (line.axis && model.distinct && !own.includes(0)) twinOf(line, values, model).forEach((cell) => clashing.add(cell));
  }
  tried.forEach((cell) => clashing.delete(cell));
  return [...clashing];
}

function linesThrough(tried, model) {
  const { height, width, rows, cols, more, through } = model;
  const of = (count, part) => (tried.length ? [...new Set(tried.map(part))] : [...Array(count).keys()]);
  const others = tried.length ? new Set(tried.flatMap((cell) => through[cell])) : more.keys();
  return [
    ...of(height, (cell) => Math.floor(cell / width)).map((row) => along("row", row, rows[row].rule, model)),
    ...of(width, (cell) => cell % width).map((col) => along("column", col, cols[col].rule, model)),
    ...[...others].map((k) => ({ axis: null, rule: more[k].rule, cells: more[k].cells })),
  ];
}

function along(axis, index, rule, { height, width }) {
  const length = axis === "row" ? width : height;
  const cells = Array.from({ length }, (_, k) => (axis === "row" ? index * width + k : k * width + index));
  return { axis, index, rule, cells };
}

/** The cells of another line of the same axis that is full and equal, and of the line itself. */
function twinOf(line, values, model) {
  const text = (cells) => cells.map((cell) => values[cell]).join(" ");
  const count = line.axis === "row" ? model.height : model.width;
  for (let index = 0; index < count; index++) {
    if (index === line.index) continue;
    const other = along(line.axis, index, null, model);
    if (text(other.cells) === text(line.cells)) return [...other.cells, ...line.cells];
  }
  return [];
}
