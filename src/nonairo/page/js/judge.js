// Judges a position, line by line as it changes: what is broken, what is certain, what is left.

import { certainBlocks } from "./rules.js";

export class Judge {
  constructor(model) {
    this.model = model;
    this.rows = model.rows.map(() => fresh());
    this.cols = model.cols.map(() => fresh());
    this.more = model.more.map(() => fresh());
    this.twins = new Set(); // cells of equal lines
    this.broken = new Set(); // cells that break a rule
  }

  /** Look again at the lines of some cells (all, if none are named); gives the lines looked at. */
  update(codes, cells = null) {
    const { height, width } = this.model;
    const rows = cells ? new Set(cells.map((cell) => Math.floor(cell / width))) : range(height);
    const cols = cells ? new Set(cells.map((cell) => cell % width)) : range(width);
    for (const row of rows) this.#look(this.model.rows[row], this.rows[row], this.row(codes, row));
    for (const col of cols) this.#look(this.model.cols[col], this.cols[col], this.col(codes, col));
    const { more, through } = this.model;
    const others = cells ? new Set(cells.flatMap((cell) => through[cell])) : range(more.length);
    for (const k of others) this.#look({ ...more[k], labels: [] }, this.more[k], Uint8Array.from(more[k].cells, (cell) => codes[cell]));
    if (this.model.distinct) this.#findTwins(codes);
    this.#collect();
    return { rows: [...rows], cols: [...cols], more: [...others] };
  }

  row(codes, row) {
    return codes.slice(row * this.model.width, (row + 1) * this.model.width);
  }

  col(codes, col) {
    const { height, width } = this.model;
    return Uint8Array.from({ length: height }, (_, row) => codes[row * width + col]);
  }

  /** Finished means that the rules are satisfied; blank cells may then stand for the background. */
  get finished() {
    const fine = (state) => state.fine;
    return this.model.judged && [...this.rows, ...this.cols, ...this.more].every(fine) && !this.twins.size;
  }

  get brokenLines() {
    return [...this.rows, ...this.cols, ...this.more].filter((state) => state.broken).length;
  }

  #look(line, state, cells) {
    if (!line.rule) return;
    const full = !cells.includes(0);
    const possible = line.rule.possible(cells);
    state.full = full;
    state.broken = possible ? null : line.rule.blame(cells);
    if (full || !this.model.blank) state.fine = full && possible;
    else state.fine = possible && line.rule.possible(cells.map((cell) => cell || 1));
    if (line.blocks) state.certain = possible ? certainBlocks(line.blocks, cells, line.values) : line.blocks.map(() => false);
    else state.certain = line.labels.map(() => full && possible);
    if (!line.labels.length && line.rule.quota) {
      state.left = line.rule.quota.map((wanted, k) => Math.max(0, wanted - count(cells, k + 1)));
    }
  }

  #findTwins(codes) {
    this.twins.clear();
    const { height, width } = this.model;
    const sides = [
      [this.rows, (row, k) => row * width + k, width],
      [this.cols, (col, k) => k * width + col, height],
    ];
    for (const [states, cell, length] of sides) {
      const first = new Map();
      states.forEach((state, index) => {
        if (!state.full) return;
        const places = Array.from({ length }, (_, k) => cell(index, k));
        const key = places.map((place) => codes[place]).join("");
        if (first.has(key)) [...first.get(key), ...places].forEach((place) => this.twins.add(place));
        else first.set(key, places);
      });
    }
  }

  #collect() {
    const { width } = this.model;
    this.broken = new Set(this.twins);
    this.rows.forEach((state, row) => state.broken?.forEach((k) => this.broken.add(row * width + k)));
    this.cols.forEach((state, col) => state.broken?.forEach((k) => this.broken.add(k * width + col)));
    this.more.forEach((state, line) => state.broken?.forEach((k) => this.broken.add(this.model.more[line].cells[k])));
  }
}

const fresh = () => ({ full: false, fine: false, broken: null, certain: [], left: null });
const range = (n) => [...Array(n).keys()];

function count(cells, code) {
  let found = 0;
  for (const cell of cells) if (cell === code) found++;
  return found;
}
