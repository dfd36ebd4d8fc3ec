"""`convert`: a puzzle in another format, as text or, where a format is binary, in base64."""

from __future__ import annotations

import base64

from nonairo.answers.base import Answer
from nonairo.answers.errors import too_large
from nonairo.answers.fields import Field, Json, Request, flag
from nonairo.answers.puzzles import PUZZLE_FIELDS, puzzle_in
from nonairo.answers.shapes import TEXT
from nonairo.formats import named_format
from nonairo.limits import Budget
from nonairo.writing import dump_pieces

LARGEST_TEXT = 5 * 1024 * 1024


def run(request: Request) -> Json:
    to = request.text("to")
    puzzle = puzzle_in(request)
    budget, pieces, size = Budget(), [], 0
    for piece in dump_pieces(puzzle, to, lossy=request.flag("lossy")):
        budget.poll()
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST_TEXT:
            most = LARGEST_TEXT // 1024 // 1024
            raise too_large(f"to: expected at most {most} MB of text, found more")
    data = b"".join(pieces)
    if not named_format(to).binary:
        return {"text": data.decode()}
    return {"base64": base64.b64encode(data).decode()}


ANSWER = Answer(
    name="convert",
    summary="Write a puzzle in another format.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            "to",
            "text",
            "The format to write (see /api/formats).",
            required=True,
            most=200,
            example="non",
        ),
        flag("lossy", "Drop what the format cannot store, instead of reporting an error."),
    ),
    gives={"text": TEXT, "base64": TEXT},
    example={"puzzle": "nonogram:1,1/3;1/2/1", "to": "non"},
    quick=True,
    pictures=True,
)
