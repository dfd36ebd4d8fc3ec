// Solve and count with core.wasm; answers have the fields that the package gives them.

import { obeysRules, planOf } from "./plans.js";

const MOST_LISTED = 100_000; // solutions, where they are counted one by one
const COUNTING = new Set(["BalancedGrid", "LargeBalancedGrid", "RunsGrid"]);

/** The first solutions of a puzzle; null where the core does not support it. */
export function solve(core, puzzle, { limit = 2, seconds = null, nodes = null, seed = 0 } = {}) {
  const plan = planOf(puzzle);
  if (!plan) return null;
  const [outcome, solutions, proved, states, backtracks, spent, [names, numbers], reached] = core.with(...plan, (call) =>
    call("solve", puzzle.givens, limit, seconds, nodes, BigInt.asUintN(64, BigInt(seed))),
  );
  if (!solutions.every((cells) => obeysRules(puzzle, cells))) throw new Error("internal error: the core gave a wrong solution");
  const exhausted = outcome === "exhausted";
  const only = solutions.length === 1 && (exhausted || limit === 1);
  const answer = {
    ...identity(puzzle),
    status: only ? (limit === 1 ? "solved" : "unique") : statusOf(solutions.length, exhausted),
    complete: exhausted,
    solutions,
    grid: only ? solutions[0] : solutions.length || !exhausted ? (proved ?? puzzle.givens) : null,
    engine: "core",
    stats: { nodes: states, backtracks, seconds: spent, counters: Object.fromEntries(names.map((name, k) => [name, numbers[k]])) },
  };
  if (solutions.length > 1) answer.differ = differing(puzzle.width, ...solutions);
  if (reached) answer.limit = reached;
  return answer;
}

const statusOf = (found, exhausted) => (found > 1 ? "multiple" : exhausted ? "none" : "unknown");

function differing(width, one, other) {
  return [...one].flatMap((cell, k) => (cell === other[k] ? [] : [[Math.floor(k / width), k % width]]));
}

/** How many solutions there are: {value, exact}, the value as a BigInt; null where the core does not support the puzzle. */
export function count(core, puzzle, { limit = null, seconds = null } = {}) {
  const plan = planOf(puzzle);
  if (!plan) return null;
  const most = limit === null ? null : limit + 1; // a count equal to the limit is then exact
  return core.with(...plan, (call) => {
    let found;
    if (COUNTING.has(plan[0])) {
      const { value, exact, limit: reached } = call("count", puzzle.givens, most, seconds);
      found = { value: BigInt(value), exact, ...(reached ? { limit: reached } : {}) };
    } else {
      const [outcome, { length }, , , , , , reached] = call("solve", puzzle.givens, Math.min(most ?? MOST_LISTED, MOST_LISTED), seconds, null, 0);
      found = { value: BigInt(length), exact: outcome === "exhausted", ...(reached ? { limit: reached } : {}) };
    }
    return limit !== null && found.value > limit ? { value: BigInt(limit), exact: false } : found;
  });
}

/** How every answer about a puzzle begins. */
export function identity({ id, kind, height, width, rules }) {
  return { id, ...(rules === "standard" ? {} : { rules }), kind, height, width };
}
