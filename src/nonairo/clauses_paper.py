"""The clauses of a published experiment, streamed: there may be twenty million of them.

P. H. Utomo, R. H. Makarim, "Solving a Binary Puzzle", Mathematics in Computer Science 11 (2017).
For every three neighbours a, b, c of a line the clauses (a b c) and (-a -b -c); for a line of 2m
cells, every m+1 of them contain both values; and no two lines are equal, which is stated in one of
three ways:

* `direct`, the paper's first: one clause of 4m literals against each of the 2^2m ways to be equal;
* `tseitin`, its second: with x and y the lines, a_i = x_i and y_i, b_i = not x_i and not y_i,
  c_i = a_i or b_i, d = not (c_1 and ... and c_2m): 10 * 2m + 1 clauses, and one that says d;
* `compact`, ours: a variable that implies a difference at each position, one of them true.

A line is the list of its cells' variables, new variables come from `fresh`. Every function makes
its clauses one by one, and `size_of` returns their number beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, count, product
from math import comb
from typing import NamedTuple, TypeAlias

from nonairo.grid import SYMBOLS, UNKNOWN
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule

Clause: TypeAlias = Sequence[int]


@dataclass(frozen=True, slots=True)
class FormulaSize:
    """What a formula will need, known before it is made."""

    variables: int
    clauses: int
    literals: int

    @property
    def bytes(self) -> int:
        """About the memory of CaDiCaL with this formula.

        Direct formulas of n = 10, 12, 14 take 23, 108 and 601 MB; this gives 33, 124 and 640.
        """
        return 16 * 2**20 + 4 * self.literals + 100 * self.clauses


def line_clauses(rule: Balanced, line: Sequence[int]) -> Iterator[Clause]:
    """Constraints 1 and 2: never too many alike in a row, and never more than the quota."""
    yield from window_clauses(rule, line)
    yield from combinations(line, rule.zeros + 1)
    yield from combinations([-cell for cell in line], rule.ones + 1)


def window_clauses(rule: Balanced, line: Sequence[int]) -> Iterator[Clause]:
    """Constraint 1 alone: of any `longest + 1` neighbours not all are alike."""
    for k in range(len(line) - rule.longest):
        window = line[k : k + rule.longest + 1]
        yield window
        yield [-cell for cell in window]


def line_size(rule: Balanced, length: int) -> FormulaSize:
    """How many clauses `line_clauses` makes."""
    windows = 2 * max(0, length - rule.longest)
    zeros, ones = comb(length, rule.zeros + 1), comb(length, rule.ones + 1)
    literals = windows * (rule.longest + 1) + zeros * (rule.zeros + 1) + ones * (rule.ones + 1)
    return FormulaSize(0, windows + zeros + ones, literals)


def direct(x: Sequence[int], y: Sequence[int], fresh: Iterator[int]) -> Iterator[Clause]:
    """A clause against each way to be equal."""
    ways = (product(*[(cell, -cell) for cell in line]) for line in (x, y))
    return (one + other for one, other in zip(*ways, strict=True))


def tseitin(x: Sequence[int], y: Sequence[int], fresh: Iterator[int]) -> Iterator[Clause]:
    """The paper's variables: a, b and c for each position, and d for the pair of lines."""
    same = []
    for one, other in zip(x, y, strict=True):
        a, b, c = next(fresh), next(fresh), next(fresh)
        yield from ((-a, one), (-a, other), (a, -one, -other))  # a = both are 1
        yield from ((-b, -one), (-b, -other), (b, one, other))  # b = both are 0
        yield from ((-c, a, b), (c, -a), (c, -b))  # c = they are equal here
        same.append(c)
    d = next(fresh)
    yield (-d, *[-c for c in same])
    yield from ((c, d) for c in same)
    yield (d,)


