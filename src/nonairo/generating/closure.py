"""What a picture's own clues tell of it: by single lines, and by search.

The compiled core answers where it is there; without it the same answers come from the line kernels
of Python, so that a seed gives the same puzzle either way.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo import line_solver
from nonairo.candidates import Candidates
from nonairo.engines.base import Run
from nonairo.errors import LimitReached
from nonairo.formats.shared.clues import from_picture
from nonairo.grid import OTHER, UNKNOWN, Grid
from nonairo.propagation import kernels, propagate
from nonairo.solving import solve

CORE_SIDE = 512  # what the core takes
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


def decided(picture: Grid, run: Run) -> Grid:
    """What single lines decide from the picture's clues.

    >>> decided(Grid.parse("100/010"), Run()).rows()
    ('..0', '..0')
    """
    run.spend()
    if line_solver.compiled is not None and max(picture.height, picture.width) <= CORE_SIDE:
        known = line_solver.compiled.decided(
            picture.height, picture.width, picture.cells, run.time_left()
        )
        if known is None:
            raise _out_of_time(run)
        return Grid(picture.height, picture.width, known)
    return _by_lines(picture, run)


def _by_lines(picture: Grid, run: Run) -> Grid:
    puzzle = from_picture(picture)
    possible = Candidates.of(puzzle.givens)
    propagate(kernels(puzzle), False, possible, run.poll)
    return possible.grid()


def left_by_flips(picture: Grid, cells: Sequence[int], run: Run) -> list[int]:
    """For each of these cells, how many cells single lines would leave open were it flipped."""
    for _ in cells:
        run.spend()
    if line_solver.compiled is not None and max(picture.height, picture.width) <= CORE_SIDE:
        left = line_solver.compiled.flips(
            picture.height, picture.width, picture.cells, cells, run.time_left()
        )
        if len(left) < len(cells):
            raise _out_of_time(run)
        return left
    return [_by_lines(flipped(picture, cell), run).cells.count(UNKNOWN) for cell in cells]


def another(picture: Grid, run: Run) -> Grid | None:
    """Another picture with the same clues; None when there is no other.

    Raises LimitReached when the search would take too long, even where the run has no limit.
    """
    run.spend()
    left = run.time_left()
    answer = solve(
        from_picture(picture),
        time_limit=None if left is None else max(left, 1e-9),
        node_limit=PATIENCE,
    )
    others = [grid for grid in answer.solutions if grid != picture]
    if not others and not answer.complete:
        raise _out_of_time(run)
    return others[0] if others else None


def _out_of_time(run: Run) -> LimitReached:
    """A search came back early: the time of the run is up, or our patience with the picture."""
    try:
        run.poll()
    except LimitReached as reached:
        return reached
    return LimitReached(f"the limit of {PATIENCE:,} nodes was reached")
