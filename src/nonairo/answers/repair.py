"""`repair`: a puzzle with several solutions made unique, by the smallest change."""

from __future__ import annotations

from nonairo.answers.base import CELLS, FLAG, IDENTITY, TEXT, Answer, listed, nullable
from nonairo.answers.fields import Field, Json, Request, flag
from nonairo.answers.puzzles import PUZZLE_FIELDS, grid_in, puzzle_in
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
    summary="Change a puzzle with several solutions as little as possible, so that one is left.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            "picture",
            "grid",
            "The picture or solution that you want; the result differs as little as possible.",
        ),
        flag("by_givens", "Add givens, even if there is a picture that could be changed."),
    ),
    gives=IDENTITY
    | {
        "puzzle": TEXT,
        "how": TEXT | {"enum": ["givens", "clues", "picture"]},
        "changes": listed({"type": "array"}),
        "exact": FLAG,
        "solution": nullable(CELLS),
    },
    example={"puzzle": "binairo:1.../..../..../...."},
)
