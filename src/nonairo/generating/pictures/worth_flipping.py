"""Which cells of a picture are worth a flip: those that share a line with cells in question."""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.generating.random_draws import Draws
from nonairo.grid import Grid


def touched(picture: Grid, trouble: Sequence[int]) -> list[int]:
    """All cells in the rows and columns of some cells."""
    width = picture.width
    rows = {cell // width for cell in trouble}
    cols = {cell % width for cell in trouble}
    return [
        cell for cell in range(len(picture.cells)) if cell // width in rows or cell % width in cols
    ]


def apart(cells: Sequence[int], width: int) -> list[int]:
    """The first cells of a list, no two of them in one line.

    >>> apart([0, 1, 5, 8], 4)
    [0, 5]
    """
    rows: set[int] = set()
    cols: set[int] = set()
    picks: list[int] = []
    for cell in cells:
        row, col = divmod(cell, width)
        if row not in rows and col not in cols:
            rows.add(row)
            cols.add(col)
            picks.append(cell)
    return picks


def nearby(
    picture: Grid,
    trouble: Sequence[int],
    without: Sequence[int],
    draws: Draws,
    most: int,
) -> list[int]:
    """Cells whose flip may help: all of those lines, or, if these are too many, the closest."""
    taken = set(without)
    cells = [cell for cell in touched(picture, trouble) if cell not in taken]
    if len(cells) <= most:
        return cells
    width = picture.width
    around = {
        (cell // width + down) * width + cell % width + right
        for cell in trouble
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if 0 <= cell // width + down < picture.height and 0 <= cell % width + right < width
    }
    close = sorted(around - taken)
    draws.shuffle(close)
    return sorted(close[:most])
