// Solve, count and make puzzles with Nonairo's core. Everything else is shared with Nonairo's page: see the folders core
// and ids, which `make npm` puts beside this file.

import { generateBinairo } from "./core/generating.js";
import { Core } from "./core/instance.js";
import * as solving from "./core/solving.js";
import { readId } from "./ids/reading.js";

const MOST_CELLS = 512 * 512;
const MOST_TEXT = 4_000_000; // characters of an id
const MOST_SOLUTIONS = 10_000;

const address = new URL("./core.wasm", import.meta.url);
const core = new Core(await compiled());

async function compiled() {
  if (address.protocol !== "file:") return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(address));
}

export class PuzzleError extends Error {
  name = "PuzzleError";
}

export class LimitReached extends Error {
  name = "LimitReached";
}

/** Solve a puzzle; with two solutions found (or `limit`), the search ends. */
export function solve(id, { limit = 2, timeLimit = null, nodeLimit = null, seed = 0 } = {}) {
  whole("limit", limit, 1, MOST_SOLUTIONS);
  const found = solving.solve(core, puzzleOf(id), { limit, seconds: seconds(timeLimit), nodes: nodeLimit, seed: seedOf(seed) });
  if (!found) throw tooLarge(id);
  const { status, solutions, complete, stats, grid, limit: reached = null } = found;
  return { status, solution: solutions[0] ?? null, solutions, complete, known: grid, stats, limit: reached };
}

/** Count the solutions of a puzzle; never past `limit`. */
export function count(id, { limit = null, timeLimit = null } = {}) {
  if (limit !== null) whole("limit", limit, 1, Number.MAX_SAFE_INTEGER);
  const found = solving.count(core, puzzleOf(id), { limit, seconds: seconds(timeLimit) });
  if (!found) throw tooLarge(id);
  return { value: found.value, exact: found.exact, limit: found.limit ?? null };
}

/** Whether a puzzle has exactly one solution. */
export function isUnique(id, { timeLimit = null, nodeLimit = null } = {}) {
  const { status, limit } = solve(id, { timeLimit, nodeLimit });
  if (status === "unknown") throw new LimitReached(`it is unknown whether there is one solution: a limit was reached (${limit})`);
  return status === "unique";
}

/** Make a Binairo with one solution. */
export function generate(kind, size, { rules = "standard", seed, minimal = false, symmetric = false, timeLimit = null } = {}) {
  if (kind !== "binairo") throw new PuzzleError(`expected the kind binairo, found ${kind}`);
  if (minimal && symmetric) throw new PuzzleError("minimal cannot be combined with symmetric here");
  const [height, width] = Array.isArray(size) ? size : [size, size];
  const options = { rules, minimal, symmetric, seconds: seconds(timeLimit) };
  if (seed !== undefined) options.seed = seedOf(seed);
  const made = generateBinairo(core, [height, width], options);
  if (!made) throw new PuzzleError(`no puzzle of ${height}x${width} with rules ${rules} was found`);
  return { id: made.puzzle.id, solution: made.solution, seed: made.seed };
}

function puzzleOf(id) {
  if (typeof id !== "string" || id.length > MOST_TEXT) throw new PuzzleError("expected the id of a puzzle, as text");
  const puzzle = readId(id);
  if (!puzzle || puzzle.height * puzzle.width > MOST_CELLS) throw new PuzzleError(`expected the id of a puzzle, such as binairo:1..0/..../..../0..1, found ${id.slice(0, 60)}`);
  return puzzle;
}

const tooLarge = (id) => new PuzzleError(`this puzzle is too large for the core: ${id.slice(0, 60)}`);

function whole(name, value, least, most) {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new PuzzleError(`${name}: expected a whole number from ${least} to ${most}, found ${value}`);
  }
}

function seconds(value) {
  if (value !== null && !(value >= 0)) throw new PuzzleError(`timeLimit: expected seconds, found ${value}`);
  return value;
}

function seedOf(seed) {
  if (typeof seed !== "bigint" && !Number.isSafeInteger(seed)) throw new PuzzleError(`seed: expected a whole number, found ${seed}`);
  return seed;
}
