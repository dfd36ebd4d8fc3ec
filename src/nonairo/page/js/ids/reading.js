// Ids of the bundled kinds, read without asking anybody: what `describe` would say of them. Whatever
// is not written as the package itself writes it is left to `describe`: gives null.

import { anything, balanced, filled, runs, tableOf, totalling } from "./automata.js";
import { coloursOf } from "./colours.js";
import { STORED } from "./stored.js";

const ALIASES = new Map([["tango", "binairo@no-distinct"], ["unruly", "binairo@no-distinct"]]);
const MOST_CELLS = 2500;
const MOST_STATES = 50_000; // in all tables together, as `describe` has it: more would freeze the page

/** Each kind: its lines and labels from the parts of an id, or null. */
const READERS = new Map([["binairo", readBinairo], ["trinairo", readTrinairo], ["nonogram", readNonogram], ["kakurasu", readKakurasu], ["mosaic", readMosaic]]);

export function describeId(id) {
  const read = readId(id);
  if (!read || read.height * read.width > MOST_CELLS) return null;
  return { ...EMPTY, ...withTables(read) };
}

/** The same without tables: lines have `rowRules` and `colRules`, which make their automata. */
export function readId(id) {
  const [, head, body] = /^([a-z]+(?:@[a-z0-9+=-]+)?):([^:]+)$/.exec(id) ?? [];
  if (!head) return null;
  const [kind, rules = "standard"] = (ALIASES.get(head) ?? head).split("@");
  const found = READERS.get(kind)?.(body.split(";"), rules);
  const facts = found && factsOf(kind, rules, found.marks?.length > 0);
  if (!facts) return null;
  const puzzle = `${kind}${rules === "standard" ? "" : `@${rules}`}:${body}`;
  return { ...facts, id: puzzle, puzzle, ...found };
}

/** What is the same in all puzzles of a kind with these rules. */
function factsOf(kind, rules, signs) {
  if (!rules.includes("=")) return STORED[`${kind}@${rules}${signs ? "+signs" : ""}`];
  const colours = coloursOf(rules);
  return colours && { ...STORED[`${kind}@colours`], ...colours };
}

const EMPTY = { title: null, author: null, source: null, solution: null, colours: [], marks: [] };

/** Rules by their line, as tables that equal lines share; null for those that are too large. */
export function withTables({ rowRules, colRules, moreRules = [], ...found }) {
  const symbols = found.symbols.length;
  const tables = [];
  const numbers = new Map();
  let left = MOST_STATES;
  const number = ({ key, make }, length) => {
    const name = `${key} ${length}`;
    if (!numbers.has(name)) {
      const table = tableOf(make(length), length, symbols, left);
      left -= table?.next.length ?? 0;
      numbers.set(name, tables.push(table) - 1);
    }
    return numbers.get(name);
  };
  const row_tables = rowRules.map((rule) => number(rule, found.width));
  const col_tables = colRules.map((rule) => number(rule, found.height));
  const more = moreRules.map(({ axis, name, cells, rule, ...rest }) => ({ axis, name, cells, table: number(rule, cells.length), ...rest }));
  const omitted = tables.filter((table) => table === null).length;
  return { ...found, tables, row_tables, col_tables, more, omitted };
}

const repeat = (count, value) => Array.from({ length: count }, () => value);

/** Rows of equal length over these symbols; null if they are anything else. */
function readRows(text, symbols) {
  const rows = text.split("/");
  const width = rows[0].length;
  const fine = (row) => row.length === width && [...row].every((cell) => cell === "." || symbols.includes(cell));
  return width && rows.every(fine) ? { height: rows.length, width, givens: rows.join(""), rows } : null;
}

function unlabelled(height, width) {
  const none = () => ({ rows: repeat(height, []), cols: repeat(width, []) });
  return { labels: none(), inks: none() };
}

function readBinairo([cells, right, below, ...more], rules) {
  const found = readRows(cells, "01");
  if (!found || more.length || (right === undefined) !== (below === undefined)) return null;
  const { height, width, givens } = found;
  const odd = /odd-more-(ones|zeros)/.exec(rules)?.[1];
  const fits = odd ? height === width && height % 2 : height % 2 === 0 && width % 2 === 0;
  if (!fits || (right !== undefined && !(areSigns(right, height, width - 1) && areSigns(below, height - 1, width)))) return null;
  const marks = right === undefined ? [] : marksOf(right.split("/"), below.split("/"));
  if (right !== undefined && !marks.length) return null; // the package writes no empty signs
  const quotas = (n) => (odd === "ones" ? [(n - 1) / 2, (n + 1) / 2] : odd ? [(n + 1) / 2, (n - 1) / 2] : [n / 2, n / 2]);
  const rule = (signs = "") => ({ key: signs.replaceAll(".", "") ? signs : "", make: (n) => balanced(quotas(n), signs) });
  const down = (col) => below?.split("/").map((row) => row[col]).join("");
  return {
    height, width, givens, marks,
    ...unlabelled(height, width),
    rowRules: Array.from({ length: height }, (_, row) => rule(right?.split("/")[row])),
    colRules: Array.from({ length: width }, (_, col) => rule(down(col))),
  };
}

const areSigns = (text, lines, length) =>
  text.split("/").length === lines && text.split("/").every((row) => row.length === length && /^[=x.]*$/.test(row));

