// What the core is asked for a puzzle: a class of core.wasm with its arguments, and a check of answers that uses only
// the automata of the lines.

import { withTables } from "../ids/reading.js";

const LARGEST = 512; // a side
const LARGEST_BALANCED = 128; // a side, with the fastest search
const LARGEST_SIGNED = 64; // a side, with a search of its own for signs

/** [class, arguments] for a puzzle as `readId` reads it; null where the core does not support it. */
export function planOf(puzzle) {
  const { kind, height, width, marks = [], labels } = puzzle;
  const side = Math.max(height, width);
  if (side > LARGEST) return null;
  if (kind === "nonogram") {
    const sides = [labels.rows, labels.cols];
    if (puzzle.symbols.length === 2) return ["RunsGrid", sides.map((lines) => lines.map(lengthsOf))];
    return ["ColouredGrid", [puzzle.symbols.length, ...sides.map((lines) => lines.map((line) => blocksOf(line, puzzle)))]];
  }
  if (kind !== "binairo") return tablesOf(puzzle);
  const ones = (rules, length) => rules[0].make(length).counts[1];
  const shape = [height, width, ones(puzzle.rowRules, width), ones(puzzle.colRules, height), puzzle.distinct];
  if (!marks.length) return [side > LARGEST_BALANCED ? "LargeBalancedGrid" : "BalancedGrid", shape];
  return side > LARGEST_SIGNED ? tablesOf(puzzle) : ["SignedGrid", [...shape, signsOf(puzzle)]];
}

const lengthsOf = (line) => line.map((label) => parseInt(label, 10)).filter(Boolean);

function blocksOf(line, { symbols, glyphs }) {
  return line.filter((label) => label !== "0").map((label) => [parseInt(label, 10), symbols[glyphs.indexOf(label.at(-1))]]);
}

/** The signs along each line, rows first; an empty text for none. */
function signsOf({ height, width, marks }) {
  const blank = (count, length) => Array.from({ length: count }, () => Array(length).fill("."));
  const [rows, cols] = [blank(height, width - 1), blank(width, height - 1)];
  for (const [row, col, row2, , sign] of marks) (row === row2 ? rows[row] : cols[col])[row === row2 ? col : row] = sign;
  return [...rows, ...cols].map((line) => line.join("")).map((line) => (/[=x]/.test(line) ? line : ""));
}

function tablesOf(puzzle) {
  const { tables, row_tables, col_tables, more, omitted, height, width, symbols, distinct } = withTables(puzzle);
  if (omitted) return null;
  const rules = tables.map(({ next, accepts }) => [next.flat(), accepts]);
  const ruleOfLine = [...row_tables, ...col_tables, ...more.map(({ table }) => table)];
  return ["TableGrid", [height, width, symbols.length, rules, ruleOfLine, distinct, more.map((line) => placesOf(line, width))]];
}

const placesOf = ({ cells }, width) => cells.map(([row, col]) => row * width + col);

/** Whether a full grid, as text, keeps all rules and givens of a puzzle. */
export function obeysRules(puzzle, cells) {
  const { height, width, givens, symbols, distinct } = puzzle;
  if (cells.length !== height * width || [...givens].some((given, k) => given !== "." && given !== cells[k])) return false;
  const rows = Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width));
  const cols = Array.from({ length: width }, (_, col) => rows.map((row) => row[col]).join(""));
  if (distinct && (new Set(rows).size < height || new Set(cols).size < width)) return false;
  const fine = (lines, rules) => lines.every((line, k) => obeys(rules[k].make(line.length), line, symbols));
  const { moreRules = [] } = puzzle;
  const more = moreRules.map((line) => placesOf(line, width).map((place) => cells[place]).join(""));
  return fine(rows, puzzle.rowRules) && fine(cols, puzzle.colRules) && fine(more, moreRules.map(({ rule }) => rule));
}

function obeys(rule, line, symbols) {
  let state = rule.start;
  for (const cell of line) {
    const symbol = symbols.indexOf(cell);
    state = symbol < 0 ? null : rule.step(state, symbol);
    if (state === null) return false;
  }
  return rule.accepts(state);
}
