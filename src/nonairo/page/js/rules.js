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

  /** The cells to blame for a line that cannot be completed: as few as will not do. */
  blame(line) {
    const left = Uint8Array.from(line);
    for (let k = 0; k < left.length; k++) {
      const held = left[k];
      if (!held) continue;
      left[k] = 0;
      if (this.possible(left)) left[k] = held;
    }
    return [...left.keys()].filter((k) => left[k]);
  }

  /** Whether this rule asks for exactly these blocks of symbol 1: only then do labels have a place. */
  isRuns(blocks) {
    if (this.symbols !== 2 || !blocks.every((block) => block > 0)) return false;
    const tight = blocks.map((block) => "1".repeat(block)).join("0");
    const waits = new Set([tight.length]);
    blocks.reduce((begin, block) => (waits.add(begin), begin + block + 1), 0);
    const step = (at, symbol) =>
      tight[at] === String(symbol) ? at + 1 : symbol === 0 && waits.has(at) ? at : -1;
    // Walk both automata side by side; they may only differ where a line has no end left.
    let pairs = new Map([["", [this.start, 0]]]);
    for (let k = 0; k < this.length; k++) {
      const reached = new Map();
      for (const [state, at] of pairs.values()) {
        for (const symbol of [0, 1]) {
          const pair = [state < 0 ? -1 : this.after[state * 2 + symbol], at < 0 ? -1 : step(at, symbol)];
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
export function certainBlocks(blocks, line) {
  const n = line.length;
  const width = n + 2;
  const ahead = fits(blocks, line);
  const behind = fits(blocks.toReversed(), line.toReversed());
  const empties = new Int32Array(n + 1);
  for (let k = 0; k < n; k++) empties[k + 1] = empties[k] + (line[k] === 1);
  return blocks.map((block, j) => {
    let place = -1;
    for (let s = 0; s + block <= n; s++) {
      const end = s + block;
      const free = empties[end] === empties[s] && line[s - 1] !== 2 && line[end] !== 2;
      const before = ahead[j * width + Math.max(s - 1, 0)];
      const after = behind[(blocks.length - 1 - j) * width + Math.max(n - end - 1, 0)];
      if (!free || !before || !after) continue;
      if (place >= 0) return false;
      place = s;
    }
    return place >= 0 && line.slice(place, place + block).every((cell) => cell === 2);
  });
}

/** fits[j * (n + 2) + p]: the first j blocks can stand in the first p cells, and explain them. */
function fits(blocks, line) {
  const n = line.length;
  const width = n + 2;
  const table = new Uint8Array((blocks.length + 1) * width);
  for (let p = 0; p <= n; p++) table[p] = p === 0 || (table[p - 1] && line[p - 1] !== 2) ? 1 : 0;
  for (let j = 1; j <= blocks.length; j++) {
    let free = 0; // cells up to here that are not known to be empty
    for (let p = 1; p <= n; p++) {
      free = line[p - 1] === 1 ? 0 : free + 1;
      const start = p - blocks[j - 1];
      const ends =
        start >= 0 && free >= blocks[j - 1] && (start === 0
          ? j === 1
          : line[start - 1] !== 2 && table[(j - 1) * width + start - 1]);
      table[j * width + p] = ends || (line[p - 1] !== 2 && table[j * width + p - 1]) ? 1 : 0;
    }
  }
  return table;
}
