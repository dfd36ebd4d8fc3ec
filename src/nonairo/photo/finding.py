"""Find the grids in a picture and read what is in them: from pixels to sightings."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from nonairo.limits import poll_supervision
from nonairo.photo.binairo_cells import candidates, symbols_of
from nonairo.photo.cells import Marks, marks_of
from nonairo.photo.clue_areas import Clues
from nonairo.photo.extents import Edges, Extent, edges_of, extents, of_members
from nonairo.photo.framing import best_frame, has_symbols
from nonairo.photo.images import Bytes, Floats, Quad, moved
from nonairo.photo.lattice import Lattice, lattices
from nonairo.photo.nonogram_cells import states_of
from nonairo.photo.sighting import SeenCell, Sighting
from nonairo.photo.signs import signs_of
from nonairo.photo.straightening import Sheet, straightened

MOST_PIXELS = 3_000_000  # larger pictures are made smaller first
FEWEST_PIXELS = 900_000  # smaller ones larger, up to this
LARGEST_ZOOM = 3.0
FAULTLESS, FAULTY = 2.0, 20.0  # what speaks against a frame lowers its score from here on
CLEAR = 0.9  # the score of a grid on which no other lattice is looked for
SURE = 0.5  # a score below which another way is tried
MOSTLY = 0.7  # of a lattice is in its grids, or another way is tried
LEAST = 0.25  # the score of a sighting that is worth reporting
FEWEST = 3  # rows and columns of a grid: what is smaller is a part of a frame or of a letter
MOST_CELLS = 3_600  # of one grid: what has more is a texture
BOTH = 0.3  # of the cells of a lattice, from which on another one has a grid there, too
MANY = 300  # cells of a lattice that is a texture if most are unseen
MOST_LOOKED_AT = 6_000  # cells of all grids in a picture
SMALL = 0.03  # of the largest lattice: what is smaller beside a puzzle is none
SPARSE = 0.6  # of the rectangle of a lattice: with fewer cells known, it has only symbols
BESIDE = 0.05  # of a cell: how far lines are from equal distances, at most
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
    seen = [
        each._replace(matrix=np.diag([1 / zoom, 1 / zoom, 1]) @ each.matrix, side=each.side / zoom)
        for each in lattices(colours)
    ]
    largest = max((len(each.places) * each.side**2 for each in seen), default=0.0)
    found: list[Sighting] = []
    left = MOST_LOOKED_AT
    for k, lattice in enumerate(seen):
        if found and len(lattice.places) * lattice.side**2 < SMALL * largest:
            continue  # a texture, or a part of a letter
        sheet = straightened(image, lattice)
        edges = edges_of(sheet)
        others = [_on_sheet(each, sheet) for j, each in enumerate(seen) if j != k]
        parts = [_own_part(sheet, each, others) for each in extents(sheet, edges)]
        parts = [each for each in parts if _is_grid(each) and not _is_read(sheet, each, found)]
        own, looked_at = _on_one(sheet, edges, parts, left)
        left -= looked_at
        found += [each for each in own if each.score >= LEAST]
    found.sort(key=lambda each: -each.score * (each.height * each.width) ** 0.5)
    return tuple(_apart(found))


def _on_one(
    sheet: Sheet, edges: Edges, parts: list[Extent], most: int
) -> tuple[list[Sighting], int]:
    """Read the grids of one lattice, of at most so many cells, and count these.

    If no part of it is clearly a grid, or hardly any of its cells are in one, it may be one whole.
    """
    looked_at = 0
    read: list[Extent] = []
    for each in parts:
        if _is_grid(each) and looked_at + each.width * each.height <= most:
            looked_at += each.width * each.height
            read.append(each)
    own = [_sighting(sheet, edges, each) for each in read]
    whole = of_members(sheet)
    cells = whole.width * whole.height
    sparse = len(sheet.places) < SPARSE * cells
    unsure = all(each.score < SURE for each in own)
    scattered = sum(_share(sheet, each) for each in read) < MOSTLY
    woven = sparse and cells > MANY  # cloth, or the pixels of a screen
    if (scattered or sparse or unsure) and not woven and _is_grid(whole) and whole not in read:
        own.append(_sighting(sheet, edges, whole))
    return own, looked_at


def _is_grid(extent: Extent) -> bool:
    """Whether a rectangle has as many cells as grids have."""
    return min(extent.width, extent.height) >= FEWEST and extent.width * extent.height <= MOST_CELLS


def _on_sheet(lattice: Lattice, sheet: Sheet) -> Floats:
    """Return where the cells of another lattice are, in columns and rows of a sheet."""
    there = moved(moved(lattice.places + 0.5, lattice.matrix), np.linalg.inv(sheet.matrix))
    return np.asarray(there + np.array([sheet.left, sheet.top]))


def _own_part(sheet: Sheet, extent: Extent, others: list[Floats]) -> Extent:
    """Return the part of a rectangle with the cells of this lattice, if another has some there.

    It is empty if the other one has more of them: then it is a grid beside this one.
    """
    own = sheet.places + np.array([sheet.left, sheet.top])
    own = own[((own >= extent[:2]) & (own < extent[2:])).all(axis=1)]
    most = max(
        (int(((each >= extent[:2]) & (each < extent[2:])).all(axis=1).sum()) for each in others),
        default=0,
    )
    if most > len(own):
        return Extent(0, 0, 0, 0)
    if not most or most < BOTH * len(own):
        return extent
    (left, top), (right, bottom) = own.min(axis=0), own.max(axis=0) + 1
    return Extent(int(left), int(top), int(right), int(bottom))


def _is_read(sheet: Sheet, extent: Extent, found: list[Sighting]) -> bool:
    """Whether the middle of a rectangle lies in a grid that was surely found before."""
    quad = sheet.quad(*(float(at * sheet.side) for at in extent))
    middle = tuple(np.mean(quad, axis=0))
    return any(
        each.score >= CLEAR
        and cv2.pointPolygonTest(np.array(each.corners, np.float32), middle, False) >= 0
        for each in found
    )


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


def _sighting(sheet: Sheet, edges: Edges, extent: Extent) -> Sighting:
    """Read one grid: as a nonogram, if there are clues beside it, else as a Binairo."""
    poll_supervision()
    xs, ys = lines_of(sheet, edges, extent)
    marks = marks_of(sheet.colours, xs, ys)
    as_binairo = _binairo(sheet, xs, ys, marks) if has_symbols(marks) else None
    if as_binairo is not None and as_binairo.score >= SURE:
        return as_binairo
    as_nonogram = _nonogram(sheet, edges, extent, xs, ys, marks)
    return as_nonogram or as_binairo or _binairo(sheet, xs, ys, marks)


def _with_more(lines: Floats, before: bool, after: bool) -> Floats:
    """Return lines with one before and one after them."""
    step = float(np.median(np.diff(lines)))
    more = (lines[:1] - step)[: int(before)], lines, (lines[-1:] + step)[: int(after)]
    return np.concatenate(more)


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


def _binairo(sheet: Sheet, xs: Floats, ys: Floats, marks: Marks) -> Sighting:
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


def _nonogram(
    sheet: Sheet, edges: Edges, extent: Extent, xs: Floats, ys: Floats, marks: Marks
) -> Sighting | None:
    """Read a grid whose clues may stand in a part of this extent, or which may be a line larger."""
    wide, high = sheet.size
    left, top = int(extent.left > 0), int(extent.top > 0)
    all_x = _with_more(xs, left > 0, extent.right < wide)
    all_y = _with_more(ys, top > 0, extent.bottom < high)
    seen = Extent(left, top, left + extent.width, top + extent.height)
    corner = extent.left - left, extent.top - top
    found = best_frame(sheet, edges, all_x, all_y, corner, marks, seen)
    if found is None:
        return None
    frame, clues, ways, worth = found
    score = clues.score * float(np.exp(min(0.0, worth + FAULTLESS) / FAULTY))
    whole = 1 + sum(way.probability / (1 - way.probability) for way in ways)
    others = tuple(
        replace(
            _framed(sheet, all_x, all_y, way.frame, way.clues, score),
            weight=way.probability / (1 - way.probability) / whole,
            line=way.line,
        )
        for way in ways
    )
    seen_so = _framed(sheet, all_x, all_y, frame, clues, score)
    return replace(seen_so, others=others, weight=1 / whole)


def _framed(
    sheet: Sheet, xs: Floats, ys: Floats, frame: Extent, clues: Clues, score: float
) -> Sighting:
    """The nonogram whose cells lie in a frame of all lines."""
    xs, ys = xs[frame.left : frame.right + 1], ys[frame.top : frame.bottom + 1]
    quads = _quads(sheet, xs, ys)
    states = states_of(marks_of(sheet.colours, xs, ys), clues)
    cells = tuple(
        tuple(SeenCell(quads[r][c], states[r][c], 0.0) for c in range(frame.width))
        for r in range(frame.height)
    )
    return Sighting(
        "nonogram", frame.height, frame.width, sheet.quad(xs[0], ys[0], xs[-1], ys[-1]), cells,
        rows=clues.rows, cols=clues.cols, palette=clues.palette, score=score,
    )  # fmt: skip
