// The position of one game and how it came about. Every change is a move that can be undone, without
// end; supposing, keeping and dropping are moves, too.

import { codesOf, textOf } from "./model.js";

// A cell is one number: what stands in it, whether it is only supposed, and its pencil marks.
const VALUE = 31;
const SUPPOSED = 32;
const MARK = 6; // the bit of the first symbol's mark

export const valueOf = (cell) => cell & VALUE;
export const isSupposed = (cell) => (cell & SUPPOSED) !== 0;
export const asSupposed = (value) => value | SUPPOSED;
export const marksOf = (cell) => cell >>> MARK;
const MOST_MARKED = 26; // symbols that have a bit

/** What was kept of a cell, without a symbol that this puzzle does not have. */
const known = (cell, { symbols }) => (valueOf(cell) > symbols.length ? 0 : cell);

export class Game extends EventTarget {
  constructor(model, saved = null) {
    super();
    this.model = model;
    this.cells = Int32Array.from(model.givens, (given, cell) => given || known(saved?.cells[cell] ?? 0, model));
    this.past = saved?.past ?? [];
    this.future = saved?.future ?? [];
    this.checkpoints = saved?.checkpoints ?? [];
    this.supposing = saved?.supposing ?? false;
    this.milliseconds = saved?.milliseconds ?? 0;
    this.done = saved?.done ?? false;
    this.level = saved?.level ?? null;
    this.helped = saved?.helped ?? false;
    this.counted = saved?.counted ?? false; // in the record of what was solved
    this.title = saved?.title ?? null;
    this.struck = saved?.struck ?? []; // names of clues
    this.savedAt = saved?.about?.at ?? null; // when it was last read or written
    this.open = null; // the move that is being made
    this.only = null; // cells that the player can change, where not all can
  }

  toJSON() {
    const { past, future, checkpoints, supposing, milliseconds, done, level, helped, counted, title, struck } = this;
    const story = { past, future, checkpoints, supposing };
    return { cells: [...this.cells], ...story, milliseconds, done, level, helped, counted, title, struck };
  }

  isGiven(cell) {
    return this.model.givens[cell] !== 0;
  }

  value(cell) {
    return this.cells[cell] & VALUE;
  }

  /** The values of all cells, as numbers. */
  values() {
    return Uint8Array.from(this.cells, valueOf);
  }

  text() {
    return textOf(this.values(), this.model.symbols);
  }

  get share() {
    const open = this.model.givens.filter((given) => !given).length;
    const set = this.cells.reduce((sum, cell, k) => sum + (!this.isGiven(k) && cell & VALUE ? 1 : 0), 0);
    return open ? set / open : 1;
  }

  /** Several changes as one move: a stroke, a hint, a checkpoint. */
  group(change) {
    const outer = this.open;
    this.open ??= { changes: [], before: this.supposing };
    try {
      change();
    } finally {
      if (!outer) this.#close();
    }
  }

  #close() {
    const { changes, before } = this.open;
    this.open = null;
    if (!changes.length && before === this.supposing) return;
    this.past.push({ d: changes, s: [before, this.supposing] });
    this.future = [];
    this.#tell(changes, true);
  }

  /** A stroke stays open until it ends, so that it is undone as a whole. */
  beginStroke() {
    this.open ??= { changes: [], before: this.supposing };
  }

  endStroke() {
    if (this.open) this.#close();
  }

  /** Give a stroke up: all is as it was before it. */
  cancelStroke() {
    while (this.open?.changes.length) this.revert(this.open.changes.at(-3));
    this.open = null;
  }

  #put(cell, after) {
    const before = this.cells[cell];
    if (before === after || this.isGiven(cell)) return;
    this.open.changes.push(cell, before, after);
    this.cells[cell] = after;
  }

  #isShut(cell) {
    return this.only?.has(cell) === false;
  }

  set(cell, value) {
    if (this.#isShut(cell)) return;
    this.group(() => this.#put(cell, value ? value | (this.supposing ? SUPPOSED : 0) : 0));
    if (this.open) this.#tell([cell, 0, 0], false);
  }

  /** Take back what the open stroke did to a cell. */
  revert(cell) {
    const { changes } = this.open;
    for (let k = changes.length - 3; k >= 0; k -= 3) {
      if (changes[k] !== cell) continue;
      this.cells[cell] = changes.splice(k, 3)[1];
      this.#tell([cell, 0, 0], false);
      return;
    }
  }

  mark(cell, value) {
    if (this.value(cell) || value > MOST_MARKED || this.#isShut(cell)) return;
    this.group(() => this.#put(cell, this.cells[cell] ^ (1 << (MARK + value - 1))));
  }

  fill(values) {
    this.group(() => {
      for (const [cell, value] of values) {
        this.#put(cell, value ? value | (this.supposing ? SUPPOSED : 0) : 0);
      }
    });
  }

  restart() {
    this.group(() => {
      this.supposing = false;
      this.cells.forEach((_, cell) => this.#put(cell, this.model.givens[cell]));
    });
  }

  suppose() {
    this.group(() => (this.supposing = true));
  }

  /** What was supposed holds from now on. */
  keep() {
    this.group(() => {
      this.supposing = false;
      this.cells.forEach((code, cell) => this.#put(cell, code & ~SUPPOSED));
    });
  }

  /** All as it was when supposing began. */
  drop() {
    const begin = this.past.findLastIndex((move) => !move.s[0] && move.s[1]);
    this.group(() => {
      this.supposing = false;
      for (const { d } of this.past.slice(Math.max(begin, 0)).reverse()) {
        for (let k = d.length - 3; k >= 0; k -= 3) this.#put(d[k], d[k + 1]);
      }
      this.cells.forEach((code, cell) => isSupposed(code) && this.#put(cell, 0));
    });
  }

  addCheckpoint(name) {
    this.checkpoints.push({ name, cells: [...this.cells], supposing: this.supposing });
    this.#tell([], true);
  }

  removeCheckpoint(index) {
    this.checkpoints.splice(index, 1);
    this.#tell([], true);
  }

  goTo(index) {
    const { cells, supposing } = this.checkpoints[index];
    this.group(() => {
      this.supposing = supposing;
      cells.forEach((code, cell) => this.#put(cell, code));
    });
  }

  load(text) {
    const codes = codesOf(text, this.model.symbols);
    this.fill([...codes.entries()]);
  }

  undo() {
    const move = this.past.pop();
    if (!move) return false;
    for (let k = move.d.length - 3; k >= 0; k -= 3) this.cells[move.d[k]] = move.d[k + 1];
    this.supposing = move.s[0];
    this.future.push(move);
    this.#tell(move.d, true);
    return true;
  }

  redo() {
    const move = this.future.pop();
    if (!move) return false;
    for (let k = 0; k < move.d.length; k += 3) this.cells[move.d[k]] = move.d[k + 2];
    this.supposing = move.s[1];
    this.past.push(move);
    this.#tell(move.d, true);
    return true;
  }

  #tell(changes, whole) {
    const cells = changes.filter((_, k) => k % 3 === 0);
    this.dispatchEvent(new CustomEvent("change", { detail: { cells, whole } }));
  }
}
