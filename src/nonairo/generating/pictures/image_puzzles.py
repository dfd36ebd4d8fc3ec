"""Puzzles from picture files: black and white that keeps the motif and needs few changes.

Thin lines are the trouble: a line of one cell in a wide empty grid tells next to nothing of where
it is. So a drawing is drawn again with a broader pen, until a few changes are enough.

    fine pen     . # . .      broad pen    # # . .
                 . . # .                   # # # .
                 . . . #                   . # # #
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.pictures.added_givens import flips_first
from nonairo.generating.pictures.black_and_white import Shaded, picture_error, shade
from nonairo.generating.pictures.few_flips import greedy
from nonairo.generating.pictures.image_files import Greys, Rows, fitted
from nonairo.generating.pictures.job import Job, Order
from nonairo.generating.pictures.uniqueness import LINES
from nonairo.generating.pictures.wanted_pictures import wanted_puzzle
from nonairo.puzzle import Puzzle

LITTLE_INK = 0.3  # a picture with less is taken for a drawing
TOUCHED = 20  # with a broad pen a cell is filled that has this part (1/20) of the blackest ink
PENS = (0, 0, 2, 3, 4, 6)  # how far lines are broadened on each side, in eighths of a cell
ENOUGH = 0.01  # no broader pen is tried when this share of changes does
SIDES = (15, 20, 25, 30)  # of variants, unless told otherwise
WAYS = ((0, False), (0, True), (-24, False), (24, False), (-48, False), (48, False))
# Steps away from the automatic threshold, and whether greys become dots.


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture in black and white, with the greys that it was made from."""

    greys: Greys
    shaded: Shaded
    pen: int  # eighths of a cell by which lines were broadened on each side


def sketch(rows: Rows, greys: Greys, threshold: int | None, dither: bool, job: Job) -> Sketch:
    """Black and white in so many cells; drawings with the finest pen that does."""
    plain = Sketch(greys, shade(greys, threshold, dither), 0)
    if threshold is not None or dither or not _is_drawing(greys):
        return plain
    most = max(1, round(ENOUGH * len(greys.values)))

    def finest_pen(part: Job) -> Sketch:
        for number, pen in enumerate(PENS):
            drawn = plain if number == 0 else _with_pen(rows, greys, pen)
            shaded = drawn.shaded
            if greedy(shaded.picture, LINES, part, shaded.cost, most, 1) is not None:
                break
        return drawn

    return flips_first(job, len(greys.values), finest_pen) or plain


def _is_drawing(greys: Greys) -> bool:
    ink = sum(255 - value for value in greys.values)
    return ink < LITTLE_INK * 255 * len(greys.values)


def _with_pen(rows: Rows, greys: Greys, pen: int) -> Sketch:
    """The drawing with lines broadened by so many eighths of a cell on each side."""
    cell = max(len(rows) // greys.height, len(rows[0]) // greys.width, 1)
    broad = rows
    for _ in range(round(pen * cell / 8)):
        broad = _broadened(broad)
    small = fitted(broad, (greys.height, greys.width))
    values = sorted(small.values)
    few = len(values) // 50
    dark, paper = values[few], values[-1 - few]
    return Sketch(small, shade(small, max(paper - (paper - dark) // TOUCHED, 1)), pen)


def _broadened(rows: Rows) -> Rows:
    """Every pixel as dark as the darkest of its neighbours: lines get a pixel on each side."""
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
    rows: Rows, size: tuple[int, int] | None, threshold: int | None, dither: bool, order: Order
) -> Puzzle:
    """The puzzle of a picture, made as was asked; what was done to it stands in `extra`."""
    greys = fitted(rows, size)
    job = order.job(greys.height, greys.width)
    drawn = sketch(rows, greys, threshold, dither, job)
    shaded = drawn.shaded
    if "1" not in shaded.picture.cells:
        raise PuzzleError(f"nothing in the picture is darker than {shaded.threshold}")
    puzzle = wanted_puzzle(shaded.picture, shaded.cost, order, job)
    assert puzzle.solution is not None
    made_from = {
        "error": picture_error(drawn.greys, puzzle.solution),
        "threshold": shaded.threshold,
        "dither": shaded.dither,
        "pen": drawn.pen,
    }
    return replace(puzzle, extra={**puzzle.extra, **made_from})


def variants_of(rows: Rows, size: tuple[int, int] | None, order: Order) -> Iterator[Puzzle]:
    """Different puzzles of one picture, the likeliest to be good first.

    One that fails is passed over, unless all do.
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
                puzzle = image_puzzle(rows, size, threshold, dither, order)
            except (LimitReached, PuzzleError) as error:
                missed = missed or error
                continue
            if puzzle.id not in found:
                found.add(puzzle.id)
                yield puzzle
    if not found and missed is not None:
        raise missed


def _longest(rows: Rows, side: int) -> tuple[int, int]:
    """The size whose longer side has so many cells."""
    tall, wide = len(rows), len(rows[0])
    longer = max(tall, wide)
    return max(1, round(side * tall / longer)), max(1, round(side * wide / longer))
