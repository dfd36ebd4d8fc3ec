"""Puzzles made unique by changing the picture that they are posed from."""

from __future__ import annotations

from dataclasses import replace

from nonairo.checking import check
from nonairo.errors import PuzzleError
from nonairo.generating.pictures.changing import (
    PROOF,
    Changed,
    flip_few,
    flips_first,
    recolour_few,
)
from nonairo.generating.pictures.task import UNIQUE, PictureRequest, PictureTask, is_unique
from nonairo.grid import SYMBOLS, UNKNOWN, Grid
from nonairo.kinds import kind_of
from nonairo.puzzle import Puzzle
from nonairo.repairing.by_givens import repair_by_givens
from nonairo.repairing.outcome import Repair

PATIENCE = 2_000  # nodes of a search after each flip, for other clues than a nonogram's


def repair_by_picture(puzzle: Puzzle, picture: Grid, budget: int) -> Repair:
    """The puzzle of a picture as like the wanted one as can be found."""
    if (picture.height, picture.width) != (puzzle.height, puzzle.width):
        raise PuzzleError(f"expected a picture of {puzzle.height}x{puzzle.width},"
                          f" found {picture.height}x{picture.width}")  # fmt: skip
    if UNKNOWN in picture.cells:
        raise PuzzleError(f"expected a finished picture, found {UNKNOWN!r} in it")
    wrong = check(puzzle, picture)
    if wrong:
        raise PuzzleError(f"the wanted picture is none of this puzzle's: {wrong[0].message}")
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
        return repair_by_givens(about, budget)
    changes = tuple((cell, answer[cell]) for cell in done.changed)
    return Repair(about, "picture", changes, done.exact)
