"""Find the cells of grids in a picture: areas of one size that lie in rows and columns.

Cells are areas without edges, whatever surrounds them: lines, gaps, or cells of another colour.
Neighbours of like size and the right distance are linked; what hangs together is a lattice, and a
homography maps its rows and columns to the picture. So perspective, rotation, shadows and themes
need no cases of their own.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np

from nonairo.photo.images import Bytes, Floats, moved, noise_of

SMALLEST = 7.0  # pixels of the side of a cell's area
FEWEST = 5  # linked cells of a lattice
MOST_LATTICES = 8
MOST = 4000  # areas that are looked at
MANY, SCATTERED = 300, 0.25  # cells of a rectangle, and the share that a grid has at least
REACH = 0.3  # of the side: how far from its expected place a neighbour may be


class Lattice(NamedTuple):
    """Cells that hang together: columns and rows of each, and the way from there to the picture."""

    places: Floats  # (n, 2) of column and row
    matrix: Floats  # 3 x 3: (column, row) of a corner of a cell to pixels
    side: float  # pixels of a cell


class Areas(NamedTuple):
    """Areas like cells: their centres, and half of their two sides as vectors."""

    centres: Floats
    across: Floats
    down: Floats


def lattices(colours: Bytes) -> list[Lattice]:
    """Return the lattices of cells in a picture, the largest first."""
    areas = _areas(colours)
    if len(areas.centres) < FEWEST:
        return []
    found: list[Lattice] = []
    for members, places in sorted(_linked(areas), key=lambda group: -len(group[0])):
        if found and _is_inside(areas.centres[members], found):
            continue
        lattice = _grown(areas, members, places)
        if lattice is None or min(np.ptp(lattice.places, axis=0)) < 1 or _is_texture(lattice):
            continue
        if not found or not _is_inside(moved(lattice.places + 0.5, lattice.matrix), found):
            found.append(lattice)
        if len(found) == MOST_LATTICES:
            break
    return sorted(found, key=lambda each: -len(each.places) * each.side)


def _is_texture(lattice: Lattice) -> bool:
    """Whether so many cells have hardly any neighbours: those of cloth, wood or a screen."""
    cols, rows = lattice.places.max(axis=0) + 1
    return bool(cols * rows > MANY and len(lattice.places) < SCATTERED * cols * rows)


def _is_inside(centres: Floats, found: list[Lattice]) -> bool:
    """Whether most of these cells are within lattices that were found before."""
    for lattice in found:
        at = moved(centres, np.linalg.inv(lattice.matrix))
        low, high = lattice.places.min(axis=0) - 0.5, lattice.places.max(axis=0) + 1.5
        if ((at > low) & (at < high)).all(axis=1).mean() > 0.5:
            return True
    return False


def _areas(colours: Bytes) -> Areas:
    """Return all areas that may be cells, from several ways to see edges."""
    smooth = cv2.GaussianBlur(colours, (0, 0), 0.7)
    grey = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
    noise = noise_of(grey)
    boxes = []
    for mask in _edges(smooth, grey, noise):
        inside = cv2.bitwise_not(mask)
        contours, _ = cv2.findContours(inside, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            box = _box(contour)
            if box is not None:
                boxes.append(box)
    if not boxes:
        return Areas(*(np.zeros((0, 2), np.float32) for _ in range(3)))
    stack = np.array(boxes, np.float32)
    sizes = np.log(np.hypot(stack[:, 2], stack[:, 3]))
    stack = stack[_without_doubles(stack, sizes)][:MOST]
    return Areas(stack[:, :2], stack[:, 2:4], stack[:, 4:6])


def _edges(smooth: Bytes, grey: Bytes, noise: float) -> list[Bytes]:
    height, width = grey.shape
    least = max(3.0, 1.6 * noise)
    masks = []
    for block in (15, 51):
        if block < min(height, width):
            for picture in (grey, cv2.bitwise_not(grey)):
                masks.append(
                    cv2.adaptiveThreshold(
                        picture,
                        255,
                        cv2.ADAPTIVE_THRESH_MEAN_C,
                        cv2.THRESH_BINARY_INV,
                        block,
                        least,
                    )
                )
    low = 8 + 5 * noise
    edges = cv2.Canny(*_strongest_slopes(smooth), low, 2 * low)
    masks.append(cv2.dilate(edges, np.ones((2, 2), np.uint8)))
    masks.append(cv2.dilate(edges, np.ones((3, 3), np.uint8)))
    return masks


def _strongest_slopes(smooth: Bytes) -> tuple[Bytes, Bytes]:
    """Return how colours change across and down, each pixel in the channel that changes most."""
    found: tuple[Bytes, Bytes] | None = None
    most: Bytes = np.zeros(smooth.shape[:2], np.int16)
    for channel in cv2.split(smooth):
        across, down = cv2.Sobel(channel, cv2.CV_16S, 1, 0), cv2.Sobel(channel, cv2.CV_16S, 0, 1)
        own = np.abs(across) + np.abs(down)
        if found is None:
            found, most = (across, down), own
            continue
        more = own > most
        np.copyto(found[0], across, where=more)
        np.copyto(found[1], down, where=more)
        most = np.maximum(most, own)
    assert found is not None
    return found


def _box(contour: Bytes) -> tuple[float, ...] | None:
    """Return centre, side across and side down of an area, if it is like a cell."""
    width, height = cv2.boundingRect(contour)[2:]
    if min(width, height) < SMALLEST or max(width, height) > 4 * min(width, height):
        return None
    (cx, cy), (one, other), angle = cv2.minAreaRect(contour)
    if min(one, other) < SMALLEST - 1 or max(one, other) > 1.6 * min(one, other):
        return None
    if cv2.contourArea(contour) < 0.72 * one * other:
        return None
    turn = np.deg2rad(angle)
    first = one * np.cos(turn), one * np.sin(turn)
    second = -other * np.sin(turn), other * np.cos(turn)
    if abs(first[0]) < abs(second[0]):
        first, second = second, first
    if first[0] < 0:
        first = -first[0], -first[1]
    if second[1] < 0:
        second = -second[0], -second[1]
    return cx, cy, *first, *second


def _without_doubles(stack: Floats, sizes: Floats) -> Floats:
    """Return the indices of the areas that are not seen a second time."""
    side = np.exp(np.median(sizes))
    keys = np.stack(
        [
            np.rint(stack[:, 0] / (side * 0.2)),
            np.rint(stack[:, 1] / (side * 0.2)),
            np.rint(4 * sizes),
        ],
        axis=1,
    )
    _, first = np.unique(keys.astype(np.int32), axis=0, return_index=True)
    return np.asarray(np.sort(first))


def _linked(areas: Areas) -> list[tuple[list[int], Floats]]:
    """Return groups of areas, each with its column and row in its group."""
    links = _links(areas)
    seen: set[int] = set()
    groups: list[tuple[list[int], Floats]] = []
    for start in range(len(areas.centres)):
        if start in seen:
            continue
        places: dict[int, tuple[int, int]] = {start: (0, 0)}
        queue = deque([start])
        seen.add(start)
        while queue:
            one = queue.popleft()
            col, row = places[one]
            for (right, down), other in links[one]:
                if other not in seen:
                    seen.add(other)
                    places[other] = (col + right, row + down)
                    queue.append(other)
        if len(places) >= 2:
            members = list(places)
            groups.append((members, np.array([places[k] for k in members], np.float32)))
    return groups


WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _links(areas: Areas) -> list[list[tuple[tuple[int, int], int]]]:
    """Return for each area its neighbours, where both agree that they are."""
    centres, across, down = areas
    count = len(centres)
    wide, tall = np.hypot(*across.T), np.hypot(*down.T)
    sizes = np.log(np.sqrt(wide * tall))
    nearest = np.full((4, count), -1)
    order = np.lexsort((centres[:, 1], np.floor(sizes / 0.35)))  # by size, then from top to bottom
    for begin in range(0, count, 150):
        part = order[begin : begin + 150]
        reach = 1.6 * float(tall[part].max() + np.abs(across[part, 1]).max()) + 4
        low, high = centres[part, 1].min() - reach, centres[part, 1].max() + reach
        near = (centres[:, 1] > low) & (centres[:, 1] < high)
        near &= (sizes > sizes[part].min() - 0.35) & (sizes < sizes[part].max() + 0.35)
        others = np.nonzero(near)[0]
        like = np.abs(np.log(wide[part, None] / wide[others])) < 0.3
        like &= np.abs(np.log(tall[part, None] / tall[others])) < 0.3
        for k, (right, below) in enumerate(WAYS):
            step = right * across[part] + below * down[part]
            length = np.maximum(np.hypot(*step.T), 1)
            expected = centres[part] + step * (1.1 + 1.5 / length)[:, None]
            far_x = expected[:, :1] - centres[others, 0]
            far_y = expected[:, 1:] - centres[others, 1]
            far = np.where(like, far_x**2 + far_y**2, np.inf)
            best = far.argmin(axis=1)
            close = far[np.arange(len(best)), best] < (REACH * length + 1) ** 2
            nearest[k, part] = np.where(close, others[best], -1)
    links: list[list[tuple[tuple[int, int], int]]] = [[] for _ in range(count)]
    for k, opposite in enumerate((1, 0, 3, 2)):
        for one in range(count):
            other = nearest[k, one]
            if other >= 0 and other != one and nearest[opposite, other] == one:
                links[one].append((WAYS[k], int(other)))
    return links


def _grown(areas: Areas, members: list[int], places: Floats) -> Lattice | None:
    """Fit a homography, then add all other areas that it makes cells, until there are no more."""
    matrix = _first_matrix(areas, members, places)
    if matrix is None:
        return None
    centres = areas.centres
    sides = (np.hypot(*areas.across.T) + np.hypot(*areas.down.T)) / 2
    usual = float(np.median(sides[members]))
    like = np.abs(np.log(sides / usual)) < 0.35
    low, high = places.min(axis=0), places.max(axis=0)
    kept = np.array(members)
    for _ in range(12):
        at = moved(centres, np.linalg.inv(matrix)) - 0.5
        near = np.rint(at)
        fits = like & (np.abs(at - near) < 0.22).all(axis=1)
        fits &= (near >= low - 2).all(axis=1) & (near <= high + 2).all(axis=1)
        chosen = np.nonzero(fits)[0]
        if len(chosen) < FEWEST:
            return None
        refitted = _matrix_of(near[chosen] + 0.5, centres[chosen], usual)
        if refitted is None:
            return None
        same = len(chosen) == len(kept) and (chosen == kept).all()
        matrix, kept = refitted, chosen
        low, high = near[chosen].min(axis=0), near[chosen].max(axis=0)
        if same:
            break
    places = near[kept] - low
    matrix = matrix @ np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1]])
    places = np.unique(places, axis=0)
    corners = np.array([[0, 0], [1, 0], [0, 1]], np.float64) + places.mean(axis=0)
    origin, right, below = moved(corners, matrix)
    pitch = float(np.hypot(*(right - origin)) + np.hypot(*(below - origin))) / 2
    if len(places) < FEWEST or not 0.7 * usual < pitch < 2.0 * usual:
        return None
    return Lattice(places.astype(np.float32), matrix, pitch)


def _first_matrix(areas: Areas, members: list[int], places: Floats) -> Floats | None:
    """The affine map of a few linked cells, each with its own sides, or the homography of many."""
    centres = areas.centres[members]
    side = float(np.median(np.hypot(*areas.across[members].T)))
    if len(members) >= 12 and min(np.ptp(places, axis=0)) >= 2:
        return _matrix_of(places + 0.5, centres, side)
    gap = 1 + max(1.5, 0.06 * side) / side
    source = [places + 0.5]
    target = [centres]
    for vectors, unit in ((areas.across, (1, 0)), (areas.down, (0, 1))):
        source.append(places + 0.5 + np.array(unit, np.float32))
        target.append(centres + gap * np.median(vectors[members], axis=0))
    matrix, _ = cv2.estimateAffine2D(
        np.concatenate(source), np.concatenate(target), method=cv2.RANSAC,
        ransacReprojThreshold=0.2 * side + 1,
    )  # fmt: skip
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix[:, :2])) < 9:
        return None
    return np.vstack([matrix, [0, 0, 1]])


def _matrix_of(places: Floats, centres: Floats, side: float) -> Floats | None:
    """The map that most cells agree with: with perspective where there are enough of them."""
    if len(places) >= 10 and min(np.ptp(places, axis=0)) >= 2:
        matrix, _ = cv2.findHomography(
            places.astype(np.float64), centres.astype(np.float64), cv2.RANSAC, 0.15 * side + 1
        )
    else:
        matrix, _ = cv2.estimateAffine2D(
            places.astype(np.float64), centres.astype(np.float64), method=cv2.RANSAC,
            ransacReprojThreshold=0.15 * side + 1,
        )  # fmt: skip
        if matrix is not None:
            matrix = np.vstack([matrix, [0, 0, 1]])
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-6:
        return None
    return np.asarray(matrix)
