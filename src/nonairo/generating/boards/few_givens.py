"""Puzzles with a chosen number of givens, or with as few as a search finds.

A board is drawn, and a puzzle is dug out of it. Then, again and again, either a few more cells are
given and the puzzle is dug in another order, or a few givens are left out and another board with
the remaining ones is dug. The puzzle is kept unless it has more givens than before. After some
rounds without progress a new board is drawn. A round costs one unit of work for each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import gcd

from nonairo.errors import ArgumentError, LimitReached
from nonairo.generating.boards.digging import dig, enough, given, still_unique, thin, without
from nonairo.generating.boards.full_boards import draw_board
from nonairo.generating.boards.symmetries import Group, groups_of
from nonairo.generating.random_draws import Draws
from nonairo.grid import UNKNOWN, Grid
from nonairo.limits import Budget
from nonairo.plain import many, shown, whole
from nonairo.puzzle import Puzzle
from nonairo.solving import solve

BY_LINES = 20  # boards that are tried for a puzzle that single lines solve, before any other
LOOSENED = 3  # groups of cells that are given, or at most left out, before it is dug again
SEARCHING = 0.9  # the share of a time limit for the search; the rest is for the proof
PATIENCE = 300  # rounds without progress


def givens_in(grid: Grid) -> int:
    """Return how many cells are given."""
    return len(grid.cells) - grid.cells.count(UNKNOWN)


def checked_number(number: object, blank: Puzzle, symmetry: str) -> int:
    """Return a number of givens that a pattern with the symmetry can have."""
    cells, wanted = len(blank.givens.cells), whole(number)
    if wanted is None or not 0 <= wanted <= cells:
        raise ArgumentError(
            "givens", f": expected a number from 0 to {cells}, found {shown(number)}"
        )
    step = gcd(*map(len, groups_of(blank.givens, symmetry)))
    if wanted % step:
        near = f"{wanted - wanted % step} or {wanted - wanted % step + step}"
        reason = f"with symmetry {symmetry}, the number is a multiple of {step}"
        raise ArgumentError("givens", f": expected {near}, found {wanted}: {reason}")
    return wanted


def with_number(
    blank: Puzzle, number: int, draws: Draws, limits: Budget, symmetry: str, minimal: bool
) -> tuple[Puzzle, Grid]:
    """Return a puzzle with exactly so many givens, and its solution.

    `minimal`: each group of givens is needed. Otherwise single lines solve the puzzle if some of
    the first boards allow that; LimitReached names the nearest number.
    """
    nearest: int | None = None
    easy = () if minimal else _by_lines(blank, draws, limits, symmetry)
    try:
        for dug, board in chain(easy, _searched(blank, draws, limits, symmetry)):
            givens = dug if minimal else _filled(dug, board, number, draws, symmetry)
            found = givens_in(givens)
            if found == number:
                return blank.with_givens(givens), board
            if nearest is None or abs(found - number) < abs(nearest - number):
                nearest = found
    except LimitReached as limit:
        if nearest is None:
            raise
        sought = f"no {'minimal ' * minimal}puzzle with {many(number, 'given')} was found"
        raise LimitReached(f"{sought} in time; the closest has {nearest}", limit.limit) from None
    raise AssertionError("a search ends with a puzzle or at a limit")


def with_fewest(blank: Puzzle, draws: Draws, limits: Budget, symmetry: str) -> tuple[Puzzle, Grid]:
    """Return the puzzle with the fewest givens that is found within the limits."""
    best: tuple[Grid, Grid] | None = None
    search = limits.child(limits.nodes_left(), SEARCHING)
    try:
        for givens, board in _searched(blank, draws, search, symmetry):
            if best is None or givens_in(givens) < givens_in(best[0]):
                best = givens, board
    except LimitReached:
        if best is None:
            raise
    assert best is not None
    return blank.with_givens(best[0]), best[1]


def _by_lines(
    blank: Puzzle, draws: Draws, limits: Budget, symmetry: str
) -> Iterator[tuple[Grid, Grid]]:
    """Yield the givens of some puzzles that single lines solve, with their boards."""
    for _ in range(BY_LINES):
        limits.spend(len(blank.givens.cells))
        board = draw_board(blank, draws, limits)
        yield dig(blank, board, draws, limits, by_lines=True, symmetry=symmetry), board


def _searched(
    blank: Puzzle, draws: Draws, limits: Budget, symmetry: str
) -> Iterator[tuple[Grid, Grid]]:
    """Yield the givens of puzzles in which each is needed, with their boards, up to a limit."""
    cells = len(blank.givens.cells)
    while True:
        limits.spend(cells)
        board = draw_board(blank, draws, limits)
        givens = dig(blank, board, draws, limits, by_lines=False, symmetry=symmetry)
        yield givens, board
        stale = 0
        while stale < PATIENCE:
            limits.spend(cells)
            change = _dug_again if draws.coin() else _moved
            other, its_board = change(blank, givens, board, draws, limits, symmetry)
            yield other, its_board
            fewer = givens_in(givens) - givens_in(other)
            stale = 0 if fewer > 0 else stale + 1
            if fewer >= 0:
                givens, board = other, its_board


def _dug_again(
    blank: Puzzle, givens: Grid, board: Grid, draws: Draws, limits: Budget, symmetry: str
) -> tuple[Grid, Grid]:
    """Give a few more cells, and leave out what is then not needed: old givens first."""
    old, open_groups = _shuffled(givens, draws, symmetry)
    new = open_groups[:LOOSENED]
    return _thinned(blank, _all_given(givens, new, board), old + new, board, limits), board


def _moved(
    blank: Puzzle, givens: Grid, board: Grid, draws: Draws, limits: Budget, symmetry: str
) -> tuple[Grid, Grid]:
    """Leave out a few givens, and dig another board on which the others are right."""
    old, _ = _shuffled(givens, draws, symmetry)
    number = 1 + draws.below(LOOSENED)
    gone, old = old[:number], old[number:]
    for group in gone:
        givens = without(givens, group)
    puzzle = blank.with_givens(givens)
    # The same solution everywhere: this engine is the same with and without the core.
    found = solve(puzzle, "guess:propagate=lines", limit=1, limits=limits.left(), seed=draws.word())
    limits.poll()
    board = found.solution or board
    new = enough(puzzle, board, draws, limits, symmetry)
    order = old + new if draws.coin() else new + old
    return _thinned(blank, _all_given(givens, new, board), order, board, limits), board


def _shuffled(givens: Grid, draws: Draws, symmetry: str) -> tuple[list[Group], list[Group]]:
    """Return the groups of cells that are given, and the others, each in random order."""
    groups = groups_of(givens, symmetry)
    draws.shuffle(groups)
    old = [group for group in groups if givens.cells[group[0]] != UNKNOWN]
    return old, [group for group in groups if givens.cells[group[0]] == UNKNOWN]


def _all_given(givens: Grid, groups: Iterable[Group], board: Grid) -> Grid:
    return given(givens, tuple(chain.from_iterable(groups)), board)


def _thinned(blank: Puzzle, givens: Grid, order: list[Group], board: Grid, limits: Budget) -> Grid:
    """Return the givens without those that one solution does not need, tried in this order."""
    return thin(givens, order, lambda less, group: still_unique(blank, less, group, board, limits))


def _filled(givens: Grid, board: Grid, number: int, draws: Draws, symmetry: str) -> Grid:
    """Return the givens with random others, as far as they do not become more than a number."""
    groups = groups_of(board, symmetry)
    draws.shuffle(groups)
    left = number - givens_in(givens)
    for group in groups:
        if givens.cells[group[0]] == UNKNOWN and len(group) <= left:
            givens, left = given(givens, group, board), left - len(group)
    return givens