def difference(
    x: Sequence[Sequence[int]], y: Sequence[Sequence[int]], fresh: Iterator[int]
) -> Iterator[Clause]:
    """A variable for each position that implies a difference there; one of them is true.

    A cell is the literals of its symbols.
    """
    differ = []
    for cells in zip(x, y, strict=True):
        here = next(fresh)
        for one, other in zip(*cells, strict=True):
            yield (-here, -one, -other)
        differ.append(here)
    yield differ


def compact(x: Sequence[int], y: Sequence[int], fresh: Iterator[int]) -> Iterator[Clause]:
    """The same for cells that are one variable each."""
    return difference([(-cell, cell) for cell in x], [(-cell, cell) for cell in y], fresh)


class Apart(NamedTuple):
    """A way to say that two lines differ, and its size for lines of a length."""

    clauses: Callable[[Sequence[int], Sequence[int], Iterator[int]], Iterator[Clause]]
    size: Callable[[int], FormulaSize]


APART = {
    "compact": Apart(compact, lambda n: FormulaSize(n, 2 * n + 1, 7 * n)),
    "direct": Apart(direct, lambda n: FormulaSize(0, 2**n, 2 * n * 2**n)),
    "tseitin": Apart(tseitin, lambda n: FormulaSize(3 * n + 1, 10 * n + 2, 24 * n + 2)),
}


def refusal(puzzle: Puzzle, way: str) -> str | None:
    """Why these clauses do not say a puzzle."""
    if puzzle.more_lines:
        return f"encoding {way} is for rows and columns; use lean"
    for rules, length in _axes(puzzle):
        for rule in set(rules):
            if type(rule) is not Balanced or rule.zeros + rule.ones != length:
                return f"encoding {way} is for Binairo; use lean"
    return None if puzzle.symbols == SYMBOLS else f"encoding {way} is for two symbols; use lean"


def _axes(puzzle: Puzzle) -> tuple[tuple[tuple[LineRule, ...], int], ...]:
    """For rows and for columns: their rules, and their length."""
    return (puzzle.row_rules, puzzle.width), (puzzle.col_rules, puzzle.height)


def size_of(puzzle: Puzzle, way: str, distinct: bool = True) -> FormulaSize:
    """How large the formula will be, by counting.

    >>> from nonairo.kinds import KINDS
    >>> [size_of(KINDS["binairo"].blank(n, n, "standard"), "direct").clauses for n in (4, 6, 8)]
    [288, 2376, 16320]
    """
    givens = sum(symbol != UNKNOWN for symbol in puzzle.givens.cells)
    parts = [(FormulaSize(puzzle.height * puzzle.width, givens, givens), 1)]
    for rules, length in _axes(puzzle):
        for rule in set(rules):
            assert isinstance(rule, Balanced)
            parts.append((line_size(rule, length), rules.count(rule)))
        if puzzle.distinct and distinct:
            parts.append((APART[way].size(length), comb(len(rules), 2)))
    return FormulaSize(
        sum(number * part.variables for part, number in parts),
        sum(number * part.clauses for part, number in parts),
        sum(number * part.literals for part, number in parts),
    )


def clauses_of(puzzle: Puzzle, way: str, distinct: bool = True) -> Iterator[Clause]:
    """The formula, clause by clause. Cells in reading order are the variables from 1."""
    last = puzzle.height * puzzle.width
    cells = list(range(1, last + 1))
    for cell, symbol in zip(cells, puzzle.givens.cells, strict=True):
        if symbol != UNKNOWN:
            yield (cell if symbol == "1" else -cell,)
    rows = [cells[k : k + puzzle.width] for k in range(0, last, puzzle.width)]
    columns = [cells[k :: puzzle.width] for k in range(puzzle.width)]
    for (rules, _), lines in zip(_axes(puzzle), (rows, columns), strict=True):
        for rule, line in zip(rules, lines, strict=True):
            assert isinstance(rule, Balanced)
            yield from line_clauses(rule, line)
    if puzzle.distinct and distinct:
        fresh = count(last + 1)
        for x, y in chain(combinations(rows, 2), combinations(columns, 2)):
            yield from APART[way].clauses(x, y, fresh)
