"""Puzzles of a wanted level: solved with techniques up to it, and not with those below it.

A board, and a puzzle dug out of it, with one solution and no given too many. Then a person's ladder
is climbed up to the level; where it ends too early, a cell is given, and the climb goes on. Last,
givens that are not needed for that any more are taken out. If the puzzle is now of the wanted
level, it is kept; else another board is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from nonairo.errors import LimitReached
from nonairo.explaining import foot, level_needed
from nonairo.generating.boards.digging import (
    dig,
    given,
    thin,
    without_needless,
)
from nonairo.generating.boards.symmetries import HALF, NONE, Group, groups_of
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import HARDEST_BY_LINES, level_missed
from nonairo.grading import SEARCH, level_alone
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import kind_of
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve
from nonairo.techniques import ladder_of
from nonairo.techniques.shared.core_ladders import balanced_ladder, spend_rounds

# Draws a full board, and returns it with the puzzle that it answers before anything is given.
Drawing: TypeAlias = Callable[[Draws, Budget], tuple[Puzzle, Grid]]

SEARCHED_CELLS = 400  # up to here puzzles dug out by search are cheap; larger ones start from lines
NODES = 20_000  # of a search that saves a climb; what takes more is left to the climb
HARD = 5  # from this level on a puzzle should not begin with a long run of the easiest steps
EASY_STEPS = 6  # so many are no long run, or
EASY_SHARE = 6  # one for so many cells, on boards of more than 8x8
PATIENCE = 4  # of so many puzzles with a long run, the one with the shortest is taken


def at_level(
    drawing: Drawing,
    level: int,
    draws: Draws,
    limits: Budget,
    *,
    minimal: bool = False,
    symmetry: str = NONE,
    searched: bool = True,
) -> tuple[Puzzle, Grid]:
    """Return a puzzle of the level, and its solution; LimitReached names the nearest level.

    `searched`: small boards are dug as far as there is one solution, by search, before the ladder
    is climbed; else only as far as single lines go.
    """
    reached: set[int | None] = set()
    dull: list[tuple[int, Puzzle, Grid]] = []
    try:
        while len(dull) < PATIENCE:
            own = draws.fork()
            blank, board = drawing(own, limits)
            givens = _givens(blank, board, level, own, limits, minimal, symmetry, searched)
            puzzle = blank.with_givens(givens)
            if kind_of(puzzle).marks(puzzle):
                puzzle = _lighter(puzzle, level, own, limits, symmetry)
            found = level_alone(puzzle, limits.left())
            reached.add(found)
            if found == level:
                easy = easy_start(puzzle, limits) if level >= HARD else 0
                if easy <= lively(puzzle):
                    return puzzle, board
                dull.append((easy, puzzle, board))
    except LimitReached as reached_limit:
        if reached_limit.limit == "time":
            raise
        if not dull and limits.nodes_left() == 0:
            raise level_missed(level, reached, limits) from None
        if not dull:
            raise
    _, puzzle, board = min(dull, key=lambda made: made[0])
    return puzzle, board


def _givens(
    blank: Puzzle,
    board: Grid,
    level: int,
    draws: Draws,
    limits: Budget,
    minimal: bool,
    symmetry: str,
    searched: bool,
) -> Grid:
    """Return givens from which the ladder leads to the board, often of the level."""
    small = len(board.cells) <= SEARCHED_CELLS
    by_lines = not searched or (level <= HARDEST_BY_LINES and not small)
    givens = dig(blank, board, draws, limits, by_lines=by_lines, symmetry=symmetry)
    puzzle, thinned = blank.with_givens(givens), small or minimal
    by_core = _levelled_by_core(puzzle, board, level, symmetry, draws, limits, thinned)
    if by_core is not None:
        return by_core
    givens, used = help_along(puzzle, board, level, symmetry, draws, limits)
    if thinned or used < level:
        givens = thin_out(blank.with_givens(givens), board, level, symmetry, draws, limits)
    return givens


def _levelled_by_core(
    puzzle: Puzzle,
    board: Grid,
    level: int,
    symmetry: str,
    draws: Draws,
    limits: Budget,
    thinned: bool,
) -> Grid | None:
    """Return the same as `help_along` and then `thin_out`; None where the core cannot do it."""
    rungs = [rung for rung in ladder_of(puzzle) if rung.level <= level]
    known = balanced_ladder(puzzle, rungs) if symmetry in (NONE, HALF) else None
    if known is None:
        return None
    rules = level, symmetry == HALF, thinned, draws.state, NODES
    within = limits.seconds_left(), limits.nodes_left(), limits.limits.memory
    made = known.dig(board.cells, puzzle.givens.cells, *rules, *within)
    spend_rounds(limits, made.rounds, made.limit)
    draws.state = made.state
    return Grid(board.height, board.width, made.cells)


def _lighter(puzzle: Puzzle, level: int, draws: Draws, limits: Budget, symmetry: str) -> Puzzle:
    """Return the puzzle without the marks and givens that the climb to the level can do without."""

    def keeps(less: Puzzle) -> bool:
        return not _several(less, limits) and climbs(less, level, limits) <= level

    return without_needless(puzzle, draws, symmetry, keeps)


def climbs(puzzle: Puzzle, level: int, limits: Budget) -> int:
    """Return the level of the hardest technique needed; 8 if those up to `level` do not do."""
    return level_needed(puzzle, level, limits) or SEARCH


def help_along(
    puzzle: Puzzle, board: Grid, level: int, symmetry: str, draws: Draws, limits: Budget
) -> tuple[Grid, int]:
    """Return the givens with as many more as it takes to reach the end, and the level needed."""
    climb = foot(puzzle, puzzle.givens, level, limits)
    groups = groups_of(board, symmetry)
    draws.shuffle(groups)
    givens, position = puzzle.givens, climb.position
    hardest = 1
    for group in groups:
        used = climb.run_up()
        hardest = max(hardest, used or level)
        if not position.blanks:
            break
        useful = False
        for k in group:
            row, col = divmod(k, puzzle.width)
            if position.lines[row][col] == UNKNOWN:
                position.settle(row, col, board.cells[k])
                useful = True
        if useful:
            givens = given(givens, group, board)
    return givens, hardest


def thin_out(
    puzzle: Puzzle, board: Grid, level: int, symmetry: str, draws: Draws, limits: Budget
) -> Grid:
    """Return the givens without those that the climb to the level can do without."""
    before, givens = None, puzzle.givens
    groups = [group for group in groups_of(board, symmetry) if _given(givens, group)]
    draws.shuffle(groups)

    def keeps(less: Grid, group: Group) -> bool:
        without_it = puzzle.with_givens(less)
        return not _several(without_it, limits) and climbs(without_it, level, limits) <= level

    while givens != before:  # until nothing more can be left out, which is then also checked
        left = [group for group in groups if _given(givens, group)]
        before, givens = givens, thin(givens, left, keeps)
    return givens


def _given(givens: Grid, group: Group) -> bool:
    return givens.cells[group[0]] != UNKNOWN


def _several(puzzle: Puzzle, limits: Budget) -> bool:
    """Whether there is more than one solution: the core sees that long before a climb fails."""
    answer = solve(puzzle, limits=limits.left(NODES))
    return answer.status is Status.MULTIPLE


def easy_start(puzzle: Puzzle, limits: Budget) -> int:
    """Return how many steps of the first level a puzzle begins with."""
    return sum(1 for _ in foot(puzzle, puzzle.givens, 1, limits).steps())


def lively(puzzle: Puzzle) -> int:
    """Return how many steps of the first level a hard puzzle may begin with."""
    cells = puzzle.height * puzzle.width
    return EASY_STEPS if cells <= 64 else cells // EASY_SHARE
