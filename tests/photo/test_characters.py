"""Digits beside a grid: on coloured grounds that touch each other, and light on dark paper."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn import Image, page, written

from nonairo.photo.characters import Character, _within_strike, characters
from nonairo.photo.ink_colours import palette_of
from nonairo.photo.on_dark import is_dark

SIDE = 50
RED, BLACK = (60, 20, 200), (0, 0, 0)


def chips(letters: str = "") -> Image:
    """Two numbers on grounds one above the other, in each of four columns."""
    image = page(4 * SIDE, 4 * SIDE)
    for c in range(4):
        for r, (number, colour) in enumerate((("3", BLACK), ("2", RED))):
            y, x = 2 * SIDE + 36 * r, c * SIDE + 5
            image[y : y + 36, x : x + 40] = colour
            written(image, number + letters, x + 20, y + 18, ink=255)
    return image


def digits(found: list[Character]) -> list[str]:
    seen = [each for each in found if each.digit > 0.5]
    seen.sort(key=lambda each: (round(each.x / SIDE - 0.5), each.y))
    return [f"{int(np.argmax(each.classes))}{'c' * each.chip}" for each in seen]


def test_digits_on_grounds_that_touch_are_read() -> None:
    assert digits(characters(chips(), SIDE, dark=False)) == ["3c", "2c"] * 4


def test_a_line_through_a_number_does_not_make_it_wider() -> None:
    own = np.zeros((30, 24), bool)
    own[4:26, 8:15] = True
    assert _within_strike(own | (np.arange(30)[:, None] // 2 == 7)) == (8, 15)
    own[4:26] = True  # as wide as its ground all over
    assert _within_strike(own) is None


def test_a_digit_darker_than_its_ground_is_read_beside_a_darker_ground() -> None:
    image = chips()
    for c in range(4):
        y, x = 2 * SIDE + 36, c * SIDE + 5
        image[y : y + 36, x : x + 40] = (170, 150, 255)
        written(image, "2", x + 20, y + 18, ink=0)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2))
    assert digits(characters(image, SIDE, dark=False)) == ["3c", "2c"] * 4


def test_a_round_digit_may_touch_the_side_of_its_ground() -> None:
    image = page(4 * SIDE, 4 * SIDE)
    for c in range(4):
        image[100:136, c * SIDE + 5 : c * SIDE + 45] = 0
        written(image, "10", c * SIDE + 25, 118, ink=255)
        image[100:136, c * SIDE + 40 - min(c, 2) : c * SIDE + 45] = 255
    assert digits(characters(image, SIDE, dark=False)) == ["1c", "0c"] * 4


def test_a_ground_on_which_nothing_stands_is_a_character(monkeypatch: pytest.MonkeyPatch) -> None:
    image = page(2 * SIDE, 4 * SIDE)
    for c in range(4):
        written(image, "8", (c + 0.5) * SIDE, SIDE, ink=0)
    monkeypatch.setattr("nonairo.photo.characters._is_chip", lambda ink, side: True)
    monkeypatch.setattr("nonairo.photo.characters._on_chip", lambda colours, piece, side: [])
    assert digits(characters(image, SIDE, dark=False)) == ["8"] * 4


def test_a_number_with_the_letter_of_its_colour_is_one_ground() -> None:
    found = characters(chips(letters="a"), SIDE, dark=False)
    assert sum(each.chip for each in found) == 16


@pytest.mark.parametrize("paper", [30, 220])
def test_the_digits_say_whether_paper_is_dark(paper: int) -> None:
    """Beside a frame and a table top that are further from the paper than the digits."""
    ink = 110 if paper < 128 else 120
    strip = page(12 * SIDE, round(1.5 * SIDE), paper)
    for k in range(12):
        written(strip, str(2 + k % 8), SIDE, (k + 0.5) * SIDE, ink)
    strip[:, : SIDE // 5] = 255 - paper
    assert is_dark([strip], SIDE) == (paper < 128)


def test_grounds_that_touch_in_rows_and_columns_come_apart() -> None:
    image = page(5 * SIDE, 6 * SIDE)
    for r, row in enumerate(("..3...", "423542")):
        for c, number in enumerate(row):
            if number != ".":
                y, x = 2 * SIDE + 39 * r, c * SIDE
                image[y : y + 38, x + 1 : x + SIDE - 1] = (RED, BLACK)[r]
                written(image, number, x + SIDE / 2, y + 19, ink=255)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8))
    found = digits(characters(image, SIDE, dark=False))
    assert found == ["4c", "2c", "3c", "3c", "5c", "4c", "2c"]


def test_pale_inks_keep_their_colours() -> None:
    """Black, red and green as thin strokes out of focus show them: hardly coloured."""
    inks = [(72, 80, 88), (90, 75, 160), (96, 128, 88)]
    classes = np.eye(18, dtype=np.float32)[3]
    found = [
        Character((0, 0, 9, 20), classes, 0.0, (b + k, g + k, r + k), False)
        for b, g, r in inks for k in (-3.0, 0.0, 3.0)
    ]  # fmt: skip
    palette = palette_of(found, page(40, 40, 200))
    assert len(palette.names) == 3
    assert [palette.index_of([each]) for each in found] == sorted(
        palette.index_of([each]) or 0 for each in found
    )
