"""Random puzzles of every kind, by the compiled core, core.wasm, plain Python, and the page.

python tests/cross/core_puzzles.py [--count N] [--seed S] [--first K]

Each puzzle follows from the seed and its number. It is solved, counted, and a hint is asked for, on
each core in turn; then a puzzle is made from the number as a seed. All answers must be the same,
except that plain Python may list the solutions of a loose puzzle in another order. JavaScript asks
core.wasm itself, as the page does before Python has started.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from kind_puzzles import puzzle_number, tell

import nonairo as nn
from backends import running_on
from nonairo import KINDS, Puzzle
from nonairo.wasm_core import WasmCore, find_core

MOST_LISTED = 40  # solutions
SCRIPT = Path(__file__).with_name("page_core.mjs")


def answers(puzzle: Puzzle) -> dict[str, object]:
    """What is said about a puzzle, without times and orders."""
    result = nn.solve(puzzle, limit=MOST_LISTED)
    solutions = sorted(grid.cells for grid in result.solutions)
    all_listed = len(solutions) < MOST_LISTED
    counted = nn.count(puzzle, limit=MOST_LISTED)
    said: dict[str, object] = {
        "status": str(result.status),
        "solutions": solutions if all_listed else None,
        "count": [counted.value, counted.exact],
    }
    if result.status == "unique":
        said["hint"] = nn.hint(puzzle).to_json()
    return said


def made(number: int) -> str:
    """The id of a puzzle that is made from a number: each kind in its turn, in small sizes."""
    kind = KINDS[list(KINDS)[number % len(KINDS)]]
    side = kind.unit * max(2, (4 + number // len(KINDS) % 3) // kind.unit)
    return nn.generate(kind.name, side, seed=number).id


class PageCore:
    """Node, which runs the modules of the page."""

    def __init__(self) -> None:
        command = ["node", str(SCRIPT)]
        self.node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, *request: object) -> dict[str, object] | None:
        """Return what it says; None for a puzzle that only Python reads."""
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(json.dumps(request).encode() + b"\n")
        self.node.stdin.flush()
        found: dict[str, object] | None = json.loads(self.node.stdout.readline())
        return found

    def close(self) -> None:
        """End it."""
        with self.node as ending:
            assert ending.stdin is not None


def differences(
    puzzle: Puzzle, number: int, wasm: WasmCore, page: PageCore, tally: Counter[str]
) -> Iterator[str]:
    """What does not agree, a sentence each."""
    expected, id = answers(puzzle), made(number)
    tally[str(expected["status"])] += 1
    for name, core in (("core.wasm", wasm), ("Python", None)):
        with running_on(core):
            found, other = answers(puzzle), made(number)
        yield from (
            f"{name}: {key} {found.get(key)}, core: {expected[key]}"
            for key in expected
            if found.get(key) != expected[key]
        )
        if other != id:
            yield f"{name} makes {other} of seed {number}, core: {id}"
    told = page.ask("about", puzzle.id, MOST_LISTED)
    if told is None:
        tally["not read by the page"] += 1
    else:
        tally["read by the page"] += 1
        for key in ("status", "solutions", "count"):
            if told[key] != expected[key]:
                yield f"page: {key} {told[key]}, core: {expected[key]}"
    if id.startswith("binairo:"):
        tally["made by the page"] += 1
        first = id.partition(":")[2].partition("/")[0]
        same = page.ask("made", len(first), number)
        if same is None or same["id"] != id:
            yield f"page makes {same} of seed {number}, core: {id}"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000, help="puzzles in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first puzzle")
    asked = parser.parse_args(words)
    wasm = find_core()
    if wasm is None:
        tell("skipped: no core.wasm (make wasm), or no wasmtime")
        return 0
    begin, wrong, page = time.process_time(), 0, PageCore()
    tally: Counter[str] = Counter()
    for number in range(asked.first, asked.first + asked.count):
        puzzle = puzzle_number(asked.seed, number)
        for difference in differences(puzzle, number, wasm, page, tally):
            wrong += 1
            tell(f"{difference}\n  --seed {asked.seed} --first {number} --count 1\n  {puzzle.id}")
    page.close()
    told = ", ".join(f"{number} {name}" for name, number in sorted(tally.items()))
    seconds = time.process_time() - begin
    tell(f"{asked.count} puzzles, {wrong} differences, {seconds:.0f} CPU-s: {told}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
