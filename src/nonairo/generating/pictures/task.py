"""The work on one puzzle: what is requested, how pictures become puzzles, and when one is good.

A kind is posed when its question follows from the answer line by line, as clues do. So a flipped
cell changes the clues of two lines and no others, whatever the kind; this package relies on that.
A picture that breaks the rules of the puzzle that is posed from it never reaches a goal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import ne

from nonairo import native
from nonairo.automata import table_of
from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import (
    PICTURE_WORK,
    WORK,
    check_kind_has,
    limits_of,
)
from nonairo.generating.single_lines import decided_by_lines
from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Grid
from nonairo.kinds.base import Kind
from nonairo.kinds.nonogram import clue_of
from nonairo.limits import Budget, poll_in_force
from nonairo.line_sweeps import level_of_sweeps, sweeps_count
from nonairo.puzzle import Puzzle
from nonairo.rules import Runs
from nonairo.solving import solve
from nonairo.techniques import ladder_for
from nonairo.techniques.base import NO_SUPPOSING
from nonairo.techniques.shared.core_ladders import clue_rungs, picture_ladder

MOST_STATES = 250_000  # of the automata of all lines, were they full: a Kakurasu of 28x28
PATIENCE = 50_000  # nodes of one search; a picture that needs more is no good puzzle anyway
SEARCH_WORK = 10  # what a search counts, where lines are slow and a search is slower still


@dataclass(frozen=True, slots=True)
class PictureTask:
    """One puzzle being made: how pictures are posed, how much may be spent, and the draws."""

    kind: Kind
    rules: str
    limits: Budget
    draws: Draws
    by_runs: bool  # the clues are a nonogram's: the core reads them off a picture by itself
    patience: int = PATIENCE
    symbols: str = SYMBOLS  # of the pictures
    level: int | None = None  # that is requested
    seed: int = 0  # of the draws
    scenes: bool = False  # random pictures show things; else they are blots
    shown: list[str] = field(default_factory=list)  # what the last picture shows, if that is known

    def puzzle(self, picture: Grid) -> Puzzle:
        """Return the puzzle that is posed from a picture."""
        return self.kind.pose(picture, self.rules)

    def is_answer(self, picture: Grid) -> bool:
        """Whether a picture obeys the rules of the puzzle that is posed from it."""
        return self.kind.every_picture or not check(self.puzzle(picture), picture)

    def within(self, limits: Budget) -> PictureTask:
        """Return the same task with other limits."""
        return replace(self, limits=limits)


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """What is requested, whatever the picture."""

    kind: Kind
    rules: str = "standard"
    level: int | None = None
    seed: int = 0
    budget: int | None = None
    time_limit: float | None = None
    scenes: bool = False

    def task(self, height: int, width: int) -> PictureTask:
        """Return the task of making one puzzle of this size; its time starts now."""
        kind, blank = self.kind, self.kind.blank(height, width, self.rules)
        if blank.symbols != SYMBOLS and kind.colour_rules is None:
            raise PuzzleError(
                f"{kind.name} has more than two symbols, so it cannot be made from a picture"
            )
        check_kind_has(self.level, blank)
        lines = (*blank.row_rules, *blank.col_rules)
        by_runs = not blank.distinct and all(type(rule) is Runs for rule in lines)
        if not by_runs:
            self._check_lines(height, width)
        work = PICTURE_WORK if kind.clues_only else WORK * height * width
        limits = limits_of(self.budget, self.time_limit, work)
        return PictureTask(
            kind,
            self.rules,
            limits,
            Draws(self.seed),
            by_runs,
            symbols=blank.symbols,
            level=self.level,
            seed=self.seed,
            scenes=self.scenes,
        )

    def _check_lines(self, height: int, width: int) -> None:
        """Raise LimitReached where looking at single lines would take too long."""
        full = self.kind.pose(Grid(height, width, SYMBOLS[1] * (height * width)), self.rules)
        left = MOST_STATES
        for rules, length in ((full.row_rules, width), (full.col_rules, height)):
            most = left // len(rules)
            table = table_of(rules[0], length, full.symbols, most, poll_in_force())
            if table is None:
                reason = f"the automata of its lines have over {MOST_STATES:,} states"
                raise LimitReached(f"{self.kind.name} of {height}x{width}: {reason}", "size")
            left -= len(rules) * len(table.accepts)


def flipped(picture: Grid, *cells: int) -> Grid:
    """Return the picture with some cells flipped; cells are counted row after row.

    >>> flipped(Grid.parse("01/10"), 0, 3).rows()
    ('11', '11')
    """
    symbols = list(picture.cells)
    for cell in cells:
        symbols[cell] = OTHER[symbols[cell]]
    return Grid(picture.height, picture.width, "".join(symbols))


def decided(picture: Grid, task: PictureTask) -> Grid:
    """Return what single lines decide from the picture's clues."""
    task.limits.spend()
    if not _by_core(picture, task):
        return _decided_by_lines(picture, task)
    size = picture.height, picture.width
    known = native.compiled.decided(*size, picture.cells, task.limits.seconds_left())
    if known is None:
        task.limits.poll()
        raise LimitReached("the core stopped early", "time")
    return Grid(*size, known)


def _by_core(picture: Grid, task: PictureTask) -> bool:
    """Whether the core makes the clues of a picture, and solves them by single lines."""
    small = max(picture.height, picture.width) <= native.LARGEST
    return task.by_runs and native.compiled is not None and small


def _decided_by_lines(picture: Grid, task: PictureTask) -> Grid:
    puzzle = task.puzzle(picture)
    if puzzle.distinct and any(len({*s}) < len(s) for s in (picture.rows(), picture.cols())):
        return Grid.blank(picture.height, picture.width)
    return decided_by_lines(puzzle, task.limits)


