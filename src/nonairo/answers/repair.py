"""`repair`: a puzzle with several solutions made unique, by the smallest change."""

from __future__ import annotations

from nonairo.answers.base import CELLS, FLAG, IDENTITY, TEXT, Answer, listed, nullable
from nonairo.answers.fields import Asked, Field, Json
from nonairo.answers.puzzles import PUZZLE_FIELDS, grid_asked, puzzle_asked
from nonairo.repairing import repair


def run(asked: Asked) -> Json:
    puzzle = puzzle_asked(asked)
    return repair(
        puzzle,
        grid_asked(asked, "picture", puzzle),
        by_givens=asked.flag("by_givens"),
        time_limit=asked.number("time_limit"),
    ).to_json()


ANSWER = Answer(
    name="repair",
    summary="Make a puzzle with several solutions unique, by the smallest change.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            name="picture",
            type="grid",
            doc="The picture, or another solution, that the puzzle is wanted to have, nearly.",
        ),
        Field(
            name="by_givens",
            type="flag",
            doc="Give cells, even if there is a picture that could be changed.",
            default=False,
        ),
    ),
    gives=IDENTITY
    | {
        "puzzle": TEXT,
        "how": TEXT | {"enum": ["givens", "picture"]},
        "changes": listed({"type": "array"}),
        "exact": FLAG,
        "solution": nullable(CELLS),
    },
    example={"puzzle": "binairo:1.../..../..../...."},
)
