"""Change few cells of a picture in several colours until its clues have one solution.

What flips are for two symbols: a cell takes the colour of a neighbour, or that of the paper. So
shapes move their edges, and no specks appear.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from nonairo.errors import LimitReached
from nonairo.generating.pictures.few_flips import Changed, cells_of
from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.uniqueness import LINES, Goal
from nonairo.generating.pictures.worth_flipping import nearby
from nonairo.generating.single_lines import decided_by_lines
from nonairo.grid import UNKNOWN, Grid, Symbol

Change: TypeAlias = tuple[int, Symbol]  # a cell, counted row after row, and its new colour

TRIED = 60  # cells looked at for one change
IDLE = 8  # changes in a row without progress


def painted(picture: Grid, *changes: Change) -> Grid:
    """The picture with other colours in some cells.

    >>> painted(Grid.parse("01/20", "012"), (0, "2")).rows()
    ('21', '20')
    """
    symbols = list(picture.cells)
    for cell, symbol in changes:
        symbols[cell] = symbol
    return Grid(picture.height, picture.width, "".join(symbols))


def colours_around(picture: Grid, cell: int) -> list[Symbol]:
    """The colours that a cell may take: those of its neighbours, most frequent first, and paper."""
    width, cells = picture.width, picture.cells
    row, col = divmod(cell, width)
    around = [
        cells[r * width + c]
        for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        if 0 <= r < picture.height and 0 <= c < width
    ]
    return sorted(
        {*around, "0"} - {cells[cell]}, key=lambda symbol: (-around.count(symbol), symbol)
    )


def recolour(picture: Grid, goal: Goal, job: Job, most: int) -> Grid | None:
    """The picture with cells changed one by one until the goal is reached; None if too many."""
    now, idle = picture, 0
    trouble = goal.trouble(now, job)
    changed: list[int] = []
    while trouble:
        if len(changed) >= most or idle > IDLE:
            return None
        open_cells = LINES.trouble(now, job) or trouble
        cells = nearby(now, open_cells, changed, job.draws, TRIED)
        best = _best(now, cells, job)
        if best is None:
            return None
        now = painted(now, best)
        changed.append(best[0])
        after = goal.trouble(now, job)
        idle = 0 if len(after) < len(trouble) else idle + 1
        trouble = after
    return now


def _best(picture: Grid, cells: Sequence[int], job: Job) -> Change | None:
    """The change after which single lines leave the fewest cells open, the likeliest first."""
    best: tuple[int, int, int, Symbol] | None = None
    colours = {*picture.cells}
    for cell in cells:
        for rank, symbol in enumerate(colours_around(picture, cell)[:2]):
            trial = painted(picture, (cell, symbol))
            if {*trial.cells} | {"0"} != colours | {"0"}:
                continue  # no colour may get lost
            job.limits.spend()
            left = decided_by_lines(job.puzzle(trial), job.limits).cells.count(UNKNOWN)
            if best is None or (left, rank, cell) < best[:3]:
                best = left, rank, cell, symbol
    return None if best is None else best[2:]


def recolour_few(picture: Grid, goal: Goal, job: Job) -> Changed:
    """The picture with few cells changed, so that the goal is reached.

    Raises LimitReached where no way is found.
    """
    most = max(4, len(picture.cells) // 4)
    found = recolour(picture, goal, job, most)
    if found is None:
        raise LimitReached(f"no way was found to make the picture {goal.name}", "patience")
    for cell, (before, after) in enumerate(zip(picture.cells, found.cells, strict=True)):
        if before != after:  # perhaps it was not needed after all
            back = painted(found, (cell, before))
            found = back if not goal.trouble(back, job) else found
    both = zip(picture.cells, found.cells, strict=True)
    places = [cell for cell, (before, after) in enumerate(both) if before != after]
    return Changed(found, cells_of(picture, places), exact=len(places) <= 1)
