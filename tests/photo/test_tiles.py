"""Cells whose colour is their symbol: in a shadow, and in two shades of white."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import Image, written

from nonairo.photo.finding import sightings
from nonairo.photo.images import Floats
from nonairo.photo.tiles import tiles_of

ROWS = [
    "1..0..1.",
    "..0...1.",
    ".1...0..",
    "0..1..1.",
    "..0.0...",
    "1.....0.",
    ".1.0...1",
    "..1..0..",
]
SIDE, GAP = 44, 4


def colours(rows: list[str], dark: list[int], light: list[int], empty: list[int]) -> Floats:
    kinds = {"1": dark, "0": light, ".": empty}
    return np.array([[kinds[symbol] for symbol in row] for row in rows], np.float32)


def shadow(height: int, width: int, deep: float = 0.5) -> Floats:
    """Less light below a line aslant."""
    y, x = np.mgrid[:height, :width]
    edge = y / height + 0.5 * x / width - 0.7
    return np.asarray(1 - deep / (1 + np.exp(-edge / 0.08)))


def picture(rows: list[str], gap: int = GAP) -> Image:
    cells = colours(rows, [120, 60, 30], [90, 140, 240], [200, 225, 210])
    image = np.full((len(rows) * SIDE + 80, len(rows[0]) * SIDE + 80, 3), (215, 240, 225), np.uint8)
    for r, row in enumerate(cells):
        for c, colour in enumerate(row):
            y, x = 40 + r * SIDE, 40 + c * SIDE
            image[y + gap : y + SIDE - gap, x + gap : x + SIDE - gap] = colour
    return image


@pytest.mark.parametrize(
    ("dark", "light", "empty", "deep"),
    [
        ([30, 30, 180], [220, 170, 120], [235, 240, 245], 0.5),
        ([34, 34, 34], [233, 233, 233], [234, 241, 244], 0.1),
    ],
)
def test_tiles_are_told_apart_in_a_shadow(
    dark: list[int], light: list[int], empty: list[int], deep: float
) -> None:
    noise = np.random.default_rng(1).normal(0, 0.4, (8, 8, 3))
    found = tiles_of(colours(ROWS, dark, light, empty) * shadow(8, 8, deep)[:, :, None] + noise)
    assert found is not None
    seen = ["".join("01."[k] for k in row) for row in found.probabilities.argmax(axis=2)]
    assert seen == ROWS


def test_the_edge_of_a_shadow_on_tiles_is_no_symbol() -> None:
    image = picture(ROWS).astype(np.float32)
    image *= shadow(*image.shape[:2])[:, :, None]
    (found,) = sightings(image.astype(np.uint8))
    assert found.look == "tiles"
    assert list(found.likeliest()) == ROWS


def test_digits_on_two_grounds_are_no_tiles() -> None:
    image = picture(ROWS, gap=1)
    for r, row in enumerate(ROWS):
        for c, symbol in enumerate(row):
            if symbol != ".":
                written(image, symbol, 40 + (c + 0.5) * SIDE, 40 + (r + 0.5) * SIDE)
    (found,) = sightings(image)
    assert found.look == "digits"
    assert list(found.likeliest()) == ROWS
