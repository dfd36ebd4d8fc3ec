"""`pose`: the puzzle to which a grid is an answer; for an editor, whatever its kind.

Kinds with clues get those of the picture; of others the known cells of the grid are the givens.
"""

from __future__ import annotations

from nonairo.answers.base import CELLS, TEXT, WHOLE, Answer
from nonairo.answers.fields import Asked, Field, Json
from nonairo.answers.generate import KIND
from nonairo.answers.puzzles import check_size
from nonairo.errors import PuzzleError
from nonairo.formats.jsonl import to_record
from nonairo.grid import ALPHABET, UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.plain import one_of


def run(asked: Asked) -> Json:
    name = asked.text("kind")
    kind = KINDS.get(name)
    if kind is None:
        raise PuzzleError(one_of("a kind", KINDS, name))
    grid = Grid.of(asked.grid("grid"), ALPHABET)
    check_size(grid.height, grid.width)
    if kind.posed and UNKNOWN in grid.cells:
        raise PuzzleError("grid: expected a picture without unknown cells")
    puzzle = kind.pose(grid, asked.text("rules"))
    Grid.of(grid, puzzle.symbols)  # says which cell has none of them
    return to_record(puzzle.about(solution=grid) if kind.posed else puzzle)


ANSWER = Answer(
    name="pose",
    summary="Pose the puzzle to which a grid is an answer: clues of a picture, or givens.",
    run=run,
    fields=(
        KIND,
        Field(
            name="grid",
            type="grid",
            doc="Rows joined by `/`; `.` only where cells are not given.",
            required=True,
            example="0110/1111/0110",
        ),
        Field(
            name="rules",
            type="text",
            doc="Other rules, such as no-distinct.",
            default="standard",
            most=200,
        ),
    ),
    gives={"kind": TEXT, "height": WHOLE, "width": WHOLE, "grid": CELLS, "solution": CELLS},
    always=("kind", "height", "width"),
    example={"kind": "nonogram", "grid": "0110/1111/0110"},
    quick=True,
)
