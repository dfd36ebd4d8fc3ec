"""Puzzles of a wanted picture: change few cells, and get a puzzle with one solution.

Unless a level is requested, a picture is changed until single lines solve it, so that nobody has to
guess. Only where that takes many cells more than one solution alone would, the latter is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.boards.board_levels import at_level
from nonairo.generating.pictures.changing import (
    Changed,
    flip_few,
    flips_first,
    recolour_few,
    taken_back,
    with_givens,
)
from nonairo.generating.pictures.levels import flip_to_level
from nonairo.generating.pictures.task import (
    LINES,
    UNIQUE,
    PictureTask,
    flipped,
    level_of_picture,
)
from nonairo.generating.request import HARDEST_BY_LINES, level_missed, prove_answer
from nonairo.grading import level_alone
from nonairo.grid import SYMBOLS, UNKNOWN, Grid
from nonairo.puzzle import Puzzle

FEW = 0.01  # the share of cells that being fair may cost, and two cells at least


def wanted_puzzle(picture: Grid, cost: Sequence[int], task: PictureTask) -> Puzzle:
    """Return the puzzle of a picture with few cells changed; `extra` says what was done to it.

    Where changes alone do not do, and the kind allows it, the picture stays and cells are given.
    """
    done = flips_first(task, len(picture.cells), lambda part: adapt(picture, cost, part))
    if done is not None:
        return puzzle_of_changes(task.puzzle(done.picture), done, task)
    puzzle = task.puzzle(picture)
    for violation in check(puzzle, picture):
        raise PuzzleError(f"no {puzzle.kind} has this picture as its solution: {violation}")
    if task.level is None:
        puzzle, _ = with_givens(puzzle, picture, task)
    else:
        posed, limits = (puzzle, picture), task.limits
        puzzle, _ = at_level(lambda *_: posed, task.level, task.draws, limits, searched=False)
    unchanged = Changed(picture, (), exact=not puzzle.givens.cells.strip(UNKNOWN))
    return puzzle_of_changes(puzzle, unchanged, task)


def puzzle_of_changes(puzzle: Puzzle, done: Changed, task: PictureTask) -> Puzzle:
    """Return the finished puzzle, with the changes of its picture in `extra`."""
    changed = [list(cell) for cell in done.changed]
    return finished_picture(puzzle, done.picture, task, changed=changed, exact=done.exact)


def finished_picture(puzzle: Puzzle, picture: Grid, task: PictureTask, **changes: object) -> Puzzle:
    """Return the puzzle, proved, with its level and seed in `extra`.

    Grading may use up the time, so it comes last: then the level is None.
    """
    prove_answer(puzzle, picture, task.limits)
    level = task.level
    if level is None and not puzzle.givens.cells.strip(UNKNOWN):
        level = level_of_picture(picture, task)
    level = level or level_alone(puzzle, task.limits.left())
    extra = {"level": level, "seed": task.seed, **changes}
    # Where lines must not suffice, so many cells are flipped that nobody recognises the thing.
    noisy = task.by_runs and task.level is not None and task.level > HARDEST_BY_LINES
    if task.shown and not noisy:
        extra["picture"] = task.shown[-1]
    return puzzle.about(solution=picture, extra=extra)


def adapt(picture: Grid, cost: Sequence[int], task: PictureTask) -> Changed:
    """Return the picture with few cells changed: unique, and of the level, if there is one."""
    level = task.level
    if task.symbols != SYMBOLS:
        return _recoloured(picture, task)
    if level is None:
        return _fair_if_cheap(picture, cost, task)
    reached: list[int | None] = []
    try:
        goal = LINES if level <= HARDEST_BY_LINES else UNIQUE
        start = flip_few(picture, goal, task, cost, proof=0)
        final = flip_to_level(start.picture, level, cost, task, reached)
    except LimitReached as limit:
        raise level_missed(level, reached, task.limits, limit) from None
    return Changed.between(picture, final, exact=final == picture)


def _recoloured(picture: Grid, task: PictureTask) -> Changed:
    """Return a coloured picture with few cells changed: solved by lines if it can be."""
    try:
        done = recolour_few(picture, LINES, task)
    except LimitReached as reached:
        if reached.limit != "patience":
            raise
        done = recolour_few(picture, UNIQUE, task)
    if task.level is not None:
        found = level_alone(task.puzzle(done.picture), task.limits.left())
        if found != task.level:
            raise level_missed(task.level, [found], task.limits)
    return done


def _fair_if_cheap(picture: Grid, cost: Sequence[int], task: PictureTask) -> Changed:
    """Return a picture solved by single lines if that costs only few cells more than unique."""
    fair = flip_few(picture, LINES, task, cost)
    few = max(2, round(FEW * len(picture.cells)))
    if len(fair.changed) <= few:
        return fair
    cells = tuple(cell.row * picture.width + cell.col for cell in fair.changed)
    try:
        fewer = taken_back(picture, UNIQUE, task, cost, cells)
    except LimitReached:
        return fair
    if len(cells) - len(fewer) <= few:
        return fair
    return Changed.between(picture, flipped(picture, *fewer), exact=not fewer)
