"""Squares in which a blank is an unknown cell, rewritten with dots: even ones, or with all blanks.

    X   O        X..O
      X    ->    ..X.
     O           .O..
    X            X...

A square decides what other texts leave open: the first row is not a header, two numbers in it are
not the sizes of a nonogram, and an empty line is a row that lost its blanks.
"""

from __future__ import annotations

from nonairo.formats.base import lines_of
from nonairo.formats.shared.grid_rows import MOST_SPACED, header_of, is_comment, is_label

SMALLEST = 4  # a smaller square has too few blanks to be recognised


def dotted(text: str) -> str | None:
    """Return the text with a dot for every blank cell; None if it is not such a square."""
    if " " not in text or text.count("\n") > MOST_SPACED:
        return None
    lines = lines_of(text)
    said = [k for k, line in enumerate(lines) if is_comment(line) or is_label(line)]
    full = [k for k, line in enumerate(lines) if line.strip() and k not in said]
    if len(full) < 2 or any(full[0] < k < full[-1] for k in said):
        return None
    end = min((k for k in said if k > full[-1]), default=len(lines))
    header = header_of(lines[full[0]])
    if header is not None and header[0] == header[1]:
        below = full[0] + 1
        if _has_cells(lines[below:end]) and (place := _place(lines, below, end, header[0])):
            return _with_dots(lines, *place)
    begin = max((k + 1 for k in said if k < full[0]), default=0)
    place = _place(lines, begin, end, None) if _has_cells(lines[begin:end]) else None
    return _with_dots(lines, *place) if place else None


def _has_cells(lines: list[str]) -> bool:
    """Whether lines have nothing but blanks and the signs for 0 and 1: digits or two letters."""
    used = set().union(*lines) - {" "}
    letters = len(used) == 2 and all(map(str.isalpha, used)) and used != {"x", "X"}
    return bool(used) and (used <= {"0", "1"} or letters)


def _place(lines: list[str], begin: int, end: int, side: int | None) -> tuple[int, int] | None:
    """Return the first line and the side of the square among these lines."""
    full = [k for k in range(begin, end) if lines[k].strip()]
    first, last = full[0], full[-1]
    width = max(len(lines[k].rstrip()) for k in full)
    lengths = {*map(len, lines[begin:end])}
    whole = lengths == {end - begin}  # no line lost its blanks
    if side is None and whole:
        side = end - begin
    elif side is None and last + 1 - first == width:
        side = width
    if _blanks_separate([lines[k] for k in full]):
        return None
    # The rows, then with empty lines above, below, or both: rows that lost their blanks.
    for start, height in (
        (first, last + 1 - first),
        (first, end - first),
        (begin, last + 1 - begin),
        (begin, end - begin),
    ):
        fits = height in (width, width + 1) if side is None else height == side >= width
        if fits and height >= SMALLEST and (height % 2 == 0 or whole):
            return start, height
    return None


def _blanks_separate(rows: list[str]) -> bool:
    """Whether blanks stand in the same places of every row, between cells."""
    apart = [[k for k, sign in enumerate(row.rstrip()) if sign == " "] for row in rows]
    return apart.count(apart[0]) == len(apart)


def _with_dots(lines: list[str], first: int, side: int) -> str:
    rows = [line.rstrip().ljust(side).replace(" ", ".") for line in lines[first : first + side]]
    return "\n".join([*lines[:first], *rows, *lines[first + side :]]) + "\n"
