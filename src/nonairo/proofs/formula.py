"""A puzzle as clauses in which unit propagation sees all that a line decides.

Variables come in this order, each from where the last ended, the first is 1:

* cells in reading order: with two symbols one each, true for `1`; with more, one for each symbol
* for each line, rows first, then columns, then others, the paths of its layers (`clauses_layers`):
  cell by cell, by state and symbol; a path says that the line goes from this state by this symbol
* where lines must differ, for each pair of rows, then of columns, and each position: a variable
  that says that they differ there

Clauses come in this order:

* with more than two symbols, for each cell: one of the symbols; not both, for each two of them
* givens, in reading order
* for each line, for each cell of it and each path: the path has its symbol; one of the paths that
  it leads to is taken (but at the end); one of those that lead to it is (but at the start). Then
  for each symbol: a cell that has it takes one of its paths. A line that cannot be right is the
  empty clause
* for each pair of lines: for each position and symbol, if they differ there they do not both have
  it; then that they differ somewhere
* if there is a solution to forbid: some cell is otherwise

A path that starts also ends, so a line can be completed exactly if propagation leaves a path: all
that the core derives from single lines follows by unit propagation alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb

from nonairo.clauses import (
    MOST_CLAUSES,
    cell_literals,
    encode_paths,
    known_literals,
    puzzle_clauses,
)
from nonairo.clauses_layers import NOWHERE, layers_of
from nonairo.errors import LimitReached
from nonairo.grid import UNKNOWN, Grid
from nonairo.puzzle import Puzzle
from nonairo.rules import Clue, LineRule, Runs, shortest

ADVICE = "prove a smaller puzzle, or solve this one without a proof"


def check_size(puzzle: Puzzle, poll: Callable[[], None] = lambda: None) -> None:
    """Raise LimitReached for a puzzle with too many clauses, before any of them is made."""
    number = 0
    for more in _clauses(puzzle, poll):
        number += more
        if number > MOST_CLAUSES:
            raise LimitReached(
                f"a {puzzle.kind} of {puzzle.height}x{puzzle.width} needs a proof with over"
                f" {MOST_CLAUSES:,} clauses, and larger proofs are not written; {ADVICE}",
                "size",
            )


def _clauses(puzzle: Puzzle, poll: Callable[[], None]) -> Iterator[int]:
    """How many clauses the parts of a formula have, those that are known at once first."""
    symbols, height, width = len(puzzle.symbols), puzzle.height, puzzle.width
    if puzzle.distinct:
        for lines, length in ((height, width), (width, height)):
            yield comb(lines, 2) * (symbols * length + 1)
    yield height * width * (1 + comb(symbols, 2)) if symbols > 2 else 0
    yield sum(cell != UNKNOWN for cell in puzzle.givens.cells)
    for rules, length in ((puzzle.row_rules, width), (puzzle.col_rules, height)):
        for rule, lines in Counter(rules).items():
            yield lines * _clauses_of_line(rule, length, puzzle.symbols, poll)
    others = Counter((line.rule, len(line.cells)) for line in puzzle.more_lines)
    for (rule, length), lines in others.items():
        yield lines * _clauses_of_line(rule, length, puzzle.symbols, poll)


def _clauses_of_line(rule: LineRule, length: int, symbols: str, poll: Callable[[], None]) -> int:
    paths = _paths_of_blocks(rule.clue, length) if type(rule) is Runs else None
    if paths is None:
        try:
            layers = layers_of(rule, length, symbols, poll)
        except LimitReached as reached:
            if reached.limit != "size":
                raise
            raise LimitReached(f"{reached}; {ADVICE}", "size") from None
        if layers is None:
            return 1
        paths = [sum(target != NOWHERE for row in layer for target in row) for layer in layers]
    return 3 * sum(paths) - paths[0] - paths[-1] + len(symbols) * length


def _paths_of_blocks(clue: Clue, length: int) -> list[int] | None:
    """The paths at the first cell, at all between and at the last; None where it is not so simple.

    The state is how much of the tightest line was read, and how many zeros beside that.
    """
    tightest, blocks = shortest(clue), len(clue)
    spare = length - tightest
    if length < 2 or spare < 0:
        return None
    ends = (tightest > 0) + (spare > 0)
    return [ends, tightest * (spare + 1) + (blocks + 1) * spare - 2 * ends, ends]


class Formula:
    """The clauses of a puzzle; literals are variables, negative when negated.

    >>> from nonairo.kinds import from_id
    >>> Formula(from_id("nonogram:1;1")).clauses
    [[-2, 1], [1], [-1, 2], [-3, 1], [1], [-1, 3]]
    """

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Grid | None = None,
        poll: Callable[[], None] = lambda: None,
    ) -> None:
        made = puzzle_clauses(puzzle, encode_paths, poll=poll)
        self.puzzle, self.cells = puzzle, cell_literals(puzzle)
        self.variables, self.clauses = made.variables, made.clauses
        if solution is not None:
            self.clauses.append([-literal for literal in known_literals(puzzle, solution)])

    def dimacs(self) -> Iterator[str]:
        """Yield the formula as a file, in pieces."""
        yield f"p cnf {self.variables} {len(self.clauses)}\n"
        for clause in self.clauses:
            yield " ".join(map(str, clause)) + (" 0\n" if clause else "0\n")
