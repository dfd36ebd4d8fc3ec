"""From grey values to black and white: by a threshold, or by dithering.

Dark is filled. What changing a cell costs follows from how sure its colour is.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonairo.errors import PuzzleError
from nonairo.generating.pictures.image_files import Greys, otsu
from nonairo.generating.pictures.looks import plain_cost
from nonairo.grid import Grid

EDGE = 20  # what a neighbour of the same colour adds to the cost of a change, in grey values
FAINT = 3  # lines may be so many times lighter than the darkest cells, and still be lines
FEW = 0.3  # drawings have at most this share of ink


@dataclass(frozen=True, slots=True)
class Shaded:
    """A picture in black and white, and how it came about."""

    picture: Grid
    cost: tuple[int, ...]  # of changing each cell
    threshold: int
    dither: bool


def check_threshold(threshold: object) -> None:
    """Raise PuzzleError unless this is no threshold, or a grey value."""
    if threshold is None or (
        isinstance(threshold, int) and not isinstance(threshold, bool) and 0 <= threshold <= 255
    ):
        return
    raise PuzzleError(f"expected a threshold from 0 to 255, found {threshold!r:.40}")


def automatic_threshold(greys: Greys) -> int:
    """Where to part dark from light: Otsu's threshold, or a higher one for thin lines.

    A thin line covers only a part of the cells that it crosses, some more and some less. So where
    there is little ink, a cell is dark when it has a fair part of the ink of the darkest ones.
    """
    cut = otsu(greys.values)
    inks = sorted(255 - value for value in greys.values)
    ink = sum(inks) / (255 * len(inks))
    if ink > FEW:
        return cut
    dark = inks[-max(len(inks) // 50, 1)]
    return max(cut, 255 - dark // FAINT)


def shade(greys: Greys, threshold: int | None = None, dither: bool = False) -> Shaded:
    """Black and white: cells darker than the threshold are filled.

    >>> shade(Greys(1, 4, (0, 90, 160, 255)), 128).picture.cells
    '1100'
    """
    cut = automatic_threshold(greys) if threshold is None else threshold
    if dither:
        cells = _dithered(greys, 128 if threshold is None else threshold)
        cut = 128 if threshold is None else threshold
    else:
        cells = "".join("1" if value < cut else "0" for value in greys.values)
    picture = Grid(greys.height, greys.width, cells)
    looks = plain_cost(picture)
    cost = tuple(
        abs(value - cut) + EDGE * alike for value, alike in zip(greys.values, looks, strict=True)
    )
    return Shaded(picture, cost, cut, dither)


def _dithered(greys: Greys, cut: int) -> str:
    """Floyd and Steinberg's error diffusion (1976), forth and back, in sixteenths."""
    low, high = _ends(greys)
    width = greys.width
    rest = [16 * (value - low) * 255 // max(high - low, 1) for value in greys.values]
    cells = ["0"] * len(rest)
    for row in range(greys.height):
        step = -1 if row % 2 else 1
        for col in range(width)[::step]:
            cell = row * width + col
            filled = rest[cell] < 16 * cut
            cells[cell] = "1" if filled else "0"
            error = rest[cell] - (0 if filled else 16 * 255)
            for down, right, share in ((0, 1, 7), (1, -1, 3), (1, 0, 5), (1, 1, 1)):
                other = col + right * step
                if row + down < greys.height and 0 <= other < width:
                    rest[(row + down) * width + other] += error * share // 16
    return "".join(cells)


def _ends(greys: Greys) -> tuple[int, int]:
    """The darkest and the lightest grey, but for a few outliers."""
    values = sorted(greys.values)
    few = len(values) // 50
    return values[few], values[-1 - few]


def picture_error(greys: Greys, picture: Grid) -> float:
    """How far black and white are from the greys, on average; from 0 to 1."""
    off = sum(
        value if cell == "1" else 255 - value
        for value, cell in zip(greys.values, picture.cells, strict=True)
    )
    return round(off / (255 * len(greys.values)), 4)
