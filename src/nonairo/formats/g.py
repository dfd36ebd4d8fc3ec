"""`.g`: the format of the Olsak solver; an empty text line is an empty line of the puzzle.

Colours, triangles and triddlers are recognised and refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, Claim, Format, lines_of, one_line, printable, whole_number
from nonairo.formats.shared.clues import Numbers, both_sides, coloured, pose, written
from nonairo.puzzle import Puzzle

COLOURS = ("#d", "   0:   #FFFFFF   paper", "   1:#  #000000   ink")


def claims(text: str) -> Claim | None:
    lines = lines_of(text[:HEAD])
    colons = sum(line.startswith(":") for line in lines)
    if colons and any(line[:2].lower() in ("#d", "#t") for line in lines):
        return Claim("has a '#d' line and a line that starts with ':'")
    return Claim("has three lines that start with ':'") if colons >= 3 else None


def read(text: str) -> Iterator[Puzzle]:
    lines = lines_of(text)
    title = None
    marks = [k for k, line in enumerate(lines) if line.startswith(":")]
    start = next((k for k, line in enumerate(lines) if line[:1] in ("#", ":")), len(lines))
    if start:
        title = lines[0].strip() or None
    if start < len(lines) and lines[start][:2].lower() == "#t":
        raise FormatError("expected a grid, found a triddler: not supported", line=start + 1)
    if len(marks) < 2:
        expected = "a line ':' before the rows and one before the columns"
        raise FormatError(f"expected {expected}, found {len(marks)}", line=max(len(lines), 1))
    for k in range(start + 1, marks[0]):
        _check_colour(lines[k], k + 1)
    end = marks[2] if len(marks) > 2 else len(lines)
    rows = [_clue(lines[k], k + 1) for k in range(marks[0] + 1, marks[1])]
    cols = [_clue(lines[k], k + 1) for k in range(marks[1] + 1, end)]
    yield pose(rows, cols, marks[0] + 1).about(title=title)


def _check_colour(line: str, number: int) -> None:
    """Any two colours will do; what is drawn with triangles will not."""
    colour = line.strip()[3:].split()
    if colour and ("/" in colour[0] or "\\" in colour[0]):
        raise FormatError("expected whole cells, found triangles: not supported", line=number)


def _clue(line: str, number: int) -> Numbers:
    numbers = []
    for word in line.split():
        found = re.fullmatch(r"([0-9]+)(.?)", word)
        if not found:
            if re.fullmatch(r".[0-9]+.{0,2}", word):
                expected = "expected whole cells, found a triangle"
                raise FormatError(f"{expected} {printable(word)}: not supported", line=number)
            raise FormatError(f"expected a number, found {printable(word)}", line=number)
        if found[2]:
            raise coloured(number)
        numbers.append(whole_number(found[1], number))
    if 0 in numbers:
        raise FormatError("expected an empty text line for an empty line, found 0", line=number)
    return number, numbers


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    title = [one_line(puzzle.title).lstrip("#:")] if puzzle.title else []
    lines = [*title, *COLOURS, ": rows", *written(rows, empty="")]
    return "\n".join([*lines, ": columns", *written(cols, empty=""), ": end"]) + "\n"


FORMAT = Format(
    name="g",
    summary="the Olsak solver's clues between lines of ':'",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    holds=frozenset(("title",)),
)
