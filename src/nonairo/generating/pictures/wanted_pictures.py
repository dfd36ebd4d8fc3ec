"""Pictures that somebody wants to see: change few cells, and get a puzzle with one solution.

Unless a level is asked for, a picture is led to where single lines solve it, so that nobody has to
guess. Only where that takes many cells more than one solution alone would, the latter is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.errors import LimitReached, PuzzleError
from nonairo.formats.clues import from_picture
from nonairo.generating.pictures.few_flips import PROOF, Changed, flip_few, taken_back
from nonairo.generating.pictures.level_by_flips import flip_to_level
from nonairo.generating.pictures.looks import plain_cost
from nonairo.generating.pictures.posing import flipped
from nonairo.generating.pictures.uniqueness import LINES, UNIQUE
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import PICTURE_WORK, check_level, level_missed
from nonairo.grading import grade
from nonairo.grid import UNKNOWN, Cell, Grid
from nonairo.limits import Budget
from nonairo.techniques.climbing import NO_SUPPOSING

FEW = 0.01  # the share of cells that being fair may cost, and two cells at least


def adapt(
    picture: Grid,
    level: int | None,
    cost: Sequence[int],
    limits: Budget,
    draws: Draws,
) -> Changed:
    """The picture with few cells changed: unique, and of the level, if one is asked for."""
    if level is None:
        return _fair_if_cheap(picture, cost, limits, draws)
    reached: list[int | None] = []
    try:
        goal = LINES if level <= NO_SUPPOSING else UNIQUE
        start = flip_few(picture, goal, limits, draws, cost, proof=0)
        final = flip_to_level(start.picture, level, cost, limits, draws, reached)
    except LimitReached:
        raise level_missed(level, reached, limits) from None
    return _difference(picture, final, cost)


def _fair_if_cheap(picture: Grid, cost: Sequence[int], limits: Budget, draws: Draws) -> Changed:
    """Solved by single lines if that costs only few cells more than being unique."""
    fair = flip_few(picture, LINES, limits, draws, cost)
    few = max(2, round(FEW * len(picture.cells)))
    if len(fair.changed) <= few:
        return fair
    cells = tuple(cell.row * picture.width + cell.col for cell in fair.changed)
    try:
        fewer = taken_back(picture, UNIQUE, limits, cost, cells)
    except LimitReached:
        return fair
    if len(cells) - len(fewer) <= few:
        return fair
    return _difference(picture, flipped(picture, *fewer), cost)


def _difference(picture: Grid, final: Grid, cost: Sequence[int]) -> Changed:
    both = zip(picture.cells, final.cells, strict=True)
    cells = [cell for cell, (before, after) in enumerate(both) if before != after]
    changed = tuple(Cell(*divmod(cell, picture.width)) for cell in cells)
    return Changed(final, changed, not changed, sum(cost[cell] for cell in cells))


def level_of(picture: Grid, level: int | None, limits: Budget) -> int | None:
    """The level that was asked for, else that of the picture; None if there is no time to grade."""
    if level is not None:
        return level
    left = limits.seconds_left()
    limit = left
    return grade(from_picture(picture), time_limit=limit).level


def repair_picture(
    picture: Grid,
    *,
    level: int | None = None,
    seed: int = 0,
    budget: int = PICTURE_WORK,
    time_limit: float | None = None,
) -> Changed:
    """The picture with as few cells changed as possible, so that its clues have one solution.

    `exact` says whether it is proved that no smaller number of changes does.

    >>> fixed = repair_picture(Grid.parse("1000/0100/0010/0001"))
    >>> len(fixed.changed), fixed.exact
    (2, True)
    """
    check_level(level)
    if UNKNOWN in picture.cells:
        raise PuzzleError(f"expected a finished picture, found {UNKNOWN!r} in it")
    limits = Budget(node_limit=budget, time_limit=time_limit)
    draws, cost = Draws(seed), plain_cost(picture)
    if level is not None:
        return adapt(picture, level, cost, limits, draws)
    return flip_few(picture, UNIQUE, limits, draws, cost, proof=max(budget // 10, PROOF))
