"""`hint`: the next step, or as much of it as one wants to know."""

from __future__ import annotations

from nonairo.answers.base import Answer
from nonairo.answers.fields import Field, Json, Request, flag
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, grid_in, puzzle_in
from nonairo.answers.shapes import CELLS, ID, TEXT, WHOLE, listed, nullable, shape
from nonairo.hinting import hint
from nonairo.results import named


def run(request: Request) -> Json:
    puzzle = puzzle_in(request)
    grid = grid_in(request, "grid", puzzle)
    found = hint(
        puzzle,
        grid,
        strength=request.whole("strength"),
        time_limit=request.number("time_limit"),
        by_givens=request.flag("by_givens"),
    )
    return named(puzzle) | found.to_json()


GRID = Field(
    "grid",
    "grid",
    "The grid so far (default: the givens).",
    example="1.10../..00.1/.00..1/....../00.1../.1..00",
)

ANSWER = Answer(
    name="hint",
    summary="Return the next step from a position, in four strengths, or a mistake in it.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        GRID,
        Field(
            "strength",
            "whole",
            "1: where to look, 2: which technique, 3: which cells it uses, 4: the whole step.",
            default=4,
            least=1,
            most=4,
            example=2,
        ),
        flag("by_givens", "Explain from the givens alone why an entry is wrong."),
    ),
    gives={
        "id": ID,
        "kind": TEXT
        | {"enum": ["step", "mistake", "multiple", "none", "solved", "stuck", "limit"]},
        "strength": WHOLE,
        "text": TEXT,
        "places": listed(shape("Place")),
        "technique": nullable(TEXT),
        "cells": listed(shape("Cell")),
        "effects": listed(shape("Change")),
        "step": nullable(shape("Step")),
        "solutions": listed(CELLS),
    },
    always=("id", "kind", "text"),
    example={"puzzle": EXAMPLE, "strength": 2},
    quick=True,
)
