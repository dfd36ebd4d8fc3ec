"""`repair`: a puzzle with several solutions made unique, by the smallest change."""

from __future__ import annotations

from nonairo.answers.base import IDENTITY, Answer
from nonairo.answers.fields import Field, Json, Request, flag
from nonairo.answers.puzzles import PUZZLE_FIELDS, grid_in, puzzle_in
from nonairo.answers.shapes import CELLS, FLAG, TEXT, listed, nullable, shape
from nonairo.repairing import repair


def run(request: Request) -> Json:
    puzzle = puzzle_in(request)
    return repair(
        puzzle,
        picture=grid_in(request, "picture", puzzle),
        by_givens=request.flag("by_givens"),
        time_limit=request.number("time_limit"),
    ).to_json()


ANSWER = Answer(
    name="repair",
    summary="Make the smallest change that gives a puzzle exactly one solution.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            "picture",
            "grid",
            "The picture or solution that you want; the result stays as close to it as possible.",
        ),
        flag("by_givens", "Add givens instead of changing the picture."),
    ),
    gives=IDENTITY
    | {
        "puzzle": TEXT,
        "how": TEXT | {"enum": ["givens", "clues", "picture"]},
        "changes": listed(shape("Change")),
        "exact": FLAG,
        "solution": nullable(CELLS),
    },
    example={"puzzle": "binairo:1.../..../..../...."},
)
