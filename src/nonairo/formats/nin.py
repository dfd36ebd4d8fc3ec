"""`.nin`: `width height`, then the row clues, then the column clues; `0` is an empty line."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.formats.base import Claim, Format
from nonairo.formats.shared.bare import (
    below_sizes,
    clues_fit,
    numeric_lines,
    totals_agree,
    two_sizes,
)
from nonairo.formats.shared.clues import both_sides, clue_lines, pose, written
from nonairo.formats.shared.grid_rows import paragraphs
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    lines = numeric_lines(text)
    if lines is None:
        return None
    parted = "" in lines[1:2]  # as rows and columns of a blocks text are
    parts = paragraphs(list(enumerate(lines[1:])))
    lines = [line for line in lines if line]
    both = two_sizes(lines)
    if both is None or len(lines) - 1 != sum(both) or 0 in both:
        return None
    if [len(part) for part in parts] == [*both]:
        return None  # blank lines separate rows from columns: rows first, as in a blocks text
    width, height = both
    swapped = totals_agree(lines[1:], width, height)  # as a blocks text says it
    if totals_agree(lines[1:], height, width) and not (parted and swapped):
        reason = "'width height', then height + width lines of numbers"
        return Claim(reason, doubtful=swapped)
    if swapped or (clues_fit(lines[1:], width, height) and not clues_fit(lines[1:], height, width)):
        return None
    return Claim("two sizes, then as many lines of numbers")


def read(text: str) -> Iterator[Puzzle]:
    first, width, height, lines = below_sizes(text, "width", "height")
    what = f"clue lines ({height} rows, {width} columns)"
    numbers = clue_lines(lines, height + width, what)
    yield pose(numbers[:height], numbers[height:], first)


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    lines = [f"{puzzle.width} {puzzle.height}", *written(rows), *written(cols)]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="nin",
    summary="width and height, then bare numbers",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
)
