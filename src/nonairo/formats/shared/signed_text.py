"""A Binairo with signs as text: rows of cells, with signs between them and in rows of their own.

    1 . . . 1 .       between two cells stands a blank, `=` or `x`;
      =               below a cell stands its sign to the cell below
    . . . .x. .

Rows of signs that say nothing are blank lines, or missing. `/` is `x`, too. Where every other line
can be a row of signs it is one, even if it could be a row of cells that are blank (`x x x`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import Hints, check_sides, unlike
from nonairo.formats.shared.grid_rows import BLANKS, Rows, Section, sections, squash
from nonairo.formats.shared.grid_text import check_solution, plain_row, puzzles_of, written
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.kinds.binairo import NO_DISTINCT, pose_givens
from nonairo.kinds.signs import SignGrid, signs_of
from nonairo.puzzle import Puzzle

CELL = "[01.\\-_?xX*]"
CELL_ROW = re.compile(rf"{CELL}(?:[ =x/]{CELL})*")
SIGN_ROW = re.compile(r"[ =x/]*")
SIGN = {" ": ".", "/": "x"}  # what is not written as it is


def is_signed(text: str) -> bool:
    """Whether a text is such a grid: `=` says so, and `x` where all its rows fit."""
    about, _, first, _ = sections(text)[0]
    if len(first) > 4 * LARGEST_SIDE or not any(set(line) & set("=x/") for _, line in first):
        return False
    if any("=" in line for _, line in first):
        return all(not set(line.rstrip()) - set("01=/ " + BLANKS) for _, line in first)
    try:
        _, signs = _parted(first, "odd" in about.get("rules", ""))
    except FormatError:
        return False
    return signs.any


def read(text: str, hints: Hints) -> Iterator[Puzzle]:
    """The puzzles of a text, each with its solution if that stands below it as such."""
    return puzzles_of(sections(text), NO_DISTINCT, hints, _posed, _solution)


def _posed(part: Section, rules: str) -> Puzzle:
    cells, signs = _parted(part.lines, "odd" in rules)
    line = next(number for number, row in part.lines if row.strip())
    try:
        return pose_givens(Grid.parse(cells), rules, signs)
    except PuzzleError as error:
        raise FormatError(str(error), line=line) from None


def _is_cells(row: str) -> bool:
    """Whether a row is cells, perhaps with signs; matching a longer one takes much memory."""
    return len(row) <= 2 * LARGEST_SIDE and CELL_ROW.fullmatch(row) is not None


def _alternate(lines: Rows, odd: bool) -> bool:
    """Whether cells and signs stand in every other line, from the first to the last."""
    rows = [line.rstrip() for _, line in lines]
    wide = len(rows[0]) if rows else 0
    return (
        len(rows) % 2 == 1
        and (odd or len(rows) // 2 % 2 == 1)
        and all(_is_cells(row) and len(row) == wide for row in rows[::2])
        and all(
            SIGN_ROW.fullmatch(row) and len(row) <= wide and not row[1::2].strip()
            for row in rows[1::2]
        )
    )


def _parted(lines: Rows, odd: bool = False) -> tuple[list[str], SignGrid]:
    """The rows of cells, and the signs."""
    while lines and not lines[-1][1].strip():
        lines = lines[:-1]
    while lines and not lines[0][1].strip():
        lines = lines[1:]
    alternate = _alternate(lines, odd)
    cells: list[str] = []
    right: list[str] = []
    below: list[str] = []
    wide = 0  # characters of a row of cells
    waiting: str | None = None  # the row of signs below the last row of cells
    for k, (number, line) in enumerate(lines):
        text = line.rstrip()
        of_signs = alternate and k % 2 == 1
        if _is_cells(text) and (not cells or len(text) == wide) and not of_signs:
            if cells:
                below.append((waiting or "").ljust(wide)[::2])
            wide = wide or len(text)
            cells.append("".join("." if cell in BLANKS else cell for cell in text[::2]))
            right.append(text[1::2])
            waiting = None
            continue
        if not SIGN_ROW.fullmatch(text):
            raise unlike("a row of cells, with a blank, '=' or 'x' between each two", text, number)
        if text and (not cells or (waiting is not None and waiting.strip())):
            raise FormatError("expected a row of cells, found a row of signs", line=number)
        if len(text) > wide or text[1::2].strip():
            raise unlike(f"signs below the {(wide + 1) // 2} cells of a row", text, number)
        waiting = text or waiting or ""
    last = lines[-1][0] if lines else 1
    if not cells or (waiting is not None and waiting.strip()):
        found = "a row of signs" if cells else "nothing"
        raise FormatError(f"expected a row of cells at the end, found {found}", line=last)
    check_sides(len(cells), len(cells[0]), last)
    return cells, SignGrid(tuple(map(_signs, right)), tuple(map(_signs, below)))


def _signs(row: str) -> str:
    return "".join(SIGN.get(sign, sign) for sign in row)


def _solution(puzzle: Puzzle, below: Section) -> Grid:
    """The grid below a puzzle that is called its solution."""
    rows = [(number, row) for number, row in below.lines if row.strip()]
    line, width = (rows[0][0], len(squash(rows[0][1]))) if rows else (None, 0)
    check_sides(len(rows), width, line)
    cells = [plain_row(row, number, width) for number, row in rows]
    grid = Grid(len(rows), width, "".join(cells))
    check_solution(puzzle, grid, line)
    return grid


def write(puzzle: Puzzle) -> str:
    """The picture, with rules and the like in comments above it; then the solution."""
    right, below = signs_of(puzzle)
    lines: list[str] = []
    for number, (cells, signs) in enumerate(zip(puzzle.givens.rows(), right, strict=True)):
        if number:
            lines.append(" ".join(below[number - 1]).replace(".", " ").rstrip())
        between = signs.replace(".", " ") + " "
        row = "".join(cell + sign for cell, sign in zip(cells, between, strict=True))
        lines.append(row.rstrip())
    return written(puzzle, lines, NO_DISTINCT)
