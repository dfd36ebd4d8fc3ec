"""`solve` and `count`: the solutions of a puzzle, or how many there are."""

from __future__ import annotations

from nonairo.answers.base import IDENTITY, Answer
from nonairo.answers.errors import too_large
from nonairo.answers.fields import Field, Json, Request
from nonairo.answers.puzzles import EXAMPLE, LARGEST_ANSWER, PUZZLE_FIELDS, puzzle_in
from nonairo.answers.shapes import CELLS, FLAG, ID, TEXT, listed, nullable, shape
from nonairo.api import count, solve
from nonairo.results import remarks

LARGEST_SEED = 2**53 - 1  # what every language reads

ENGINE = Field(
    "engine",
    "text",
    "The engine, with options if needed, as in `walk:order=most-constrained`.",
    default="auto",
    most=200,
    example="walk",
)
SEED = Field(
    "seed",
    "whole",
    "For random choices: the same seed gives the same answer.",
    least=-LARGEST_SEED,
    most=LARGEST_SEED,
    example=7,
)
SOLUTIONS = Field(
    "limit",
    "whole",
    "Stop at this many solutions; 2 are enough to know whether there is only one.",
    default=2,
    least=1,
    most=10_000,
)
NODES = Field(
    "node_limit", "whole", "Stop after this many states of the search.", least=1, most=LARGEST_SEED
)


def run_solve(request: Request) -> Json:
    puzzle = puzzle_in(request)
    limit = request.whole("limit")
    if limit * len(puzzle.givens.cells) > LARGEST_ANSWER:
        most = LARGEST_ANSWER // len(puzzle.givens.cells)
        raise too_large(f"limit: expected at most {most} for a puzzle of this size, found {limit}")
    return solve(
        puzzle,
        request.text("engine"),
        limit=limit,
        time_limit=request.number("time_limit"),
        node_limit=request.whole_or_none("node_limit"),
        seed=request.whole_or_none("seed"),
    ).to_json()


SOLVE = Answer(
    name="solve",
    summary="Solve a puzzle and report whether the solution is unique.",
    run=run_solve,
    fields=(*PUZZLE_FIELDS, ENGINE, SOLUTIONS, NODES, SEED),
    gives=IDENTITY
    | {
        "status": TEXT | {"enum": ["unique", "multiple", "none", "solved", "stuck", "unknown"]},
        "complete": FLAG,
        "solutions": listed(CELLS),
        "grid": nullable(CELLS),
        "engine": TEXT,
        "stats": shape("Stats"),
        "differ": listed(shape("Cell")),
        "error": TEXT,
    },
    always=("id", "kind", "height", "width", "status", "complete", "solutions", "grid", "stats"),
    example={"puzzle": EXAMPLE},
)


def run_count(request: Request) -> Json:
    puzzle = puzzle_in(request)
    found = count(
        puzzle, limit=request.whole_or_none("limit"), time_limit=request.number("time_limit")
    )
    limit = {} if found.limit is None else {"limit": found.limit}
    return found.to_json() | limit | remarks(puzzle)


COUNT = Answer(
    name="count",
    summary="Count the solutions of a puzzle; a lower bound if a limit is reached.",
    run=run_count,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            "limit",
            "whole",
            "Stop counting at this number.",
            least=1,
            most=LARGEST_SEED,
            example=1000,
        ),
    ),
    gives={"id": ID, "kind": TEXT, "value": TEXT, "exact": FLAG},
    always=("id", "kind", "value", "exact"),
    example={"puzzle": "binairo:..../..../..../...."},
)
