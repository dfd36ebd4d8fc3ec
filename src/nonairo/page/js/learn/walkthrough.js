// The steps of an explanation as positions of the grid. Nothing here is shown; it is looked up.

import { asSupposed } from "../game.js";
import { codesOf } from "../model.js";

/** The suppositions of a step, as they are followed in the grid: one, or the cases of a tree that supposes nothing. */
export function suppositions({ tree, shown = tree }) {
  if (!shown) return [];
  return shown.suppose ? [shown] : shown.cases;
}

/** The known cells that a supposition looks at. */
function lookedAt({ suppose, steps, ends, cases }) {
  const at = ([row, col]) => `${row} ${col}`;
  const own = new Set([...(suppose ? [suppose] : []), ...steps.flatMap(({ effects }) => effects)].map(at));
  const looked = [...steps.flatMap(({ premises }) => premises.cells), ...(ends?.cells ?? []), ...cases.flatMap(lookedAt)];
  return looked.filter((cell) => !own.has(at(cell)));
}

export class Walkthrough {
  constructor(model, start, explanation) {
    this.model = model;
    this.start = start === null ? model.givens : codesOf(start, model.symbols);
    this.steps = explanation.steps ?? [];
    this.solved = Boolean(explanation.solved);
    this.reason = explanation.reason ?? (explanation.solved ? null : "limit");
    this.broken = explanation.broken ?? null;
  }

  cellOf([row, col]) {
    return row * this.model.width + col;
  }

  valueOf(symbol) {
    return this.model.symbols.indexOf(symbol) + 1;
  }

  /** The cells after so many steps. */
  codes(count) {
    const codes = Int32Array.from(this.start);
    for (const { effects } of this.steps.slice(0, count)) this.#put(codes, effects, (value) => value);
    return codes;
  }

  get left() {
    return this.codes(this.steps.length).filter((code) => !code).length;
  }

  get hardest() {
    return Math.max(1, ...this.steps.map(({ level }) => level));
  }

  /** What a step looks at and decides, as marks in the grid. */
  marks({ premises, effects, place, shown, excludes = [], excluded = [] }) {
    const lines = [...(place ? [place] : []), ...(premises.lines ?? [])].map(([axis, k]) => [axis, k]);
    return {
      lines,
      lost: [excludes, excluded].map((side) => side.map((each) => [this.cellOf(each), this.valueOf(each[2])])),
      clues: place ? (premises.clues ?? []).map((clue) => [...place, clue]) : [],
      marks: { premise: [...premises.cells, ...(shown ? lookedAt(shown) : [])].map((cell) => this.cellOf(cell)), effect: effects.map((cell) => this.cellOf(cell)) },
    };
  }

  /** Which inner step of its chains decides a cell; the supposed one has none. */
  numbers(step) {
    const numbers = new Map();
    for (const chain of suppositions(step)) {
      chain.steps.forEach(({ effects }, k) => effects.forEach((cell) => numbers.set(this.cellOf(cell), k + 1)));
      numbers.set(this.cellOf(chain.suppose), "?");
    }
    return numbers;
  }

  /** The grid inside a chain of step `count`, after so many of its inner steps. */
  inChain(count, chain, inner) {
    const codes = this.codes(count - 1);
    const numbers = new Map([[this.cellOf(chain.suppose), "?"]]);
    this.#put(codes, [chain.suppose], asSupposed);
    chain.steps.slice(0, inner).forEach(({ effects }, k) => {
      this.#put(codes, effects, asSupposed);
      effects.forEach((cell) => numbers.set(this.cellOf(cell), k + 1));
    });
    return { codes, numbers };
  }

  #put(codes, effects, how) {
    for (const [row, col, symbol] of effects) codes[row * this.model.width + col] = how(this.valueOf(symbol));
  }
}
