"""Puzzles from picture files: cells in black and white, or in a few colours.

Dark is filled, by a threshold or by dithering. What changing a cell costs follows from how sure its
colour is. Thin lines are difficult: a line of one cell in a wide empty grid says next to nothing of
where it is. So a drawing is drawn again with a broader pen, until a few changes are enough.

    fine pen     . # . .      broad pen    # # . .
                 . . # .                   # # # .
                 . . . #                   . # # #
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.pictures.changing import flips_first, greedy
from nonairo.generating.pictures.drawing import plain_cost
from nonairo.generating.pictures.image_files import (
    Colours,
    Greys,
    Rows,
    Wanted,
    fitted,
    inner_size,
    otsu,
)
from nonairo.generating.pictures.task import LINES, PictureRequest, PictureTask
from nonairo.generating.pictures.wanted_puzzles import wanted_puzzle
from nonairo.grid import ALPHABET, Grid
from nonairo.kinds.palette import WEIGHTS, Paint, distance
from nonairo.plain import brief
from nonairo.puzzle import Puzzle

Weighted: TypeAlias = list[tuple[Paint, int]]  # colours, and how often each occurs

LITTLE_INK = 0.3  # a picture with less is taken for a drawing
FAINT = 3  # lines may be so many times lighter than the darkest cells, and still be lines
EDGE = 20  # what a neighbour of the same colour adds to the cost of a change, in grey values
TOUCHED = 20  # with a broad pen a cell is filled that has this part (1/20) of the blackest ink
PENS = (0, 0, 2, 3, 4, 6)  # how far lines are broadened on each side, in eighths of a cell
ENOUGH = 0.01  # no broader pen is tried when this share of changes does
SIDES = (15, 20, 25, 30)  # of variants, unless a size is given
WAYS = ((0, False), (0, True), (-24, False), (24, False), (-48, False), (48, False))
# Steps away from the automatic threshold, and whether greys become dots.
INK, PAPER = 3, 2  # what a pixel counts in its cell: thin lines must not get lost
LIGHT = 240  # of 255: paper that is as light as this is white
ROUNDS = 8  # of means
SAME = 24 * 24 * sum(WEIGHTS)  # colours so close are one


@dataclass(frozen=True, slots=True)
class Shaded:
    """A picture in black and white, and how it came about."""

    greys: Greys  # that it was made from
    picture: Grid
    cost: tuple[int, ...]  # of changing each cell
    threshold: int
    dither: bool
    pen: int = 0  # eighths of a cell by which lines were broadened on each side


def sketch(
    rows: Rows, greys: Greys, threshold: int | None, dither: bool, task: PictureTask
) -> Shaded:
    """Return black and white in so many cells; drawings with the finest pen that does."""
    plain = shade(greys, threshold, dither)
    if threshold is not None or dither or ink_share(greys) >= LITTLE_INK:
        return plain
    most = max(1, round(ENOUGH * len(greys.values)))

    def finest_pen(part: PictureTask) -> Shaded:
        for number, pen in enumerate(PENS):
            drawn = plain if number == 0 else _with_pen(rows, greys, pen)
            if greedy(drawn.picture, LINES, part, drawn.cost, most, 1) is not None:
                break
        return drawn

    return flips_first(task, len(greys.values), finest_pen) or plain


def ink_share(greys: Greys) -> float:
    """Return how much of the picture is black, if grey is spread that way."""
    return sum(255 - value for value in greys.values) / (255 * len(greys.values))


def _with_pen(rows: Rows, greys: Greys, pen: int) -> Shaded:
    """Return the drawing with lines broadened by so many eighths of a cell on each side."""
    cell = max(len(rows) // greys.height, len(rows[0]) // greys.width, 1)
    broad = rows
    for _ in range(round(pen * cell / 8)):
        broad = _broadened(broad)
    small = fitted(broad, (greys.height, greys.width))
    dark, paper = _ends(small)
    return replace(shade(small, max(paper - (paper - dark) // TOUCHED, 1)), pen=pen)


def _broadened(rows: Rows) -> Rows:
    """Return every pixel as dark as its darkest neighbour: lines get a pixel on each side."""
    for _ in range(2):
        rows = [
            [
                min(three)
                for three in zip([row[0], *row[:-1]], row, [*row[1:], row[-1]], strict=True)
            ]
            for row in rows
        ]
        rows = [list(column) for column in zip(*rows, strict=True)]
    return rows


def image_puzzle(
    rows: Rows,
    size: Wanted,
    threshold: int | None,
    dither: bool,
    request: PictureRequest,
) -> Puzzle:
    """Return the puzzle of a picture; `extra` says what was done to it."""
    greys = fitted(rows, size)
    task = request.task(greys.height, greys.width)
    shaded = sketch(rows, greys, threshold, dither, task)
    if "1" not in shaded.picture.cells:
        raise PuzzleError(f"nothing in the picture is darker than {shaded.threshold}")
    puzzle = wanted_puzzle(shaded.picture, shaded.cost, task)
    assert puzzle.solution is not None
    made_from = {
        "error": picture_error(shaded.greys, puzzle.solution),
        "threshold": shaded.threshold,
        "dither": shaded.dither,
        "pen": shaded.pen,
    }
    return replace(puzzle, extra={**puzzle.extra, **made_from})


def variants_of(rows: Rows, size: Wanted, request: PictureRequest) -> Iterator[Puzzle]:
    """Yield different puzzles of one picture, the likeliest to be good first.

    One that fails is skipped, unless all do.
    """
    sizes = [_longest(rows, side) for side in SIDES] if size is None else [size]
    found: set[str] = set()
    missed: LimitReached | PuzzleError | None = None
    for step, dither in WAYS:
        for size in sizes:
            threshold = None if step == 0 else shade(fitted(rows, size)).threshold + step
            if threshold is not None and not 0 < threshold <= 255:
                continue
            try:
                puzzle = image_puzzle(rows, size, threshold, dither, request)
            except (LimitReached, PuzzleError) as error:
                missed = missed or error
                continue
            if puzzle.id not in found:
                found.add(puzzle.id)
                yield puzzle
    if not found and missed is not None:
        raise missed


def _longest(rows: Rows, side: int) -> tuple[int, int]:
    """Return the size whose longer side has so many cells."""
    tall, wide = len(rows), len(rows[0])
    longer = max(tall, wide)
    return max(1, round(side * tall / longer)), max(1, round(side * wide / longer))


def check_threshold(threshold: object) -> None:
    """Raise PuzzleError unless this is no threshold, or a grey value."""
    if threshold is None or (
        isinstance(threshold, int) and not isinstance(threshold, bool) and 0 <= threshold <= 255
    ):
        return
    raise PuzzleError(f"expected a threshold from 0 to 255, found {brief(threshold)}")


def automatic_threshold(greys: Greys) -> int:
    """Return where dark ends: Otsu's threshold, or a higher one for thin lines.

    A thin line covers only a part of the cells that it crosses, some more and some less. So where
    there is little ink, a cell is dark when it has a fair part of the ink of the darkest ones.
    """
    cut = otsu(greys.values)
    if ink_share(greys) > LITTLE_INK:
        return cut
    inks = sorted(255 - value for value in greys.values)
    dark = inks[-max(len(inks) // 50, 1)]
    return max(cut, 255 - dark // FAINT)


def shade(greys: Greys, threshold: int | None = None, dither: bool = False) -> Shaded:
    """Return black and white: cells darker than the threshold are filled.

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
    return Shaded(greys, picture, cost, cut, dither)


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
    """Return the darkest and the lightest grey, but for a few outliers."""
    values = sorted(greys.values)
    few = len(values) // 50
    return values[few], values[-1 - few]


