"""`.sgriddler`, `.griddler` ("MK Version 3.0"): a picture, then the clues in reverse order.

Columns come first and are numbered from bottom to top, rows from right to left; an empty text line
is an empty line of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.errors import FormatError
from nonairo.formats.base import Format, claims_start, lines_of, whole_numbers
from nonairo.formats.shared.clues import (
    Numbers,
    both_sides,
    from_picture,
    gives_clues,
    pose,
    rows_in,
    sizes,
    state_of,
)
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle
from nonairo.rules import Clue

MARK = "MK Version"
CELLS = {"#": "1", ".": "0"}  # all else is undecided


def read(text: str) -> Iterator[Puzzle]:
    lines = lines_of(text)
    if not lines or not lines[0].startswith(MARK):
        raise FormatError(f"expected '{MARK} 3.0', found something else", line=1)
    if len(lines) < 3:
        raise FormatError("expected width and height on line 3", line=len(lines))
    width, height = sizes(lines[2], 3, "width", "height")
    picture = [_cells(line, width) for line in lines[4 : 4 + height]]
    grid = Grid(height, width, "".join(picture).ljust(height * width, "."))
    start = 4 + height + 1
    cols = [_clue(line, k) for k, line in enumerate(lines[start : start + width], start + 1)]
    start += width + 1
    rows = [_clue(line, k) for k, line in enumerate(lines[start : start + height], start + 1)]
    if not any(numbers for _, numbers in rows) and grid.full:
        puzzle = from_picture(grid)
        given = [tuple(numbers) for _, numbers in cols]
        if any(given) and given != list(both_sides(puzzle)[1]):
            raise FormatError("expected a picture that gives the columns", line=5)
    else:
        _check_cut(rows, height, cols, width, len(lines))
        puzzle = pose(_filled_up(rows, height), cols, 3)
    if gives_clues(puzzle, grid):
        yield puzzle.about(solution=grid)
    else:
        known = bool(grid.cells.strip("."))
        yield puzzle.about(extra={"state": grid.cells} if known else {})


def _filled_up(clues: list[Numbers], wanted: int) -> list[Numbers]:
    return clues + [(clues[-1][0] if clues else 1, [])] * (wanted - len(clues))


def _check_cut(
    rows: list[Numbers], height: int, cols: list[Numbers], width: int, last: int
) -> None:
    """Raise FormatError if clues are missing, and not only empty ones at the end."""
    if len(cols) < width:
        raise FormatError(f"expected {width} column clues, found {len(cols)}", line=last)
    totals = [sum(sum(numbers) for _, numbers in side) for side in (rows, cols)]
    if len(rows) < height and totals[0] != totals[1]:
        raise FormatError(f"expected {height} row clues, found {len(rows)}", line=last)


def _cells(line: str, width: int) -> str:
    symbols = line if len(line) == width and " " not in line else line[1::2]
    return "".join([CELLS.get(symbol, ".") for symbol in symbols[:width]]).ljust(width, ".")


def _clue(line: str, number: int) -> Numbers:
    # A negative number is one that a player crossed off.
    plain = " ".join(word.removeprefix("-") for word in line.split())
    return number, whole_numbers(plain, number)[::-1]


def write(puzzle: Puzzle) -> str:
    cells = state_of(puzzle) or "." * (puzzle.height * puzzle.width)
    if puzzle.solution is not None:
        cells = puzzle.solution.cells
    lines = [f"{MARK} 3.0", "", f"{puzzle.width} {puzzle.height}", ""]
    for row in rows_in(cells, puzzle.width, {"1": "#", "0": ".", ".": "?"}):
        lines.append("".join(f" {symbol}" for symbol in row))
    rows, cols = both_sides(puzzle)
    return "\n".join([*lines, "", *_reversed(cols), "", *_reversed(rows)]) + "\n"


def _reversed(side: Sequence[Clue]) -> list[str]:
    return [" ".join(map(str, reversed(clue))) for clue in side]


FORMAT = Format(
    name="sgriddler",
    summary="MK Version 3.0: picture, then clues in reverse order",
    kinds=("nonogram",),
    claims=claims_start(MARK, f"starts with '{MARK}'"),
    read=read,
    write=write,
    holds=frozenset(("solution", "state")),
)
