"""`grade`: how hard a puzzle is for a person."""

from __future__ import annotations

from nonairo.answers.base import IDENTITY, NUMBER, TEXT, WHOLE, Answer, listed, nullable
from nonairo.answers.fields import Json, Request
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, puzzle_in
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
        "score": nullable(NUMBER),
        "hardest": nullable(TEXT),
        "techniques": {"type": "object"},
        "steps": WHOLE,
        "differ": listed({"type": "array"}),
    },
    always=("id", "kind", "level", "reason", "score", "techniques"),
    example={"puzzle": EXAMPLE},
)
