"""Pictures that somebody wants to see: change few cells, and get a puzzle with one solution.

Unless a level is asked for, a picture is led to where single lines solve it, so that nobody has to
guess. Only where that takes many cells more than one solution alone would, the latter is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.errors import LimitReached
from nonairo.generating.boards.board_levels import at_level
from nonairo.generating.pictures.added_givens import flips_first, with_givens
from nonairo.generating.pictures.few_flips import Changed, cells_of, flip_few, taken_back
from nonairo.generating.pictures.job import Job, Order
from nonairo.generating.pictures.level_by_flips import flip_to_level
from nonairo.generating.pictures.posing import flipped
from nonairo.generating.pictures.recolouring import recolour_few
from nonairo.generating.pictures.uniqueness import LINES, UNIQUE
from nonairo.generating.request import HARDEST_BY_LINES, level_missed
from nonairo.grading import level_alone
from nonairo.grid import SYMBOLS, UNKNOWN, Grid
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle

FEW = 0.01  # the share of cells that being fair may cost, and two cells at least


def wanted_puzzle(picture: Grid, cost: Sequence[int], order: Order, job: Job) -> Puzzle:
    """The puzzle of a picture with few cells changed; what was done to it stands in `extra`.

    Where flips alone do not do, and the kind allows it, the picture stays and cells are given.
    """
    level = order.level
    done = flips_first(job, len(picture.cells), lambda part: adapt(picture, level, cost, part))
    puzzle = job.puzzle(picture if done is None else done.picture)
    if done is None:
        if level is None:
            puzzle, _ = with_givens(puzzle, picture, job)
        else:
            posed = puzzle, picture
            puzzle, _ = at_level(lambda _, __: posed, level, job.draws, job.limits, searched=False)
        done = Changed(picture, (), exact=not puzzle.givens.cells.strip(UNKNOWN))
    extra: dict[str, object] = {
        "level": level_of(puzzle, level, job.limits),
        "seed": order.seed,
        "changed": [list(cell) for cell in done.changed],
        "exact": done.exact,
    }
    return puzzle.about(solution=done.picture, extra=extra)


def untouched(picture: Grid, order: Order, job: Job) -> Puzzle:
    """The puzzle of a picture of which nothing has to be changed."""
    puzzle = job.puzzle(picture)
    level = level_of(puzzle, order.level, job.limits)
    extra: dict[str, object] = {"level": level, "seed": order.seed, "changed": [], "exact": True}
    return puzzle.about(solution=picture, extra=extra)


def adapt(picture: Grid, level: int | None, cost: Sequence[int], job: Job) -> Changed:
    """The picture with few cells changed: unique, and of the level, if one is asked for."""
    if job.symbols != SYMBOLS:
        return _recoloured(picture, level, job)
    if level is None:
        return _fair_if_cheap(picture, cost, job)
    reached: list[int | None] = []
    try:
        goal = LINES if level <= HARDEST_BY_LINES else UNIQUE
        start = flip_few(picture, goal, job, cost, proof=0)
        final = flip_to_level(start.picture, level, cost, job, reached)
    except LimitReached as struck:
        raise level_missed(level, reached, job.limits, struck) from None
    return _difference(picture, final)


def _recoloured(picture: Grid, level: int | None, job: Job) -> Changed:
    """Of a picture in several colours the first that is unique: fair, if lines can be led there."""
    try:
        done = recolour_few(picture, LINES, job)
    except LimitReached as struck:
        if struck.limit != "patience":
            raise
        done = recolour_few(picture, UNIQUE, job)
    found = level_alone(job.puzzle(done.picture), job.limits.seconds_left()) if level else None
    if level is not None and found != level:
        raise level_missed(level, [found], job.limits)
    return done


def _fair_if_cheap(picture: Grid, cost: Sequence[int], job: Job) -> Changed:
    """Solved by single lines if that costs only few cells more than being unique."""
    fair = flip_few(picture, LINES, job, cost)
    few = max(2, round(FEW * len(picture.cells)))
    if len(fair.changed) <= few:
        return fair
    cells = tuple(cell.row * picture.width + cell.col for cell in fair.changed)
    try:
        fewer = taken_back(picture, UNIQUE, job, cost, cells)
    except LimitReached:
        return fair
    if len(cells) - len(fewer) <= few:
        return fair
    return _difference(picture, flipped(picture, *fewer))


def _difference(picture: Grid, final: Grid) -> Changed:
    both = zip(picture.cells, final.cells, strict=True)
    changed = [cell for cell, (before, after) in enumerate(both) if before != after]
    return Changed(final, cells_of(picture, changed), not changed)


def level_of(puzzle: Puzzle, level: int | None, limits: Budget) -> int | None:
    """The level that was asked for, else that of the puzzle; None if there is no time to grade."""
    return level or level_alone(puzzle, limits.seconds_left())
