"""`pose`: the puzzle to which a grid is an answer; for an editor, whatever its kind.

Kinds with clues get those of the picture; of others the known cells of the grid are the givens.
"""

from __future__ import annotations

from nonairo.answers.base import SIZED, Answer
from nonairo.answers.fields import Field, Json, Request
from nonairo.answers.generate import KIND, MOST_RULES
from nonairo.answers.puzzles import check_size, puzzle_of
from nonairo.answers.shapes import CELLS
from nonairo.errors import PuzzleError
from nonairo.formats.jsonl import to_record
from nonairo.grid import ALPHABET, UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.plain import one_of


def run(request: Request) -> Json:
    name = request.text("kind")
    kind = KINDS.get(name)
    if kind is None:
        raise PuzzleError(one_of("a kind", KINDS, name))
    sketch = Grid.of(request.grid("grid"), ALPHABET)
    check_size(sketch.height, sketch.width)
    if kind.posed and UNKNOWN in sketch.cells:
        raise PuzzleError("grid: expected a picture without unknown cells")
    rules = request.text("rules")
    like = puzzle_of(request.value("like")) if request.has("like") and not kind.posed else None
    if like is not None and like.kind != name:
        raise PuzzleError(f"like: expected a {name}, found a {like.kind}")
    base = like or kind.blank(sketch.height, sketch.width, rules)
    grid = Grid.of(request.grid("grid"), base.symbols)
    if like is not None:
        return to_record(like.with_givens(Grid.like(like.givens, grid, like.symbols)))
    puzzle = kind.pose(grid, rules)
    return to_record(puzzle.about(solution=grid) if kind.posed else puzzle)


ANSWER = Answer(
    name="pose",
    summary="Make the puzzle that has a grid as its solution: clues of a picture, or givens.",
    run=run,
    fields=(
        KIND,
        Field(
            "grid",
            "grid",
            "Rows joined by `/`; `.` for cells that are not given.",
            required=True,
            example="0110/1111/0110",
        ),
        Field(
            "rules",
            "text",
            "Other rules, such as no-distinct.",
            default="standard",
            most=MOST_RULES,
        ),
        Field(
            "like",
            "puzzle",
            "For kinds without clues: a puzzle of the same size, whose signs and regions are kept.",
        ),
    ),
    gives=SIZED | {"grid": CELLS, "solution": CELLS},
    always=("kind", "height", "width"),
    example={"kind": "nonogram", "grid": "0110/1111/0110"},
    quick=True,
)
