"""`explain`: the way to the solution, step by step, as a person would go it."""

from __future__ import annotations

from nonairo.answers.base import CELLS, FLAG, IDENTITY, NUMBER, TEXT, Answer, listed, nullable
from nonairo.answers.fields import Field, Json, Request
from nonairo.answers.hint import GRID
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, grid_in, puzzle_in
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
    summary="Solve a puzzle as a person would, every step with its reason.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        GRID,
        Field(
            "path",
            "text",
            "Which order: the easiest step first, or few steps, none of them harder.",
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
        "broken": {"type": ["object", "null"]},
        "grid": CELLS,
        "score": NUMBER,
        "steps": listed({"type": "object"}),
    },
    always=("id", "kind", "solved", "reason", "grid", "steps"),
    example={"puzzle": EXAMPLE, "max_level": 3},
)
