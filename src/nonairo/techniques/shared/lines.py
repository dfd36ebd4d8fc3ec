"""Reading a line: which of its cells are known, and what it is with another one."""

from __future__ import annotations

from collections.abc import Collection

from nonairo.grid import UNKNOWN, Line, Symbol

REMEMBERED = 1 << 11  # lines in a cache: of more the garbage collector makes long pauses


def known(line: Line) -> tuple[int, ...]:
    """The cells of a line that are known."""
    return tuple([k for k, cell in enumerate(line) if cell != UNKNOWN])


def where(line: Line, symbol: Symbol) -> tuple[int, ...]:
    """The cells of a line that are this symbol; for `UNKNOWN`, the unknown cells.

    >>> where("01.1.", "1"), where("01.1.", ".")
    ((1, 3), (2, 4))
    """
    return tuple([k for k, cell in enumerate(line) if cell == symbol])


def unknown(line: Line, begin: int, end: int) -> list[int]:
    """The unknown cells of a stretch, cut to the line."""
    begin = max(begin, 0)
    if UNKNOWN not in line[begin:end]:
        return []
    return [k for k in range(begin, min(end, len(line))) if line[k] == UNKNOWN]


def put(line: Line, k: int, symbol: Symbol) -> Line:
    """The line with another symbol in one cell."""
    return line[:k] + symbol + line[k + 1 :]


def only_these(line: Line, kept: Collection[int]) -> Line:
    """The line, or the cells of a grid, with all but some cells unknown."""
    return "".join([cell if k in kept else UNKNOWN for k, cell in enumerate(line)])
