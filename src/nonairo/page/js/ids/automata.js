// Line rules as automata, and automata as the tables that `describe` sends.
//
// A rule is {start, step(state, symbol), accepts(state), key(state), counts}: `step` gives the next
// state, or null where the line is spoilt; symbols are numbers from 0, and so are keys.

const MOST_CELLS = 1024; // of a line: what makes one number of several in a key

/** Never three alike in a row, and so many of each symbol; `signs[k]` stands between cells k and k + 1. */
export function balanced(quotas, signs = "") {
  const start = { counts: quotas.map(() => 0), last: -1, run: 0 };
  return {
    start,
    counts: quotas,
    key: ({ counts, last, run }) => counts.reduce((sum, count) => sum * MOST_CELLS + count, last + 1) * 4 + run,
    step({ counts, last, run }, symbol) {
      const sign = signs[counts.reduce((sum, count) => sum + count, 0) - 1];
      if ((sign === "=" && symbol !== last) || (sign === "x" && symbol === last)) return null;
      const next = { counts: counts.with(symbol, counts[symbol] + 1), last: symbol, run: symbol === last ? run + 1 : 1 };
      return next.run > 2 || next.counts[symbol] > quotas[symbol] ? null : next;
    },
    accepts: ({ counts }) => counts.every((count, k) => count === quotas[k]),
  };
}

/** Blocks of one symbol each, in this order; only those of one symbol need a gap between them. */
export function runs(blocks, inks, length, symbols) {
  const tight = []; // the shortest such line; `at` of its cells are behind us
  const waits = new Set(); // where more gap may come
  blocks.forEach((block, k) => {
    if (inks[k] === inks[k - 1]) tight.push(0);
    waits.add(tight.length);
    tight.push(...Array(block).fill(inks[k]));
  });
  waits.add(tight.length);
  const counts = Array(symbols).fill(0);
  blocks.forEach((block, k) => (counts[inks[k]] += block));
  counts[0] = length - counts.reduce((sum, count) => sum + count, 0);
  return {
    start: 0,
    counts,
    key: Number,
    step: (at, symbol) => (tight[at] === symbol ? at + 1 : symbol === 0 && waits.has(at) ? at : null),
    accepts: (at) => at === tight.length,
  };
}

/** The positions of the filled cells, counted from 1, add up to `total`. */
export function totalling(total) {
  return {
    start: [0, 0], // cells read, sum so far
    counts: null,
    key: ([read, sum]) => sum * MOST_CELLS + read,
    step: ([read, sum], symbol) => (sum + symbol * (read + 1) > total ? null : [read + 1, sum + symbol * (read + 1)]),
    accepts: ([, sum]) => sum === total,
  };
}

/** No rule at all. */
export function anything() {
  return { start: 0, counts: [null, null], key: Number, step: () => 0, accepts: () => true };
}

/** So many filled cells, wherever they are. */
export function filled(number, length) {
  return {
    start: 0,
    counts: [length - number, number],
    key: Number,
    step: (soFar, symbol) => (soFar + symbol > number ? null : soFar + symbol),
    accepts: (soFar) => soFar === number,
  };
}

/** The table of a rule for lines of a length; state 0 is the start, -1 a spoilt line. Null if it has over `most` states. */
export function tableOf(rule, length, symbols, most) {
  const numbers = new Map([[rule.key(rule.start), 0]]);
  const states = [rule.start];
  const next = [];
  let reached = [0];
  for (let read = 0; read < length && reached.length; read++) {
    const further = [];
    for (const number of reached) {
      next[number] ??= Array.from({ length: symbols }, (_, symbol) => {
        const state = rule.step(states[number], symbol);
        if (state === null) return -1;
        const key = rule.key(state);
        if (!numbers.has(key)) {
          numbers.set(key, states.length);
          further.push(states.length);
          states.push(state);
        }
        return numbers.get(key);
      });
    }
    if (states.length > most) return null;
    reached = further;
  }
  for (const number of states.keys()) next[number] ??= Array(symbols).fill(-1);
  return { start: 0, next, accepts: states.map((state) => rule.accepts(state)), counts: rule.counts };
}
