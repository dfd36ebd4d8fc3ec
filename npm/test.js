// node --test: the built package, by the cases of its README and at its limits.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as nonairo from "nonairo-core";

const { count, generate, isUnique, LimitReached, PuzzleError, solve } = nonairo;
const ENDLESS = `binairo:${Array(14).fill(".".repeat(14)).join("/")}`;

test("the examples of the README give what it says", () => {
  const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");
  const lines = readme.match(/```js\n(.*?)```/s)[1].trim().split("\n").slice(2);
  assert.ok(lines.length >= 5);
  for (const line of lines) {
    const [, call, expected] = /^(.*); \/\/ (.*)$/.exec(line);
    const found = new Function(...Object.keys(nonairo), `return ${call}`)(...Object.values(nonairo));
    assert.deepEqual(found, new Function(`return ${expected}`)(), call);
  }
});

test("the types name what is exported", () => {
  const types = readFileSync(new URL("./index.d.ts", import.meta.url), "utf8");
  const named = [...types.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(named.sort(), Object.keys(nonairo).sort());
});

test("every kind is solved", () => {
  const ids = [
    "kakurasu:12/14/10/5/3;3/9/15/6/3", "trinairo:0..2../....1./1...../..0..2/.2..../....01", "mosaic:1.4.1/.6.../..52./4...2/..32.",
    "nonogram@a=000000+b=e6194b:2a,1b/1b/1b;1a,1b/1a/2b", "tango:....../....1./....../......;=..../...../...../.....;....../....../......",
  ];
  for (const id of ids) assert.match(solve(id, { timeLimit: 20 }).status, /^(unique|multiple|none)$/, id);
  assert.equal(solve(ids[0]).solution, "0011101111111100110000100");
  assert.equal(solve("nonogram:2/1;1/1").status, "none");
});

test("a limit ends the search, and nothing wrong is said", () => {
  assert.equal(solve(ENDLESS, { limit: 10_000, nodeLimit: 50 }).limit, "nodes");
  assert.deepEqual(count(ENDLESS, { limit: 5 }), { value: 5n, exact: false, limit: null });
  assert.throws(() => isUnique(ENDLESS, { nodeLimit: 1 }), LimitReached);
  assert.equal(solve(ENDLESS, { limit: 1 }).status, "solved");
  assert.equal(isUnique(ENDLESS), false);
});

test("what is no puzzle is refused, and the next call works", () => {
  for (const id of ["", "hello", "binairo:1x/..", "nonogram:9/1;1/1", 7, null]) assert.throws(() => solve(id), PuzzleError);
  assert.throws(() => solve("binairo:0./..", { limit: 0 }), PuzzleError);
  assert.throws(() => generate("nonogram", 5), PuzzleError);
  assert.throws(() => generate("binairo", 7), PuzzleError);
  assert.throws(() => generate("binairo", 1e9), PuzzleError);
  assert.throws(() => generate("binairo", 6, { seed: 0.5 }), PuzzleError);
  assert.equal(solve("binairo:0./..").solution, "0110");
});

test("a made puzzle is unique, of its size, and the same for its seed", () => {
  for (const options of [{}, { minimal: true }, { symmetric: true }, { rules: "no-distinct" }]) {
    const made = generate("binairo", [8, 10], { seed: 3, ...options });
    assert.deepEqual(generate("binairo", [8, 10], { seed: 3, ...options }), made);
    assert.equal(solve(made.id).solution, made.solution);
  }
  assert.notEqual(generate("binairo", 10).id, generate("binairo", 10).id);
});
