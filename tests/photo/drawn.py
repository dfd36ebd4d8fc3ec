"""Small drawn pictures of puzzles for tests of seeing: plain lines and OpenCV's own digits."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[Any]
SIDE = 44
PEN = 1
FONT = cv2.FONT_HERSHEY_DUPLEX


def page(height: int, width: int, paper: int = 255) -> Image:
    return np.full((height, width, 3), paper, np.uint8)


def grid(image: Image, left: int, top: int, rows: int, cols: int, ink: int = 0) -> None:
    for k in range(rows + 1):
        thick = 3 if k in (0, rows) else 1
        cv2.line(
            image, (left, top + k * SIDE), (left + cols * SIDE, top + k * SIDE), [ink] * 3, thick
        )
    for k in range(cols + 1):
        thick = 3 if k in (0, cols) else 1
        cv2.line(
            image, (left + k * SIDE, top), (left + k * SIDE, top + rows * SIDE), [ink] * 3, thick
        )


def written(image: Image, text: str, x: float, y: float, ink: int = 0, size: float = 0.8) -> None:
    """Write a text in the middle of a place."""
    (width, height), _ = cv2.getTextSize(text, FONT, size, PEN)
    at = (round(x - width / 2), round(y + height / 2))
    cv2.putText(image, text, at, FONT, size, [ink] * 3, PEN, cv2.LINE_AA)


def binairo(rows: list[str], paper: int = 255, ink: int = 0) -> Image:
    image = page(2 * 40 + len(rows) * SIDE, 2 * 40 + len(rows[0]) * SIDE, paper)
    grid(image, 40, 40, len(rows), len(rows[0]), ink)
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            if symbol != ".":
                written(image, symbol, 40 + (c + 0.5) * SIDE, 40 + (r + 0.5) * SIDE, ink)
    return image


def nonogram(rows: list[list[int]], cols: list[list[int]], filled: tuple[str, ...] = ()) -> Image:
    left = 30 + 30 * max(map(len, rows))
    top = 30 + 30 * max(map(len, cols))
    image = page(top + len(rows) * SIDE + 30, left + len(cols) * SIDE + 30)
    for r, line in enumerate(filled):
        for c, symbol in enumerate(line):
            x, y = left + c * SIDE, top + r * SIDE
            if symbol == "1":
                cv2.rectangle(image, (x, y), (x + SIDE, y + SIDE), (0, 0, 0), -1)
    grid(image, left, top, len(rows), len(cols))
    for r, clue in enumerate(rows):
        for k, number in enumerate(reversed(clue)):
            written(image, str(number), left - 18 - 32 * k, top + (r + 0.5) * SIDE, size=0.7)
    for c, clue in enumerate(cols):
        for k, number in enumerate(reversed(clue)):
            written(image, str(number), left + (c + 0.5) * SIDE, top - 18 - 28 * k, size=0.7)
    return image


def photographed(image: Image, seed: int = 1) -> Image:
    """See a page from an angle, in uneven light, out of focus, with noise."""
    rng = np.random.default_rng(seed)
    height, width = image.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    bend = np.array([[60, 40], [width + 20, 70], [width + 45, height + 30], [40, height + 60]])
    matrix = cv2.getPerspectiveTransform(flat, bend.astype(np.float32))
    size = (width + 100, height + 100)
    seen = cv2.warpPerspective(image, matrix, size, borderValue=(90, 110, 70)).astype(np.float32)
    seen *= np.linspace(0.65, 1.0, size[0])[None, :, None]
    seen = cv2.GaussianBlur(seen, (0, 0), 0.9) + rng.normal(0, 3, seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)
