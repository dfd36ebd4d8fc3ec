"""`explain`: the way to the solution, step by step, as a person would go it."""

from __future__ import annotations

from nonairo.answers.base import IDENTITY, Answer
from nonairo.answers.fields import Field, Json, Request
from nonairo.answers.hint import GRID
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, grid_in, puzzle_in
from nonairo.answers.shapes import CELLS, FLAG, NUMBER, TEXT, WHOLE, listed, nullable, shape
from nonairo.explaining import PATHS, explain


def run(request: Request) -> Json:
    puzzle = puzzle_in(request)
    return explain(
        puzzle,
        max_level=request.whole_or_none("max_level"),
        path=request.text("path"),
        start=grid_in(request, "grid", puzzle),
        time_limit=request.number("time_limit"),
    ).to_json()


ANSWER = Answer(
    name="explain",
    summary="Solve a puzzle as a person would, with a reason for every step.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        GRID,
        Field(
            "path",
            "text",
            "`easiest`: the easiest step first; `shortest`: fewer steps, none harder than"
            " necessary.",
            default=PATHS[0],
            choices=PATHS,
        ),
        Field(
            "max_level",
            "whole",
            "Use only techniques up to this level.",
            least=1,
            most=7,
            example=3,
        ),
    ),
    gives=IDENTITY
    | {
        "solved": FLAG,
        "reason": nullable(TEXT),
        "limit": nullable(TEXT),
        "broken": nullable(shape("Broken")),
        "grid": CELLS,
        "level": nullable(WHOLE),
        "hardest": nullable(TEXT),
        "score": NUMBER,
        "steps": listed(shape("Step")),
    },
    always=("id", "kind", "solved", "reason", "grid", "steps"),
    example={"puzzle": EXAMPLE, "max_level": 3},
)
