"""Puzzles whose question is givens and marks between cells, such as signs.

A share of all marks of a full board is written down, and cells are given where single lines decide
nothing. Then marks and givens are taken back alternately, each in a random order, as long as the
puzzle stays what it has to be. All that is left is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, zip_longest

from nonairo.errors import PuzzleError
from nonairo.generating.boards.digging import Group, enough, given, groups_of, without
from nonairo.generating.random_draws import Draws
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import kind_of
from nonairo.kinds.base import Kind, Mark
from nonairo.limits import Budget
from nonairo.plain import shown
from nonairo.puzzle import Puzzle


def share_of(kind: Kind, share: object) -> float:
    """Return a share of marks, checked; 0 for none."""
    if share is None:
        return 0.0
    if kind.all_marks is None:
        raise PuzzleError(f"a {kind.name} has no signs")
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise PuzzleError(f"signs: expected a share from 0 to 1, found {shown(share)}")
    return float(share)


def with_share(blank: Puzzle, board: Grid, share: float, draws: Draws) -> Puzzle:
    """Return the puzzle with this share of all possible marks of its answer, and at least one."""
    kind = kind_of(blank)
    assert kind.all_marks is not None
    assert kind.marked is not None
    marks = list(kind.all_marks(board))
    draws.shuffle(marks)
    return kind.marked(blank, marks[: max(round(share * len(marks)), 1)])


def given_enough(
    puzzle: Puzzle, board: Grid, draws: Draws, limits: Budget, symmetric: bool
) -> Puzzle:
    """Return the puzzle with givens where single lines decide nothing, until these finish it."""
    givens = puzzle.givens
    for group in enough(puzzle, board, draws, limits, symmetric):
        givens = given(givens, group, board)
    return puzzle.with_givens(givens)


def without_needless(
    puzzle: Puzzle, draws: Draws, symmetric: bool, keeps: Callable[[Puzzle], bool]
) -> Puzzle:
    """Return the puzzle without the marks and givens for whose absence `keeps` returns True."""
    kind = kind_of(puzzle)
    assert kind.marked is not None
    before = None
    while before != puzzle:  # what is needed now may not have been needed before, and the reverse
        before = puzzle
        marks: list[Mark | Group] = list(kind.marks(puzzle))
        cells = groups_of(len(puzzle.givens.cells), symmetric)
        groups: list[Mark | Group] = [g for g in cells if puzzle.givens.cells[g[0]] != UNKNOWN]
        draws.shuffle(marks)
        draws.shuffle(groups)
        for item in chain.from_iterable(zip_longest(marks, groups)):
            if item is None:
                continue
            less = _less(kind, puzzle, item)
            if keeps(less):
                puzzle = less
    return puzzle


def _less(kind: Kind, puzzle: Puzzle, item: Mark | Group) -> Puzzle:
    """Return the puzzle without a mark, or without some givens."""
    if not isinstance(item, Mark):
        return puzzle.with_givens(without(puzzle.givens, item))
    assert kind.marked is not None
    return kind.marked(puzzle, [mark for mark in kind.marks(puzzle) if mark != item])
