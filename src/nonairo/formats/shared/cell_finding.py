"""Find the cells of a finished picture whose cells are larger than a pixel, such as a screenshot.

Where colours change, columns of pixels differ from their neighbours. These places lie on a
lattice: on every line of it if the grid is drawn, and on some of them if it is not. The lattice
must explain all of them, and each cell must have one colour; else nothing is found.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from statistics import median
from typing import TYPE_CHECKING, TypeAlias

from nonairo.limits import poll_supervision

if TYPE_CHECKING:
    from PIL.Image import Image

Colour: TypeAlias = tuple[int, int, int]

LEAST_SIDE = 72  # pixels of the longer side; a smaller picture has a pixel for each cell
EXACT_CELL, LEAST_CELL = 4, 6  # pixels of a cell, if all is sharp and if it may be blurred
FEWEST_CELLS, MOST_CELLS = 3, 200  # of a side
WORKING_SIDE = 2000  # pixels of a side, to which larger pictures are reduced
GAPS = (7, 3)  # pixels of a line of the grid, at most: thick ones are tried first
FAINTEST, FAINT_SHARE = 2.0, 0.03  # of a change, in grey values, and of the strongest one
QUIET = 0.1  # of the strongest change: what a change inside of cells may be
STRAY = 0.17  # of a cell: how far a change may lie from the lattice
SQUARE = 0.04  # how much higher or wider a cell may be
SAMPLES = (0.24, 0.37, 0.5, 0.63, 0.76)  # where the colour of a cell is looked for
ALIKE = 120  # values of red, green and blue in all, that colours of one sort differ by
EXACTLY, MOST_EXACT = 12, 64  # the same of pictures with few colours, and how many these are
LINE = 20  # grey values that a line of the grid differs by from the cells beside it
CLEAR, CLEAR_CELLS = 0.6, 0.97  # of the samples in a cell that are alike, and of such cells
MOST_COLOURS = 8
LIGHT, DARK = 215, 60  # values from which on a colour is white, and up to which it is black


@dataclass(frozen=True, slots=True)
class Cells:
    """The colours of the cells, row after row, how many make a row, and their size in pixels."""

    colours: list[bytes]
    width: int
    pixels: float


@dataclass(frozen=True, slots=True)
class Lattice:
    """Lines at `start`, `start + step`, ... of which the last has the number `last`."""

    start: float
    step: float
    last: int

    def line(self, k: float) -> float:
        return self.start + k * self.step

    def longer(self, before: int, behind: int) -> Lattice:
        """The same with so many more cells."""
        return Lattice(self.line(-before), self.step, self.last + before + behind)


def find_cells(picture: Image, factor: int = 1) -> Cells | None:
    """Return the cells of a picture in RGB; None if it has none that are larger than a pixel.

    The picture was reduced by `factor`, so that no side is longer than `WORKING_SIDE`.
    """
    if max(picture.size) < LEAST_SIDE:
        return None
    across, down = _changes(picture, 0), _changes(picture, 1)
    if factor == 1 and (found := _exact(picture, across, down)):
        return found
    if max(median(changes) / (max(changes) or 1) for changes in (across, down)) > QUIET:
        return None  # something changes almost everywhere
    for gap in GAPS:
        pair = _lattices(_places(across, gap), _places(down, gap), picture.size)
        if pair is not None and (found := _read(picture, *pair, factor)):
            return found
    return None


def _changes(picture: Image, axis: int) -> list[float]:
    """How much each column of pixels differs from the one before it; or each row."""
    from PIL import Image, ImageChops

    width, height = picture.size
    if axis:
        before, behind, size = (0, 0, width, height - 1), (0, 1, width, height), (1, height - 1)
    else:
        before, behind, size = (0, 0, width - 1, height), (1, 0, width, height), (width - 1, 1)
    if not min(before[2:]):
        return [0.0]
    red, green, blue = ImageChops.difference(picture.crop(before), picture.crop(behind)).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue).convert("F")
    return [0.0, *array("f", most.resize(size, Image.Resampling.BOX).tobytes())]


def _exact(picture: Image, across: list[float], down: list[float]) -> Cells | None:
    """Cells of whole pixels without any lines, each of one colour."""
    width, height = picture.size
    cell = gcd(
        width, height, *(k for changes in (across, down) for k, v in enumerate(changes) if v)
    )
    if cell < EXACT_CELL or max(width, height) // cell > MOST_CELLS or min(width, height) == cell:
        return None
    from PIL import Image

    small = picture.resize((width // cell, height // cell), Image.Resampling.NEAREST).tobytes()
    colours = [small[k : k + 3] for k in range(0, len(small), 3)]
    if not 2 <= len(set(colours)) <= MOST_COLOURS:
        return None
    return Cells(colours, width // cell, cell)


def _places(changes: list[float], gap: int) -> list[float]:
    """Where colours change; both sides of a line of up to so many pixels are one place."""
    usual = median(changes)
    least = usual + max(FAINTEST, FAINT_SHARE * max(changes))
    places: list[float] = []
    group: list[int] = []
    for k, change in enumerate([*changes, 0.0]):
        if group and (k - group[-1] > gap or k == len(changes)):
            weights = [changes[each] - usual for each in group]
            places.append(sum(w * k for w, k in zip(weights, group, strict=True)) / sum(weights))
            group = []
        if change > least:
            group.append(k)
    return places


def _lattices(
    across: list[float], down: list[float], size: tuple[int, int]
) -> tuple[Lattice, Lattice] | None:
    """The columns and rows that explain all places, with the largest cells that do."""
    if len(across) < 2 or len(down) < 2:
        return None
    least = min(b - a for places in (across, down) for a, b in pairwise(places))
    for part in (1, 2, 3):
        step = least / part
        if step < LEAST_CELL:
            return None
        columns, rows = _lattice(across, step), _lattice(down, step)
        if columns and rows and abs(columns.step - rows.step) <= SQUARE * columns.step:
            return columns, rows
    return None


def _lattice(places: list[float], step: float) -> Lattice | None:
    """The lattice of about this step through all places."""
    numbers = [0]
    for before, place in pairwise(places):
        numbers.append(numbers[-1] + round((place - before) / step))
    if numbers[-1] > MOST_CELLS:
        return None
    if len({*numbers}) < len(numbers):
        return None
    count = len(places)
    mean, middle = sum(places) / count, sum(numbers) / count
    spread = sum((k - middle) ** 2 for k in numbers)
    slope = sum((k - middle) * (p - mean) for k, p in zip(numbers, places, strict=True)) / spread
    found = Lattice(mean - slope * middle, slope, numbers[-1])
    allowed = max(1.5, STRAY * slope)
    strays = (abs(found.line(k) - p) for k, p in zip(numbers, places, strict=True))
    return found if slope >= LEAST_CELL and max(strays) <= allowed else None


def _read(picture: Image, columns: Lattice, rows: Lattice, factor: int) -> Cells | None:
    """The colours of the cells between the lines, if each has one."""
    bounded = _bounded(picture, columns, rows)
    if bounded is None:
        return None
    columns, rows = bounded
    pixel = _Pixels(picture)
    if min(columns.last, rows.last) < FEWEST_CELLS or not _is_alone(pixel, columns, rows):
        return None
    cells: list[Colour] = []
    clear = 0
    for row in range(rows.last):
        poll_supervision()
        for col in range(columns.last):
            samples = [
                pixel.at(columns.line(col + x), rows.line(row + y))
                for x in SAMPLES
                for y in SAMPLES
            ]
            red, green, blue = (
                sorted(each)[len(samples) // 2] for each in zip(*samples, strict=True)
            )
            cells.append((red, green, blue))
            alike = sum(_apart(each, cells[-1]) <= ALIKE for each in samples)
            clear += alike >= CLEAR * len(samples)
    if clear < CLEAR_CELLS * len(cells):
        return None
    sorts = _sorts(cells, EXACTLY if picture.getcolors(MOST_EXACT) else ALIKE)
    if not 2 <= len(sorts) <= MOST_COLOURS:
        return None
    nearest = {cell: bytes(min(sorts, key=lambda s: _apart(s, cell))) for cell in {*cells}}
    return Cells(
        [nearest[cell] for cell in cells], columns.last, factor * (columns.step + rows.step) / 2
    )


class _Pixels:
    """The colours at places of a picture."""

    def __init__(self, picture: Image) -> None:
        self.size = picture.size
        self.data = picture.tobytes()

    def at(self, x: float, y: float) -> Colour:
        width, height = self.size
        across, down = min(max(int(x), 0), width - 1), min(max(int(y), 0), height - 1)
        start = 3 * (down * width + across)
        red, green, blue = self.data[start : start + 3]
        return red, green, blue


def _bounded(picture: Image, columns: Lattice, rows: Lattice) -> tuple[Lattice, Lattice] | None:
    """The same lattices from edge to edge of the board.

    If the grid is drawn, its last lines are the edge, unless other lines go on beyond them. If it
    is not, the whole picture is the board if whole cells fill it; else what is drawn.
    """
    pixel = _Pixels(picture)
    if _is_lined(pixel, columns, rows):
        longer = [
            lattice.longer(*(_goes_on(pixel, columns, rows, axis, end) for end in (0, 1)))
            for axis, lattice in enumerate((columns, rows))
        ]
        return longer[0], longer[1]
    ends = []
    for lattice, side in zip((columns, rows), picture.size, strict=True):
        before = lattice.start / lattice.step
        behind = (side - lattice.line(lattice.last)) / lattice.step
        if max(abs(before - round(before)), abs(behind - round(behind))) > STRAY:
            return columns, rows
        ends.append(lattice.longer(round(before), round(behind)))
    if max(each.last for each in ends) > MOST_CELLS:
        return None
    return ends[0], ends[1]


def _is_lined(pixel: _Pixels, columns: Lattice, rows: Lattice) -> bool:
    """Whether there are lines between cells of one colour, or between a cell and the margin."""
    first = 0 if rows.line(-0.5) >= 0 else 1
    behind = rows.last + 1 if rows.line(rows.last + 0.5) < pixel.size[1] else rows.last
    votes: list[bool] = []
    for col in range(columns.last):
        poll_supervision()
        lines = (_crosses(pixel, columns.line(col + 0.5), rows, k) for k in range(first, behind))
        votes += [vote for vote in lines if vote is not None]
    return 2 * sum(votes) > len(votes)


def _crosses(pixel: _Pixels, x: float, rows: Lattice, row: int) -> bool | None:
    """Whether a line lies between two cells above each other; None if their colours differ."""
    above, below = (pixel.at(x, rows.line(row + part)) for part in (-0.5, 0.5))
    if _apart(above, below) > ALIKE:
        return None
    reach = max(2, round(rows.step / 8))
    beside = (pixel.at(x, rows.line(row) + k) for k in range(-reach, reach + 1))
    return max(_apart(each, above) for each in beside) > 3 * LINE


def _goes_on(pixel: _Pixels, columns: Lattice, rows: Lattice, axis: int, end: int) -> int:
    """1 if there is one more cell at this end, behind the last line that is seen, else 0.

    The lines of the other direction cross it; or it is filled like them, up to the very edge.
    """
    along, other = (rows, columns) if axis else (columns, rows)
    middle = along.line(along.last + 0.5) if end else along.line(-0.5)
    left = along.line(along.last + 1) - pixel.size[axis] if end else -along.line(-1)
    if left > STRAY * along.step:
        return 0
    turned = _Turned(pixel) if axis else pixel
    votes = [_crosses(turned, middle, other, k) for k in range(1, other.last)]
    known = [vote for vote in votes if vote is not None]
    if 2 * sum(known) > len(known):
        return 1
    inside = along.line(0.5)
    sides = [other.line(k + 0.5) for k in range(other.last)]
    paper = max((turned.at(inside, y) for y in sides), key=sum)
    filled = sum(_apart(turned.at(middle, y), paper) > ALIKE for y in sides)
    return int(abs(left) <= STRAY * along.step and 2 * filled > len(sides))


def _is_alone(pixel: _Pixels, columns: Lattice, rows: Lattice) -> bool:
    """Whether nothing is drawn outside of the board."""
    corner = pixel.at(0, 0)
    (width, height), step = pixel.size, columns.step / 2
    across = [k * step for k in range(int(width / step) + 1)]
    down = [k * step for k in range(int(height / step) + 1)]
    margin = 0.4 * columns.step
    return all(
        _apart(pixel.at(x, y), corner) <= ALIKE
        for x in across
        for y in down
        if not columns.start - margin <= x <= columns.line(columns.last) + margin
        or not rows.start - margin <= y <= rows.line(rows.last) + margin
    )


class _Turned(_Pixels):
    """The same picture with rows for columns."""

    def __init__(self, pixel: _Pixels) -> None:
        self.size = pixel.size
        self.data = pixel.data

    def at(self, x: float, y: float) -> Colour:
        return super().at(y, x)


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _sorts(cells: list[Colour], alike: int) -> list[Colour]:
    """The colours that differ: the mean of those that are alike, and plain white and black."""
    groups: list[list[Colour]] = []
    for cell in cells:
        near = next((group for group in groups if _apart(group[0], cell) <= alike), None)
        if near is not None:
            near.append(cell)
        elif len(groups) <= MOST_COLOURS:
            groups.append([cell])
    return list(dict.fromkeys(map(_plain, map(_mean, groups))))


def _mean(group: list[Colour]) -> Colour:
    red, green, blue = (round(sum(each) / len(group)) for each in zip(*group, strict=True))
    return red, green, blue


def _plain(colour: Colour) -> Colour:
    if min(colour) >= LIGHT:
        return 255, 255, 255
    return (0, 0, 0) if max(colour) <= DARK else colour
