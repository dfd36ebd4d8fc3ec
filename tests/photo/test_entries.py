"""Entries are told from givens where they look different, and only there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from noise import quad_of

from nonairo.grid import Cell
from nonairo.photo.entries import SURELY, Look, _by_ground, _by_ink, with_entries
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


def look(stroke: float = 3.0, ground: float = 200.0) -> Look:
    return Look(0.9, stroke, np.array([ground, 128, 128], np.float32))


def test_ones_that_differ_a_little_are_all_as_thin_as_the_zeros_that_were_entered() -> None:
    zeros = [Cell(0, k) for k in range(8)]
    ones = [Cell(1, k) for k in range(8)]
    looks = {cell: look(4.7 if cell.col < 3 else 2.6) for cell in zeros}
    looks |= {cell: look(2.1 if cell.col < 4 else 2.75) for cell in ones}
    symbols = dict.fromkeys(zeros, "0") | dict.fromkeys(ones, "1")
    found, both = _by_ink([*zeros, *ones], symbols, looks, "digits", SURELY)
    assert found == {*zeros[3:], *ones}
    assert not both


def test_a_shadow_is_no_ground_of_givens() -> None:
    cells = [Cell(r, c) for r in range(6) for c in range(6)]
    filled = cells[::3]
    looks = {cell: look(ground=200 if cell.col < 4 else 120) for cell in cells}
    empty = {cell: looks[cell].ground for cell in cells if cell not in filled}
    assert _by_ground(filled, looks, empty) == set()
