"""`grade`: how hard a puzzle is for a person."""

from __future__ import annotations

from nonairo.answers.base import IDENTITY, Answer
from nonairo.answers.fields import Json, Request
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, puzzle_in
from nonairo.answers.shapes import FLAG, NUMBER, TEXT, WHOLE, listed, nullable, shape
from nonairo.grading import grade


def run(request: Request) -> Json:
    return grade(puzzle_in(request), time_limit=request.number("time_limit")).to_json()


ANSWER = Answer(
    name="grade",
    summary="Grade a puzzle for people: level, score, hardest technique.",
    run=run,
    fields=PUZZLE_FIELDS,
    gives=IDENTITY
    | {
        "level": nullable(WHOLE),
        "name": nullable(TEXT),
        "reason": nullable(TEXT),
        "proof": TEXT,
        "limit": nullable(TEXT),
        "unique": nullable(FLAG),
        "score": nullable(NUMBER),
        "score_per_cell": nullable(NUMBER),
        "hardest": nullable(TEXT),
        "techniques": {"type": "object", "additionalProperties": WHOLE},
        "steps": WHOLE,
        "decisions": WHOLE,
        "longest_dead_end": WHOLE,
        "widest_choice": WHOLE,
        "bottleneck": nullable(NUMBER),
        "first_technique": nullable(TEXT),
        "first_moves": WHOLE,
        "weights": TEXT,
        "share_given": NUMBER,
        "differ": listed(shape("Cell")),
        "spread": listed(NUMBER),
        "minimal": nullable(FLAG),
        "simple": FLAG,
        "sweeps": nullable(WHOLE),
        "left_by_lines": NUMBER,
        "slack": {"type": "object", "additionalProperties": NUMBER},
        "share_filled": NUMBER,
    },
    always=("id", "kind", "level", "reason", "score", "techniques"),
    example={"puzzle": EXAMPLE},
)
