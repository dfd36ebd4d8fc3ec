"""Puzzles with several solutions made unique, by as small a change as there is.

More givens are enough for any kind. Where clues are written in cells, more of them are added
instead. A puzzle that is posed from a picture, and has a wanted one, can be repaired by changing
the picture.
"""

from __future__ import annotations

from dataclasses import replace

from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.pictures.changing import (
    PROOF,
    Changed,
    flip_few,
    flips_first,
    recolour_few,
)
from nonairo.generating.pictures.task import UNIQUE, PictureRequest, PictureTask, is_unique
from nonairo.grid import SYMBOLS, UNKNOWN, Grid, GridLike
from nonairo.kinds import kind_of
from nonairo.limits import Limits, number_of, supervised
from nonairo.memory import names_memory
from nonairo.plain import truth
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.repairing.by_additions import (
    EqualClues,
    NoSolution,
    check_wanted,
    of_clues,
    of_givens,
    repair_by,
)
from nonairo.repairing.outcome import Repair

WORK = 200_000  # branches looked at; then a small change must do instead of the smallest
PATIENCE = 2_000  # nodes of a search after each flip, for other clues than a nonogram's


@names_memory
def repair(
    puzzle: PuzzleLike,
    *,
    picture: Grid | GridLike | None = None,
    by_givens: bool = False,
    budget: int = WORK,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Repair:
    """Return the puzzle with the smallest change that gives it exactly one solution.

    A kind made from a picture, such as a nonogram, with a picture (`picture`, or the solution of
    the puzzle) gets another picture with the fewest cells changed, unless `by_givens` is set or
    the puzzle has givens. A kind with numbers in cells, such as Mosaic, gets more numbers, and any
    other puzzle more givens: for the solution that it comes with, or else for the one that needs
    the fewest. If `budget` ends before the smallest change is known, a small one is returned and
    `exact` is false. If `time_limit` seconds or `memory_limit` bytes are not enough to find any,
    LimitReached is raised.

    >>> found = repair("binairo:1.../..../..../....")
    >>> found.puzzle.id, found.exact
    ('binairo:11../1.../..0./....', True)
    >>> repair("nonogram:1/1;1/1", picture="10/01").puzzle.id
    'nonogram:0/1;0/1'
    >>> repair("mosaic:.../.4./...").puzzle.id
    'mosaic:4../.4./...'
    """
    puzzle = puzzle_of(puzzle)
    wanted = puzzle.solution
    if picture is not None:
        wanted = Grid.like(puzzle.givens, picture, puzzle.symbols)
    budget = number_of(budget, "a budget", 0) or 0
    by_givens = truth(by_givens, "by_givens") or bool(puzzle.givens.cells.strip(UNKNOWN))
    with supervised(Limits.of(time_limit, memory_limit=memory_limit)):
        return _repair(puzzle, wanted, picture is not None, by_givens, budget)


def _repair(
    puzzle: Puzzle,
    wanted: Grid | None,
    chosen: bool,
    by_givens: bool,
    budget: int,
) -> Repair:
    kind = kind_of(puzzle)
    drawn = kind.posed and (puzzle.symbols == SYMBOLS or kind.colour_rules is not None)
    drawn = drawn and wanted is not None and not by_givens
    if drawn and wanted is not None and not kind.sparse:
        return repair_by_picture(puzzle, wanted, budget)
    if chosen:
        puzzle = replace(puzzle, solution=wanted)
    found = None
    if kind.sparse and not by_givens:
        try:
            found = repair_by(of_clues(puzzle), puzzle, budget)
        except EqualClues:
            if drawn and wanted is not None:
                return repair_by_picture(puzzle, wanted, budget)
        except LimitReached as reached:
            if reached.limit == "time":
                raise
    found = found or repair_by(of_givens(puzzle), puzzle, budget)
    if chosen and wanted is not None:
        check_wanted(puzzle, wanted)  # which no repair did where there is one solution already
    return found


def repair_by_picture(puzzle: Puzzle, picture: Grid, budget: int) -> Repair:
    """The puzzle of a picture as like the wanted one as can be found."""
    if (picture.height, picture.width) != (puzzle.height, puzzle.width):
        raise PuzzleError(f"expected a picture of {puzzle.height}x{puzzle.width},"
                          f" found {picture.height}x{picture.width}")  # fmt: skip
    if UNKNOWN in picture.cells:
        raise PuzzleError(f"expected a finished picture, found {UNKNOWN!r} in it")
    wrong = check(puzzle, picture)
    if wrong:
        raise PuzzleError(f"the picture is not a solution of this puzzle: {wrong[0].message}")
    kind = kind_of(puzzle)
    request = PictureRequest(kind, puzzle.rules, budget=budget)
    task = request.task(puzzle.height, puzzle.width)

    def by_flips(part: PictureTask) -> Changed:
        if not part.by_runs:
            if is_unique(picture, part):
                return Changed(picture, (), exact=True)
            part = replace(part, patience=PATIENCE)
        if part.symbols != SYMBOLS:
            return recolour_few(picture, UNIQUE, part)
        return flip_few(picture, UNIQUE, part, proof=max(budget // 10, PROOF))

    done = flips_first(task, len(picture.cells), by_flips)
    answer = picture if done is None else done.picture
    about = task.puzzle(answer).about(
        title=puzzle.title,
        author=puzzle.author,
        source=puzzle.source,
        solution=answer,
        extra=puzzle.extra,
    )
    if done is None:
        return repair_by(of_givens(about), about, budget)
    changes = tuple((cell, answer[cell]) for cell in done.changed)
    return Repair(about, "picture", changes, done.exact)


__all__ = ["NoSolution", "Repair", "repair"]
