"""A Trinairo as text: rows over 0, 1, 2 and blanks, below a comment that names the kind.

Without it a grid in which a 2 stands can be nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import Claim, Hints, printable
from nonairo.formats.shared import grid_text
from nonairo.formats.shared.grid_rows import BLANKS, Section, sections, squash
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.kinds.trinairo import KIND, SYMBOLS, trinairo
from nonairo.puzzle import Puzzle

CELLS = frozenset(SYMBOLS + BLANKS)


def _rows(part: Section) -> list[tuple[int, str]]:
    return [(number, squash(row)) for number, row in part.lines if row.strip()]


def claims(text: str) -> Claim | None:
    """Whether a text says that it is one, or can be nothing else."""
    part = sections(text)[0]
    if part.about.get("kind") == KIND.name:
        return Claim("a comment says that it is a Trinairo")
    rows = [row for _, row in _rows(part)]
    sides = {len(rows), *map(len, rows)}
    fits = len({*map(len, rows)}) == 1 and not any(side % 3 for side in sides)
    used = set().union(*rows) if fits and len(rows) <= LARGEST_SIDE else set()
    if "2" in used and used & set(BLANKS) and used <= CELLS:
        return Claim("rows of equal length over 0, 1, 2 and blanks: a Trinairo grid")
    return None


def read(text: str, hints: Hints) -> Iterator[Puzzle]:
    """The puzzles of a text, each with its solution if that stands below it as such."""
    parts = [part for part in sections(text) if _rows(part)]
    return grid_text.puzzles_of(parts, "standard", hints, _posed, _solution)


def _posed(part: Section, rules: str) -> Puzzle:
    line, cells = _grid(part)
    try:
        return trinairo(cells, rules=rules)
    except PuzzleError as error:
        raise FormatError(str(error), line=line) from None


def _grid(part: Section) -> tuple[int, Grid]:
    rows = _rows(part)
    if len(rows) > LARGEST_SIDE:
        found = f"expected at most {LARGEST_SIDE} rows, found {len(rows)}"
        raise FormatError(found, line=rows[LARGEST_SIDE][0])
    for number, row in rows:
        for column, cell in enumerate(row, 1):
            if cell not in CELLS:
                raise FormatError(
                    f"expected '0', '1', '2' or a blank such as '.', found {printable(cell)}",
                    line=number,
                    column=column,
                )
        if len(row) != len(rows[0][1]):
            raise FormatError(f"expected {len(rows[0][1])} cells, found {len(row)}", line=number)
    plain = ["".join("." if cell in BLANKS else cell for cell in row) for _, row in rows]
    try:
        return rows[0][0], Grid.parse(plain, SYMBOLS)
    except PuzzleError as error:
        raise FormatError(str(error), line=rows[0][0]) from None


def _solution(puzzle: Puzzle, below: Section) -> Grid:
    line, grid = _grid(below)
    if (grid.height, grid.width) != (puzzle.height, puzzle.width) or not grid.full:
        expected = f"a full grid of {puzzle.height}x{puzzle.width}"
        raise FormatError(f"expected a solution: {expected}", line=line)
    grid_text.check_solution(puzzle, grid, line)
    return grid


def write(puzzle: Puzzle) -> str:
    """The rows, with kind and rules in comments above them; then the solution."""
    return f"# kind: {KIND.name}\n{grid_text.write(puzzle)}"
