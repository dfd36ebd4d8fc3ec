// The grid: real elements with the roles of a grid, one for each cell, drawn from what `describe`
// says. It shows and is asked; what a press or a key means is decided elsewhere.

import { h } from "./dom.js";
import { isSupposed, marksOf, valueOf } from "./game.js";
import { cluesOf, drawHead, headOf, labelsOf, roomFor } from "./heads.js";
import { lookOf, paint, pencilText, wordOf, wordsOf } from "./looks.js";
import { drawNotes, drawShapes, shapesTold } from "./shapes.js";
import { drawSigns, signsOf } from "./signs.js";
import { t } from "./strings.js";

/** What a cell can be marked as: a class, and words for the cell's label. */
export const FLAGS = { broken: 1, wrong: 2, premise: 4, effect: 8, line: 16, open: 32, current: 64 };
const MOST_PINNED = 0.7; // of the room for the grid, for clues that stay in view
const SPOKEN = ["broken", "wrong", "premise", "effect"];

export class GridView {
  constructor(model, { label = "", header = true } = {}) {
    this.model = model;
    this.flags = new Uint8Array(model.size);
    this.codes = Int32Array.from(model.givens);
    this.ghosts = new Map(); // cell -> value: what a step will put there, or what follows
    this.look = lookOf(model);
    this.at = 0; // the cell that has the focus, or gets it next
    this.wanted = []; // cells to be kept in view
    this.lost = new Map(); // cell -> text: what a step says that it cannot be
    this.clues = cluesOf(model);
    this.signs = signsOf(model); // for each cell what it says of its neighbours,
    shapesTold(model).forEach((spoken, cell) => (this.signs[cell] += spoken)); // and of other lines
    this.board = h("div", { class: "board", role: "grid", "aria-label": label });
    this.board.setAttribute("aria-rowcount", model.height);
    this.board.setAttribute("aria-colcount", model.width);
    this.element = h("div", { class: "viewport" }, this.board);
    this.rowBar = h("div", { class: "bar-row" });
    this.colBar = h("div", { class: "bar-col" });
    this.hasClues = true;
    this.hasCounts = !model.labelled && model.rows.some((line) => line.rule?.quota);
    this.#build(header);
    this.redraw();
    this.element.addEventListener("scroll", () => this.moved());
  }

  /** The grid stands elsewhere now. */
  moved() {
    this.place = null;
    this.#tellMore();
  }

