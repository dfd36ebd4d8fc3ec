"""What the readers of Binairo share: rows of cells, rules, and runs of blanks."""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import Hints
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.kinds.binairo import binairo
from nonairo.plain import many
from nonairo.puzzle import Puzzle


def pose_cells(rows: Sequence[str], rules: str, line: int | None = None) -> Puzzle:
    """The Binairo with these rows over `01.`; errors name the line."""
    try:
        return binairo(Grid.parse(rows), rules=rules)
    except PuzzleError as error:
        raise FormatError(str(error), line=line) from None


def shaped(cells: str, hints: Hints, format: str, line: int | None = None) -> list[str]:
    """Cells that stand in one string as rows: of a width that is known, or of a square."""
    width = hints.width or round(len(cells) ** 0.5)
    if not hints.width and width * width != len(cells):
        raise FormatError(
            f"expected the cells of a square, found {len(cells)}; use format {format}:width=N",
            line=line,
        )
    if (
        not cells
        or width > LARGEST_SIDE
        or len(cells) % width
        or len(cells) // width > LARGEST_SIDE
    ):
        expected = f"expected rows of {many(width, 'cell')}, at most {LARGEST_SIDE}"
        raise FormatError(f"{expected}, found {many(len(cells), 'cell')}", line=line)
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def not_square(puzzle: Puzzle) -> str | None:
    """What is lost of a rectangle where only the cells are written."""
    return None if puzzle.height == puzzle.width else f"width {puzzle.width} of a rectangle"
