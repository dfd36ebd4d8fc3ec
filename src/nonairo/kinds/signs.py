"""Signs between neighbours of a Binairo (Binairo+, Tango): `=` the same symbol, `x` another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from nonairo.errors import PuzzleError
from nonairo.grid import Cell, Grid
from nonairo.kinds.base import Mark
from nonairo.plain import brief, many, shown, whole
from nonairo.puzzle import Puzzle, givens_as_text
from nonairo.rules import Both, LineRule, Signs, signs_along

NONE = "."
SIGNS = "=x"
PLAIN = NONE + SIGNS + "/"  # of rows of signs without blanks around them


class SignGrid(NamedTuple):
    """The signs of a board: to the right of each cell, row by row, and below each, row by row."""

    right: tuple[str, ...]
    below: tuple[str, ...]

    @property
    def any(self) -> bool:
        return any(part.strip(NONE) for part in (*self.right, *self.below))

    def __str__(self) -> str:
        return ";".join("/".join(part) for part in self)


def read_signs(right: str, below: str, givens: Grid) -> SignGrid:
    """The second and third part of an id."""
    height, width = givens.height, givens.width
    found = []
    for text, lines, length, name in (
        (right, height, width - 1, "to the right"),
        (below, height - 1, width, "below"),
    ):
        rows = text.split("/")
        if len(rows) == lines and {*map(len, rows)} == {length} and not text.strip(PLAIN):
            found.append(tuple(rows))
            continue
        rows = [row.strip() for row in text.strip().split("/")] if lines or text.strip() else []
        if len(rows) != lines:
            raise PuzzleError(f"signs {name}: expected {many(lines, 'row')}, found {len(rows)}")
        for k, row in enumerate(rows, 1):
            if len(row) != length or row.strip(NONE + SIGNS):
                expected = f"{many(length, 'character')} ('=', 'x' or '.')"
                raise PuzzleError(f"signs {name}, row {k}: expected {expected}, found {brief(row)}")
        found.append(tuple(rows))
    return SignGrid(*found)


def sign_grid(signs: Iterable[Sequence[object]], height: int, width: int) -> SignGrid:
    """Signs given one by one, as [row, column, row, column, sign], counted from 0."""
    right = [[NONE] * (width - 1) for _ in range(height)]
    below = [[NONE] * width for _ in range(height - 1)]
    if isinstance(signs, str) or not isinstance(signs, Iterable):
        raise PuzzleError(f"signs: expected a list, found {shown(signs)}")
    for entry in signs:
        if not isinstance(entry, list | tuple) or len(entry) != 5 or entry[4] not in (*SIGNS,):
            expected = "[row, column, row, column, '=' or 'x']"
            raise PuzzleError(f"signs: expected {expected}, found {shown(entry)}")
        one, other = sorted(_cell(*entry[k : k + 2]) for k in (0, 2))
        row, col = one
        inside = row >= 0 and col >= 0 and other.row < height and other.col < width
        if not inside or other not in ((row, col + 1), (row + 1, col)):
            raise PuzzleError(f"signs: expected two neighbours on the board, found {shown(entry)}")
        place = (right if other.row == row else below)[row]
        if place[col] not in (NONE, entry[4]):
            raise PuzzleError(f"signs: both = and x between {one} and {other}")
        place[col] = str(entry[4])
    return SignGrid(tuple(map("".join, right)), tuple(map("".join, below)))


def _cell(row: object, col: object) -> Cell:
    down, along = whole(row), whole(col)
    if down is None or along is None:
        raise PuzzleError(f"signs: expected whole numbers, found {shown(row)} and {shown(col)}")
    return Cell(down, along)


def signed(rules: tuple[LineRule, ...], between: Iterable[str]) -> tuple[LineRule, ...]:
    """The rules of lines with their signs; a line without any keeps its rule."""
    return tuple(
        Both((rule, Signs(signs))) if signs.strip(NONE) else rule
        for rule, signs in zip(rules, between, strict=True)
    )


def columns_below(signs: SignGrid, width: int) -> tuple[str, ...]:
    """The signs along each column."""
    return tuple(map("".join, zip(*signs.below, strict=True))) or ("",) * width


def signs_of(puzzle: Puzzle) -> SignGrid:
    """The signs of a puzzle, read off its rules."""
    none_right, none_below = NONE * (puzzle.width - 1), NONE * (puzzle.height - 1)
    columns = [signs_along(rule) or none_below for rule in puzzle.col_rules]
    return SignGrid(
        tuple(signs_along(rule) or none_right for rule in puzzle.row_rules),
        tuple(map("".join, zip(*columns, strict=True))),
    )


def marks(puzzle: Puzzle) -> tuple[Mark, ...]:
    """Every sign and the two cells that it stands between, in reading order."""
    right, below = signs_of(puzzle)
    found = []
    for row, col in product(range(puzzle.height), range(puzzle.width)):
        cell = Cell(row, col)
        if col < puzzle.width - 1 and right[row][col] != NONE:
            found.append(Mark(cell, Cell(row, col + 1), right[row][col]))
        if row < puzzle.height - 1 and below[row][col] != NONE:
            found.append(Mark(cell, Cell(row + 1, col), below[row][col]))
    return tuple(found)


def all_marks(board: Grid) -> tuple[Mark, ...]:
    """The signs between all neighbours of a full board, in reading order."""
    found = []
    for row, col in product(range(board.height), range(board.width)):
        cell = Cell(row, col)
        for other in (Cell(row, col + 1), Cell(row + 1, col)):
            if other.row < board.height and other.col < board.width:
                found.append(Mark(cell, other, "=" if board[cell] == board[other] else "x"))
    return tuple(found)


def listed(puzzle: Puzzle) -> list[list[object]]:
    """As records have them."""
    return [[*mark.one, *mark.other, mark.glyph] for mark in marks(puzzle)]


def write(puzzle: Puzzle) -> str:
    """The body of an id; the signs only if there are any."""
    givens = givens_as_text(puzzle)
    if Both not in map(type, (*puzzle.row_rules, *puzzle.col_rules)):
        return givens
    signs = signs_of(puzzle)
    return f"{givens};{signs}" if signs.any else givens
