"""What is written on paper of any colour: how much ink each pixel has, and the pieces of it."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from nonairo.photo.glyphs import Box
from nonairo.photo.images import Bytes, Floats, noise_of

NOISY = 2.0  # levels: from here on noise is smoothed
UNBROKEN = 0.97  # of its length is seen of a line
HOLE = 0.15  # of a cell's area: the area of a digit, or of what is inside it
LEVEL = 0.36  # of the strongest ink nearby: from here on a pixel belongs to a piece


class Piece(NamedTuple):
    """Pixels that hang together."""

    box: Box
    area: int

    @property
    def width(self) -> int:
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        return self.box[3] - self.box[1]

    @property
    def middle(self) -> tuple[float, float]:
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


def ink_of(colours: Bytes, side: int, dark: bool) -> Floats:
    """Return how far each pixel is from the paper around it, against the strongest ink nearby.

    Lines longer than a cell are left out; also thick ones, against which text would be faint.
    """
    paper = paper_of(colours, side, dark)
    apart = cv2.subtract(colours, paper) if dark else cv2.subtract(paper, colours)
    far = np.asarray(apart).max(axis=2).astype(np.float32)
    noise = noise_of(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY))
    if noise > NOISY:
        far = cv2.GaussianBlur(far, (0, 0), 0.7)
    least = max(0.25 * float(np.percentile(far, 99.5)), 9 * noise, 8)
    far[_large(far > least, side)] = 0
    far[_lines(far / _peak(far, side, least), side) > 0] = 0
    least = max(0.3 * float(np.percentile(far, 99.5)), 9 * noise, 8)
    return np.asarray(far / _peak(far, side, least), np.float32)


def _large(mask: Bytes, side: int) -> Bytes:
    """Return the areas larger than any character or its ground: what lies around the page."""
    size = round(1.35 * side)
    step = max(1, side // 12)
    few = mask[::step, ::step].astype(np.uint8)
    kernel = np.ones((max(3, size // step),) * 2, np.uint8)
    opened = cv2.morphologyEx(few, cv2.MORPH_OPEN, kernel)
    rim = 2 * max(1, round(0.15 * side / step)) + 1  # the blurred edge of the page
    opened = cv2.dilate(opened, np.ones((rim, rim), np.uint8))
    large = cv2.resize(opened, mask.shape[::-1], interpolation=cv2.INTER_NEAREST)
    return np.asarray(large > 0)


def _peak(far: Floats, side: int, least: float) -> Floats:
    """Return the strongest ink around each pixel."""
    step = max(1, side // 8)
    height, width = far.shape
    small = cv2.resize(
        far, (max(1, width // step), max(1, height // step)), interpolation=cv2.INTER_AREA
    )
    window = 2 * max(1, round(1.2 * side / step)) + 1
    peak = cv2.dilate(small, np.ones((window, window), np.uint8))
    peak = cv2.blur(peak, (window, window))
    peak = cv2.resize(peak, (width, height), interpolation=cv2.INTER_LINEAR) * 1.25
    return np.asarray(np.maximum(peak, least), np.float32)


def _lines(ink: Floats, side: int) -> Bytes:
    """Return where lines longer than a cell are, along rows and columns."""
    mask = with_holes((ink > 0.22).astype(np.uint8), side)  # beside a light digit on its ground
    long = round(1.25 * side)
    lines = np.zeros_like(mask)
    thick = max(3, round(0.2 * side))  # what is thicker is a filled area
    areas: Bytes = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((thick + 2, thick + 2), np.uint8))
    for turned in (False, True):
        own = np.ascontiguousarray(mask.T) if turned else mask
        wider = cv2.dilate(own, np.ones((1, 3), np.uint8))  # lines may be a little aslant
        steady = cv2.blur(wider * np.uint8(255), (1, long)) > UNBROKEN * 255
        around = cv2.dilate(steady.astype(np.uint8), np.ones((long, 1), np.uint8))
        opened: Bytes = cv2.bitwise_and(around, wider)
        filled: Bytes = cv2.morphologyEx(opened, cv2.MORPH_OPEN, np.ones((1, thick + 2), np.uint8))
        found = opened & own & ~filled & ~(areas.T if turned else areas)
        lines |= found.T if turned else found
    return cv2.dilate(lines, np.ones((3, 3), np.uint8))


def ranked(values: Floats, share: float) -> float:
    """Return the value than which such a share of all are smaller: faster than `np.percentile`."""
    flat = values.ravel()
    at = round(share * (flat.size - 1))
    return float(np.partition(flat, at)[at])


def with_holes(mask: Bytes, side: int) -> Bytes:
    """Return a mask whose holes that are no larger than a digit belong to it."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(1 - mask, connectivity=4)
    small = stats[:, cv2.CC_STAT_AREA] < HOLE * side**2
    return np.asarray(mask | small[labels], np.uint8)


def paper_of(colours: Bytes, side: int, dark: bool) -> Bytes:
    """Return the colour of the paper around each pixel, without what is smaller than a cell.

    What is written on light paper is darker, and lighter on dark paper.
    """
    height, width = colours.shape[:2]
    step = max(1, side // 14)
    few = cv2.resize(
        colours, (max(1, width // step), max(1, height // step)), interpolation=cv2.INTER_AREA
    )
    window = np.ones((max(3, round(1.05 * side / step)),) * 2, np.uint8)
    way = cv2.MORPH_OPEN if dark else cv2.MORPH_CLOSE
    paper = cv2.morphologyEx(cv2.medianBlur(few, 3), way, window)
    size = max(3, round(0.6 * side / step)) | 1
    paper = cv2.blur(paper, (size, size))
    return np.asarray(cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR))


def pieces(ink: Floats, level: float = LEVEL) -> tuple[list[Piece], Floats]:
    """Return the pieces of ink, and a picture of which piece each pixel belongs to."""
    mask = (ink > level).astype(np.uint8)
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for k in range(1, number):
        x, y, width, height, area = (int(v) for v in stats[k])
        found.append(Piece((x, y, x + width, y + height), area))
    return found, np.asarray(labels)