/** Cell by cell: between it and the next one, then between it and the one below. */
function marksOf(right, below) {
  const beside = right.flatMap((row, r) => [...row].map((sign, c) => [r, c, r, c + 1, sign]));
  const under = below.flatMap((row, r) => [...row].map((sign, c) => [r, c, r + 1, c, sign]));
  const found = [...beside, ...under].filter(([, , , , sign]) => sign !== ".");
  return found.sort(([r, c], [r2, c2]) => r - r2 || c - c2); // those of one cell stay in order
}

function readTrinairo([cells, ...more]) {
  const found = readRows(cells, "012");
  if (!found || more.length || found.height % 3 || found.width % 3) return null;
  const { height, width, givens } = found;
  const rule = { key: "", make: (n) => balanced([n / 3, n / 3, n / 3]) };
  return {
    height, width, givens,
    ...unlabelled(height, width),
    rowRules: repeat(height, rule),
    colRules: repeat(width, rule),
  };
}

function readNonogram(parts, rules) {
  if (rules.includes("=")) return readColoured(parts, rules);
  const labels = labelled(parts, /^(0|[1-9]\d{0,2}(,[1-9]\d{0,2})*)$/);
  return labels && readRuns(labels, parts[2], 2, (label) => (label === "0" ? 0 : 1));
}

function readColoured(parts, rules) {
  const letters = rules.match(/[a-z](?==)/g).join("");
  const labels = labelled(parts, new RegExp(`^(0|[1-9]\\d{0,2}[${letters}](,[1-9]\\d{0,2}[${letters}])*)$`));
  const ink = (label) => letters.indexOf(label.at(-1)) + 1;
  const found = labels && readRuns(labels, parts[2], letters.length + 1, ink);
  const inks = (side) => side.map((label) => label.map(ink));
  return found && { ...found, inks: { rows: inks(labels.rows), cols: inks(labels.cols) } };
}

/** Lines of blocks; `inkOf` gives the symbol that a label is about. */
function readRuns(labels, cells, symbols, inkOf) {
  const blocks = (label) => label.map((part) => parseInt(part, 10)).filter((block) => block);
  const gaps = (label) => label.filter((part, k) => k && inkOf(part) === inkOf(label[k - 1])).length;
  const fits = (length) => (label) => blocks(label).reduce((sum, block) => sum + block, gaps(label)) <= length;
  if (!labels.rows.every(fits(labels.cols.length)) || !labels.cols.every(fits(labels.rows.length))) return null;
  const rule = (label) => ({ key: label.join(), make: (n) => runs(blocks(label), label.map(inkOf), n, symbols) });
  return clued(labels, cells, rule, symbols);
}

function readKakurasu(parts) {
  const labels = labelled(parts, /^(0|[1-9]\d{0,4})$/);
  const fits = (length) => ([total]) => Number(total) <= (length * (length + 1)) / 2;
  if (!labels?.rows.every(fits(labels.cols.length)) || !labels.cols.every(fits(labels.rows.length))) return null;
  return clued(labels, parts[2], ([total]) => ({ key: total, make: () => totalling(Number(total)) }));
}

function readMosaic([text, cells, ...more]) {
  const clues = readRows(text, "0123456789");
  if (!clues || more.length) return null;
  const { height, width } = clues;
  const given = cells === undefined ? null : readRows(cells, "01");
  if (cells !== undefined && (given?.height !== height || given.width !== width || !/[01]/.test(cells))) return null;
  const moreRules = [...clues.givens].flatMap((clue, k) => (clue === "." ? [] : [aroundOf(k, Number(clue), height, width)]));
  if (moreRules.some(({ cells: around, label }) => label[0] > around.length)) return null; // nobody can fill so many
  const rule = { key: "any", make: anything };
  return {
    height, width,
    givens: given?.givens ?? ".".repeat(height * width),
    ...unlabelled(height, width),
    rowRules: repeat(height, rule),
    colRules: repeat(width, rule),
    moreRules,
  };
}

/** The cells around a cell and itself, of which so many are filled. */
function aroundOf(k, clue, height, width) {
  const [row, col] = [Math.floor(k / width), k % width];
  const within = (at, length) => [at - 1, at, at + 1].filter((each) => each >= 0 && each < length);
  const [rows, cols] = [within(row, height), within(col, width)];
  const cells = rows.flatMap((r) => cols.map((c) => [r, c]));
  const name = `the ${rows.length}x${cols.length} around r${row + 1}c${col + 1}`;
  const rule = { key: String(clue), make: (length) => filled(clue, length) };
  return { axis: "area", name, cells, rule, label: [String(clue)], at: [row, col], look: "" };
}

/** Row and column labels of the first two parts of an id, each of this form. */
function labelled([rows, cols, , ...more], form) {
  if (cols === undefined || more.length) return null;
  const sides = [rows, cols].map((part) => part.split("/"));
  if (!sides.flat().every((label) => form.test(label))) return null;
  const [r, c] = sides.map((labels) => labels.map((label) => label.split(",")));
  return { rows: r, cols: c };
}

function clued(labels, cells, ruleOf, symbols = 2) {
  const [height, width] = [labels.rows.length, labels.cols.length];
  const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz".slice(0, symbols);
  const given = cells === undefined ? null : readRows(cells, alphabet);
  if (cells !== undefined && (given?.height !== height || given.width !== width || !/[^./]/.test(cells))) return null;
  return {
    height,
    width,
    givens: given?.givens ?? ".".repeat(height * width),
    labels,
    inks: unlabelled(height, width).inks,
    rowRules: labels.rows.map(ruleOf),
    colRules: labels.cols.map(ruleOf),
  };
}