def picture_error(greys: Greys, picture: Grid) -> float:
    """Return how far black and white are from the greys, on average; from 0 to 1."""
    off = sum(
        value if cell == "1" else 255 - value
        for value, cell in zip(greys.values, picture.cells, strict=True)
    )
    return round(off / (255 * len(greys.values)), 4)


def coloured_image_puzzle(
    rows: Colours, size: Wanted, number: int, request: PictureRequest
) -> Puzzle:
    """Return the puzzle of a picture in at most so many colours; `extra` says what was changed."""
    assert request.kind.colour_rules is not None
    paints = few_colours((paint for row in rows for paint in row), number + 1)
    if len(paints) < 2:
        raise PuzzleError("the picture is blank: it has only one colour")
    known = {paint: nearest(paint, paints) for row in rows for paint in row}
    pixels = [[known[paint] for paint in row] for row in rows]
    paper = _paper(pixels)
    cells, height, width = _most_in_cells(_cropped(pixels, paper), paper, size)
    inks = sorted({*cells} - {paper})
    if not inks:
        raise PuzzleError("nothing in the picture is large enough to fill a cell")
    symbols = {paper: "0"} | dict(zip(inks, ALPHABET[1:], strict=False))
    picture = Grid(height, width, "".join(symbols[cell] for cell in cells))
    colours = request.kind.colour_rules([_hex(paints[ink]) for ink in inks])
    request = replace(request, rules=colours)
    puzzle = wanted_puzzle(picture, [0] * len(cells), request.task(height, width))
    if min(paints[paper]) >= LIGHT:
        return puzzle
    return replace(puzzle, extra={**puzzle.extra, "background": f"#{_hex(paints[paper])}"})


