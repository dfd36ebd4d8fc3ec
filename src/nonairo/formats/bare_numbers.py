"""`nin`, `mk`, `cwd`: sizes, then bare numbers, a text line for each line of the puzzle.

    nin   `width height`, the row clues, the column clues
    mk    `height width`, the row clues, a line that starts with `#`, the column clues
    cwd   height and width on two lines, the row clues, a blank line, the column clues

None of them has a mark of its own, so their claims count lines. Crossword files have the suffix
`.cwd`, too; theirs do not start with a number.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    HEAD,
    MOST_LINES,
    Claim,
    Format,
    check_sides,
    full_lines,
    is_number,
    lines_of,
    whole_number,
)
from nonairo.formats.shared.clues import both_sides, clue_lines, pose, sizes, written
from nonairo.formats.shared.grid_rows import paragraphs
from nonairo.formats.shared.spaced_square import dotted
from nonairo.puzzle import Puzzle


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


def _filled(lines: list[str], length: int) -> int | None:
    """How many cells a side's clues fill; None if one of them does not fit its line."""
    total = 0
    for line in lines:
        numbers = [int(word) for word in line.replace(",", " ").split()]
        if sum(numbers) + len(numbers) - 1 > length:
            return None
        total += sum(numbers)
    return total


def claims_nin(text: str) -> Claim | None:
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
    rows, cols = _filled(lines[1 : 1 + height], width), _filled(lines[1 + height :], height)
    others = _filled(lines[1 : 1 + width], height), _filled(lines[1 + width :], width)
    swapped = others[0] is not None and others[0] == others[1]  # as a blocks text says it
    if rows is not None and rows == cols and not (parted and swapped):
        reason = "'width height', then height + width lines of numbers"
        return Claim(reason, doubtful=swapped)
    if swapped or (None not in others and None in (rows, cols)):
        return None
    return Claim("two sizes, then as many lines of numbers")


def claims_mk(text: str) -> Claim | None:
    if "#" not in text:
        return None
    lines = numeric_lines(text, comments=True)
    both = two_sizes(lines) if lines else None
    if not lines or not both:
        return None
    mark = next((k for k, line in enumerate(lines) if line.startswith("#")), len(lines))
    above = [line for line in lines[1:mark] if line]
    below = [line for line in lines[mark + 1 :] if line]
    bare = lines[mark:] and lines[mark] == "#"  # then the reader says which counts do not fit
    fits = bare or len(above) == both[0]
    if fits and above and below and not any(line.startswith("#") for line in below):
        return Claim("'height width', and a '#' line between rows and columns")
    return None


def claims_cwd(text: str) -> Claim | None:
    lines = numeric_lines(text)
    if lines is None or not all(map(is_number, lines[:2])) or "" not in lines[2:]:
        return None
    full = [line for line in lines if line]
    if len(full) - 2 == int(full[0]) + int(full[1]):
        return Claim("height and width on two lines, then blocks of numbers")
    return None


def _rows_first(lines: list[tuple[int, str]], height: int, width: int, first: int) -> Puzzle:
    what = f"clue lines ({height} rows, {width} columns)"
    numbers = clue_lines(lines, height + width, what)
    return pose(numbers[:height], numbers[height:], first)


def read_nin(text: str) -> Iterator[Puzzle]:
    first, width, height, lines = below_sizes(text, "width", "height")
    yield _rows_first(lines, height, width, first)


def read_mk(text: str) -> Iterator[Puzzle]:
    first, height, width, lines = below_sizes(text, "height", "width")
    mark = next((k for k, (_, line) in enumerate(lines) if line.lstrip().startswith("#")), None)
    if mark is None:
        expected = "a line that starts with '#' between rows and columns"
        last = lines[-1][0] if lines else first
        raise FormatError(f"expected {expected}, found none", line=last)
    rows = clue_lines(lines[:mark], height, "row clues before the '#'")
    cols = clue_lines(lines[mark + 1 :], width, "column clues after the '#'")
    yield pose(rows, cols, first)


def read_cwd(text: str) -> Iterator[Puzzle]:
    full = list(full_lines(text))
    if len(full) < 2:
        raise FormatError("expected the height and the width on two lines", line=1)
    height = whole_number(full[0][1], full[0][0], "a height")
    width = whole_number(full[1][1], full[1][0], "a width")
    check_sides(height, width, full[0][0])
    lines = list(enumerate(lines_of(text), 1))[full[1][0] : full[-1][0]]
    if len(lines) == height + width + 1:  # blank lines may be clues, all but the one between
        lines.pop(height)
    yield _rows_first(lines, height, width, full[0][0])


def _write(head: str, puzzle: Puzzle, *between: str) -> str:
    rows, cols = both_sides(puzzle)
    return "\n".join([head, *written(rows), *between, *written(cols)]) + "\n"


NIN = Format(
    name="nin",
    summary="width and height, then bare numbers",
    kinds=("nonogram",),
    claims=claims_nin,
    read=read_nin,
    write=lambda puzzle: _write(f"{puzzle.width} {puzzle.height}", puzzle),
)
MK = Format(
    name="mk",
    summary="height and width, then bare numbers with # between rows and columns",
    kinds=("nonogram",),
    claims=claims_mk,
    read=read_mk,
    write=lambda puzzle: _write(f"{puzzle.height} {puzzle.width}", puzzle, "#"),
)
CWD = Format(
    name="cwd",
    summary="height, width, then bare numbers with a blank line between rows and columns",
    kinds=("nonogram",),
    claims=claims_cwd,
    read=read_cwd,
    write=lambda puzzle: _write(f"{puzzle.height}\n{puzzle.width}", puzzle, ""),
)
