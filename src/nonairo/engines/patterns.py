"""The pattern loop: three patterns, one for each rule of Binairo, looped while the grid changes.

After a published binary sudoku solver in C++:

1. half of a line is one symbol: the rest is the other;
2. a line with two blanks is otherwise equal to a full line: the blanks are the opposite of it;
3. `-00 00- 0-0 -11 11- 1-1`: the blank is the other symbol.

A pattern loop alone cannot finish every puzzle; where the original left the grid half empty without
a word, the answer here is `stuck`, and `patterns+guess` goes on.
"""

from __future__ import annotations

from nonairo.candidates import Candidates
from nonairo.engines.base import Engine, Run, Search, Stuck
from nonairo.engines.binairo_rules import (
    broken,
    fill,
    half_full,
    near_equal,
    no_three,
    other_rules,
)
from nonairo.engines.zones import told_solution
from nonairo.puzzle import Puzzle

PATTERNS = {"rule1": half_full, "rule2": near_equal, "rule3": no_three}


def deduce(puzzle: Puzzle, run: Run, possible: Candidates, depth: int) -> bool:
    """Loop over the three patterns while the grid changes; False on a contradiction."""
    updated = True
    while updated:
        updated = False
        run.count("rounds")
        for name, pattern in PATTERNS.items():
            filled = fill(puzzle, possible, pattern, run, depth)
            run.count(name, filled)
            updated |= filled > 0
        if run.observer:
            run.tell("round", depth, unknowns=possible.unknown_count())
    return not broken(puzzle, possible)


def search(puzzle: Puzzle, run: Run) -> Search:
    """Loop; give the grid if that fills it, else raise Stuck."""
    run.spend()
    possible = Candidates.of(puzzle.givens)
    if not deduce(puzzle, run, possible, 0):
        return
    run.proved = grid = possible.grid()
    if not grid.full:
        raise Stuck(grid)
    yield from told_solution(run, grid)


ENGINE = Engine(
    name="patterns",
    summary="three pattern rules in a loop while the grid changes",
    search=search,
    complete=False,
    refusal=other_rules,
    counters=("rule1", "rule2", "rule3", "rounds"),
)
