"""Puzzles made unique by changing the picture that they are posed from."""

from __future__ import annotations

from nonairo.errors import PuzzleError
from nonairo.generating.pictures.wanted_pictures import repair_picture
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.repairing.outcome import Repair


def repair_by_picture(
    puzzle: Puzzle, picture: Grid, budget: int, time_limit: float | None
) -> Repair:
    """The puzzle of a picture as like the wanted one as can be found."""
    if (picture.height, picture.width) != (puzzle.height, puzzle.width):
        raise PuzzleError(f"expected a picture of {puzzle.height}x{puzzle.width},"
                          f" found {picture.height}x{picture.width}")  # fmt: skip
    done = repair_picture(picture, budget=budget, time_limit=time_limit)
    posed = KINDS[puzzle.kind].pose(done.picture, puzzle.rules)
    about = posed.about(title=puzzle.title, author=puzzle.author, source=puzzle.source,
                        solution=done.picture, extra=puzzle.extra)  # fmt: skip
    changes = tuple((cell, done.picture[cell]) for cell in done.changed)
    return Repair(about, "picture", changes, done.exact)
