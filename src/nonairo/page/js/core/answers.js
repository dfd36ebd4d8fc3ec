// Requests of the page that core.wasm answers without Python. What needs sentences, or a reader of other formats, is
// not answered here: gives null.

import { readId } from "../ids/reading.js";
import { generateBinairo } from "./generating.js";
import { obeysRules } from "./plans.js";
import { identity, solve } from "./solving.js";

const MOST_SECONDS = 60;
const MOST_SOLUTIONS = 10_000;
const MOST_LISTED = 10_000_000; // cells in all solutions together
const ANSWERS = { solve: solved, check: checked, generate: generated };

export function answer(core, name, request) {
  return ANSWERS[name]?.(core, request) ?? null;
}

/** Whether a request has no other fields. */
const onlyAsks = (request, ...fields) => Object.keys(request).every((field) => fields.includes(field));

function puzzleIn(request) {
  return typeof request.puzzle === "string" ? readId(request.puzzle) : null;
}

/** Whether a number is missing, or one that the package takes too: what is wrong with others is said by Python. */
const isSound = (value, least, most) => value === undefined || (Number.isSafeInteger(value) && value >= least && value <= most);
const MOST = Number.MAX_SAFE_INTEGER;
const isTime = (seconds) => seconds > 0 && seconds <= MOST_SECONDS;

/** Why there is no solution is said in words, by Python; of a time limit, whoever asks says it. */
function solved(core, request) {
  const puzzle = onlyAsks(request, "puzzle", "time_limit", "limit", "seed", "node_limit") && puzzleIn(request);
  if (!puzzle) return null;
  const { limit, seed, node_limit: nodes, time_limit: seconds } = request;
  const most = Math.min(MOST_SOLUTIONS, MOST_LISTED / puzzle.givens.length);
  if (!(isSound(limit, 1, most) && isSound(seed, -MOST, MOST) && isSound(nodes, 1, MOST) && isTime(seconds))) return null;
  const found = solve(core, puzzle, { limit, seed, nodes, seconds });
  return !found || found.status === "none" || (found.limit && found.limit !== "time") ? null : found;
}

/** Which rules a grid breaks is said by Python: here only that it breaks none. */
function checked(core, request) {
  const puzzle = onlyAsks(request, "puzzle", "grid", "time_limit") && puzzleIn(request);
  if (!puzzle || typeof request.grid !== "string") return null;
  if (!obeysRules(puzzle, request.grid.replace(/[/\n]/g, ""))) return null;
  const { id, rules } = identity(puzzle);
  return { id, ...(rules ? { rules } : {}), full: true, solved: true, violations: [] };
}

function generated(core, request) {
  if (request.kind !== "binairo" || !onlyAsks(request, "kind", "size", "rules", "seed", "minimal", "symmetric", "time_limit")) return null;
  const { size, rules, seed, minimal, symmetric, time_limit: seconds } = request;
  if (!isSound(seed, -MOST, MOST) || !isTime(seconds)) return null;
  const made = generateBinairo(core, Array.isArray(size) ? size : [size, size], { rules, seed, minimal, symmetric, seconds });
  if (!made) return null;
  const { puzzle, solution } = made;
  const { id, kind, height, width, givens: grid } = puzzle;
  return { id, kind, height, width, grid, rules: puzzle.rules, solution, seed: made.seed };
}
