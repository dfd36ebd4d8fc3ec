"""Random pictures that look like shapes, and what a flip does to the looks of a picture.

A picture is noise, blurred until blobs stand out, and cut at a height. Everything is done in whole
numbers, so that a picture is the same on every machine.

    heights     2 7 9 3       cut so that half of      . # # .
                1 8 6 4       the cells stand above    . # # .
                0 5 9 2                                . . # .
                7 6 1 3                                # # . .     (without the blur)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nonairo.generating.random_draws import Draws
from nonairo.grid import ALPHABET, Grid

Field: TypeAlias = list[list[int]]  # a height for every cell

ROUGHEST = 10
TALLEST = 1 << 20
TRIES = 6  # draws, to get one without empty borders
COLOURED_TRIES = 8  # draws, to get one that has all its colours
SYMMETRIC = 0.5  # the share of pictures that are their own mirror image


def draw_picture(height: int, width: int, share: float, roughness: int, draws: Draws) -> Grid:
    """Return a picture of which about this share is filled.

    Roughness 0 gives the largest shapes, 10 (`ROUGHEST`) plain noise.

    >>> print(draw_picture(5, 8, 0.5, 2, Draws(1)))
    11111100
    11100000
    11100000
    00001110
    00011111
    """
    count = min(max(round(share * height * width), 1), height * width)
    for _ in range(TRIES):
        mirrored = roughness < 6 and draws.chance(SYMMETRIC)
        field = _field(height, width, roughness, mirrored, draws)
        picture = _cut(field, count)
        if _touches_every_side(picture):
            break
    return _cut(_lifted(field, picture), count)


def _field(height: int, width: int, roughness: int, mirrored: bool, draws: Draws) -> Field:
    """Return blurred noise; the larger the grid, the larger the shapes."""
    field = [[draws.below(TALLEST) for _ in range(width)] for _ in range(height)]
    if mirrored:
        field = [row[: (width + 1) // 2] + row[: width // 2][::-1] for row in field]
    passes = _passes(min(height, width), roughness)
    for _ in range(passes):
        field = _turned(_blurred(_turned(_blurred(field))))
    if roughness < ROUGHEST:
        grain = TALLEST * roughness // (300 * (passes + 1))  # frays the edges of the shapes
        field = [[value + draws.below(grain + 1) for value in row] for row in field]
    field = _raised(field, draws.below(3) or int(mirrored))
    if mirrored:
        field = [row[: (width + 1) // 2] + row[: width // 2][::-1] for row in field]
    return field


def draw_field(height: int, width: int, roughness: int, draws: Draws) -> Field:
    """Return hills broader than the shapes of such a picture, to divide them."""
    field = [[draws.below(TALLEST) for _ in range(width)] for _ in range(height)]
    for _ in range(3 * _passes(min(height, width), roughness)):
        field = _turned(_blurred(_turned(_blurred(field))))
    return field


def _raised(field: Field, dome: int) -> Field:
    """Return the field with its middle raised (0: not at all), to leave empty borders."""
    height, width = len(field), len(field[0])
    values = [value for row in field for value in row]
    spread = max(values) - min(values)
    for r, row in enumerate(field):
        down = 1000 * (2 * r + 1 - height) ** 2 // height**2  # 0 in the middle, 1000 at the edge
        for c in range(width):
            out = down + 1000 * (2 * c + 1 - width) ** 2 // width**2
            row[c] -= spread * dome * out // 4000
    return field


def _passes(side: int, roughness: int) -> int:
    """Return how often to blur: not at all for noise, at most once for every few cells."""
    if roughness >= ROUGHEST:
        return 0
    most = 2 + side // 8
    return max(1, most * (ROUGHEST - 1 - roughness) // (ROUGHEST - 1))


def _blurred(field: Field) -> Field:
    """Return for every cell the mean of itself and its neighbours in the row."""
    return [
        [
            (before + 2 * value + after) // 4
            for before, value, after in zip(
                [row[0], *row[:-1]], row, [*row[1:], row[-1]], strict=True
            )
        ]
        for row in field
    ]


def _turned(field: Field) -> Field:
    return [list(column) for column in zip(*field, strict=True)]


def _cut(field: Field, count: int) -> Grid:
    """Return a picture with the highest cells filled."""
    heights = [value for row in field for value in row]
    highest = sorted(range(len(heights)), key=lambda cell: (-heights[cell], cell))[:count]
    cells = ["0"] * len(heights)
    for cell in highest:
        cells[cell] = "1"
    return Grid(len(field), len(field[0]), "".join(cells))


def borders(height: int, width: int) -> tuple[Sequence[int], ...]:
    """Return the cells of the first and last row and column."""
    last = (height - 1) * width
    return (
        range(width),
        range(last, last + width),
        range(0, last + 1, width),
        range(width - 1, last + width, width),
    )


def _touches_every_side(picture: Grid) -> bool:
    return all(
        any(picture.cells[cell] == "1" for cell in side)
        for side in borders(picture.height, picture.width)
    )


def _lifted(field: Field, picture: Grid) -> Field:
    """Return the field with the highest cell of every empty border raised above all others."""
    width = picture.width
    lifted = [row.copy() for row in field]
    for side in borders(picture.height, width):
        if not any(picture.cells[cell] == "1" for cell in side):
            top = max(side, key=lambda cell: (field[cell // width][cell % width], -cell))
            lifted[top // width][top % width] += 2 * TALLEST
    return lifted


def draw_coloured(
    height: int, width: int, share: float, roughness: int, colours: int, draws: Draws
) -> Grid:
    """Return a picture over so many colours and 0, of which about this share is filled.

    >>> print(draw_coloured(5, 8, 0.6, 2, 3, Draws(1)))
    20332202
    30012002
    11111222
    00112200
    00022000
    """
    for _ in range(COLOURED_TRIES):
        shape = draw_picture(height, width, share, roughness, draws)
        fields = [draw_field(height, width, roughness, draws) for _ in range(colours)]
        cells = "".join(
            ALPHABET[1 + max(range(colours), key=lambda k: fields[k][at // width][at % width])]
            if symbol == "1"
            else "0"
            for at, symbol in enumerate(shape.cells)
        )
        if len(set(cells) - {"0"}) == colours:
            break
    return Grid(height, width, cells)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many cells of a picture may be filled; and no border is to be emptied."""

    least: int
    most: int
    edge: int = 2  # neighbours of another kind that a cell drawn at random must have

    def allowed(self, picture: Grid, cells: Sequence[int]) -> list[int]:
        """Return those of the cells whose flip keeps to the bounds, or comes nearer to them."""
        filled = picture.cells.count("1")
        needed = {
            ones[0]
            for side in borders(picture.height, picture.width)
            if len(ones := [cell for cell in side if picture.cells[cell] == "1"]) == 1
        }
        return [
            cell
            for cell in cells
            if (
                filled < self.most
                if picture.cells[cell] == "0"
                else filled > self.least and cell not in needed
            )
        ]

    def draw(self, picture: Grid, draws: Draws) -> int | None:
        """Return a random cell that may be flipped; None if the one drawn may not.

        Cells inside shapes or in the open stay as they are, so that no specks appear.
        """
        cell = draws.below(len(picture.cells))
        if unlike(picture, cell) < self.edge:
            return None
        return cell if self.allowed(picture, (cell,)) else None


def unlike(picture: Grid, cell: int) -> int:
    """Count the neighbours of a cell that differ from it; beyond the border all is empty.

    >>> unlike(Grid.parse("110/110/000"), 4)
    2
    """
    row, col = divmod(cell, picture.width)
    height, width, cells = picture.height, picture.width, picture.cells
    count = 0
    for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        there = cells[r * width + c] if 0 <= r < height and 0 <= c < width else "0"
        count += there != cells[cell]
    return count


def plain_cost(picture: Grid) -> list[int]:
    """Return what a flip of each cell costs the looks: how many of its neighbours are alike.

    >>> plain_cost(Grid.parse("110/110/000"))
    [2, 2, 1, 2, 2, 2, 1, 2, 2]
    """
    height, width, cells = picture.height, picture.width, picture.cells
    costs = []
    for cell, symbol in enumerate(cells):
        row, col = divmod(cell, width)
        costs.append(
            (row > 0 and cells[cell - width] == symbol)
            + (row + 1 < height and cells[cell + width] == symbol)
            + (col > 0 and cells[cell - 1] == symbol)
            + (col + 1 < width and cells[cell + 1] == symbol)
        )
    return costs
