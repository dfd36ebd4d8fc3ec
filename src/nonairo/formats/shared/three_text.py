"""A Trinairo as text: rows over 0, 1, 2 and blanks, below a comment that names the kind.

Without it a grid in which a 2 stands can be nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import Claim, Hints, check_sides
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
    line, width = rows[0][0], len(rows[0][1])
    check_sides(len(rows), width, line)
    cells = [grid_text.plain_row(row, number, width, SYMBOLS) for number, row in rows]
    return line, Grid(len(rows), width, "".join(cells))


def _solution(puzzle: Puzzle, below: Section) -> Grid:
    line, grid = _grid(below)
    grid_text.check_solution(puzzle, grid, line)
    return grid


def write(puzzle: Puzzle) -> str:
    """The rows, with kind and rules in comments above them; then the solution."""
    return f"# kind: {KIND.name}\n{grid_text.write(puzzle)}"
