// A trace as something to walk along: the grid and all counters after any number of events. Every
// event is kept with what it changed, so that going back undoes it exactly.

import { asSupposed } from "../game.js";

/** How an engine is called: one of the user's own, whose name is a path, by its file. */
export const engineName = (name) => name.replace(/^.*[\\/](?=[^\\/]+\.py$)/, "");

export class Replay {
  constructor(model, trace) {
    this.model = model;
    this.engine = engineName(trace.engine ?? "");
    this.events = trace.events ?? [];
    this.status = trace.status ?? "unknown";
    this.cut = trace.truncated ? (trace.reason ?? trace.limit ?? "") : null;
    this.stats = trace.stats ?? { nodes: 0, backtracks: 0, counters: {} };
    this.code = trace.code ?? []; // the engine's plain text, in one part or two
    this.names = [...new Set(["nodes", "backtracks", ...Object.keys(this.stats.counters)])];
    this.codes = Int32Array.from(model.givens);
    this.counters = new Map(this.names.map((name) => [name, Array.isArray(this.total(name)) ? [] : 0]));
    this.at = 0;
    this.#compile(trace.rest ?? {});
  }

  get length() {
    return this.events.length;
  }

  /** What a counter has at the end. */
  total(name) {
    return this.stats[name] ?? this.stats.counters[name];
  }

  #compile(rest) {
    const codes = Int32Array.from(this.model.givens);
    this.depths = new Int32Array(this.length + 1);
    this.known = new Int32Array(this.length + 1);
    this.solutions = []; // after which events a solution stands in the grid
    this.backtracks = []; // which events go back
    this.known[0] = codes.filter((code) => code).length;
    const lengths = new Map();
    this.changes = this.events.map((event, k) => {
      const cells = this.#changed(event, codes);
      this.depths[k + 1] = event.depth;
      this.known[k + 1] = this.known[k];
      for (const [, before, after] of cells) this.known[k + 1] += Number(after !== 0) - Number(before !== 0);
      if (event.kind === "solution") this.solutions.push(k + 1);
      if (event.kind === "undo") this.backtracks.push(k + 1);
      const counted = [...Object.entries(event.counted ?? {})];
      if (k + 1 === this.length) counted.push(...Object.entries(rest)); // counted after it was shown
      return { cells, counted: counted.map((each) => grown(each, lengths)) };
    });
  }

  #changed({ cells = [], valid, depth }, codes) {
    if (valid === false) return [];
    const changed = [];
    for (const [row, col, symbol] of cells) {
      const cell = row * this.model.width + col;
      const value = this.model.symbols.indexOf(symbol) + 1;
      const open = depth > 0 && value && !this.model.givens[cell];
      const after = open ? asSupposed(value) : value;
      if (codes[cell] === after) continue;
      changed.push([cell, codes[cell], after]);
      codes[cell] = after;
    }
    return changed;
  }

  /** Go to after so many events, forward or back. */
  to(wanted) {
    const target = Math.max(0, Math.min(this.length, wanted));
    while (this.at < target) this.#apply(this.changes[this.at++], 1);
    while (this.at > target) this.#apply(this.changes[--this.at], -1);
  }

  #apply({ cells, counted }, sign) {
    for (const [cell, before, after] of cells) this.codes[cell] = sign > 0 ? after : before;
    for (const [name, more, length] of sign > 0 ? counted : counted.toReversed()) {
      const now = this.counters.get(name) ?? 0;
      if (!Array.isArray(now)) {
        this.counters.set(name, now + sign * more);
        continue;
      }
      for (const [place, number] of more) now[place] = (now[place] ?? 0) + sign * number;
      if (sign < 0) now.length = length;
    }
  }

  get event() {
    return this.events[this.at - 1] ?? null;
  }

  get depth() {
    return this.depths[this.at];
  }

  get deepest() {
    return this.depths.reduce((most, depth) => Math.max(most, depth), 0);
  }
}

/** A counter's growth with the length that its list had before, which going back restores. */
function grown([name, more], lengths) {
  if (!Array.isArray(more)) return [name, more, 0];
  const before = lengths.get(name) ?? 0;
  lengths.set(name, Math.max(before, ...more.map(([place]) => place + 1)));
  return [name, more, before];
}
