"""`text`: a Binairo as rows of cells, a nonogram as blocks of clues.

Which of the two it is shows on the first line: a nonogram's starts with two numbers, followed by
lines of numbers only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    MOST_LINES,
    Claim,
    Format,
    Hints,
    first_line,
    is_number,
    lines_of,
)
from nonairo.formats.shared import grid_text
from nonairo.formats.shared.grid_rows import bare_rows
from nonairo.puzzle import Puzzle

SIZES = r"[0-9]{1,9}[ \t,]+[0-9]{1,9}"


def are_sizes(line: str) -> bool:
    """Whether a line is two numbers; the pattern waits for a line that may be."""
    return not line.strip("0123456789 \t,") and re.fullmatch(SIZES, line) is not None


def content(text: str) -> list[str]:
    """The lines up to the first comment line after the first number, without comments before."""
    lines = [line.strip() for line in lines_of(text)]
    start = next((k for k, line in enumerate(lines) if line and not line.startswith("#")), None)
    if start is None:
        return []
    lines = lines[start:]
    end = next((k for k, line in enumerate(lines) if line.startswith("#")), len(lines))
    return lines[:end]


def is_blocks(text: str) -> bool:
    """Two sizes, then only numbers, and not simply a grid with a header of two sizes."""
    start = first_line(text)
    if not start.startswith("#") and not are_sizes(start):
        return False
    if text.count("\n") > MOST_LINES:
        return False
    lines = content(text)
    if not lines or not are_sizes(lines[0]):
        return False
    body = [line for line in lines[1:] if line]
    if not all(all(map(is_number, line.replace(",", " ").split())) for line in body):
        return False
    height, width = (int(word) for word in re.split(r"[ \t,]+", lines[0]))
    if 0 in (height, width):
        return False
    cells = ["".join(line.split()) for line in body[:height]]
    rows = len(body) in (height, 2 * height) and all(len(cell) == width for cell in cells)
    return not (rows and width > 1 and height + width != len(body))


def claims(text: str) -> Claim | None:
    if bare_rows(text):
        return Claim("rows of cells joined by '/': a Binairo grid")
    if is_blocks(text):
        return Claim("two sizes, then lines of numbers: a nonogram's blocks")
    return grid_text.claims(text)


def read(text: str) -> Iterator[Puzzle]:
    return read_hinted(text, Hints())


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    if not text.strip():
        raise FormatError("expected rows of cells or clues, found nothing", line=1)
    text = bare_rows(text) or text
    if is_blocks(text):
        yield _read_blocks(text)
    else:
        yield from grid_text.read(text, hints)


def _read_blocks(text: str) -> Puzzle:
    from nonairo.formats.shared import blocks_text  # a Binairo starts without it

    return blocks_text.read(text)


def _write_blocks(puzzle: Puzzle) -> str:
    from nonairo.formats.shared import blocks_text

    return blocks_text.write(puzzle)


WRITERS = {"binairo": grid_text.write, "nonogram": _write_blocks}


def write(puzzle: Puzzle) -> str:
    return WRITERS[puzzle.kind](puzzle)


FORMAT = Format(
    name="text",
    summary="a Binairo grid row by row, or a nonogram's clues in blocks",
    kinds=tuple(WRITERS),
    claims=claims,
    read=read,
    read_hinted=read_hinted,
    write=write,
    rules=None,
    holds=frozenset(("solution", "title", "author", "source")),
)