  #build(header) {
    const { height, width } = this.model;
    const fives = this.model.labelled || Math.max(height, width) > 10;
    this.board.classList.toggle("fives", fives);
    this.board.classList.toggle("blank", this.model.blank);
    this.board.classList.toggle("weighted", this.model.weighted);
    this.cells = new Array(this.model.size);
    this.rowHeads = [];
    this.colHeads = [];
    this.board.classList.toggle("bare", !header);
    const rows = [];
    if (header) {
      this.colHeads = this.model.cols.map((line, col) => headOf(line, "col", col + 1, this.model));
      this.corner = h("div", { class: "corner", "aria-hidden": "true" });
      this.headRow = h("div", { class: "row heads", role: "row" }, this.corner, ...this.colHeads);
      rows.push(this.headRow);
    }
    for (let row = 0; row < height; row++) {
      const line = [];
      if (header) line.push((this.rowHeads[row] = headOf(this.model.rows[row], "row", row + 1, this.model)));
      for (let col = 0; col < width; col++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = row || col ? -1 : 0;
        cell.number = row * width + col;
        this.cells[cell.number] = cell;
        line.push(cell);
      }
      line.push(h("div", { class: "tick", "aria-hidden": "true" }, String(row + 1)));
      rows.push(h("div", { class: "row", role: "row" }, line));
    }
    const ticks = Array.from({ length: width }, (_, col) => h("div", { class: "tick" }, String(col + 1)));
    const space = header ? [h("div", { class: "tick-space" })] : [];
    rows.push(h("div", { class: "row ticks", "aria-hidden": "true" }, ...space, ...ticks));
    this.frame = h("div", { class: "frame", "aria-hidden": "true" }, this.rowBar, this.colBar);
    this.board.append(...rows, this.frame);
    drawSigns(this.model, this.cells);
    drawShapes(this.model, this.cells);
  }

  get size() {
    return this.cellSize;
  }

  /** Cells of so many pixels; always whole ones, so that lines stay sharp. */
  resize(pixels) {
    this.cellSize = pixels;
    const sizes = this.measure(pixels);
    this.board.classList.toggle("headless", !sizes.left && !sizes.above);
    this.board.style.setProperty("--cell", `${pixels}px`);
    this.board.style.setProperty("--clue", `${sizes.clue}px`);
    this.board.style.setProperty("--left", `${sizes.left}px`);
    this.board.style.setProperty("--above", `${sizes.above}px`);
    this.point(this.pointed ?? -1);
    this.pinned();
    this.revealAll(this.wanted);
    this.moved();
  }

  /** Whether something of the grid is beyond the edge. */
  get isCut() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.element;
    return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
  }

  #tellMore() {
    const { scrollLeft, scrollTop, scrollWidth, clientWidth, scrollHeight, clientHeight, classList } = this.element;
    classList.toggle("more-right", scrollWidth - clientWidth - scrollLeft > 1);
    classList.toggle("more-below", scrollHeight - clientHeight - scrollTop > 1);
  }

  /** How much room the clues take beside cells of so many pixels, and all of it together. */
  measure(pixels) {
    return roomFor(this.model, pixels, this);
  }

  /** Clues are put away where a finished picture has no room beside them. */
  showClues(shown) {
    this.hasClues = shown;
    for (const head of [this.headRow, ...this.rowHeads]) head?.setAttribute("aria-hidden", String(!shown)); // they are empty then
  }

  /** The room of the clues that stay while cells are scrolled: not those that would leave none for cells. */
  pinned() {
    const { left, above } = this.measure(this.cellSize);
    const { clientWidth, clientHeight } = this.element;
    const loose = { left: left > MOST_PINNED * clientWidth, above: above > MOST_PINNED * clientHeight };
    this.board.classList.toggle("loose-left", loose.left);
    this.board.classList.toggle("loose-above", loose.above);
    return { left: loose.left ? 0 : left, above: loose.above ? 0 : above };
  }

  redraw() {
    this.look = lookOf(this.model);
    this.board.dataset.look = this.look.name;
    this.cells.forEach((_, cell) => this.drawCell(cell));
    if (this.hasCounts && this.corner) {
      const shown = this.look.texts.map((text, k) => (text ? h("span", {}, text) : h("i", { class: `v${k + 1}` })));
      this.corner.replaceChildren(h("small", {}, t("corner_left")), ...shown);
    }
  }

  draw(codes) {
    codes.forEach((code, cell) => {
      if (this.codes[cell] === code) return;
      this.codes[cell] = code;
      this.drawCell(cell);
    });
  }

  set(cell, code) {
    this.codes[cell] = code;
    this.drawCell(cell);
  }

  drawCell(cell) {
    const element = this.cells[cell];
    const code = this.codes[cell];
    const flags = this.flags[cell];
    const value = valueOf(code);
    const given = this.model.givens[cell] !== 0;
    let name = `cell v${value}`;
    if (given) name += " given";
    if (isSupposed(code)) name += " supposed";
    if (flags) for (const flag in FLAGS) if (flags & FLAGS[flag]) name += ` ${flag}`;
    const marks = marksOf(code);
    if (marks && !value) {
      name += " pencilled";
      element.dataset.m = pencilText(this.model, marks);
    }
    const ghost = value ? 0 : this.ghosts.get(cell);
    if (ghost) name += ` ghost v${ghost}`;
    const lost = value ? "" : this.lost.get(cell);
    if (lost) {
      name += this.fresh.has(cell) ? " less" : " less known";
      element.dataset.x = lost;
    }
    element.className = name;
    if (this.model.colours.length) paint(element, this.model, value || ghost);
    const text = value || ghost ? this.look.texts[(value || ghost) - 1] : "";
    if (text) element.dataset.s = text;
    else delete element.dataset.s;
    element.setAttribute("aria-label", this.labelOf(cell, value, given, code, flags));
  }

  labelOf(cell, value, given, code, flags) {
    const { width } = this.model;
    const row = Math.floor(cell / width);
    const column = cell % width;
    let notes = given ? t("cell_given") : "";
    if (isSupposed(code)) notes += t("cell_supposed");
    const marks = marksOf(code);
    if (marks && !value) notes += t("cell_marks", { marks: pencilText(this.model, marks) });
    if (flags) for (const flag of SPOKEN) if (flags & FLAGS[flag]) notes += t(`cell_${flag}`);
    if (!value && this.lost.has(cell)) notes += t("cell_less", { glyphs: this.lost.get(cell) });
    return t("cell", {
      row: row + 1,
      column: column + 1,
      value: wordOf(this.model, value),
      notes,
      clues: this.signs[cell] + this.clues[0][row] + this.clues[1][column],
    });
  }

  /** Mark exactly these cells with a flag. */
  flag(name, cells) {
    const bit = FLAGS[name];
    const wanted = cells instanceof Set ? cells : new Set(cells);
    for (let cell = 0; cell < this.flags.length; cell++) {
      const has = (this.flags[cell] & bit) !== 0;
      if (has === wanted.has(cell)) continue;
      this.flags[cell] ^= bit;
      this.drawCell(cell);
    }
  }

  clearFlags(...names) {
    for (const name of names) this.flag(name, []);
  }

  /** Whole lines to look at: places as hints have them, ["row", 2]. */
  flagLines(places) {
    const cells = new Set();
    const { height, width } = this.model;
    for (const [axis, index] of places) {
      if (axis !== "row" && axis !== "column") {
        this.model.more[index].cells.forEach((cell) => cells.add(cell));
        continue;
      }
      const length = axis === "row" ? width : height;
      for (let k = 0; k < length; k++) cells.add(axis === "row" ? index * width + k : k * width + index);
    }
    this.flag("line", cells);
  }

  /** Clues whose place is certain, what is left, and broken lines. */
  drawHeads(judge, { rows, cols, more }, showBroken) {
    drawNotes(this.model, this.cells, judge.more, more, showBroken);
    if (!this.corner) return;
    const draw = (head, side, n, line, state) => drawHead(head, { side, n, line, state, words: wordsOf(this.model), showBroken });
    for (const row of rows) draw(this.rowHeads[row], "row", row + 1, this.model.rows[row], judge.rows[row]);
    for (const col of cols) draw(this.colHeads[col], "col", col + 1, this.model.cols[col], judge.cols[col]);
  }

  /** The same grid with other clues. */
  relabel(model) {
    this.model = model;
    this.clues = cluesOf(model);
    [[this.rowHeads, model.rows], [this.colHeads, model.cols]].forEach(([heads, lines]) => {
      heads.forEach((head, k) => head.replaceChildren(...labelsOf(lines[k], model)));
    });
    this.resize(this.cellSize);
    this.redraw();
  }

  /** What cells cannot be: [cell, value], crossed out in them; `known` are those from before. */
  ruleOut(values, known = []) {
    const before = [...this.lost.keys()];
    this.lost = new Map();
    this.fresh = new Set(values.map(([cell]) => cell));
    for (const [cell, value] of [...known, ...values]) {
      this.lost.set(cell, (this.lost.get(cell) ?? "") + pencilText(this.model, 1 << (value - 1)));
    }
    for (const cell of new Set([...before, ...this.lost.keys()])) this.drawCell(cell);
  }

  /** Shadows in empty cells: [cell, value]. */
  ghost(values) {
    const before = [...this.ghosts.keys()];
    this.ghosts = new Map(values);
    for (const cell of new Set([...before, ...this.ghosts.keys()])) this.drawCell(cell);
  }

  /** The cell at a point of the window; -1 outside. Not by element: a stroke may run ahead of it.
   *
   * Where the grid stands is asked once and kept until it moves: to ask after every cell of a stroke
   * would have the browser lay out the page as often. */
  cellAt(x, y) {
    this.place ??= this.cells[0].getBoundingClientRect();
    const { left, top } = this.place;
    const col = Math.floor((x - left) / this.cellSize);
    const row = Math.floor((y - top) / this.cellSize);
    const { height, width } = this.model;
    return row < 0 || col < 0 || row >= height || col >= width ? -1 : row * width + col;
  }

  /** The crosshair on a cell; none for -1. */
  point(cell) {
    this.pointed = cell;
    this.board.classList.toggle("pointing", cell >= 0);
    for (const head of this.pointedHeads ?? []) head?.classList.remove("pointed");
    this.pointedHeads = [];
    if (cell < 0 || !this.cellSize) return;
    const row = Math.floor(cell / this.model.width);
    const col = cell % this.model.width;
    this.pointedHeads = [this.rowHeads[row], this.colHeads[col]];
    for (const head of this.pointedHeads) head?.classList.add("pointed");
    this.rowBar.style.transform = `translateY(${row * this.cellSize}px)`;
    this.colBar.style.transform = `translateX(${col * this.cellSize}px)`;
  }

  focus(cell, { quiet = false } = {}) {
    this.cells[this.at].tabIndex = -1;
    this.at = cell;
    this.cells[cell].tabIndex = 0;
    if (!quiet) this.cells[cell].focus({ preventScroll: true });
    if (!quiet) this.reveal(cell);
  }

  /** Keep cells in view while something is said about them, whatever that does to the room for the grid. */
  show(cells) {
    this.wanted = cells;
    this.revealAll(cells);
  }

  /** Of a whole line the cell that is nearest to what is seen now: it need not be scrolled along. */
  nearestOf([axis, index]) {
    if (axis !== "row" && axis !== "column") return this.model.more[index].at ?? this.model.more[index].cells[0];
    const port = this.element;
    const { left, above } = this.pinned();
    const middle = (scrolled, room, clues, length) =>
      Math.max(0, Math.min(length - 1, Math.floor((scrolled + (room - clues) / 2) / this.cellSize)));
    const { height, width } = this.model;
    if (axis === "row") return index * width + middle(port.scrollLeft, port.clientWidth, left, width);
    return middle(port.scrollTop, port.clientHeight, above, height) * width + index;
  }

  /** All of them where they fit; else the first. */
  revealAll(cells = []) {
    for (const cell of [...cells].reverse()) this.reveal(cell);
  }

  /** Scroll so that a cell is not hidden, not even under the pinned clues. */
  reveal(cell) {
    const box = this.cells[cell].getBoundingClientRect();
    const port = this.element.getBoundingClientRect();
    const { left, above } = this.pinned();
    const shift = (from, to, low, high) => (from < low ? from - low : to > high ? to - high : 0);
    this.element.scrollLeft += shift(box.left, box.right, port.left + left, port.right);
    this.element.scrollTop += shift(box.top, box.bottom, port.top + above, port.bottom);
  }
}
