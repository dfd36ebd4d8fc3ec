"""Finished lines beside an open one: what `twin_line` and `twin_cases` look at."""

from __future__ import annotations

from nonairo.grid import UNKNOWN, Line
from nonairo.propagation import fits
from nonairo.rules import Anything
from nonairo.techniques.shared.position import Position


def rivals(position: Position, line: int) -> list[int]:
    """The finished parallel lines that an open line could still become equal to."""
    masks = position.masks
    return [
        other
        for other in position.parallels(line)
        if other != line
        and UNKNOWN not in position.lines[other]
        and fits(masks[other], masks[line])
    ]


def open_lines(position: Position) -> list[tuple[int, Line]]:
    """The lines with a rule that are not finished, if lines must differ at all."""
    if not position.puzzle.distinct:
        return []
    return [
        (i, line)
        for i, line in enumerate(position.lines)
        if UNKNOWN in line and type(position.rules[i]) is not Anything
    ]
