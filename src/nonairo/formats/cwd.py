"""`.cwd`: height and width on two lines, the row clues, a blank line, the column clues.

Crossword files have the same suffix; theirs do not start with a number.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    Claim,
    Format,
    check_sides,
    full_lines,
    is_number,
    lines_of,
    whole_number,
)
from nonairo.formats.shared.bare import numeric_lines
from nonairo.formats.shared.clues import both_sides, clue_lines, pose, written
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    lines = numeric_lines(text)
    if lines is None or not all(map(is_number, lines[:2])) or "" not in lines[2:]:
        return None
    full = [line for line in lines if line]
    if len(full) - 2 == int(full[0]) + int(full[1]):
        return Claim("height and width on two lines, then blocks of numbers")
    return None


def read(text: str) -> Iterator[Puzzle]:
    full = list(full_lines(text))
    if len(full) < 2:
        raise FormatError("expected the height and the width on two lines", line=1)
    height = whole_number(full[0][1], full[0][0], "a height")
    width = whole_number(full[1][1], full[1][0], "a width")
    check_sides(height, width, full[0][0])
    lines = list(enumerate(lines_of(text), 1))[full[1][0] : full[-1][0]]
    what = f"clue lines ({height} rows, {width} columns)"
    if len(lines) == height + width + 1:  # blank lines may be clues, all but the one between
        lines.pop(height)
    numbers = clue_lines(lines, height + width, what)
    yield pose(numbers[:height], numbers[height:], full[0][0])


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    lines = [str(puzzle.height), str(puzzle.width), *written(rows), "", *written(cols)]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="cwd",
    summary="height, width, then bare numbers with a blank line between rows and columns",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
)
