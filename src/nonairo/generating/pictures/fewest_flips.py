"""The smallest set of cells to change, by trying all sets of one cell, of two, of three.

Whatever set helps, one of its cells lies in a row or column of the cells in question (see `Goal`):
so we branch only there. A cell that was tried is left out of the sets tried after it, so that each
set is looked at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonairo.errors import LimitReached
from nonairo.generating.pictures.posing import flipped, left_by_flips
from nonairo.generating.pictures.uniqueness import LINES, UNIQUE, Goal, touched
from nonairo.grid import Grid
from nonairo.kinds.nonogram import clue_of
from nonairo.limits import Budget


@dataclass(frozen=True, slots=True)
class Fewest:
    """The changes found, if any, and whether all smaller sets were tried."""

    cells: tuple[int, ...] | None
    complete: bool


def fewest(
    picture: Grid, goal: Goal, limits: Budget, cost: Sequence[int], most: int, proof: int
) -> Fewest:
    """The cheapest of the smallest sets of at most so many cells; `proof` bounds the work.

    >>> from nonairo.generating.pictures.uniqueness import UNIQUE
    >>> fewest(Grid.parse("10/01"), UNIQUE, Budget(), [1, 1, 1, 1], 2, 1000)
    Fewest(cells=(0,), complete=True)
    """
    own = limits.child(proof)
    doubts: list[Grid] = []
    try:
        for size in range(1, most + 1):
            sets = list(_sets(picture, goal, own, doubts, (), frozenset(), size))
            if sets:
                ordered = [tuple(sorted(cells)) for cells in sets]
                best = min(ordered, key=lambda cells: (sum(cost[cell] for cell in cells), cells))
                return Fewest(best, not doubts)
    except LimitReached:
        limits.poll()
        return Fewest(None, False)
    return Fewest(None, not doubts)


def _sets(
    picture: Grid,
    goal: Goal,
    limits: Budget,
    doubts: list[Grid],
    chosen: tuple[int, ...],
    left_out: frozenset[int],
    size: int,
) -> Iterator[tuple[int, ...]]:
    """All sets of `size` more cells, none of them left out, that reach the goal."""
    trouble = goal.trouble(picture, limits, doubts)
    if not trouble:
        return  # a smaller set does: it was found before, or it is not ours to tell
    cells = [cell for cell in touched(picture, trouble) if cell not in left_out]
    if size == 1:
        if goal is UNIQUE:
            other = flipped(picture, *trouble)
            cells = [cell for cell in cells if _tells_apart(picture, other, cell)]
        yield from ((*chosen, cell) for cell in _single(picture, goal, limits, doubts, cells))
        return
    for cell in cells:
        left_out |= {cell}
        after = flipped(picture, cell)
        yield from _sets(after, goal, limits, doubts, (*chosen, cell), left_out, size - 1)


def _single(
    picture: Grid, goal: Goal, limits: Budget, doubts: list[Grid], cells: list[int]
) -> Iterator[int]:
    """The cells whose flip reaches the goal: many at once for lines, by search for the rest."""
    for cell, left in zip(cells, left_by_flips(picture, cells, limits), strict=True):
        if left == 0 or (
            goal is not LINES and not goal.trouble(flipped(picture, cell), limits, doubts)
        ):
            yield cell


def _tells_apart(picture: Grid, other: Grid, cell: int) -> bool:
    """Whether two pictures have different clues once this cell is flipped in both.

    If they have the same clues now, and still after the flip, the flip does not help.
    """
    width = picture.width
    row, col = divmod(cell, width)
    place = slice(row * width, (row + 1) * width), slice(col, None, width)
    one, two = flipped(picture, cell).cells, flipped(other, cell).cells
    return any(clue_of(one[line]) != clue_of(two[line]) for line in place)
