"""Entries are told from givens where they look different, and only there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from noise import quad_of

from nonairo.photo.entries import with_entries
from nonairo.photo.sighting import Likely, SeenCell, Sighting

ROWS = ("10.1", "0..1", ".110", "10.0")
ENTERED = {(0, 3), (2, 1), (2, 2), (3, 1)}
SIDE = 48
BLACK, GREY = (0, 0, 0), (150, 150, 150)


def drawn(entry: tuple[int, int, int] = BLACK, pen: int = 5, ground: int = 255) -> Sighting:
    """The board as a picture: entries in their ink and pen, givens on their ground."""
    image = np.full((4 * SIDE, 4 * SIDE, 3), 255, np.uint8)
    for r, row in enumerate(ROWS):
        for c, symbol in enumerate(row):
            entered = (r, c) in ENTERED
            x, y = c * SIDE, r * SIDE
            if symbol == ".":
                continue
            if not entered:
                image[y : y + SIDE, x : x + SIDE] = ground
            ink, width = (entry, pen) if entered else (BLACK, 5)
            middle = (x + SIDE // 2, y + SIDE // 2)
            if symbol == "0":
                cv2.ellipse(image, middle, (9, 13), 0, 0, 360, ink, width, cv2.LINE_AA)
            else:
                cv2.line(image, (middle[0], y + 11), (middle[0], y + 37), ink, width, cv2.LINE_AA)
    scale = SIDE / 20
    cells = tuple(
        tuple(
            SeenCell(
                tuple((x * scale, y * scale) for x, y in quad_of(r, c)),  # type: ignore[arg-type]
                (Likely(symbol, 0.99),),
            )
            for c, symbol in enumerate(row)
        )
        for r, row in enumerate(ROWS)
    )
    sighting = Sighting("binairo", 4, 4, quad_of(0, 0, 4, 4), cells, look="digits")
    return with_entries(image, sighting)


def entered(sighting: Sighting) -> set[tuple[int, int]]:
    return {(cell.row, cell.col) for cell, seen in sighting.each_cell() if seen.given < 0.5}


@pytest.mark.parametrize("how", [{"entry": GREY}, {"pen": 2}, {"ground": 225}])
def test_paler_thinner_and_plain_symbols_are_entries(how: dict[str, int]) -> None:
    assert entered(drawn(**how)) == ENTERED  # type: ignore[arg-type]


def test_where_all_look_alike_all_are_givens() -> None:
    assert entered(drawn()) == set()
