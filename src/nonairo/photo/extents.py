"""Which rectangle of a straightened lattice is the grid: where its lines are.

Every side of every cell is tested for an edge along it. The grid is the rectangle of cells with the
most edges and the fewest gaps; so lines may be faint, the outer border may be missing, and clues
beside the grid, whose lines only run one way, are left out.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from nonairo.photo.images import Floats
from nonairo.photo.straightening import Sheet

MISSING = 1.3  # what a side without an edge counts, against 1 for one with an edge
MOST = 6  # grids on a sheet
GAP = 0.3  # of the sides in a row of cells: it has fewer if it is between two grids
REACH = 0.16  # of a cell: how far from its expected place a line may be


LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + 12)  # of levels: shadows add to them


class Edges(NamedTuple):
    """How clear the edge along each side is (1: as clear as is needed), and where it is."""

    upright: Floats  # rows x (columns + 1)
    level: Floats  # (rows + 1) x columns
    shift_x: Floats  # pixels from the expected place
    shift_y: Floats


class Extent(NamedTuple):
    """Columns and rows of a grid on a sheet: the first, and one after the last."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


def edges_of(sheet: Sheet) -> Edges:
    """Test every side of every cell of the sheet for an edge."""
    light = cv2.LUT(sheet.colours, LOGARITHMS)
    upright, shift_x = _strength(light, sheet.side)
    level, shift_y = _strength(cv2.transpose(light), sheet.side)
    level, shift_y = level.T, shift_y.T
    known = _known(sheet)
    cols, rows = known.T
    sides = np.concatenate(
        [upright[rows, cols], upright[rows, cols + 1], level[rows, cols], level[rows + 1, cols]]
    )
    noise = _between(light, sheet, known)
    clear = max(0.4 * float(np.percentile(sides, 20)), 2.2 * noise, 0.01)
    return Edges(upright / clear, level / clear, shift_x, shift_y)


def _known(sheet: Sheet) -> Floats:
    """The columns and rows, on the sheet, of the cells of the lattice."""
    return np.asarray(sheet.places.astype(int) + np.array([sheet.left, sheet.top]))


