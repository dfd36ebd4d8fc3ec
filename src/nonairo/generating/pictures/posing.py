"""Pictures and their questions: what the clues that a picture gives tell of it.

A kind is posed when its question follows from the answer line by line. So a flipped cell changes
the clues of two lines and no others, whatever the kind; all of this part rests on that.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo import native
from nonairo.errors import LimitReached
from nonairo.generating.pictures.job import Job
from nonairo.generating.single_lines import decided_by_lines
from nonairo.grid import OTHER, UNKNOWN, Grid
from nonairo.kinds.nonogram import clue_of
from nonairo.solving import solve

SEARCH_WORK = 10  # what a search counts, where lines are slow and a search is slower still


def flipped(picture: Grid, *cells: int) -> Grid:
    """The picture with some cells flipped; cells are counted row after row.

    >>> flipped(Grid.parse("01/10"), 0, 3).rows()
    ('11', '11')
    """
    symbols = list(picture.cells)
    for cell in cells:
        symbols[cell] = OTHER[symbols[cell]]
    return Grid(picture.height, picture.width, "".join(symbols))


def decided(picture: Grid, job: Job) -> Grid:
    """What single lines decide from the picture's clues."""
    job.limits.spend()
    known = native.decided(picture, job.limits) if job.by_runs else None
    return known or decided_by_lines(job.puzzle(picture), job.limits)


def left_by_flips(picture: Grid, cells: Sequence[int], job: Job) -> list[int]:
    """For each of these cells, how many cells single lines would leave open were it flipped."""
    job.limits.spend(len(cells))
    left = native.flips(picture, cells, job.limits) if job.by_runs else None
    if left is not None:
        return left
    trials = (job.puzzle(flipped(picture, cell)) for cell in cells)
    return [decided_by_lines(trial, job.limits).cells.count(UNKNOWN) for trial in trials]


def another(picture: Grid, job: Job) -> Grid | None:
    """Another picture with the same clues; None when there is no other.

    Raises LimitReached when the search would take too long, even where the job has no limit.
    """
    limits = job.limits
    limits.spend(1 if job.by_runs else SEARCH_WORK)
    answer = solve(job.puzzle(picture), time_limit=limits.seconds_left(), node_limit=job.patience)
    others = [grid for grid in answer.solutions if grid != picture]
    if not others and not answer.complete:
        limits.poll()
        raise LimitReached(answer.reason or "a limit was reached", "patience")
    return others[0] if others else None


def is_unique(picture: Grid, job: Job) -> bool:
    """Whether no other picture has the same clues; False also if that is too hard to tell."""
    try:
        return another(picture, job) is None
    except LimitReached as reached:
        if reached.limit != "patience":
            raise
        return False


def told_apart(picture: Grid, other: Grid, cell: int, job: Job) -> bool:
    """Whether two pictures have different clues once this cell is flipped in both.

    If they have the same clues now, and still after the flip, the flip does not help.
    """
    one, two = flipped(picture, cell), flipped(other, cell)
    if not job.by_runs:
        return job.puzzle(one) != job.puzzle(two)
    width = picture.width
    row, col = divmod(cell, width)
    lines = slice(row * width, (row + 1) * width), slice(col, None, width)
    return any(clue_of(one.cells[line]) != clue_of(two.cells[line]) for line in lines)
