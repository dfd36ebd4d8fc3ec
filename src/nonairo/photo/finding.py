"""Find the grids in a picture and read what is in them: from pixels to sightings."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from nonairo.limits import poll_supervision
from nonairo.photo.binairo_cells import candidates, symbols_of
from nonairo.photo.cells import Marks, marks_of
from nonairo.photo.clue_areas import Clues, clues_of, filled_cells, first_cells
from nonairo.photo.extents import Edges, Extent, edges_of, extents, of_members
from nonairo.photo.images import Bytes, Floats, Quad
from nonairo.photo.lattice import lattices
from nonairo.photo.nonogram_cells import states_of
from nonairo.photo.sighting import SeenCell, Sighting
from nonairo.photo.signs import signs_of
from nonairo.photo.straightening import Sheet, straightened

MOST_PIXELS = 3_000_000  # larger pictures are made smaller first
FEWEST_PIXELS = 900_000  # smaller ones larger, up to this
LARGEST_ZOOM = 3.0
CLEAR = 0.9  # the score of clues beside cells that begin later than it seems
CLEARLY_LESS = 0.3  # of the difference of the sums is left where the grid really begins
GOOD = 0.8  # the score of clues that are worth a second look at where they begin
SURE = 0.5  # a score below which another way is tried
MOSTLY = 0.7  # of a lattice is in its grids, or another way is tried
LEAST = 0.25  # the score of a sighting that is worth reporting
FEWEST = 3  # rows and columns of a grid: what is smaller is a part of a frame or of a letter
MOST_CELLS = 3_600  # of one grid: what has more is a texture
MOST_LOOKED_AT = 6_000  # cells of all grids in a picture
SPARSE = 0.6  # of the rectangle of a lattice: with fewer cells known, it has only symbols
BESIDE = 0.05  # of a cell: how far lines are from equal distances, at most
CROSSED = 0.85  # of the lines go on in the last column of a grid without a border
FEW_UNEQUAL = 0.1  # cells for each line by which the sums of misread clues may differ
SIGNS = 3  # that are seen in a Tango in which hardly anything is given


def sightings(image: Bytes) -> tuple[Sighting, ...]:
    """Return the grids in a picture (rows x columns x blue, green, red), the surest first.

    A picture without a grid gives an empty tuple.
    """
    height, width = image.shape[:2]
    zoom = 1.0
    if height * width > MOST_PIXELS:
        zoom = (MOST_PIXELS / (height * width)) ** 0.5
    elif height * width < FEWEST_PIXELS:
        zoom = min(LARGEST_ZOOM, (FEWEST_PIXELS / (height * width)) ** 0.5)
    colours = image
    if zoom != 1.0:
        way = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
        colours = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=way)
    found: list[Sighting] = []
    left = MOST_LOOKED_AT
    for lattice in lattices(colours):
        lattice = lattice._replace(
            matrix=np.diag([1 / zoom, 1 / zoom, 1]) @ lattice.matrix, side=lattice.side / zoom
        )
        sheet = straightened(image, lattice)
        edges = edges_of(sheet)
        found_here = []
        for extent in extents(sheet, edges):
            if _is_grid(extent) and extent.width * extent.height <= left:
                left -= extent.width * extent.height
                found_here.append(extent)
        own = [_sighting(sheet, edges, each, once=k > 0) for k, each in enumerate(found_here)]
        covered = sum(_share(sheet, extent) for extent in found_here)
        whole = of_members(sheet)
        sparse = len(lattice.places) < SPARSE * whole.width * whole.height
        unsure = all(each is None or each.score < SURE for each in own)
        if (covered < MOSTLY or sparse or unsure) and _is_grid(whole) and whole not in found_here:
            own.append(_sighting(sheet, edges, whole, once=True))
        found += [each for each in own if each is not None and each.score >= LEAST]
    found.sort(key=lambda each: -each.score * (each.height * each.width) ** 0.5)
    return tuple(_apart(found))


def _is_grid(extent: Extent) -> bool:
    """Whether a rectangle has as many cells as grids have."""
    return min(extent.width, extent.height) >= FEWEST and extent.width * extent.height <= MOST_CELLS


def _share(sheet: Sheet, extent: Extent) -> float:
    """The share of the cells of a lattice that lie in a rectangle."""
    at = sheet.places + np.array([sheet.left, sheet.top])
    inside = (at >= extent[:2]) & (at < extent[2:])
    return float(inside.all(axis=1).mean())


def _apart(found: list[Sighting]) -> list[Sighting]:
    """Return the sightings that do not lie on a better one."""
    kept: list[Sighting] = []
    for each in found:
        middle = tuple(np.mean(each.corners, axis=0))
        own = np.array(each.corners, np.float32)
        if all(
            cv2.pointPolygonTest(np.array(other.corners, np.float32), middle, False) < 0
            and cv2.pointPolygonTest(own, tuple(np.mean(other.corners, axis=0)), False) < 0
            for other in kept
        ):
            kept.append(each)
    return kept


def _sighting(sheet: Sheet, edges: Edges, extent: Extent, once: bool) -> Sighting | None:
    """Read one grid: as a nonogram, if there are clues beside it, else as a Binairo.

    Where it is no clear Binairo either, the cells may begin a little later than it seems: unless
    it is to be tried only once.
    """
    poll_supervision()
    xs, ys = lines_of(sheet, edges, extent)
    marks = marks_of(sheet.colours, xs, ys)
    cut = first_cells(marks)
    found = None if cut is None else _with_clues(sheet, edges, xs[cut[1] :], ys[cut[0] :])
    if found is not None:
        return _nonogram(sheet, *found)
    as_binairo = _binairo(sheet, xs, ys, marks)
    if once or (as_binairo is not None and as_binairo.score >= SURE):
        return as_binairo
    rows, cols = cut or (0, 0)
    for first in ((rows + 1, cols), (rows, cols + 1), (rows + 1, cols + 1)):
        if first[0] + FEWEST < len(ys) and first[1] + FEWEST < len(xs):
            later = xs[first[1] :], ys[first[0] :]
            clues = clues_of(sheet, *later)
            if clues is not None and clues.score > CLEAR:
                return _nonogram(sheet, *later, clues)
    return as_binairo


def _with_clues(
    sheet: Sheet, edges: Edges, xs: Floats, ys: Floats
) -> tuple[Floats, Floats, Clues] | None:
    """Return the lines of a nonogram and its clues, if there are any.

    If rows and columns do not fill the same number of cells, the grid may begin or end a line
    earlier or later than it seems.
    """
    clues = clues_of(sheet, xs, ys)
    if clues is None:
        return None
    xs, ys, clues = _without_blanks(sheet, edges, xs, ys, clues)
    if clues.score < GOOD or _unequal(clues) <= FEW_UNEQUAL * (len(clues.rows) + len(clues.cols)):
        return xs, ys, clues
    best, found = CLEARLY_LESS * _unequal(clues), (xs, ys, clues)
    before_x, before_y = 2 * xs[:1] - xs[1:2], 2 * ys[:1] - ys[1:2]
    for other_x, other_y in (
        (xs, ys[1:]), (xs[1:], ys), (xs, np.append(before_y, ys)), (np.append(before_x, xs), ys),
        (np.append(before_x, xs), np.append(before_y, ys)), (xs[1:], ys[1:]),
        (xs, ys[:-1]), (xs[:-1], ys),
    ):  # fmt: skip
        if min(len(other_x), len(other_y)) > FEWEST:
            other = clues_of(sheet, other_x, other_y)
            if other is not None and _unequal(other) < best:
                best, found = _unequal(other), (other_x, other_y, other)
                if not best:
                    break
    return found


def _seen(sides: Floats, share: float = 0.6) -> bool:
    """Whether so many of these sides of cells have an edge."""
    return bool((sides > 1).mean() >= share)


def _unequal(clues: Clues) -> int:
    """By how many cells rows and columns differ, as they look."""
    return abs(filled_cells(clues.rows) - filled_cells(clues.cols))


def _without_blanks(
    sheet: Sheet, edges: Edges, xs: Floats, ys: Floats, clues: Clues
) -> tuple[Floats, Floats, Clues]:
    """Leave out last columns and rows without a clue, if the line after them is not seen."""
    first_x, first_y = round(xs[0] / sheet.side), round(ys[0] / sheet.side)
    wide, high = len(xs) - 1, len(ys) - 1
    while wide > FEWEST and clues.cols[wide - 1].blank:
        last = first_x + wide
        crossed = edges.level[first_y : first_y + high + 1, last - 1]
        if _seen(edges.upright[first_y : first_y + high, last]) or _seen(crossed, CROSSED):
            break
        wide -= 1
    while high > FEWEST and clues.rows[high - 1].blank:
        last = first_y + high
        crossed = edges.upright[last - 1, first_x : first_x + wide + 1]
        if _seen(edges.level[last, first_x : first_x + wide]) or _seen(crossed, CROSSED):
            break
        high -= 1
    if (wide, high) == (len(xs) - 1, len(ys) - 1):
        return xs, ys, clues
    less = clues_of(sheet, xs[: wide + 1], ys[: high + 1])
    return (xs, ys, clues) if less is None else (xs[: wide + 1], ys[: high + 1], less)


def lines_of(sheet: Sheet, edges: Edges, extent: Extent) -> tuple[Floats, Floats]:
    """Return where the lines of a grid are on its sheet, in pixels."""
    left, top, right, bottom = extent
    return (
        _places(sheet.side, left, edges.upright[top:bottom, left : right + 1],
                edges.shift_x[top:bottom, left : right + 1]),
        _places(sheet.side, top, edges.level[top : bottom + 1, left:right].T,
                edges.shift_y[top : bottom + 1, left:right].T),
    )  # fmt: skip


def _places(side: int, first: int, clear: Floats, shift: Floats) -> Floats:
    """Return where lines are: those that are clear for most of their length, and between them."""
    count = clear.shape[1]
    expected = (first + np.arange(count)) * float(side)
    seen = np.array([k for k in range(count) if (clear[:, k] > 1).mean() >= 0.5])
    if len(seen) < 2:
        return expected
    shifts = np.array([np.median(shift[clear[:, k] > 1, k]) for k in seen])
    one, other = np.triu_indices(len(seen), 1)
    slope = np.median((shifts[other] - shifts[one]) / (seen[other] - seen[one]))
    start = np.median(shifts - slope * seen)
    beside = shifts - (start + slope * seen)
    own = np.abs(beside) < BESIDE * side  # or it is the side of a symbol
    if not own.any():
        return expected
    more = np.interp(np.arange(count), seen[own], beside[own])
    return np.asarray(expected + start + slope * np.arange(count) + more)


def _quads(sheet: Sheet, xs: Floats, ys: Floats) -> list[list[Quad]]:
    return [
        [sheet.quad(left, top, right, bottom) for left, right in pairwise(xs)]
        for top, bottom in pairwise(ys)
    ]


def _binairo(sheet: Sheet, xs: Floats, ys: Floats, marks: Marks) -> Sighting | None:
    height, width = len(ys) - 1, len(xs) - 1
    symbols = symbols_of(marks)
    quads = _quads(sheet, xs, ys)
    cells = tuple(
        tuple(SeenCell(quads[r][c], candidates(symbols.probabilities[r, c])) for c in range(width))
        for r in range(height)
    )
    right, below = signs_of(sheet.colours, xs, ys)
    if len(right) and marks.there.mean() < 0.05:  # the signs say that it is a Tango
        signs = [each[0].probability for row in (*right, *below) for each in row
                 if each[0].value != "."]  # fmt: skip
        if len(signs) >= SIGNS:
            symbols = symbols._replace(sure=max(symbols.sure, float(np.mean(signs))))
    score = symbols.sure * (1.0 if height % 2 == 0 and width % 2 == 0 else 0.3)
    return Sighting(
        "binairo", height, width, sheet.quad(xs[0], ys[0], xs[-1], ys[-1]), cells, right, below,
        look=symbols.look, score=score,
    )  # fmt: skip


def _nonogram(sheet: Sheet, xs: Floats, ys: Floats, clues: Clues) -> Sighting:
    height, width = len(ys) - 1, len(xs) - 1
    quads = _quads(sheet, xs, ys)
    states = states_of(marks_of(sheet.colours, xs, ys), clues)
    cells = tuple(
        tuple(SeenCell(quads[r][c], states[r][c], 0.0) for c in range(width)) for r in range(height)
    )
    return Sighting(
        "nonogram", height, width, sheet.quad(xs[0], ys[0], xs[-1], ys[-1]), cells,
        rows=clues.rows, cols=clues.cols, palette=clues.palette, score=clues.score,
    )  # fmt: skip