def _strength(light: Floats, side: int) -> tuple[Floats, Floats]:
    """Return how clear the upright edges are for each row and line, and where they are."""
    height, width = light.shape[:2]
    along = max(3, round(0.35 * side))
    slope = np.zeros((height, width), np.float32)
    for channel in cv2.split(light):
        own = np.zeros((height, width), np.float32)
        own[:, 1:-1] = channel[:, 2:] - channel[:, :-2]
        slope = np.maximum(slope, np.abs(cv2.blur(own, (1, along))))
    rows, cols = height // side, width // side
    reach = max(2, round(REACH * side))
    padded = np.pad(slope, ((0, 0), (reach, reach + 1)))
    from_row, to_row = round(0.2 * side), max(round(0.2 * side) + 1, round(0.8 * side))
    bands = padded[: rows * side].reshape(rows, side, -1)[:, from_row:to_row:2]
    steady = np.sort(bands, axis=1)[:, bands.shape[1] // 4]
    places = np.arange(cols + 1) * side
    windows = np.stack([steady[:, places + k] for k in range(2 * reach + 1)])
    weights = windows**2
    offsets = np.arange(-reach, reach + 1, dtype=np.float32)[:, None, None]
    shift = (weights * offsets).sum(axis=0) / (weights.sum(axis=0) + 1e-9)
    return windows.max(axis=0), shift


def _between(light: Floats, sheet: Sheet, known: Floats) -> float:
    """How clear edges seem to be where there are none: inside empty cells."""
    half = sheet.side // 2
    moved_light = np.roll(light, -half, axis=1)
    inside, _ = _strength(moved_light, sheet.side)
    return float(np.percentile(inside[known[:, 1], known[:, 0]], 12))


def extents(sheet: Sheet, edges: Edges) -> list[Extent]:
    """Return the rectangles that are grids, the best first."""
    worth = _worth(sheet, edges)
    plain = _plain(sheet)
    found = []
    for _ in range(MOST):
        extent, total = best_rectangle(worth)
        area = (extent.right - extent.left) * (extent.bottom - extent.top)
        if total < 1.0 * area:
            break
        extent = _without_gaps(extent, edges, plain)
        if extent.right - extent.left >= 2 and extent.bottom - extent.top >= 2:
            found.append(extent)
        worth[extent.top : extent.bottom, extent.left : extent.right] = -1e6
    return found


def of_members(sheet: Sheet) -> Extent:
    """Return the rectangle of all cells of the lattice, whatever their edges."""
    known = _known(sheet)
    (left, top), (right, bottom) = known.min(axis=0), known.max(axis=0) + 1
    return Extent(int(left), int(top), int(right), int(bottom))


def _plain(sheet: Sheet) -> Floats:
    """Which cells of the sheet have the commonest colour of all."""
    cols, rows = sheet.size
    colours = cv2.resize(sheet.colours, (cols * 4, rows * 4), interpolation=cv2.INTER_AREA)
    light = np.log(colours.astype(np.float32) + 12)
    middle = (light[1::4, 1::4] + light[2::4, 2::4] + light[1::4, 2::4] + light[2::4, 1::4]) / 4
    known = _known(sheet)
    usual = np.median(middle[known[:, 1], known[:, 0]], axis=0)
    return np.asarray(np.abs(middle - usual).max(axis=2) < 0.5)


def _without_gaps(extent: Extent, edges: Edges, plain: Floats) -> Extent:
    """Return the larger part of two grids with empty cells of the page between them."""
    left, top, right, bottom = extent
    if right - left < 3 or bottom - top < 3:
        return extent
    across = (edges.upright[top:bottom, left + 1 : right] > 1).mean(axis=1)
    down = (edges.level[top + 1 : bottom, left:right] > 1).mean(axis=0)
    inside = plain[top:bottom, left:right]
    rows = _longest((across < GAP) & (inside.mean(axis=1) > 0.6), across)
    cols = _longest((down < GAP) & (inside.mean(axis=0) > 0.6), down)
    return Extent(left + cols[0], top + rows[0], left + cols[1], top + rows[1])


def _longest(gaps: Floats, clear: Floats) -> tuple[int, int]:
    """Return the longest stretch without a gap, if the rest has clear lines."""
    count = len(gaps)
    if not gaps.any() or gaps.all() or np.median(clear[~gaps]) < 0.8 or gaps.mean() > 0.4:
        return 0, count
    ends = [-1, *np.nonzero(gaps)[0], count]
    begin = max(range(len(ends) - 1), key=lambda k: ends[k + 1] - ends[k])
    return int(ends[begin]) + 1, int(ends[begin + 1])


def _worth(sheet: Sheet, edges: Edges) -> Floats:
    """For each cell of the sheet what speaks for its being one of the grid."""

    def score(sides: Floats) -> Floats:
        there = np.clip(np.log2(np.maximum(sides, 1e-3)) * 1.5, -MISSING, 1)
        return np.asarray(there)

    upright, level = score(edges.upright), score(edges.level)
    worth = upright[:, :-1] + upright[:, 1:] + level[:-1] + level[1:]
    known = _known(sheet)
    worth[known[:, 1], known[:, 0]] += 1.5
    cols, rows = sheet.size
    outside = cv2.resize(sheet.known, (cols, rows), interpolation=cv2.INTER_AREA) < 200
    worth[outside] -= 6
    return worth


def best_rectangle(worth: Floats) -> tuple[Extent, float]:
    """Return the rectangle with the largest sum."""
    height, width = worth.shape
    sums = np.vstack([np.zeros(width), np.cumsum(worth, axis=0)])
    best, found = -np.inf, Extent(0, 0, 0, 0)
    for top in range(height):
        below = sums[top + 1 :] - sums[top]  # one row for each bottom
        running = np.cumsum(np.hstack([np.zeros((len(below), 1)), below]), axis=1)
        lowest = np.minimum.accumulate(running, axis=1)
        gains = running[:, 1:] - lowest[:, :-1]
        at = int(gains.argmax())
        bottom, right = divmod(at, width)
        if gains.flat[at] > best:
            best = float(gains.flat[at])
            left = int(running[bottom, : right + 1].argmin())
            found = Extent(left, top, right + 1, top + 1 + bottom)
    return found, best
