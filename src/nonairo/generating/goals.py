"""What the clues of a picture shall do: have one solution, or be solved by single lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonairo.engines.base import Run
from nonairo.errors import LimitReached
from nonairo.generating.closure import another, decided
from nonairo.grid import UNKNOWN, Grid

UNKNOWN_COUNT = "unknown"  # counts the pictures of which nobody found out whether they are unique


@dataclass(frozen=True, slots=True)
class Goal:
    """What a picture's clues shall do. `trouble` names cells in question; none: it is reached.

    As long as no cell in the rows and columns of these cells is changed, the goal stays out of
    reach: that is what makes the search for the fewest changes short.
    """

    name: str
    trouble: Callable[[Grid, Run], list[int]]


def _left_by_lines(picture: Grid, run: Run) -> list[int]:
    """What single lines leave open.

    Flip cells in other lines, and the open lines still have the same clues, and know no more of
    their cells than before: they stay open.
    """
    cells = decided(picture, run).cells
    return [cell for cell, symbol in enumerate(cells) if symbol == UNKNOWN]


def _not_unique(picture: Grid, run: Run) -> list[int]:
    """Where another solution differs.

    Flip the same cells in both, none of them in a line in which they differ, and the two still
    have the same clues.
    """
    open_cells = _left_by_lines(picture, run)
    if not open_cells:
        return []
    try:
        other = another(picture, run)
    except LimitReached:
        run.poll()  # was it the run's own limit?
        run.count(UNKNOWN_COUNT)
        return open_cells  # too hard to tell: no good puzzle
    if other is None:
        return []
    both = zip(picture.cells, other.cells, strict=True)
    return [cell for cell, (mine, theirs) in enumerate(both) if mine != theirs]


LINES = Goal("lines", _left_by_lines)
UNIQUE = Goal("unique", _not_unique)


def touched(picture: Grid, trouble: Sequence[int]) -> list[int]:
    """All cells in the rows and columns of some cells."""
    width = picture.width
    rows = {cell // width for cell in trouble}
    cols = {cell % width for cell in trouble}
    return [
        cell for cell in range(len(picture.cells)) if cell // width in rows or cell % width in cols
    ]
