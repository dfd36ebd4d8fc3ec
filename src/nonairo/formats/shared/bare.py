"""What `.nin`, `.mk`, `.cwd` and some `.nono` share: bare numbers, a text line for each line.

None of them has a mark of its own, so their claims count lines.
"""

from __future__ import annotations

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, MOST_LINES, full_lines, is_number, lines_of
from nonairo.formats.shared.clues import sizes
from nonairo.formats.shared.spaced_square import dotted


def numeric_lines(text: str, comments: bool = False) -> list[str] | None:
    """The lines of a text of numbers only, stripped, blank ends cut off; None for other text.

    With `comments` lines that start with `#` are let through.
    """
    start = text[:HEAD].lstrip().lstrip("\ufeff")
    if not start[:1].isdigit() or text.count("\n") > MOST_LINES or dotted(text):
        return None
    lines = [line.strip() for line in lines_of(text)]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    for line in lines:
        if comments and line.startswith("#"):
            continue
        if not all(map(is_number, line.replace(",", " ").split())):
            return None
    return lines


def two_sizes(lines: list[str]) -> tuple[int, int] | None:
    """The two numbers of the first line."""
    words = lines[0].replace(",", " ").split() if lines else []
    return (int(words[0]), int(words[1])) if len(words) == 2 else None


def below_sizes(text: str, one: str, other: str) -> tuple[int, int, int, list[tuple[int, str]]]:
    """The line with the two sizes, the sizes, and the lines below it, each with its number."""
    full = list(full_lines(text))
    if not full:
        raise FormatError(f"expected '{one} {other}', found nothing", line=1)
    line, header = full[0]
    first, second = sizes(header, line, one, other)
    return line, first, second, list(enumerate(lines_of(text), 1))[line : full[-1][0]]


def side_fits(lines: list[str], length: int) -> int | None:
    """How many cells a side's clues fill; None if one of them does not fit its line."""
    total = 0
    for line in lines:
        numbers = [int(word) for word in line.replace(",", " ").split()]
        if sum(numbers) + len(numbers) - 1 > length:
            return None
        total += sum(numbers)
    return total


def totals_agree(lines: list[str], height: int, width: int) -> bool:
    """Whether rows, then columns, fit a grid of this size and fill equally many cells."""
    rows = side_fits(lines[:height], width)
    return rows is not None and rows == side_fits(lines[height:], height)


def clues_fit(lines: list[str], height: int, width: int) -> bool:
    """Whether rows, then columns, each fit their lines in a grid of this size."""
    sides = (lines[:height], width), (lines[height:], height)
    return all(side_fits(side, length) is not None for side, length in sides)
