"""Dig a puzzle out of a full board.

First cells are given, in random order, where single lines decide nothing, until these finish it.
Then the givens are taken back one by one, in another random order, as long as the puzzle stays what
it has to be: finished by single lines, or just with one solution. What is left is needed. With
a symmetry, cells come and go together with those that it moves them to.

The core does the same with the same draws, without a symmetry or with a half turn; this is the
reference, and works without it.

Some kinds have marks between cells, such as signs. A share of all marks of the board is written
down before cells are given, and then marks and givens are taken back alternately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, zip_longest

from nonairo import native
from nonairo.errors import ArgumentError, LimitReached, PuzzleError
from nonairo.generating.boards.full_boards import balanced_plan
from nonairo.generating.boards.symmetries import HALF, NONE, Group, groups_of
from nonairo.generating.random_draws import Draws
from nonairo.generating.single_lines import decided_by_lines, giver
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import kind_of
from nonairo.kinds.base import Kind, Mark
from nonairo.limits import Budget
from nonairo.plain import shown
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

NODES = 5_000_000  # of the core, for one puzzle: half a minute or so


def without(grid: Grid, group: Group) -> Grid:
    """Return the grid with some cells unknown."""
    return _put(grid, group, UNKNOWN * len(grid.cells))


def given(grid: Grid, group: Group, board: Grid) -> Grid:
    """Return the grid with some cells as on a full board."""
    return _put(grid, group, board.cells)


def _put(grid: Grid, group: Group, source: str) -> Grid:
    cells = list(grid.cells)
    for k in group:
        cells[k] = source[k]
    return Grid(grid.height, grid.width, "".join(cells))


def dig(
    blank: Puzzle,
    board: Grid,
    draws: Draws,
    limits: Budget,
    *,
    by_lines: bool,
    symmetry: str = NONE,
) -> Grid:
    """Return givens that leave this board as the only solution, each of them needed."""
    limits.spend()
    seed = draws.word()
    givens = dug_by_core(blank, board, seed, limits, by_lines=by_lines, symmetry=symmetry)
    return givens or _dig(blank, board, Draws(seed), limits, by_lines, symmetry)


def dug_by_core(
    blank: Puzzle,
    board: Grid,
    seed: int,
    limits: Budget,
    *,
    by_lines: bool,
    symmetry: str = NONE,
    nodes: int | None = NODES,
) -> Grid | None:
    """The same, where the core can."""
    plan = balanced_plan(blank) if symmetry in (NONE, HALF) else None
    if plan is None:
        return None
    seconds, memory = limits.seconds_left(), limits.limits.memory
    half, seed = symmetry == HALF, seed & native.MASK
    dug = plan.dig(board.cells, seed, by_lines, half, seconds, nodes, memory)
    if not dug.finished:
        limits.poll()
        size = f"{blank.height}x{blank.width}"
        raise LimitReached(
            f"no minimal puzzle of {size} was found within {nodes or 0:,} nodes", "patience"
        )
    return Grid(blank.height, blank.width, dug.cells)


def _dig(
    blank: Puzzle, board: Grid, draws: Draws, limits: Budget, by_lines: bool, symmetry: str
) -> Grid:
    needed = enough(blank, board, draws, limits, symmetry)
    givens = blank.givens
    for group in needed:
        givens = given(givens, group, board)
    draws.shuffle(needed)
    keeps = finished_by_lines if by_lines else still_unique
    return thin(givens, needed, lambda less, group: keeps(blank, less, group, board, limits))


def thin(givens: Grid, groups: Iterable[Group], keeps: Callable[[Grid, Group], bool]) -> Grid:
    """Return the givens without the groups for whose absence `keeps` returns True."""
    for group in groups:
        less = without(givens, group)
        if keeps(less, group):
            givens = less
    return givens


def enough(blank: Puzzle, board: Grid, draws: Draws, limits: Budget, symmetry: str) -> list[Group]:
    """Return cells to give where single lines decide nothing, until these finish the board."""
    give = giver(blank, limits)
    order = groups_of(board, symmetry)
    draws.shuffle(order)
    chosen = []
    for group in order:
        was_open = [give(k, board.cells[k]) for k in group]  # all of them: no short circuit
        if any(was_open):
            chosen.append(group)
    return chosen


def finished_by_lines(
    blank: Puzzle, givens: Grid, group: Group, board: Grid, limits: Budget
) -> bool:
    """Whether single lines, distinctness aside, still finish the puzzle."""
    return decided_by_lines(blank.with_givens(givens), limits).full


def still_unique(blank: Puzzle, givens: Grid, group: Group, board: Grid, limits: Budget) -> bool:
    """Whether there is no other solution; there was none before, so it would differ here."""
    for number, k in enumerate(group):
        so_far = given(givens, group[:number], board).cells
        for symbol in blank.symbols.replace(board.cells[k], ""):
            other = Grid(givens.height, givens.width, so_far[:k] + symbol + so_far[k + 1 :])
            if _solvable(blank.with_givens(other), limits):
                return False
    return True


def _solvable(puzzle: Puzzle, limits: Budget) -> bool:
    status = solve(puzzle, limit=1, limits=limits.left()).status
    if status is Status.UNKNOWN:
        limits.poll()
        raise LimitReached("it is unknown whether a given can be removed", "patience")
    return status is not Status.NONE


def share_of(kind: Kind, share: object) -> float:
    """Return a share of marks, checked; 0 for none."""
    if share is None:
        return 0.0
    if kind.all_marks is None:
        raise PuzzleError(f"a {kind.name} has no signs")
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise ArgumentError("signs", f": expected a share from 0 to 1, found {shown(share)}")
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
    puzzle: Puzzle, board: Grid, draws: Draws, limits: Budget, symmetry: str
) -> Puzzle:
    """Return the puzzle with givens where single lines decide nothing, until these finish it."""
    givens = puzzle.givens
    for group in enough(puzzle, board, draws, limits, symmetry):
        givens = given(givens, group, board)
    return puzzle.with_givens(givens)


def without_needless(
    puzzle: Puzzle, draws: Draws, symmetry: str, keeps: Callable[[Puzzle], bool]
) -> Puzzle:
    """Return the puzzle without the marks and givens for whose absence `keeps` returns True."""
    kind = kind_of(puzzle)
    assert kind.marked is not None
    before = None
    while before != puzzle:  # what is needed now may not have been needed before, and the reverse
        before = puzzle
        marks: list[Mark | Group] = list(kind.marks(puzzle))
        cells = groups_of(puzzle.givens, symmetry)
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
