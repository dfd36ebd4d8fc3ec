// Answers JSON lines with the modules of the page: ["about", id, limit] or ["made", size, seed].

import { readFileSync } from "node:fs";
import readline from "node:readline";
import { generateBinairo } from "../../src/nonairo/page/js/core/generating.js";
import { Core } from "../../src/nonairo/page/js/core/instance.js";
import { count, solve } from "../../src/nonairo/page/js/core/solving.js";
import { readId } from "../../src/nonairo/page/js/ids/reading.js";

const wasm = new URL("../../src/nonairo/core.wasm", import.meta.url);
const core = new Core(new WebAssembly.Module(readFileSync(wasm)));

function about(id, limit) {
  const puzzle = readId(id);
  if (!puzzle) return null;
  const { status, solutions } = solve(core, puzzle, { limit });
  const { value, exact } = count(core, puzzle, { limit });
  return { status, solutions: solutions.length < limit ? solutions.sort() : null, count: [Number(value), exact] };
}

function made(size, seed) {
  const found = generateBinairo(core, [size, size], { seed });
  return found && { id: found.puzzle.id };
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  console.log(JSON.stringify({ about, made }[name](...given)));
}
