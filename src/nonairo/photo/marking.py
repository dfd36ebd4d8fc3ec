"""A picture with what was read on it: the grid, each cell's symbol, and what is doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

from nonairo.grid import UNKNOWN
from nonairo.photo.readings import Reading
from nonairo.photo.sighting import Quad

if TYPE_CHECKING:
    from nonairo.photo.images import Bytes

GREEN, ORANGE, RED = (60, 160, 40), (0, 130, 255), (40, 40, 230)  # blue, green, red
LEAST_SIDE, MOST_SIDE = 900, 1800  # pixels of the longer side of the result


def marked(image: Bytes, readings: Sequence[Reading]) -> bytes:
    """Return the picture as PNG: grids green, corrected spots orange, doubtful ones red."""
    longest = max(image.shape[:2])
    zoom = max(1.0, LEAST_SIDE / longest) if longest < MOST_SIDE else MOST_SIDE / longest
    way = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
    page = np.asarray(cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=way), np.uint8)
    pen = max(2, round(max(page.shape[:2]) / 400))
    for reading in readings:
        _outline(page, reading.corners, zoom, GREEN if reading.sure else RED, pen)
        _symbols(page, reading, zoom)
        for change in reading.changes:
            if change.quad is not None:
                _outline(page, change.quad, zoom, ORANGE, pen)
                _write(page, change.now, change.quad, zoom, ORANGE)
        for doubt in reading.doubts:
            if doubt.quad is not None:
                _outline(page, doubt.quad, zoom, RED, pen)
                _write(page, doubt.name, doubt.quad, zoom, RED)
    done, data = cv2.imencode(".png", page)
    assert done
    return data.tobytes()


def _outline(page: Bytes, quad: Quad, zoom: float, colour: tuple[int, int, int], pen: int) -> None:
    points = np.round(np.array(quad) * zoom).astype(np.int32)
    cv2.polylines(page, [points], True, colour, pen, cv2.LINE_AA)


def _write(page: Bytes, text: str, quad: Quad, zoom: float, colour: tuple[int, int, int]) -> None:
    """A small text above a spot, on white, so that it hides nothing of it."""
    x, y = (round(zoom * at) for at in quad[0])
    size = max(0.35, min(0.5, zoom * abs(quad[2][1] - quad[0][1]) / 80))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    cv2.rectangle(page, (x, y - high - 5), (x + wide + 4, y - 1), (255, 255, 255), cv2.FILLED)
    at = (x + 2, y - 3)
    cv2.putText(page, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def _symbols(page: Bytes, reading: Reading, zoom: float) -> None:
    """The symbol that was read, small, in the lower right corner of its cell."""
    if reading.sighting is None or reading.puzzle is None:
        return
    grid = reading.entries or reading.puzzle.givens
    for cell, seen in reading.sighting.each_cell():
        if grid[cell] == UNKNOWN:
            continue
        x, y = (round(zoom * at) for at in seen.quad[2])
        given = reading.puzzle.givens[cell] != UNKNOWN
        size = max(0.3, min(0.5, zoom * abs(seen.quad[2][1] - seen.quad[0][1]) / 90))
        at = (x - round(24 * size), y - round(8 * size))
        colour = GREEN if given else ORANGE
        cv2.putText(page, grid[cell], at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
