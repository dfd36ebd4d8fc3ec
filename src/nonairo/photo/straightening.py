"""Straighten a lattice: its cells become squares of one size, with the surroundings kept."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from nonairo.photo.images import Bytes, Floats, Quad, moved
from nonairo.photo.lattice import Lattice

LARGEST = 3_000_000  # pixels of a straightened picture
SIDES = (20, 56)  # pixels of a straightened cell: from, to
SMALLER = 0.75  # of the side in the picture: from here on the picture is made smaller first
AROUND = 16  # cells that are kept on each side, where the picture has them
FEWEST_AROUND = 6  # beside a small lattice; the clues of a line take half of its length


@dataclass(frozen=True, slots=True)
class Sheet:
    """A straightened picture: the lattice begins `left` columns and `top` rows inside it."""

    colours: Bytes
    known: Bytes  # 255 where the sheet shows the picture, 0 beyond its border
    side: int
    left: int  # columns of the lattice left of column 0
    top: int
    matrix: Floats  # (column, row) to pixels of the picture
    places: Floats  # cells of the lattice

    def x(self, col: float) -> float:
        return (col + self.left) * self.side

    def y(self, row: float) -> float:
        return (row + self.top) * self.side

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the lattice on the sheet."""
        height, width = self.colours.shape[:2]
        return width // self.side, height // self.side

    def quad(self, left: float, top: float, right: float, bottom: float) -> Quad:
        """The corners of a rectangle, given in pixels of the sheet, in the picture."""
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
        there = moved(corners / self.side - [self.left, self.top], self.matrix)
        a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in there)
        return a, b, c, d


def straightened(colours: Bytes, lattice: Lattice) -> Sheet:
    """Return the picture with the cells of a lattice as squares."""
    height, width = colours.shape[:2]
    count = lattice.places.max(axis=0) + 1
    around = min(AROUND, FEWEST_AROUND + int(count.max()))
    borders = np.array(
        [[x, y] for x in np.linspace(0, width, 9) for y in np.linspace(0, height, 9)], np.float64
    )
    inverse = np.linalg.inv(lattice.matrix)
    weights = np.column_stack([borders, np.ones(len(borders))]) @ inverse[2]
    middle = np.append(moved(np.array([count / 2]), lattice.matrix)[0], 1) @ inverse[2]
    seen = moved(borders[weights * np.sign(middle) > 0.2 * abs(middle)], inverse)
    if len(seen) < 4:
        seen = np.array([[0, 0], count])
    low = np.clip(np.floor(seen.min(axis=0)), -around, 0).astype(int)
    high = np.clip(np.ceil(seen.max(axis=0)), count, count + around).astype(int)
    cols, rows = (int(v) for v in high - low)
    side = round(min(max(lattice.side * 1.1, SIDES[0]), SIDES[1], (LARGEST / (cols * rows)) ** 0.5))
    reduced = colours
    if side < SMALLER * lattice.side:  # or thin lines would fall between the pixels
        scale = side / lattice.side
        reduced = cv2.resize(colours, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    there = np.diag([reduced.shape[1] / width, reduced.shape[0] / height, 1]) @ lattice.matrix
    place = np.array([[1 / side, 0, low[0]], [0, 1 / side, low[1]], [0, 0, 1]])
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])  # pixels have their centre in the middle
    whole = np.linalg.inv(half) @ there @ place @ half
    size = (cols * side, rows * side)
    way = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR
    sheet = cv2.warpPerspective(reduced, whole, size, flags=way, borderMode=cv2.BORDER_REPLICATE)
    inside = np.full(reduced.shape[:2], 255, np.uint8)
    way = cv2.WARP_INVERSE_MAP | cv2.INTER_NEAREST
    known = cv2.warpPerspective(inside, whole, size, flags=way)
    return Sheet(sheet, known, side, -int(low[0]), -int(low[1]), lattice.matrix, lattice.places)
