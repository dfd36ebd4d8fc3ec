"""What a picture's own clues tell of it: by single lines, and by search.

The compiled core answers where it is there; without it the same answers come from the line kernels
of Python, so that a seed gives the same puzzle either way.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo import native
from nonairo.candidates import Candidates
from nonairo.errors import LimitReached
from nonairo.formats.clues import from_picture
from nonairo.grid import OTHER, UNKNOWN, Grid
from nonairo.limits import Budget
from nonairo.propagation import kernels, propagate
from nonairo.solving import solve

PATIENCE = 50_000  # nodes of one search; a picture that needs more is no good puzzle anyway


def flipped(picture: Grid, *cells: int) -> Grid:
    """The picture with some cells flipped; cells are counted row after row.

    >>> flipped(Grid.parse("01/10"), 0, 3).rows()
    ('11', '11')
    """
    symbols = list(picture.cells)
    for cell in cells:
        symbols[cell] = OTHER[symbols[cell]]
    return Grid(picture.height, picture.width, "".join(symbols))


def decided(picture: Grid, limits: Budget) -> Grid:
    """What single lines decide from the picture's clues.

    >>> decided(Grid.parse("100/010"), Budget()).rows()
    ('..0', '..0')
    """
    limits.spend()
    return native.decided(picture, limits) or _by_lines(picture, limits)


def _by_lines(picture: Grid, limits: Budget) -> Grid:
    puzzle = from_picture(picture)
    possible = Candidates.of(puzzle.givens)
    propagate(kernels(puzzle), False, possible, limits.poll)
    return possible.grid()


def left_by_flips(picture: Grid, cells: Sequence[int], limits: Budget) -> list[int]:
    """For each of these cells, how many cells single lines would leave open were it flipped."""
    limits.spend(len(cells))
    left = native.flips(picture, cells, limits)
    if left is not None:
        return left
    return [_by_lines(flipped(picture, cell), limits).cells.count(UNKNOWN) for cell in cells]


def another(picture: Grid, limits: Budget) -> Grid | None:
    """Another picture with the same clues; None when there is no other.

    Raises LimitReached when the search would take too long, even where the run has no limit.
    """
    limits.spend()
    answer = solve(from_picture(picture), time_limit=limits.seconds_left(), node_limit=PATIENCE)
    others = [grid for grid in answer.solutions if grid != picture]
    if not others and not answer.complete:
        limits.poll()
        raise LimitReached(answer.reason or "a limit was reached", "patience")
    return others[0] if others else None