def left_open(picture: Grid, task: PictureTask) -> list[int]:
    """Return the cells that single lines do not lead to, from the picture's clues."""
    return difference(picture, decided(picture, task))


def level_of_picture(picture: Grid, task: PictureTask) -> int | None:
    """Return the level of the picture's nonogram from the core.

    None where it does not know, or where somebody has to suppose something.
    """
    if not _by_core(picture, task):
        return None
    ladder = picture_ladder(picture, _rungs())
    if ladder is None:
        return None
    blank = UNKNOWN * len(picture.cells)
    level, _, _ = ladder.climb(blank, task.limits.seconds_left(), None)
    if sweeps_count(level):
        return level_of_sweeps(max(picture.height, picture.width), level, ladder.sweeps(blank))
    return level or None


@lru_cache(maxsize=1)
def _rungs() -> bytes | None:
    """Return the techniques for single lines that suppose nothing, as the core has them."""
    return clue_rungs([rung for rung in ladder_for(Runs) if rung.level <= NO_SUPPOSING])


def left_by_flips(picture: Grid, cells: Sequence[int], task: PictureTask) -> list[int]:
    """Return for each of these cells how many cells are left open once it is flipped."""
    task.limits.spend(len(cells))
    if not _by_core(picture, task):
        trials = (flipped(picture, cell) for cell in cells)
        return [sum(map(ne, trial.cells, _decided_by_lines(trial, task).cells)) for trial in trials]
    size, seconds = (picture.height, picture.width), task.limits.seconds_left()
    left: list[int] = native.compiled.flips(*size, picture.cells, cells, seconds)
    if len(left) < len(cells):
        task.limits.poll()
        raise LimitReached("the core stopped early", "time")
    return left


def difference(picture: Grid, other: Grid) -> list[int]:
    """Return the cells in which two pictures differ."""
    if picture.cells == other.cells:
        return []
    both = zip(picture.cells, other.cells, strict=True)
    return [cell for cell, (mine, theirs) in enumerate(both) if mine != theirs]


def another(picture: Grid, task: PictureTask) -> Grid | None:
    """Return another picture that answers the same clues; None when there is no other.

    Where the clues have no answer at all, which a picture that breaks its rules can have, that is
    a blank grid. Raises LimitReached when the search would take too long, even without a limit.
    """
    limits = task.limits
    limits.spend(1 if task.by_runs else SEARCH_WORK)
    answer = solve(task.puzzle(picture), limits=limits.left(task.patience))
    others = [grid for grid in answer.solutions if grid != picture]
    if others:
        return others[0]
    if not answer.complete:
        limits.poll()
        raise LimitReached(answer.reason or "a limit was reached", "patience")
    return None if answer.solutions else Grid.blank(picture.height, picture.width)


def is_unique(picture: Grid, task: PictureTask) -> bool:
    """Whether the picture is the only answer of its clues; False if that is too hard.

    >>> from nonairo.kinds import KINDS
    >>> task = PictureRequest(KINDS["nonogram"]).task(2, 2)
    >>> is_unique(Grid.parse("11/01"), task), is_unique(Grid.parse("10/01"), task)
    (True, False)
    """
    try:
        return another(picture, task) is None
    except LimitReached as reached:
        if reached.limit != "patience":
            raise
        return False


def distinguishes(cell: int, picture: Grid, other: Grid, task: PictureTask) -> bool:
    """Whether two pictures have different clues once this cell is flipped in both.

    If they have the same clues now, and still after the flip, the flip does not help.
    """
    one, two = flipped(picture, cell), flipped(other, cell)
    if not task.by_runs:
        return task.puzzle(one) != task.puzzle(two)
    width = picture.width
    row, col = divmod(cell, width)
    lines = slice(row * width, (row + 1) * width), slice(col, None, width)
    return any(clue_of(one.cells[line]) != clue_of(two.cells[line]) for line in lines)


@dataclass(frozen=True, slots=True)
class Goal:
    """What a picture's clues must do. `trouble` lists the cells in question; none: it is reached.

    Where every picture is an answer, the goal stays out of reach as long as no cell in the rows and
    columns of these cells is changed: that keeps the search for the fewest changes short.
    """

    name: str
    find: Callable[[Grid, PictureTask, list[Grid]], list[int]]

    def trouble(
        self, picture: Grid, task: PictureTask, doubts: list[Grid] | None = None
    ) -> list[int]:
        """Return the cells in question; `doubts` collects pictures that are too hard to judge."""
        return self.find(picture, task, [] if doubts is None else doubts)


def _not_solved_by_lines(picture: Grid, task: PictureTask, doubts: list[Grid]) -> list[int]:
    """Return what single lines leave open.

    If cells in other lines are flipped, the open lines still have the same clues, and know no more
    of their cells than before: they stay open.
    """
    return left_open(picture, task)


def _not_unique(picture: Grid, task: PictureTask, doubts: list[Grid]) -> list[int]:
    """Return where another solution differs.

    If the same cells are flipped in both, none of them in a line in which they differ, the two
    still have the same clues.
    """
    open_cells = left_open(picture, task)
    if not open_cells:
        return []
    try:
        other = another(picture, task)
    except LimitReached as reached:
        if reached.limit != "patience":
            raise
        doubts.append(picture)
        return open_cells  # too hard to decide: no good puzzle
    return [] if other is None else difference(picture, other)


LINES = Goal("lines", _not_solved_by_lines)
UNIQUE = Goal("unique", _not_unique)
