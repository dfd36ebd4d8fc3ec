"""`check`: which rules a grid breaks."""

from __future__ import annotations

from nonairo.answers.base import FLAG, ID, Answer, listed
from nonairo.answers.fields import Asked, Field, Json
from nonairo.answers.puzzles import PUZZLE_FIELDS, grid_asked, puzzle_asked
from nonairo.judging import check
from nonairo.results import check_to_json


def run(asked: Asked) -> Json:
    puzzle = puzzle_asked(asked)
    grid = grid_asked(asked, "grid", puzzle)
    assert grid is not None
    return check_to_json(puzzle, grid, check(puzzle, grid))


ANSWER = Answer(
    name="check",
    summary="Tell which rules a grid breaks, finished or not.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            name="grid",
            type="grid",
            doc="The grid to be checked, `.` for what is not known.",
            required=True,
            example="0110/1001/0101/1010",
        ),
    ),
    gives={"id": ID, "full": FLAG, "solved": FLAG, "violations": listed({"type": "object"})},
    example={"puzzle": "binairo:1..0/..../..../0..1", "grid": "1110/..../..../0..1"},
    quick=True,
)
