"""A Trinairo or a Mosaic as text: rows of cells, below a comment that names the kind.

Without it, a grid of 0, 1, 2 and blanks whose sides are multiples of three is a Trinairo. Other
digits and blanks may also be a picture in colours; they are a Mosaic if they are five or more
different ones that fit the cells around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import Claim, Hints, check_sides
from nonairo.formats.shared import grid_text
from nonairo.formats.shared.grid_rows import BLANKS, Section, sections, squash
from nonairo.grid import LARGEST_SIDE, Cell, Grid
from nonairo.kinds import KINDS
from nonairo.kinds.mosaic import NUMBERS, area, clues_of
from nonairo.kinds.trinairo import SYMBOLS
from nonairo.puzzle import Puzzle

TRINAIRO, MOSAIC = "trinairo", "mosaic"
CELLS = {TRINAIRO: SYMBOLS, MOSAIC: NUMBERS}  # what may be written in the cells of each kind
LARGEST = 10_000  # cells of a Mosaic that does not say what it is
LEAST_NUMBERS = 5  # different ones in a Mosaic that does not say what it is
NOTE = "read as a Mosaic; --format chars reads a picture whose colours are digits"
NOT_MOSAIC = "read as a picture in colours; for a Mosaic write '# kind: mosaic' above it"

WRITE_01 = "for a Binairo in 1 and 2 write 0 and 1"


def not_mosaic(used: set[str]) -> str:
    """What to say of a picture in these digits and blanks."""
    if {"1", "2"} == used & set(NUMBERS):
        return f"read as a picture in colours; {WRITE_01}"
    return NOT_MOSAIC


def claims(text: str) -> Claim | None:
    """Why a text is of one of these kinds, if it is."""
    found = _kind_of(text)
    return found and found[1]


def _kind_of(text: str) -> tuple[str, Claim] | None:
    part = sections(text)[0]
    kind = part.about.get("kind", "")
    if kind in CELLS:
        return kind, Claim(f"a comment says that it is a {kind.title()}")
    rows = [row for _, row in _rows(part)]
    if len(rows) > LARGEST_SIDE or len({*map(len, rows)}) != 1:
        return None
    used = set().union(*rows)
    threes = not any(side % 3 for side in (len(rows), len(rows[0])))
    if threes and "2" in used and used & set(BLANKS) and used <= set(SYMBOLS + BLANKS):
        note = f"read as a Trinairo; {WRITE_01}" if "0" not in used else ""
        return TRINAIRO, Claim(
            "rows of equal length over 0, 1, 2 and blanks: a Trinairo grid", note=note
        )
    if looks_like_clues(rows) and can_be_clues(rows):
        return MOSAIC, Claim("rows of digits and blanks, as clues of a Mosaic", note=NOTE)
    return None


def looks_like_clues(rows: list[str]) -> bool:
    """Whether rows are digits and blanks, with other digits than a Binairo has."""
    used = set().union(*rows)
    return (
        0 < len(rows) * len(rows[0]) <= LARGEST
        and used <= set(NUMBERS + ".-_?")
        and len(used - set(NUMBERS)) == 1
        and bool(used & set(NUMBERS[2:]))
    )


def can_be_clues(rows: list[str]) -> bool:
    """Whether digits can be the clues of a Mosaic, and are too many different ones for a picture.

    A clue is at most the number of cells around it, and clues side by side have all but a row or
    a column of three cells in common.
    """
    if len({*"".join(rows)} & set(NUMBERS)) < LEAST_NUMBERS:
        return False
    height, width = len(rows), len(rows[0])
    for row, col in product(range(height), range(width)):
        sign = rows[row][col]
        if sign not in NUMBERS:
            continue
        if int(sign) > len(area(Cell(row, col), height, width)):
            return False
        beside = rows[row][col + 1 : col + 2] + (rows[row + 1][col] if row + 1 < height else "")
        if any(abs(int(sign) - int(other)) > 3 for other in beside if other in NUMBERS):
            return False
    return True


def read(text: str, hints: Hints) -> Iterator[Puzzle]:
    """The puzzles of a text, each with its solution if that stands below it as such."""
    kind, _ = _kind_of(text) or (TRINAIRO, None)
    return grid_text.puzzles_of(
        [part for part in sections(text) if _rows(part)],
        "standard",
        hints,
        lambda part, rules: _posed(kind, part, rules),
        _solution,
    )


def _rows(part: Section) -> list[tuple[int, str]]:
    return [(number, squash(row)) for number, row in part.lines if row.strip()]


def _posed(kind: str, part: Section, rules: str) -> Puzzle:
    line, grid = _grid(part, CELLS[kind])
    try:
        return KINDS[kind].read("/".join(grid.rows()), rules)
    except PuzzleError as error:
        raise FormatError(str(error), line=line) from None


def _grid(part: Section, symbols: str) -> tuple[int, Grid]:
    rows = _rows(part)
    line, width = rows[0][0], len(rows[0][1])
    check_sides(len(rows), width, line)
    cells = [grid_text.plain_row(row, number, width, symbols) for number, row in rows]
    return line, Grid(len(rows), width, "".join(cells))


def _solution(puzzle: Puzzle, below: Section) -> Grid:
    line, grid = _grid(below, puzzle.symbols)
    grid_text.check_solution(puzzle, grid, line)
    return grid


def write(puzzle: Puzzle) -> str:
    """The rows, with kind and rules in comments above them; then the solution."""
    grid = clues_of(puzzle) if puzzle.kind == MOSAIC else puzzle.givens
    return f"# kind: {puzzle.kind}\n{grid_text.written(puzzle, grid.rows())}"
