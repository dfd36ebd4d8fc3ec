// A puzzle as the page knows it: what `describe` says, in a form that is quick to play with.
// Nothing here or further up asks for the name of a kind.

import { LineRule } from "./rules.js";
import { shapesOf, throughOf } from "./shapes.js";

export const UNKNOWN = ".";

export function modelOf(description) {
  const { height, width, symbols } = description;
  const tables = description.tables ?? [];
  const made = new Map();
  const rule = (number, length) => {
    if (number === null || number === undefined || !tables[number]) return null;
    const key = `${number} ${length}`;
    if (!made.has(key)) made.set(key, new LineRule(tables[number], length, symbols.length));
    return made.get(key);
  };
  const labels = description.labels ?? {};
  const inks = description.inks ?? {};
  const rows = lines(description.row_tables, labels.rows, inks.rows, height, (k) => rule(k, width));
  const cols = lines(description.col_tables, labels.cols, inks.cols, width, (k) => rule(k, height));
  const more = shapesOf(description, rule);
  const glyphs = [...(description.glyphs ?? symbols)];
  // Where the background is drawn as a dot, filling is the move, and the background a mere cross.
  const blank = glyphs[0] === "·";
  const order = [...symbols].map((_, k) => k + 1);
  return Object.freeze({
    description,
    id: description.puzzle, // the one-line id, whatever its file called it
    kind: description.kind,
    rulesName: description.rules ?? "standard",
    summary: description.summary ?? "",
    title: description.title ?? null,
    author: description.author ?? null,
    note: description.note ?? null, // how its text was read
    height,
    width,
    size: height * width,
    symbols,
    glyphs,
    words: description.words ?? [...symbols],
    colours: description.colours ?? [], // one for each symbol, or none
    marks: description.marks ?? [], // what is written between neighbours
    blank,
    order: blank ? [...order.slice(1), order[0]] : order, // in which a click goes through them
    givens: codesOf(description.givens ?? UNKNOWN.repeat(height * width), symbols),
    rows,
    cols,
    more, // lines of any other shape
    through: throughOf(more, height * width), // of each cell those of them that it is part of
    labelled: [...rows, ...cols].some((line) => line.labels.length),
    distinct: Boolean(description.distinct),
    numbers: Boolean(description.numbers), // its symbols are numbers, and look so
    weighted: Boolean(description.weighted), // the numbers beside lines are what their cells count
    judged: [...rows, ...cols, ...more].every((line) => line.rule),
  });
}

function lines(numbers, labels, inks, count, ruleOf) {
  return Array.from({ length: count }, (_, k) => {
    const rule = numbers ? ruleOf(numbers[k]) : null;
    const own = (labels?.[k] ?? []).map(String);
    const ink = inks?.[k] ?? []; // the symbol that each label is about
    const blocks = own.map((label) => (ink.length ? parseInt(label, 10) : Number(label)));
    const values = ink.length ? ink.map((symbol) => symbol + 1) : own.map(() => 2);
    const plain = blocks.every((block) => Number.isInteger(block) && block > 0);
    const placed = rule && plain && own.length && rule.isRuns(blocks, values);
    return { rule, labels: own, inks: ink, blocks: placed ? blocks : null, values };
  });
}

/** Cells as numbers: 0 unknown, k + 1 for symbol k. */
export function codesOf(text, symbols) {
  return Uint8Array.from(text, (symbol) => symbols.indexOf(symbol) + 1);
}

export function textOf(codes, symbols) {
  let text = "";
  for (const code of codes) text += code ? symbols[code - 1] : UNKNOWN;
  return text;
}
