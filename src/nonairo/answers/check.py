"""`check`: which rules a grid breaks."""

from __future__ import annotations

from nonairo.answers.base import Answer
from nonairo.answers.fields import Field, Json, Request
from nonairo.answers.puzzles import PUZZLE_FIELDS, grid_in, puzzle_in
from nonairo.answers.shapes import FLAG, ID, listed, shape
from nonairo.api import check
from nonairo.results import check_to_json


def run(request: Request) -> Json:
    puzzle = puzzle_in(request)
    grid = grid_in(request, "grid", puzzle)
    assert grid is not None
    return check_to_json(puzzle, grid, check(puzzle, grid))


ANSWER = Answer(
    name="check",
    summary="List the rules that a grid breaks, finished or not.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            "grid",
            "grid",
            "The grid to check; `.` is an unknown cell.",
            required=True,
            example="0110/1001/0101/1010",
        ),
    ),
    gives={"id": ID, "full": FLAG, "solved": FLAG, "violations": listed(shape("Violation"))},
    example={"puzzle": "binairo:1..0/..../..../0..1", "grid": "1110/..../..../0..1"},
    quick=True,
)
