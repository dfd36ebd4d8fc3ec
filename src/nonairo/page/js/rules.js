// Line rules as tables. `describe` sends each rule as an automaton with numbered states (-1 is a
// spoilt line); everything that the page judges by itself follows from it.

export class LineRule {
  /** `next[state][symbol]`, `accepts[state]`; cells are numbers: 0 unknown, k + 1 for symbol k. */
  constructor({ start, next, accepts, counts }, length, symbols) {
    this.length = length;
    this.symbols = symbols;
    this.start = start;
    this.after = Int32Array.from(next.flat());
    // How many cells of each symbol every right line has; null where that is not fixed.
    this.quota = counts?.every((count) => count !== null) ? counts : null;
    this.accepting = accepts;
    this.seen = new Int32Array(accepts.length).fill(-1);
    this.tick = 0;
  }

  /** Whether a line, with unknown cells, can still be completed. */
  possible(line) {
    let states = [this.start];
    for (let k = 0; k < line.length; k++) {
      const reached = [];
      const tick = ++this.tick;
      const from = line[k] ? line[k] - 1 : 0;
      const to = line[k] ? line[k] : this.symbols;
      for (const state of states) {
        for (let symbol = from; symbol < to; symbol++) {
          const target = this.after[state * this.symbols + symbol];
          if (target >= 0 && this.seen[target] !== tick) {
            this.seen[target] = tick;
            reached.push(target);
          }
        }
      }
      if (!reached.length) return false;
      states = reached;
    }
    return states.some((state) => this.accepting[state]);
  }

  /** The cells to blame for a line that cannot be completed: all that stand among as few as will not do. */
  blame(line) {
    const set = [...line.keys()].filter((k) => line[k]);
    const blamed = new Set();
    for (const cell of set) {
      if (blamed.has(cell)) continue;
      const few = this.#fewest(line, set.toSorted((a, b) => Math.abs(b - cell) - Math.abs(a - cell)));
      if (few.includes(cell)) few.forEach((k) => blamed.add(k));
    }
    return [...blamed].sort((a, b) => a - b);
  }

  /** As few cells as will not do, left out in this order where the others suffice. */
  #fewest(line, order) {
    const left = Uint8Array.from(line);
    for (const k of order) {
      left[k] = 0;
      if (this.possible(left)) left[k] = line[k];
    }
    return order.filter((k) => left[k]);
  }

  /** Whether this rule asks for exactly these blocks: only then do labels have a place.
   *
   * `values` tells what each block is made of, numbered as cells are; 2 for symbol 1. Only blocks of
   * one symbol need a gap between them. */
  isRuns(blocks, values = blocks.map(() => 2)) {
    const fine = (block, j) => block > 0 && values[j] > 1 && values[j] <= this.symbols;
    if (!blocks.every(fine)) return false;
    const tight = []; // the symbols of the shortest line
    const waits = new Set();
    blocks.forEach((block, j) => {
      if (j && values[j] === values[j - 1]) tight.push(0);
      waits.add(tight.length);
      tight.push(...Array(block).fill(values[j] - 1));
    });
    waits.add(tight.length);
    const step = (at, symbol) => (tight[at] === symbol ? at + 1 : symbol === 0 && waits.has(at) ? at : -1);
    // Walk both automata side by side; they may only differ where a line has no end left.
    let pairs = new Map([["", [this.start, 0]]]);
    for (let k = 0; k < this.length; k++) {
      const reached = new Map();
      for (const [state, at] of pairs.values()) {
        for (let symbol = 0; symbol < this.symbols; symbol++) {
          const pair = [state < 0 ? -1 : this.after[state * this.symbols + symbol], at < 0 ? -1 : step(at, symbol)];
          if (pair[0] >= 0 || pair[1] >= 0) reached.set(pair.join(" "), pair);
        }
      }
      pairs = reached;
    }
    return [...pairs.values()].every(
      ([state, at]) => (state >= 0 && this.accepting[state]) === (at === tight.length),
    );
  }
}

/** Which blocks of a line have only one place left, and are filled there. Cells as in LineRule. */
export function certainBlocks(blocks, line, values = blocks.map(() => 2)) {
  const n = line.length;
  const width = n + 1;
  const last = blocks.length - 1;
  const ahead = fits(blocks, values, line);
  const behind = fits(blocks.toReversed(), values.toReversed(), line.toReversed());
  return blocks.map((block, j) => {
    let place = -1;
    const own = (k) => line[k] === 0 || line[k] === values[j];
    let run = 0;
    for (let end = 1; end <= n; end++) {
      run = own(end - 1) ? run + 1 : 0;
      const start = end - block;
      if (run < block || start < 0) continue;
      const before = reaches(ahead, width, j, start, line[start - 1], values[j] === values[j - 1]);
      const after = reaches(behind, width, last - j, n - end, line[end], values[j] === values[j + 1]);
      if (!before || !after) continue;
      if (place >= 0) return false;
      place = start;
    }
    return place >= 0 && line.slice(place, place + block).every((cell) => cell === values[j]);
  });
}

/** Whether `j` blocks can stand in `p` cells, beside a block that needs a gap if the last is like it. */
function reaches(table, width, j, p, beside, alike) {
  if (!j || !alike) return Boolean(table[j * width + p]);
  return p > 0 && beside <= 1 && Boolean(table[j * width + p - 1]);
}

/** fits[j * (n + 1) + p]: the first j blocks can stand in the first p cells, and explain them. */
function fits(blocks, values, line) {
  const n = line.length;
  const width = n + 1;
  const table = new Uint8Array((blocks.length + 1) * width);
  for (let p = 0; p <= n; p++) table[p] = p === 0 || (table[p - 1] && line[p - 1] <= 1) ? 1 : 0;
  for (let j = 1; j <= blocks.length; j++) {
    const value = values[j - 1];
    let run = 0; // cells up to here that can be of this block
    for (let p = 1; p <= n; p++) {
      run = line[p - 1] === 0 || line[p - 1] === value ? run + 1 : 0;
      const start = p - blocks[j - 1];
      const ends = start >= 0 && run >= blocks[j - 1]
        && reaches(table, width, j - 1, start, line[start - 1], value === values[j - 2]);
      table[j * width + p] = ends || (line[p - 1] <= 1 && table[j * width + p - 1]) ? 1 : 0;
    }
  }
  return table;
}
