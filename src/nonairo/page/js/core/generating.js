// Make a Binairo with core.wasm: the puzzle that the package makes from the same seed, where single lines are enough to
// solve it. See src/nonairo/generating/boards.

import { readId } from "../ids/reading.js";
import { Draws } from "./draws.js";
import { planOf } from "./plans.js";
import { solve } from "./solving.js";

const LISTED_SIDE = 6; // up to here all boards are listed, and one of them is picked
const MOST_LISTED = 12_000;
const WORK = 1000; // for each cell: the states of a search for a board
const NODES = 5_000_000; // of the search for givens that can be left out
const LARGEST = 100; // a side

/** {puzzle (as `readId` gives it), solution, seed}; null where only the package can make it. */
export function generateBinairo(core, [height, width], { rules = "standard", seed = freshSeed(), minimal = false, symmetric = false, seconds = null } = {}) {
  const head = `binairo${rules === "standard" ? "" : `@${rules}`}:`;
  const written = (cells) => head + rowsOf(cells, width).join("/");
  const sound = [height, width].every((side) => Number.isInteger(side) && side >= 1 && side <= LARGEST);
  const blank = sound ? readId(written(".".repeat(height * width))) : null;
  if (!blank || (minimal && symmetric)) return null;
  const left = countdown(seconds);
  const draws = new Draws(seed);
  return core.with(...planOf(blank), (call) => {
    const solution = boardOf(call, blank, draws, left);
    if (!solution) return null;
    const { cells, finished } = call("dig", solution, draws.word(), !minimal, symmetric, left(), NODES);
    if (!finished) return null;
    const puzzle = readId(written(cells));
    const found = solve(core, puzzle, { seconds: left() });
    if (found.status === "unknown") return null;
    if (found.status !== "unique" || found.solutions[0] !== solution) throw new Error("internal error: the puzzle has another solution");
    return { puzzle, solution, seed };
  });
}

/** What is left of a time limit, whenever it is asked for; null where there is none. */
function countdown(seconds) {
  const begun = performance.now();
  return () => (seconds === null ? null : Math.max(0, seconds - (performance.now() - begun) / 1000));
}

/** A full board, or null. */
function boardOf(call, blank, draws, left) {
  const { height, width, givens } = blank;
  if (Math.max(height, width) <= LISTED_SIDE) {
    const boards = call("solve", givens, MOST_LISTED + 1, left(), null, 0)[1].sort();
    if (boards.length <= MOST_LISTED) return boards.length ? boards[draws.below(boards.length)] : null;
  }
  return call("random", draws.word(), left(), WORK * height * width).cells;
}

function rowsOf(cells, width) {
  return Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width));
}

/** Short enough to be written down and typed again. */
function freshSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
