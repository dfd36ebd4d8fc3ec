// A small picture of a puzzle: its grid, clues and cells as one drawing, which nobody plays on.

import { lookOf } from "./looks.js";
import { bordersOf } from "./shapes.js";

const SVG = "http://www.w3.org/2000/svg";
const CELL = 10; // in the drawing's own measure
const LETTER = 6.5;
const SKY = 7; // a sun or a moon,
const DRAWN = 24; // and in its own drawing
const PICTURES = new URL("../pictures/", import.meta.url);

function s(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

/** The picture of a model with these values in its cells; those that it gives itself, unless others are named. */
export function thumb(model, values = model.givens) {
  const { height, width, rows, cols, labelled } = model;
  const longest = (lines, wide) => (labelled ? Math.max(1, ...lines.map(({ labels }) => labels.reduce((sum, label) => sum + wide(label), 0))) : 0);
  const left = longest(rows, wideOf) * LETTER;
  const above = longest(cols, () => 1) * LETTER;
  const size = [left + width * CELL + 1.5, above + height * CELL + 1.5];
  const drawing = s("svg", { class: "thumb", viewBox: `-0.75 -0.75 ${size.join(" ")}`, "aria-hidden": "true" });
  const board = s("g", { transform: `translate(${left} ${above})` });
  drawing.append(...clues(rows, "row", left, above), ...clues(cols, "col", left, above), board);
  values.forEach((value, cell) => value && board.append(...drawn(model, value, cell)));
  board.append(s("path", { class: "lines", d: lines(height, width) }), ...shaped(model), ...besides(model));
  board.append(s("rect", { class: "edge", width: width * CELL, height: height * CELL }));
  return drawing;
}

const middle = (model, cell) => [((cell % model.width) + 0.5) * CELL, (Math.floor(cell / model.width) + 0.5) * CELL];

function lines(height, width) {
  const across = Array.from({ length: height - 1 }, (_, k) => `M0 ${(k + 1) * CELL}h${width * CELL}`);
  const down = Array.from({ length: width - 1 }, (_, k) => `M${(k + 1) * CELL} 0v${height * CELL}`);
  return [...across, ...down].join("");
}

/** The borders of regions, and strokes along other lines. */
function shaped(model) {
  const { width } = model;
  const corner = (cell, right, below) => `${((cell % width) + right) * CELL} ${(Math.floor(cell / width) + below) * CELL}`;
  const side = { right: (cell) => `M${corner(cell, 1, 0)}v${CELL}`, below: (cell) => `M${corner(cell, 0, 1)}h${CELL}` };
  const borders = [...bordersOf(model)].flatMap(([cell, edges]) => edges.map((edge) => side[edge](cell)));
  const strokes = model.more.filter(({ look }) => look === "stroke").map(({ cells }) => `M${cells.map((cell) => middle(model, cell).join(" ")).join("L")}`);
  return [["border", borders], ["stroke", strokes]].flatMap(([name, parts]) => (parts.length ? [s("path", { class: name, d: parts.join("") })] : []));
}

/** How many places the number beside a row takes. */
const wideOf = (label) => 0.5 + label.length / 2;

function clues(group, side, left, above) {
  return group.flatMap(({ labels }, line) =>
    labels.map((label, k) => {
      const beyond = labels.slice(k + 1);
      const along = (line + 0.5) * CELL;
      if (side === "col") return s("text", { class: "clue", x: left + along, y: above - (beyond.length + 0.5) * LETTER }, label);
      const back = beyond.reduce((sum, each) => sum + wideOf(each), wideOf(label) / 2) * LETTER;
      return s("text", { class: "clue", x: left - back, y: above + along }, label);
    }),
  );
}

/** What stands in a cell: a filled square, a colour, a disc or a letter; a cross for a background. */
function drawn(model, value, cell) {
  const [x, y] = middle(model, cell);
  const { name, texts } = lookOf(model);
  const half = CELL / 2;
  const colour = model.colours[value - 1];
  if (model.blank && value === 1) return [];
  if (model.blank) {
    return [s("rect", { class: "full", x: x - half, y: y - half, width: CELL, height: CELL, ...(colour && { fill: colour }) })];
  }
  const given = model.givens[cell] ? " given" : "";
  const ground = given ? [s("rect", { class: "ground", x: x - half, y: y - half, width: CELL, height: CELL })] : [];
  const text = texts[value - 1];
  if (text) return [...ground, s("text", { class: `symbol${given}`, x, y }, text)];
  if (name === "sky") {
    const place = `translate(${x - SKY / 2} ${y - SKY / 2}) scale(${SKY / DRAWN})`;
    return [...ground, s("use", { class: "sky", href: `${PICTURES}${value === 1 ? "moon" : "sun"}.svg#shape`, transform: place })];
  }
  return [...ground, s("circle", { class: `disc v${value}`, cx: x, cy: y, r: 3 })];
}

/** Signs between cells, and clues in them. */
function besides(model) {
  const number = ([row, col]) => row * model.width + col;
  const signs = model.marks.map(([row, col, row2, col2, glyph]) => {
    const [one, two] = [middle(model, number([row, col])), middle(model, number([row2, col2]))];
    return s("text", { class: "sign-text", x: (one[0] + two[0]) / 2, y: (one[1] + two[1]) / 2 }, glyph === "x" ? "×" : glyph);
  });
  const notes = model.more.filter(({ at, label }) => at !== null && label);
  return [...signs, ...notes.map(({ at, label }) => s("text", { class: "clue note-text", x: middle(model, at)[0], y: middle(model, at)[1] }, label))];
}
