"""What the clues of a picture shall do: have one solution, or be solved by single lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nonairo.errors import LimitReached
from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.posing import another, decided
from nonairo.grid import UNKNOWN, Grid


@dataclass(frozen=True, slots=True)
class Goal:
    """What a picture's clues shall do. `trouble` names cells in question; none: it is reached.

    As long as no cell in the rows and columns of these cells is changed, the goal stays out of
    reach: that is what makes the search for the fewest changes short.
    """

    name: str
    find: Callable[[Grid, Job, list[Grid]], list[int]]

    def trouble(self, picture: Grid, job: Job, doubts: list[Grid] | None = None) -> list[int]:
        """The cells in question; `doubts` collects pictures of which it was too hard to tell."""
        return self.find(picture, job, [] if doubts is None else doubts)


def _left_by_lines(picture: Grid, job: Job, doubts: list[Grid]) -> list[int]:
    """What single lines leave open.

    Flip cells in other lines, and the open lines still have the same clues, and know no more of
    their cells than before: they stay open.
    """
    cells = decided(picture, job).cells
    return [cell for cell, symbol in enumerate(cells) if symbol == UNKNOWN]


def _not_unique(picture: Grid, job: Job, doubts: list[Grid]) -> list[int]:
    """Where another solution differs.

    Flip the same cells in both, none of them in a line in which they differ, and the two still
    have the same clues.
    """
    open_cells = _left_by_lines(picture, job, doubts)
    if not open_cells:
        return []
    try:
        other = another(picture, job)
    except LimitReached as reached:
        if reached.limit != "patience":
            raise
        doubts.append(picture)
        return open_cells  # too hard to tell: no good puzzle
    if other is None:
        return []
    both = zip(picture.cells, other.cells, strict=True)
    return [cell for cell, (mine, theirs) in enumerate(both) if mine != theirs]


LINES = Goal("lines", _left_by_lines)
UNIQUE = Goal("unique", _not_unique)
