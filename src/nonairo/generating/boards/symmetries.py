"""Patterns of givens that look the same after a turn or in a mirror."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from nonairo.errors import ArgumentError, PuzzleError
from nonairo.grid import Grid
from nonairo.plain import shown

Group: TypeAlias = tuple[int, ...]  # the cells, row after row, that come and go together
Move: TypeAlias = Callable[[int, int, int, int], tuple[int, int]]  # (row, col, last row, last col)

NONE, HALF = "none", "half"
SYMMETRIES: dict[str, Move] = {
    NONE: lambda row, col, bottom, right: (row, col),
    HALF: lambda row, col, bottom, right: (bottom - row, right - col),
    "quarter": lambda row, col, bottom, right: (col, bottom - row),
    "mirror": lambda row, col, bottom, right: (row, right - col),
    "flip": lambda row, col, bottom, right: (bottom - row, col),
    "diagonal": lambda row, col, bottom, right: (col, row),
}
SQUARE = ("quarter", "diagonal")


def symmetry_of(name: object, symmetric: bool, height: int, width: int) -> str:
    """Return the name of a symmetry, checked; `symmetric` is another name of the half turn."""
    if name is None:
        return HALF if symmetric else NONE
    if not isinstance(name, str) or name not in SYMMETRIES:
        raise ArgumentError(
            "symmetry", f": expected one of {', '.join(SYMMETRIES)}, found {shown(name)}"
        )
    if symmetric and name != HALF:
        raise PuzzleError(f"symmetric means symmetry {HALF}, not {name}: use only one of the two")
    if name in SQUARE and height != width:
        raise PuzzleError(f"symmetry {name} needs a square, found {height}x{width}")
    return name


def groups_of(board: Grid, symmetry: str) -> list[Group]:
    """Return the cells in groups, each with those that its symmetry moves it to.

    >>> groups_of(Grid.blank(1, 5), "half")
    [(0, 4), (1, 3), (2,)]
    >>> groups_of(Grid.blank(3, 3), "quarter")
    [(0, 2, 8, 6), (1, 5, 7, 3), (4,)]
    """
    move, seen = SYMMETRIES[symmetry], set[int]()
    groups = []
    for first in range(len(board.cells)):
        if first in seen:
            continue
        group, place = [], first
        while place not in group:
            group.append(place)
            row, col = divmod(place, board.width)
            row, col = move(row, col, board.height - 1, board.width - 1)
            place = row * board.width + col
        seen.update(group)
        groups.append(tuple(group))
    return groups
