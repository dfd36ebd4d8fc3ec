"""The smallest set of cells to change, by trying all sets of one cell, of two, of three.

Whatever set helps, one of its cells lies in a row or column of the cells in question (see `Goal`):
so we branch only there. A cell that was tried is left out of the sets tried after it, so that each
set is looked at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonairo.errors import LimitReached
from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.posing import flipped, left_by_flips, told_apart
from nonairo.generating.pictures.uniqueness import LINES, UNIQUE, Goal
from nonairo.generating.pictures.worth_flipping import touched
from nonairo.grid import Grid


@dataclass(frozen=True, slots=True)
class Fewest:
    """The changes found, if any, and whether all smaller sets were tried."""

    cells: tuple[int, ...] | None
    complete: bool


def fewest(
    picture: Grid, goal: Goal, job: Job, cost: Sequence[int], most: int, proof: int
) -> Fewest:
    """The cheapest of the smallest sets of at most so many cells; `proof` bounds the work."""
    own = job.within(job.limits.child(proof))
    doubts: list[Grid] = []
    try:
        for size in range(1, most + 1):
            sets = list(_sets(picture, goal, own, doubts, (), frozenset(), size))
            if sets:
                ordered = [tuple(sorted(cells)) for cells in sets]
                best = min(ordered, key=lambda cells: (sum(cost[cell] for cell in cells), cells))
                return Fewest(best, not doubts)
    except LimitReached:
        job.limits.poll()
        return Fewest(None, False)
    return Fewest(None, not doubts)


def _sets(
    picture: Grid,
    goal: Goal,
    job: Job,
    doubts: list[Grid],
    chosen: tuple[int, ...],
    left_out: frozenset[int],
    size: int,
) -> Iterator[tuple[int, ...]]:
    """All sets of `size` more cells, none of them left out, that reach the goal."""
    trouble = goal.trouble(picture, job, doubts)
    if not trouble:
        return  # a smaller set does: it was found before, or it is not ours to tell
    cells = [cell for cell in touched(picture, trouble) if cell not in left_out]
    if size == 1:
        if goal is UNIQUE:
            other = flipped(picture, *trouble)
            cells = [cell for cell in cells if told_apart(picture, other, cell, job)]
        yield from ((*chosen, cell) for cell in _single(picture, goal, job, doubts, cells))
        return
    for cell in cells:
        left_out |= {cell}
        after = flipped(picture, cell)
        yield from _sets(after, goal, job, doubts, (*chosen, cell), left_out, size - 1)


def _single(
    picture: Grid, goal: Goal, job: Job, doubts: list[Grid], cells: list[int]
) -> Iterator[int]:
    """The cells whose flip reaches the goal: many at once for lines, by search for the rest."""
    for cell, left in zip(cells, left_by_flips(picture, cells, job), strict=True):
        if left == 0 or (
            goal is not LINES and not goal.trouble(flipped(picture, cell), job, doubts)
        ):
            yield cell
