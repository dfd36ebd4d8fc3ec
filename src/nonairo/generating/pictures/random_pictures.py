"""Random pictures that look like shapes: noise, blurred until blobs stand out, and cut at a height.

Everything is done in whole numbers, so that a picture is the same on every machine.

    heights     2 7 9 3       cut so that half of      . # # .
                1 8 6 4       the cells stand above    . # # .
                0 5 9 2                                . . # .
                7 6 1 3                                # # . .     (without the blur)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from nonairo.generating.random_draws import Draws
from nonairo.grid import Grid

Field: TypeAlias = list[list[int]]  # a height for every cell

ROUGHEST = 10
TALLEST = 1 << 20
TRIES = 6  # draws, to get one without empty borders
SYMMETRIC = 0.5  # the share of pictures that are their own mirror image


def draw_picture(height: int, width: int, share: float, roughness: int, draws: Draws) -> Grid:
    """A picture of which about this share is filled.

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
    """Noise, blurred; the larger the grid, the larger the shapes."""
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
    """Heights of hills broader than the shapes of such a picture, to part them."""
    field = [[draws.below(TALLEST) for _ in range(width)] for _ in range(height)]
    for _ in range(3 * _passes(min(height, width), roughness)):
        field = _turned(_blurred(_turned(_blurred(field))))
    return field


def _raised(field: Field, dome: int) -> Field:
    """The field with its middle raised, so that a figure stands on paper; 0: not at all."""
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
    """How often to blur: not at all for noise, once for every few cells of the side at best."""
    if roughness >= ROUGHEST:
        return 0
    most = 2 + side // 8
    return max(1, most * (ROUGHEST - 1 - roughness) // (ROUGHEST - 1))


def _blurred(field: Field) -> Field:
    """Every cell the mean of itself and its neighbours in the row."""
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
    """The highest cells filled."""
    heights = [value for row in field for value in row]
    highest = sorted(range(len(heights)), key=lambda cell: (-heights[cell], cell))[:count]
    cells = ["0"] * len(heights)
    for cell in highest:
        cells[cell] = "1"
    return Grid(len(field), len(field[0]), "".join(cells))


def borders(height: int, width: int) -> tuple[Sequence[int], ...]:
    """The cells of the first and last row and column."""
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
    """The field with the highest cell of every empty border raised above all others."""
    width = picture.width
    lifted = [row.copy() for row in field]
    for side in borders(picture.height, width):
        if not any(picture.cells[cell] == "1" for cell in side):
            top = max(side, key=lambda cell: (field[cell // width][cell % width], -cell))
            lifted[top // width][top % width] += 2 * TALLEST
    return lifted
