"""The cell walker: from top left to bottom right, 0 then 1, and a step back when both fail.

After the Binairo backtracker of awallien (Alex Wall), bt_playground. A symbol is put down first and
then validated by separate checks in a fixed order (`nonairo.engines.cell_checks`); there is no
propagation. Walking off the board at the front means that there is no (further) solution.

Where the original was wrong: it never checked the counts and neighbours of the givens themselves,
so three given ones in a row passed; here every given is validated before the walk starts, and what
that costs is counted apart (`givens.*`).

The chapter on heuristics, never written there, is two options here. `order=most-constrained` walks
on to the blank whose row and column have the fewest blanks. `check=early` looks ahead: a line must
still have a completion (quotas and runs), and a line with two blanks left must not be bound to
equal a full one.

Solutions come in reading order of the walk, 0 before 1. The plain text of the walk is
`nonairo.engines.plain.walk`.
"""

from __future__ import annotations

from nonairo.engines import twins
from nonairo.engines.base import Engine, Run, Search, crossing_lines, twin_search
from nonairo.engines.cell_checks import COUNTED, GIVENS, Walker
from nonairo.grid import UNKNOWN, Cell, Grid
from nonairo.puzzle import Puzzle


def search(puzzle: Puzzle, run: Run) -> Search:
    """Walk, and give every full grid that passes all checks."""
    walker = Walker(puzzle, run)
    empty = [k for k, symbol in enumerate(puzzle.givens.cells) if symbol == UNKNOWN]
    constrained = run.options["order"] == "most-constrained"
    run.count("empty", len(empty))
    run.spend()
    if not walker.givens_hold():
        return
    path: list[Cell] = []  # the cells walked so far
    tried: list[int] = []  # how many symbols each of them has seen
    ahead, found = True, False
    while True:
        run.poll()
        if ahead:
            if len(path) == len(empty):
                if run.observer:
                    run.emit("goal", len(path), valid=True)
                    run.emit("solution", len(path), unknowns=0)
                yield Grid(puzzle.height, puzzle.width, "".join(map("".join, walker.cells)))
                ahead, found = False, True
                continue
            cell = walker.most_constrained() if constrained else None
            cell = cell or Cell(*divmod(empty[len(path)], puzzle.width))
            path.append(cell)
            tried.append(0)
            run.count("visited")
            if run.observer:
                run.emit("visit", len(path), cell, unknowns=len(empty) - len(path) + 1)
                yield None
        if not path:
            if run.observer:
                more = "further " if found else ""
                run.emit("goal", 0, valid=False, criterion=f"off the board: no {more}solution")
            return
        cell = path[-1]
        if walker.cells[cell.row][cell.col] != UNKNOWN:
            walker.wipe(cell)
            if run.observer:
                run.emit("undo", len(path), cell, ((cell, UNKNOWN),))
        ahead = False
        while tried[-1] < len(puzzle.symbols) and not ahead:
            run.spend()
            symbol = puzzle.symbols[tried[-1]]
            tried[-1] += 1
            walker.put(cell, symbol)
            failed = walker.failed_check(cell)
            ahead = failed is None
            if run.observer:
                why = walker.reason(failed)
                run.emit("place", len(path), cell, ((cell, symbol),), ahead, why)
                yield None
            if not ahead:
                walker.wipe(cell)
        if not ahead:
            path.pop()
            tried.pop()
            run.backtracks += 1
            run.count("backtracks")


def twin(puzzle: Puzzle, run: Run) -> Search | None:
    """The same walk in native code."""
    constrained, early = run.options["order"] != "reading", run.options["check"] == "early"
    grid = twins.walk(puzzle, constrained=constrained, early=early)
    return None if grid is None else twin_search(grid, puzzle, run)


ENGINE = Engine(
    name="walk",
    summary="visits cells from top left to bottom right, tries 0 then 1, steps back when both fail",
    search=search,
    refusal=crossing_lines,
    twin=twin,
    options={"order": ("reading", "most-constrained"), "check": ("late", "early")},
    traces=True,
    counters=("empty", "visited", *COUNTED, "backtracks", *(GIVENS + name for name in COUNTED)),
)
