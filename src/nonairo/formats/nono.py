"""FreeNono's `.nono`: a title, `width,height`, and the picture in `x` and blanks; any number.

Another program uses the suffix for clues: `columns rows`, the column clues, the row clues. A text
of numbers only is read that way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from nonairo.errors import FormatError
from nonairo.formats.base import (
    HEAD,
    Claim,
    Format,
    check_sides,
    each_line,
    joined,
    lines_of,
    one_line,
)
from nonairo.formats.shared.bare import below_sizes, numeric_lines, two_sizes
from nonairo.formats.shared.clues import (
    cells_of,
    clue_lines,
    from_picture,
    pose,
    rows_in,
    solution_of,
)
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

SIZE = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*")
CELLS = {"x": "1", "X": "1", " ": "0"}


def claims(text: str) -> Claim | None:
    lines = lines_of(text[:HEAD])
    if (
        len(lines) > 2
        and lines[0].strip()
        and SIZE.fullmatch(lines[1])
        and not lines[2].strip(" xX")
    ):
        return Claim("a title, 'width,height', then rows of 'x' and blanks")
    return None


def read(text: str) -> Iterator[Puzzle]:
    numbers = numeric_lines(text)
    if numbers is not None and two_sizes(numbers) and len(numbers) > 1:
        yield _clues(text)
        return
    lines = each_line(text)
    for at, title in lines:
        if not title.strip():
            break
        found = SIZE.fullmatch(next(lines, (at + 1, ""))[1])
        if not found:
            raise FormatError("expected 'width,height' below the title", line=at + 1)
        width, height = int(found[1]), int(found[2])
        check_sides(height, width, at + 1)
        rows = list(islice(lines, height))
        if len(rows) != height:
            last = at + 1 + len(rows)
            raise FormatError(f"expected {height} rows, found {len(rows)}", line=last)
        cells = [cells_of(_row(row, width), CELLS, number, width) for number, row in rows]
        picture = Grid(height, width, "".join(cells))
        yield from_picture(picture).about(title=title.strip(), solution=picture)


def _row(row: str, width: int) -> str:
    """Blanks at the end may have been cut off on the way."""
    return row.ljust(width) if len(row) < width else row[:width] + row[width:].rstrip()


def _clues(text: str) -> Puzzle:
    first, width, height, lines = below_sizes(text, "columns", "rows")
    what = f"clue lines ({width} columns, {height} rows)"
    numbers = clue_lines(lines, height + width, what)
    return pose(numbers[width:], numbers[:width], first)


def write(puzzle: Puzzle) -> str:
    picture = solution_of(puzzle, "nono")
    rows = rows_in(picture.cells, puzzle.width, {"0": " ", "1": "x"})
    title = one_line(puzzle.title) or "untitled"
    return "\n".join([title, f"{puzzle.width},{puzzle.height}", *rows]) + "\n"


FORMAT = Format(
    name="nono",
    summary="FreeNono's older text: pictures in x and blanks",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    write_all=joined(write),
    needs_solution=True,
    holds=frozenset(("title",)),
)
