"""Groebner bases: the puzzle as polynomials over F2, whose common zeros are its solutions.

The third method of P. H. Utomo and R. H. Makarim, "Solving a Binary Puzzle", Mathematics in
Computer Science 11 (2017). A cell is a variable with x^2 = x, and every constraint is one
polynomial that must be 0 (`system=paper`):

* three neighbours: xy + xz + x + yz + y + z + 1;
* a line of n cells: 1 + the sum of all products of w cells, for every w that has all the binary
  digits of n/2;
* two lines: the product of all (x_i + y_i + 1).

These are 3n(n-1) polynomials for a board of n x n. They are made once a size, and the givens are
substituted. `system=cells` writes the constraints as the clauses of SAT do: for three neighbours
xyz and (x+1)(y+1)(z+1), for a line the product of any n/2 + 1 cells and that of their complements,
and x + c for a given c. That is many more polynomials, of a lower degree.

BRiAl (PolyBoRi), which the authors used, computes the basis in the degree-lexicographic order
(extra `groebner`), and all solutions are read off it. It gives up when a matrix gets too large; the
engine then goes on with the other system and says so in the result's reason. `fallback=no` stops
instead. A time limit kills BRiAl's process, and its memory is limited; both end in `unknown`.

What to expect: boards with one solution up to 10x10 in a second, most of 12x12 in some seconds.
The basis grows with the number of solutions. Solutions come in the order of BRiAl's set.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from math import comb

from nonairo.engines.base import Engine, Run, Search
from nonairo.engines.binairo_rules import other_rules
from nonairo.engines.groebner_process import MatrixTooSmall, answers, too_little
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import Grid
from nonairo.limits import free_memory
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule

MOST_MEMORY = 4 * 2**30  # bytes that the process may have, or what is free if that is less
MOST_POLYNOMIALS = 1_000_000
MOST_NODES = 50_000_000  # of the decision diagrams that store the polynomials
OTHER = {"paper": "cells", "cells": "paper"}


def search(puzzle: Puzzle, run: Run) -> Search:
    """Ask for the solutions with one system, and if a matrix is too large for BRiAl, with both."""
    missing = absent()
    if missing is not None:
        raise EngineError(missing)
    system = run.options.get("system", "paper")
    run.spend()
    try:
        yield from _ask(puzzle, system, run)
    except MatrixTooSmall as reached:
        if run.options.get("fallback") == "no":
            raise
        other = OTHER[system]
        run.count("fallbacks")
        run.remark = f"system={system}: {reached}; continued with system={other}"
        try:
            yield from _ask(puzzle, other, run)
        except LimitReached as again:
            raise LimitReached(f"{run.remark}: {again}", again.limit) from None


def _ask(puzzle: Puzzle, system: str, run: Run) -> Search:
    """Ask the process for polynomials, basis and solutions."""
    refuse_large(puzzle, system)
    memory = min(MOST_MEMORY, free_memory() or MOST_MEMORY)
    for word, *values in answers(question(puzzle, system, memory), memory, run):
        match word:
            case "polynomials":
                run.counters["polynomials"] = int(values[0])
                run.counters["substituted"] = int(values[1])
                run.took("seconds.prepare", float(values[2]))
            case "basis":
                run.counters["basis"] = int(values[0])
                run.took("seconds.solve", float(values[1]))
            case "solution":
                yield Grid(puzzle.height, puzzle.width, values[0])
            case "missing":
                raise EngineError(f"{INSTALL} ({' '.join(values)})")
            case "memory":
                raise LimitReached(too_little(memory), "memory")


def absent() -> str | None:
    """How to get BRiAl, where it is not installed."""
    return INSTALL if find_spec("sage") is None else None


INSTALL = "engine groebner needs BRiAl: pip install passagemath-brial passagemath-environment"


def refuse_large(puzzle: Puzzle, system: str) -> None:
    """Raise LimitReached where the polynomials alone would need too much memory."""
    if polynomials(puzzle, system) > MOST_POLYNOMIALS:
        raise LimitReached(
            f"groebner would need more than {MOST_POLYNOMIALS:,} polynomials", "size"
        )
    # The diagram of a pair of rows doubles with every cell; that of a pair of columns is small.
    nodes = comb(puzzle.height, 2) << puzzle.width + 1 if puzzle.distinct else 0
    if nodes > MOST_NODES:
        raise LimitReached(
            f"groebner would need more than {MOST_NODES:,} nodes to store the polynomials", "size"
        )


def polynomials(puzzle: Puzzle, system: str = "paper") -> int:
    """Return how many polynomials the system of a puzzle has.

    >>> from nonairo.kinds import KINDS
    >>> [polynomials(KINDS["binairo"].blank(n, n, "standard")) for n in (4, 6, 8)]
    [36, 90, 168]
    """
    number = 0
    for rules, length in ((puzzle.row_rules, puzzle.width), (puzzle.col_rules, puzzle.height)):
        for rule in rules:
            assert isinstance(rule, Balanced)
            windows = max(0, length - rule.longest)
            sets = comb(length, rule.zeros + 1) + comb(length, rule.ones + 1)
            number += windows + 1 if system == "paper" else 2 * windows + sets
        if puzzle.distinct:
            number += comb(len(rules), 2)
    givens = sum(symbol != "." for symbol in puzzle.givens.cells)
    return number if system == "paper" else number + givens


def question(puzzle: Puzzle, system: str, memory: int) -> str:
    """Return the request to the process, as a line."""

    def numbers(rules: tuple[LineRule, ...]) -> list[tuple[int, int, int]]:
        return [(r.zeros, r.ones, r.longest) for r in rules if isinstance(r, Balanced)]

    shape = {
        "height": puzzle.height,
        "width": puzzle.width,
        "distinct": puzzle.distinct,
        "rows": numbers(puzzle.row_rules),
        "columns": numbers(puzzle.col_rules),
    }
    request = {"system": system, "shape": shape, "givens": puzzle.givens.cells, "memory": memory}
    return json.dumps(request)


ENGINE = Engine(
    name="groebner",
    summary="polynomials over F2 and their Groebner basis, by BRiAl (needs the extra groebner)",
    search=search,
    refusal=other_rules,
    absent=absent,
    options={"system": ("paper", "cells"), "fallback": ("yes", "no")},
    counters=(
        "polynomials",
        "substituted",
        "basis",
        "fallbacks",
        "seconds.start",
        "seconds.prepare",
        "seconds.solve",
    ),
)
