"""The pattern loop: three patterns, one for each rule of Binairo, looped while the grid changes.

After the binary sudoku solver of Lo Chung Tin (lochungtin), in C++ and later in Python:

1. half full: half of a line is one symbol, so the rest is the other;
2. near equal: line B has two blanks and is otherwise equal to line A, which is full and valid, so
   the blanks are the opposite of A;
3. no three: `-00 00- 0-0 -11 11- 1-1`, so the blank is the other symbol.

The counters `rule1`, `rule2` and `rule3` are the cells that each of them filled.

A pattern loop alone cannot finish every puzzle. Both original programs run forever on a grid where
they are stuck; the answer here is `stuck`, and `patterns+guess` continues by guessing. The plain
text of the loop is `nonairo.engines.plain.patterns`.
"""

from __future__ import annotations

from nonairo.candidates import Candidates
from nonairo.engines.base import Engine, Run, Search
from nonairo.engines.binairo_rules import (
    HALF_FULL,
    NEAR_VALID,
    NO_THREE,
    broken,
    fill,
    other_rules,
)
from nonairo.engines.zones import filled_grid
from nonairo.puzzle import Puzzle

PATTERNS = {1: HALF_FULL, 2: NEAR_VALID, 3: NO_THREE}


def deduce(puzzle: Puzzle, run: Run, possible: Candidates, depth: int) -> bool:
    """Loop over the three patterns while the grid changes; False on a contradiction."""
    updated = True
    while updated:
        updated = False
        run.count("rounds")
        for number, pattern in PATTERNS.items():
            filled = fill(puzzle, possible, pattern, f"pattern {number}", run, depth)
            run.count(f"rule{number}", filled)
            updated |= filled > 0
        if run.observer:
            run.emit("round", depth, unknowns=possible.unknown_count())
    return not broken(puzzle, possible)


def search(puzzle: Puzzle, run: Run) -> Search:
    """Loop; give the grid if that fills it, else raise Stuck."""
    run.spend()
    possible = Candidates.in_puzzle(puzzle)
    if deduce(puzzle, run, possible, 0):
        yield from filled_grid(run, possible)


ENGINE = Engine(
    name="patterns",
    summary="three pattern rules in a loop while the grid changes",
    search=search,
    complete=False,
    refusal=other_rules,
    traces=True,
    counters=("rule1", "rule2", "rule3", "rounds"),
)