def _hex(paint: Paint) -> str:
    return "".join(f"{part:02x}" for part in paint)


def _paper(pixels: list[list[int]]) -> int:
    """Return the colour of most of the border."""
    border = pixels[0] + pixels[-1] + [row[0] for row in pixels] + [row[-1] for row in pixels]
    often = Counter(border)
    return min(often, key=lambda paint: (-often[paint], paint))


def _cropped(pixels: list[list[int]], paper: int) -> list[list[int]]:
    """Return the picture without empty margins."""
    down = [k for k, row in enumerate(pixels) if {*row} != {paper}]
    across = [k for k, column in enumerate(zip(*pixels, strict=True)) if {*column} != {paper}]
    return [row[across[0] : across[-1] + 1] for row in pixels[down[0] : down[-1] + 1]]


def _most_in_cells(pixels: list[list[int]], paper: int, size: Wanted) -> tuple[list[int], int, int]:
    """Return the colour of most of each cell, proportions kept, centred; and the size."""
    tall, wide = len(pixels), len(pixels[0])
    (height, width), (inner, across) = inner_size(tall, wide, size)
    top, left = (height - inner) // 2, (width - across) // 2
    cells = [paper] * (height * width)
    for r in range(inner):
        band = pixels[r * tall // inner : max((r + 1) * tall // inner, r * tall // inner + 1)]
        for c in range(across):
            begin = c * wide // across
            end = max((c + 1) * wide // across, begin + 1)
            often = Counter(paint for row in band for paint in row[begin:end])
            votes = {ink: n * (PAPER if ink == paper else INK) for ink, n in often.items()}
            cells[(top + r) * width + left + c] = min(votes, key=lambda ink: (-votes[ink], ink))
    return cells, height, width


def few_colours(pixels: Iterable[Paint], number: int) -> list[Paint]:
    """Return at most so many colours that stand for all, the most frequent first.

    Median cut, then means, in whole numbers: P. Heckbert, "Color image quantization for frame
    buffer display" (1982).

    >>> few_colours([(250, 0, 0), (254, 0, 0), (0, 0, 0), (0, 2, 0)], 2)
    [(0, 1, 0), (252, 0, 0)]
    """
    counted = sorted(Counter(pixels).items())
    boxes = [counted]
    while len(boxes) < number:
        widest = max(boxes, key=_spread)
        if len(widest) < 2:
            break
        boxes.remove(widest)
        boxes += _halves(widest)
    paints = [_mean(box) for box in boxes]
    for _ in range(ROUNDS):
        groups: list[Weighted] = [[] for _ in paints]
        for paint, count in counted:
            groups[nearest(paint, paints)].append((paint, count))
        again = [_mean(group) for group in groups if group]
        if again == paints:
            break
        paints = again
    return _merged(paints, counted)


def nearest(paint: Paint, paints: Sequence[Paint]) -> int:
    """Return the number of the colour that is most like one."""
    return min(range(len(paints)), key=lambda k: (distance(paint, paints[k]), k))


def _spread(box: Weighted) -> int:
    return sum(count for _, count in box) * _widest(box)[0]


def _widest(box: Weighted) -> tuple[int, int]:
    """Return how far a box reaches, and along which channel."""
    reaches = []
    for channel, weight in enumerate(WEIGHTS):
        values = [paint[channel] for paint, _ in box]
        reaches.append((weight * (max(values) - min(values)), -channel))
    reach, channel = max(reaches)
    return reach, -channel


def _halves(box: Weighted) -> list[Weighted]:
    """Split a box where half of the pixels lie on either side, at least one colour in each."""
    channel = _widest(box)[1]
    ordered = sorted(box, key=lambda pair: (pair[0][channel], pair[0]))
    half, behind = sum(count for _, count in box) / 2, 0
    for k, (_, count) in enumerate(ordered):
        behind += count
        if behind >= half or k == len(ordered) - 2:
            return [ordered[: k + 1], ordered[k + 1 :]]
    raise AssertionError("a box of two colours has two halves")


def _mean(box: Weighted) -> Paint:
    number = sum(count for _, count in box)
    red, green, blue = (
        (sum(paint[channel] * count for paint, count in box) + number // 2) // number
        for channel in range(3)
    )
    return red, green, blue


def _merged(paints: list[Paint], counted: Weighted) -> list[Paint]:
    """Return the colours without those that look the same as a more frequent one."""
    often = Counter[int]()
    for paint, count in counted:
        often[nearest(paint, paints)] += count
    ranked = sorted(range(len(paints)), key=lambda k: (-often[k], paints[k]))
    kept: list[Paint] = []
    for k in ranked:
        if all(distance(paints[k], other) > SAME for other in kept):
            kept.append(paints[k])
    return kept
