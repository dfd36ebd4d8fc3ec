"""`explain`: the way to the solution, step by step, as a person would go it."""

from __future__ import annotations

from nonairo.answers.base import CELLS, FLAG, IDENTITY, NUMBER, TEXT, Answer, listed, nullable
from nonairo.answers.fields import Asked, Field, Json
from nonairo.answers.hint import GRID
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, grid_asked, puzzle_asked
from nonairo.explaining import PATHS, explain


def run(asked: Asked) -> Json:
    puzzle = puzzle_asked(asked)
    return explain(
        puzzle,
        asked.whole_or_none("max_level"),
        path=asked.text("path"),
        start=grid_asked(asked, "grid", puzzle),
        time_limit=asked.number("time_limit"),
    ).to_json()


ANSWER = Answer(
    name="explain",
    summary="Solve a puzzle as a person would, every step with its reason.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        GRID,
        Field(
            name="path",
            type="text",
            doc="Which way of several: the easiest step first, or few steps, none of them harder.",
            default=PATHS[0],
            choices=PATHS,
        ),
        Field(
            name="max_level",
            type="whole",
            doc="Use only techniques up to this level.",
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
