"""GRID files: `GRID title`, `ROWS`, one `[ 1 4 ]` a row, `COLUMNS`, likewise; any number."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    Claim,
    Format,
    check_sides,
    content_lines,
    first_content,
    joined,
    one_line,
    unlike,
    whole_numbers,
)
from nonairo.formats.shared.clues import Numbers, both_sides, pose
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    return Claim("starts with 'GRID'") if _is_head(first_content(text)) else None


def _is_head(line: str) -> bool:
    return line == "GRID" or line.startswith(("GRID ", "GRID\t"))


def read(text: str) -> Iterator[Puzzle]:
    title, start = "", 0
    sides: dict[str, list[Numbers]] = {}
    side: list[Numbers] | None = None
    for number, line in content_lines(text):
        if _is_head(line):
            if start:
                yield _puzzle(title, sides, start)
            title, start = line[4:].strip(), number
            sides, side = {}, None
        elif line in ("ROWS", "COLUMNS"):
            if line in sides or not start:
                raise FormatError(f"expected GRID before this {line}", line=number)
            side = sides[line] = []
        elif side is not None and line.startswith("[") and line.endswith("]"):
            side.append((number, whole_numbers(line[1:-1], number)))
            check_sides(len(side), 1, number)
        else:
            raise unlike("GRID, ROWS, COLUMNS or a clue such as [ 1 4 ]", line, number)
    yield _puzzle(title, sides, start or 1)


def _puzzle(title: str, sides: dict[str, list[Numbers]], line: int) -> Puzzle:
    for name in ("ROWS", "COLUMNS"):
        if not sides.get(name):
            raise FormatError(f"expected {name} with clues, found none", line=line)
    return pose(sides["ROWS"], sides["COLUMNS"], line).about(title=title or None)


def write(puzzle: Puzzle) -> str:
    lines = [f"GRID {one_line(puzzle.title)}".rstrip()]
    for name, side in zip(("ROWS", "COLUMNS"), both_sides(puzzle), strict=True):
        lines.append(name)
        lines += [" ".join(["[", *map(str, clue), "]"]) for clue in side]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="gridfile",
    summary="GRID, ROWS, COLUMNS and clues in brackets",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    write_all=joined(write, "\n"),
    holds=frozenset(("title",)),
)
