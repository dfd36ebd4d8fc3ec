"""The row backtracker: every assignment of a row in turn, checked against all columns.

After the nonogram backtracker of awallien (Alex Wall), bt_playground. A configuration is a number
of placed rows. Its successors are the assignments that the next row's rule allows, blocks leftmost
first, generated one by one; each is validated by reading every column; it is a goal when all rows
are placed. The counters are the terms of the original's complexity: `successors` (S, also per row),
`goal_checks` (G, O(1) each) and `cells_read` (V, O(n) each): with `check=late` every read of a cell
that the published validator makes, so that the first marked cell of a column counts twice.

`check=late` is the published column check: the whole column is read, unplaced rows as blanks. It is
mended only where it gave wrong answers: at the goal it compared only one hint left over, so further
missing blocks passed, and a run that ended too short passed as well; here, at the goal, all runs
are compared with all hints. For the hint 0 it made width + 1 equal successors; here an empty row
has exactly one. Binairo's columns are read in the same way: quotas and runs, with blanks.

The chapter on heuristics, never written there, is two options. `check=early` is an exact test: the
placed rows must be the beginning of a column that its rule allows. `order=fewest-first` places the
rows with the fewest assignments first; a column may then have gaps, and below a gap the late check
knows only the longest hint and their sum.

Solutions come in the order of the rows' assignments, blocks leftmost first. The plain text of the
search is `nonairo.engines.plain.rows`.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.candidates import masks_of
from nonairo.engines import twins
from nonairo.engines.base import Engine, Run, Search, crossing_lines, twin_search
from nonairo.engines.column_checks import early_check, late_check
from nonairo.engines.rejections import column_reason
from nonairo.grid import UNKNOWN, Cell, Grid, Line, Place
from nonairo.line_solver import kernel
from nonairo.puzzle import Puzzle


class Columns:
    """The rows placed so far, read column by column."""

    def __init__(self, puzzle: Puzzle, run: Run) -> None:
        self.puzzle = puzzle
        self.run = run
        self.rows: list[Line] = [UNKNOWN * puzzle.width] * puzzle.height
        early, gaps = run.options["check"] == "early", run.options["order"] != "top-down"
        self.checks = [
            early_check(rule, puzzle.symbols, gaps) if early else late_check(rule, puzzle.symbols)
            for rule in puzzle.col_rules
        ]

    def reason_against(self, row: int, placed: int) -> str | None:
        """What speaks against the row just placed, the `placed`th: a line and why, or None."""
        self.run.poll()
        if self.puzzle.distinct:
            for other, line in enumerate(self.rows):
                if other != row and line == self.rows[row]:
                    return f"{Place('row', row)} is equal to {Place('row', other)}"
        texts: list[Line] = []
        for col, check in enumerate(self.checks):
            self.run.poll()
            text = "".join([line[col] for line in self.rows])
            holds, reached, again = check(text, placed)
            self.run.count("cells_read", reached + again)
            place = Place("column", col)
            if not holds:
                listened = self.run.observer is not None
                return column_reason(self.puzzle, place, text[:reached]) if listened else str(place)
            if self.puzzle.distinct and placed == self.puzzle.height:
                if text in texts:
                    return f"{place} is equal to {Place('column', texts.index(text))}"
                texts.append(text)
        return None


def row_order(puzzle: Puzzle, run: Run) -> list[int]:
    """The rows in the order in which they are placed."""
    rows = list(range(puzzle.height))
    if run.options["order"] == "fewest-first":
        lines = puzzle.givens.rows()
        number = []
        for k in rows:
            run.poll()  # the core counts without polling
            tool = kernel(puzzle.row_rules[k], puzzle.width, puzzle.symbols)
            number.append(tool.count(masks_of(lines[k], puzzle.symbols), run.poll))
        rows.sort(key=lambda k: (number[k], k))
    return rows


def search(puzzle: Puzzle, run: Run) -> Search:
    """Place row after row, and give every goal."""
    per_row = [0] * puzzle.height
    run.counters["successors.per_row"] = per_row  # a limit may come before the search
    return _search(puzzle, run, per_row)


def _search(puzzle: Puzzle, run: Run, per_row: list[int]) -> Search:
    columns = Columns(puzzle, run)
    order = row_order(puzzle, run)
    givens = puzzle.givens.rows()

    def assignments(row: int) -> Iterator[Line]:
        tool = kernel(puzzle.row_rules[row], puzzle.width, puzzle.symbols)
        return tool.completions(masks_of(givens[row], puzzle.symbols))

    run.spend()
    stack = [assignments(order[0])]  # one lazy list of successors for each open configuration
    if run.observer:
        run.emit("visit", 0, Place("row", order[0]))
    while stack:
        row = order[len(stack) - 1]
        place = Place("row", row)
        if columns.rows[row] != UNKNOWN * puzzle.width:
            columns.rows[row] = UNKNOWN * puzzle.width
            if run.observer:
                wiped = tuple((Cell(row, c), givens[row][c]) for c in range(puzzle.width))
                run.emit("undo", len(stack), place, wiped)
        successor = next(stack[-1], None)
        if successor is None:
            stack.pop()
            run.backtracks += 1
            continue
        run.spend()
        run.count("successors")
        per_row[row] += 1
        columns.rows[row] = successor
        reason = columns.reason_against(row, len(stack))
        if run.observer:
            cells = tuple((Cell(row, c), symbol) for c, symbol in enumerate(successor))
            kind = "successor" if reason is None else "reject"
            run.emit(kind, len(stack), place, cells, reason is None, reason)
            yield None
        if reason is not None:
            columns.rows[row] = UNKNOWN * puzzle.width
            run.count("rejected")
            continue
        run.count("valid")
        run.count("goal_checks")
        if len(stack) < puzzle.height:
            stack.append(assignments(order[len(stack)]))
            if run.observer:
                run.emit("visit", len(stack) - 1, Place("row", order[len(stack) - 1]))
            continue
        if run.observer:
            run.emit("goal", len(stack), valid=True)
            run.emit("solution", len(stack), unknowns=0)
        yield Grid(puzzle.height, puzzle.width, "".join(columns.rows))


def twin(puzzle: Puzzle, run: Run) -> Search | None:
    """The same search in native code."""
    run.counters["successors.per_row"] = [0] * puzzle.height  # a limit may come before the search
    gaps, early = run.options["order"] != "top-down", run.options["check"] == "early"
    grid = twins.rows(puzzle, lambda: row_order(puzzle, run), gaps=gaps, early=early)
    return None if grid is None else twin_search(grid, puzzle, run)


ENGINE = Engine(
    name="rows",
    summary="places every assignment of a row in turn, blocks leftmost first, and checks columns",
    search=search,
    refusal=crossing_lines,
    twin=twin,
    options={"order": ("top-down", "fewest-first"), "check": ("late", "early")},
    traces=True,
    counters=(
        "successors",
        "successors.per_row",
        "valid",
        "rejected",
        "goal_checks",
        "cells_read",
    ),
)
