// What stands beside the lines of a grid: clues, or how many of each symbol are left.

import { h } from "./dom.js";
import { paint } from "./looks.js";
import { said, t } from "./strings.js";

const BESIDE_LARGE = { clue: 0.3, count: 0.15 }; // the size of a number beside large cells, in cells,
const USUAL = { clue: 17, count: 13 }; // and beside others in pixels: counts are not part of the puzzle
const tick = ({ weighted }) => (weighted ? 20 : 15); // pixels for the numbers of rows and columns

export function headOf(line, side, n, model) {
  const role = side === "row" ? "rowheader" : "columnheader";
  const label = t(`header_plain_${side}`, { n });
  return h("div", { class: `head ${side}`, role, "aria-label": label }, labelsOf(line, model));
}

/** The labels of a line, those that are about a colour on its ground. */
export function labelsOf({ labels, inks }, model) {
  return labels.map((text, k) => {
    const label = h("span", {}, text);
    if (inks[k] !== undefined && model.colours.length) paint(label, model, inks[k] + 1);
    label.style.setProperty("--letters", text.length);
    return label;
  });
}

/** Strike out the clues whose place is certain, count what is left, mark a broken line. */
export function drawHead(head, { side, n, line, state, words, showBroken }) {
  head.classList.toggle("spoilt", showBroken && Boolean(state.broken));
  if (line.labels.length) {
    state.certain.forEach((sure, k) => head.children[k].classList.toggle("sure", sure));
    head.setAttribute("aria-label", t(`${side}_header`, { n, clue: spoken(line, words) }));
  } else if (state.left) {
    drawLeft(head, state.left);
    const left = state.left.map((count, k) => t("left_of", { count, word: words[k] }));
    head.setAttribute("aria-label", t(`${side}_header_left`, { n, left: left.join(", ") }));
  }
}

function drawLeft(head, left) {
  if (head.children.length !== left.length) head.replaceChildren(...left.map(() => h("span")));
  left.forEach((count, k) => {
    const number = head.children[k];
    if (number.textContent !== String(count)) number.textContent = String(count);
    number.classList.toggle("sure", count === 0);
  });
}

/** The labels of a line in words: "1 4", or with colours "1 red, 4 black". */
function spoken({ labels, inks }, words) {
  if (!inks.some((ink) => ink)) return labels.join(" ");
  return labels.map((label, k) => t("clue_part", { number: parseInt(label, 10), word: said(words[inks[k]]) })).join(", ");
}

/** What cells say of the clues beside them. */
export function cluesOf(model) {
  const said = (key) => (line) => (line.labels.length ? t(key, { clue: spoken(line, model.words) }) : "");
  return [model.rows.map(said("cell_row_clue")), model.cols.map(said("cell_col_clue"))];
}

/** The digits of the largest number of cells that is left in a line. */
const digitsOf = ({ labelled, rows, cols }) =>
  labelled ? 1 : String(Math.max(1, ...[...rows, ...cols].flatMap(({ rule }) => rule?.quota ?? []))).length;

/** Pixels: as the cells and the person's own font ask for, and never into the next line's. */
function clueSize(model, pixels) {
  const own = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const letters = Math.max(digitsOf(model), ...model.cols.flatMap(({ labels }) => labels.map((label) => label.length)));
  const gap = letters > 1 ? 3 : 1; // else the numbers of two columns would be one
  const narrow = Math.min((pixels - gap) / (0.58 * letters), pixels / 1.12);
  const sort = model.labelled ? "clue" : "count";
  const most = Math.max(USUAL[sort] * own, pixels * BESIDE_LARGE[sort]); // they grow with large cells, but more slowly
  return Math.min(Math.max(9 * own, Math.min(most, Math.round(pixels * 0.52))), narrow);
}

/** Pixels: the size of clues, the room left of and above the cells, and of all together. */
export function roomFor(model, pixels, { hasClues, hasCounts }) {
  const { height, width } = model;
  const clue = clueSize(model, pixels);
  let left = 0;
  let above = 0;
  if (model.labelled && hasClues) {
    const chip = model.colours.length ? 0.3 : 0; // the edge of a coloured ground
    const wide = ({ labels }) => labels.reduce((sum, label) => sum + label.length * 0.6 + 0.45 + chip, 0.6);
    const tall = ({ labels }) => labels.length * (1.12 + chip / 2) + 0.5;
    left = Math.ceil(Math.max(1.6, ...model.rows.map(wide)) * clue);
    above = Math.ceil(Math.max(1.62, ...model.cols.map(tall)) * clue);
  } else if (hasCounts && hasClues) {
    left = Math.ceil((0.85 + 0.6 * digitsOf(model)) * model.symbols.length * clue);
    above = Math.ceil(1.35 * model.symbols.length * clue);
  }
  const beside = tick(model) + 6;
  const all = { width: left + width * pixels + beside, height: above + height * pixels + beside };
  return { clue, left, above, ...all };
}
