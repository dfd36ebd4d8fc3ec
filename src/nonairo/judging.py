"""The public door to checking: it takes a puzzle and a grid in any form."""

from __future__ import annotations

from nonairo import checking
from nonairo.accepting import PuzzleLike, puzzle_of
from nonairo.grid import Grid, GridLike
from nonairo.results import Violation


def check(puzzle: PuzzleLike, grid: Grid | GridLike) -> list[Violation]:
    """The rules that a grid, finished or not, breaks so far; empty if none.

    `puzzle` is a Puzzle, its id or its text; `grid` is a Grid, its text, nested lists of 0, 1 and
    None, or an array of numpy.

    >>> [violation.message for violation in check("binairo:0./..", [[1, None], [None, 1]])]
    ['r1c1: the given is 0, found 1']
    """
    return checking.check(puzzle_of(puzzle), grid)
