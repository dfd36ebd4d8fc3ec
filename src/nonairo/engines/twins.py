"""Searches in native code that are twins of engines in Python: their solutions and counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonairo import native
from nonairo.engines.base import Run, Search
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo._core import RowsGrid, WalkGrid


def stream(grid: WalkGrid | RowsGrid, puzzle: Puzzle, run: Run) -> Search:
    """The solutions of a twin; whenever one comes, and at the end, the run has counted all."""
    budget, before = run.budget, run.budget.nodes
    seconds, nodes = budget.seconds_left(), budget.nodes_left()
    found: native.Stream = grid.search(puzzle.givens.cells, seconds, nodes, 0)

    def tally() -> None:
        budget.nodes, run.backtracks = before + found.nodes, found.backtracks
        run.counters |= found.counters()

    try:
        while (cells := found.next()) is not None:
            tally()
            yield Grid(puzzle.height, puzzle.width, cells)
    finally:
        tally()
    if found.outcome == "limit":
        raise budget.limits.reached(found.limit)
