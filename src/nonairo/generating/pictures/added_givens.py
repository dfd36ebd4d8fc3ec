"""Givens on top of a posed puzzle, where its clues alone do not do.

A few flips make nearly every nonogram fair. The clues of other kinds can tell so little that no
picture nearby is solved by single lines: then some cells are given, as few as a board needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from nonairo.errors import LimitReached
from nonairo.generating.boards.digging import dig
from nonairo.generating.pictures.job import Job
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

Made = TypeVar("Made")

MOST_LOOKS = 5_000  # at pictures, before cells are given; and fewer at large ones, in which
LOOKS = 40_000_000  # a look takes about as long as the square of the cells


def flips_first(job: Job, cells: int, by_flips: Callable[[Job], Made]) -> Made | None:
    """What flips give within their share of the work; None where givens must help.

    Kinds that have nothing but clues spend all on flips, and raise LimitReached in the end.
    """
    if job.kind.clues_only:
        return by_flips(job)
    left = job.limits.nodes_left()
    looks = min(MOST_LOOKS, LOOKS // cells**2, MOST_LOOKS if left is None else left // 2)
    part = job.within(job.limits.child(looks))
    try:
        return by_flips(part)
    except LimitReached as struck:
        if struck.limit == "time":
            raise
    job.limits.spend(part.limits.nodes)
    return None


def with_givens(posed: Puzzle, picture: Grid, job: Job) -> tuple[Puzzle, Grid]:
    """The puzzle with givens that single lines need, and no more; and its picture."""
    givens = dig(posed, picture, job.draws, job.limits, by_lines=True)
    return posed.with_givens(givens), picture
