"""A grid as an argument: its rows, all its cells in one string, a drawing, or a file with one."""

from __future__ import annotations

import os

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import refuse_odd_lines
from nonairo.formats.shared.decoding import text_of
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import appearance_of
from nonairo.puzzle import Puzzle
from nonairo.reading import read_whole


def grid_argument(text: str, puzzle: Puzzle) -> Grid:
    """A grid: rows joined by `/`, one string of all cells, or the name of a file."""
    symbols = puzzle.symbols
    bare = _in_symbols(text.strip(), puzzle)
    if not bare:
        raise FormatError(f"expected a grid or a file with one, found {text!r:.40}")
    there = os.path.exists(text)  # noqa: PTH110  # Path.exists raises where a name is too long
    right = set(bare) <= {*symbols, UNKNOWN, "/"}
    if "/" in bare and (right or (not there and _like_rows(bare, puzzle))):
        return Grid.parse(bare, symbols)
    if len(bare) == puzzle.height * puzzle.width and (right or (not there and _like_cells(bare))):
        return Grid.flat(puzzle.height, puzzle.width, bare, symbols)
    if right and "/" not in bare and not there:
        return Grid.flat(puzzle.height, puzzle.width, bare, symbols)
    try:
        content = text_of(read_whole(text))
        refuse_odd_lines(content)
    except FormatError as error:
        reason = f"expected a grid or a file with one: {error.message}"
        raise FormatError(reason, line=error.line, column=error.column, path=text) from None
    rows = [
        line
        for line in ("".join(each.split()) for each in content.splitlines())
        if line and not (line.startswith("#") and not _is_drawn(line, puzzle))
    ]
    rows = _in_symbols("\n".join(rows), puzzle).split("\n")
    try:
        if len(rows) == 1 and "/" not in rows[0]:
            return Grid.flat(puzzle.height, puzzle.width, rows[0], symbols)
        return Grid.parse(rows[0] if len(rows) == 1 else rows, symbols)
    except PuzzleError as error:
        raise FormatError(str(error), path=text) from None


DRAWN = frozenset("#@.?")  # a grid as `solve --symbols .#` writes it


def _is_drawn(line: str, puzzle: Puzzle) -> bool:
    """Whether a line is a row of a picture, and no comment."""
    return len(line) == puzzle.width and DRAWN.issuperset(line)


def _like_rows(text: str, puzzle: Puzzle) -> bool:
    """Whether somebody meant rows by this, and not the name of a file that is missing."""
    rows = text.split("/")
    even = len(rows) == puzzle.height or len({*map(len, rows)}) == 1
    return even and "" not in rows and _like_cells(text)


def _like_cells(text: str) -> bool:
    """Whether most letters of a text are such as stand in cells."""
    return 2 * sum(letter in "0123456789." for letter in text) > len(text) - text.count("/")


def _in_symbols(cells: str, puzzle: Puzzle) -> str:
    """A grid as it is drawn, in the puzzle's own symbols; any other text as it is.

    Drawings have `?` where nothing is known. Beside filled cells, or where there is a `?`, a dot is
    an empty cell; beside the letters of colours it is an unknown one.

    >>> from nonairo.kinds import from_id
    >>> bare = from_id("nonogram:1/0;1/0")
    >>> coloured = from_id("nonogram@a=ff0000+b=0000ff:1a/1b;1a/1b")
    >>> _in_symbols("#./.?", bare), _in_symbols("1./.0", bare), _in_symbols("a./·b", coloured)
    ('10/0.', '1./.0', '1./02')
    """
    found = set(cells) - {"/", "\n"}
    if found <= DRAWN and found & set("#@"):
        return cells.translate(str.maketrans("#@.?", "110."))
    drawn = appearance_of(puzzle).glyphs
    if not found & (set(drawn) - {*puzzle.symbols, UNKNOWN}):
        return cells
    if not found <= {*drawn, *puzzle.symbols, UNKNOWN, "?"}:
        return cells
    empty = puzzle.symbols[0] if "?" in found else UNKNOWN
    return cells.translate(str.maketrans(f".?{drawn}", f"{empty}.{puzzle.symbols}"))
