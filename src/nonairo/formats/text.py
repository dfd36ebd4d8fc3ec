"""`text`: a Binairo as rows of cells, a nonogram as blocks of clues.

Which of the two it is shows on the first line: a nonogram's starts with two numbers, followed by
lines of numbers only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats import blocks_text, grid_text
from nonairo.formats.base import Format
from nonairo.puzzle import Puzzle

NUMBERS = re.compile(r"[\d,\s]*")


def content(text: str) -> list[str]:
    """The lines up to the first comment line after the first number, without comments before."""
    lines = [line.strip() for line in text.splitlines()]
    while lines and (not lines[0] or lines[0].startswith("#")):
        lines.pop(0)
    end = next((k for k, line in enumerate(lines) if line.startswith("#")), len(lines))
    return lines[:end]


def is_blocks(text: str) -> bool:
    """Two sizes, then only numbers, and not simply a grid with a header of two sizes."""
    lines = content(text)
    if not lines or not re.fullmatch(r"\d+[\s,]+\d+", lines[0]):
        return False
    body = [line for line in lines[1:] if line]
    if not all(NUMBERS.fullmatch(line) for line in body):
        return False
    height, width = (int(word) if len(word) < 10 else 0 for word in re.split(r"[\s,]+", lines[0]))
    cells = ["".join(line.split()) for line in body[:height]]
    return not (width > 1 and len(body) == height and all(len(cell) == width for cell in cells))


def claims(text: str) -> str | None:
    if is_blocks(text):
        return "two sizes, then lines of numbers: a nonogram's blocks"
    if grid_text.looks_right(text):
        return "rows of equal length over 0, 1 and blanks: a Binairo grid"
    return None


def read(text: str) -> Iterator[Puzzle]:
    if not content(text):
        raise FormatError("expected rows of cells or clues, found nothing", line=1)
    yield (blocks_text.read if is_blocks(text) else grid_text.read)(text)


WRITERS = {"binairo": grid_text.write, "nonogram": blocks_text.write}


def write(puzzle: Puzzle) -> str:
    return WRITERS[puzzle.kind](puzzle)


FORMAT = Format(
    name="text",
    summary="a Binairo grid row by row, or a nonogram's clues in blocks",
    suffixes=(".txt",),
    kinds=tuple(WRITERS),
    claims=claims,
    read=read,
    write=write,
    cannot_hold="several puzzles in one file; solution; a nonogram's givens",
)
