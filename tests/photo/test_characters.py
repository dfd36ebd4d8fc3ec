"""Digits beside a grid: on coloured grounds that touch each other, and light on dark paper."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import Image, page, written

from nonairo.photo.characters import Character, _within_strike, characters
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
    assert _within_strike(own) == (0, 24)


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
