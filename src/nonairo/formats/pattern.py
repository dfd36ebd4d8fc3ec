"""Ids of Pattern in Simon Tatham's collection: `7x4:` and the lines, columns first, joined by `/`.

After a comma given cells may follow. An id with `#` names a run of that program's generator.
"""

from __future__ import annotations

import re

from nonairo.errors import FormatError
from nonairo.formats.base import Format, whole_number
from nonairo.formats.shared.clues import Numbers, both_sides, pose, written
from nonairo.formats.shared.tatham import SEED, Game, claims_as, match_id, read_runs, write_runs
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

ID = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?:([0-9./]*/[0-9./]*)(?:,([A-Za-z]*))?")


def read_id(text: str, line: int | None) -> Puzzle:
    """The puzzle of one id."""
    found, height, width = match_id(ID, text, "2x1:1/0/1", line)
    clues: list[Numbers] = [
        (line or 1, [whole_number(word, line) for word in clue.split(".") if word])
        for clue in found[3].split("/")
    ]
    if len(clues) != width + height:
        expected = f"{width} columns and {height} rows"
        raise FormatError(f"expected {expected}, found {len(clues)} lines", line=line)
    puzzle = pose(clues[width:], clues[:width], line)
    if not found[4]:
        return puzzle
    givens = read_runs(found[4], height * width, line, ends=False)
    return puzzle.with_givens(Grid(height, width, givens))


def params(puzzle: Puzzle) -> str:
    """The sizes, width first."""
    return f"{puzzle.width}x{puzzle.height}"


def description(puzzle: Puzzle) -> str:
    """Columns, rows and perhaps given cells."""
    rows, cols = both_sides(puzzle)
    lines = "/".join(written([*cols, *rows], ".", empty=""))
    givens = puzzle.givens.cells
    return f"{lines},{write_runs(givens)}" if givens.strip(".") else lines


GAME = Game(read_id, params, description)

FORMAT = Format(
    name="pattern",
    summary="ids of Pattern in Simon Tatham's collection",
    kinds=("nonogram",),
    claims=claims_as(
        {
            ID: "sizes, ':' and lines joined by '/'",
            SEED: "sizes and '#': a random seed of Simon Tatham's collection",
        }
    ),
    read=GAME.read,
    write=GAME.write,
    by_line=True,
    holds=frozenset(("givens",)),
)
