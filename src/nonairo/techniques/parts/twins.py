"""Finished lines beside an open one: what `twin_line` and `twin_cases` look at."""

from __future__ import annotations

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Balanced
from nonairo.techniques.parts.position import Position


def rivals(position: Position, line: int) -> list[int]:
    """The finished parallel lines that an open line could still become equal to."""
    mine = position.masks[line]
    found = []
    for other in position.parallels(line):
        theirs = position.masks[other]
        if (
            other != line
            and not theirs[0] & ~mine[0]
            and not theirs[1] & ~mine[1]
            and UNKNOWN not in position.lines[other]
        ):
            found.append(other)
    return found


def open_lines(position: Position) -> list[tuple[int, Line]]:
    """The balanced lines that are not finished, if lines must differ at all."""
    if not position.puzzle.distinct:
        return []
    return [
        (i, line)
        for i, line in enumerate(position.lines)
        if UNKNOWN in line and isinstance(position.rules[i], Balanced)
    ]
