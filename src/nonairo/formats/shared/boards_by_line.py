"""Lines that may each be all the cells of a square: a list of boards (`oneline`), or one grid?

1.0...1.0......0        one grid of 3x16, which no Binairo is,
.1....0...1..0..        or three boards of 4x4
0.....1.1......1
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

SMALLEST = 4  # the side of a board in a list; a row of four cells is hardly a board of 2x2
# How many columns of so many cells obey the rules of a line; in taller grids always enough.
COLUMNS = {2: 2, 4: 6, 6: 14, 8: 34, 10: 84, 12: 208, 14: 518}


def are_boards(rows: Sequence[str]) -> bool:
    """Whether every row has givens, and may be the cells of an even square that breaks no rule.

    A second word may be the solution of the first.
    """
    return len(rows) > 1 and all(_is_board(row) or _is_solved_board(row) for row in rows)


def cannot_be_a_grid(rows: Sequence[str]) -> bool:
    """Whether rows make no Binairo: not of one length, odd, or too few to have distinct columns."""
    width = len(rows[0])
    ragged = any(len(row) != width for row in rows)
    return ragged or len(rows) % 2 == 1 or COLUMNS.get(len(rows), width) < width


def are_solved_boards(rows: Sequence[str]) -> bool:
    """Whether every row is two words: the cells of a square, and its solution."""
    return all(map(_is_solved_board, rows))


def _is_solved_board(row: str) -> bool:
    words = row.split()
    if len(words) != 2 or len(words[0]) != len(words[1]) or {*words[1]} - {"0", "1"}:
        return False
    square = len(words[0]) > 1 and isqrt(len(words[0])) ** 2 == len(words[0])
    kept = all(given == cell or given not in "01" for given, cell in zip(*words, strict=True))
    return square and kept and words[0] != words[1]


def _is_board(cells: str) -> bool:
    side = isqrt(len(cells))
    if side * side != len(cells) or side % 2 or side < SMALLEST or not {*cells} & {"0", "1"}:
        return False
    lines = [cells[k * side : k * side + side] for k in range(side)]
    lines += [cells[k::side] for k in range(side)]
    return all(
        line.count(sign) <= side // 2 and sign * 3 not in line for line in lines for sign in "01"
    )
