"""Task text of puzzle-nonograms: columns, then rows, joined by `/`; numbers joined by `.`.

The sizes are not in the text. It is a square where the lines allow it, else the one split at which
rows and columns fill equally many cells, else you must give it: `puzzle-nonograms:width=N`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    Claim,
    Format,
    Hints,
    check_sides,
    printable,
    unhinted,
    whole_number,
)
from nonairo.formats.shared.clues import Numbers, both_sides, pose, written
from nonairo.formats.shared.grid_rows import bare_rows
from nonairo.formats.shared.task import task_of
from nonairo.grid import LARGEST_SIDE
from nonairo.puzzle import Puzzle
from nonairo.rules import shortest


def claims(text: str) -> Claim | None:
    _, task = task_of(text)
    if bare_rows(text):
        return None
    if "/" in task and re.fullmatch(r"[0-9./]*", task) and ".." not in task:
        return Claim("a task: numbers joined by '.', lines by '/'")
    return None


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    line, task = task_of(text)
    if not re.fullmatch(r"[0-9./]*/[0-9./]*", task):
        expected = "lines joined by '/', numbers joined by '.'"
        raise FormatError(f"expected {expected}, found {printable(task)}", line=line)
    lines = task.split("/")
    if len(lines) > 2 * LARGEST_SIDE:
        raise FormatError(f"expected at most {2 * LARGEST_SIDE} lines, found {len(lines)}",
                          line=line)  # fmt: skip
    clues: list[Numbers] = []
    for text_line in lines:
        words = [] if text_line in ("", "0") else text_line.split(".")
        clues.append((line, [whole_number(word, line) for word in words]))
    width = hints.width or guess_width([numbers for _, numbers in clues], line)
    check_sides(len(clues) - width, width, line)
    yield pose(clues[width:], clues[:width], line)


def guess_width(clues: list[list[int]], line: int | None) -> int:
    """How many of the lines are columns."""
    total = sum(map(sum, clues))
    needs = [shortest(tuple(clue)) for clue in clues]
    fits = []
    filled = 0
    for width in range(1, len(clues)):
        filled += sum(clues[width - 1])
        if 2 * filled == total:
            height = len(clues) - width
            if max(needs[:width]) <= height and max(needs[width:]) <= width:
                fits.append(width)
    square = len(clues) // 2 if len(clues) % 2 == 0 else None
    if square in fits or (square and not fits):
        return square or 0
    if len(fits) == 1:
        return fits[0]
    found = f"{len(clues)} lines"
    raise FormatError(f"expected a square, found {found}; say puzzle-nonograms:width=N", line=line)


def ambiguous(puzzle: Puzzle) -> str | None:
    """Whether the width would be lost."""
    rows, cols = both_sides(puzzle)
    try:
        width = guess_width([list(clue) for clue in (*cols, *rows)], None)
    except FormatError:
        width = 0
    return None if width == puzzle.width else f"width {puzzle.width}"


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    return "/".join(written([*cols, *rows], ".")) + "\n"


FORMAT = Format(
    name="puzzle-nonograms",
    summary="task text of puzzle-nonograms pages",
    kinds=("nonogram",),
    claims=claims,
    read=unhinted(read_hinted),
    read_hinted=read_hinted,
    write=write,
    lacks=ambiguous,
    lacking="the width of rectangles",
)
