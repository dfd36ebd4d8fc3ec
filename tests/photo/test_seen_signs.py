"""Signs on borders are distinguished from the borders themselves."""

from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from nonairo.photo.signs import signs_of  # noqa: E402

SIDE, SIZE = 60, 6
PLACES = np.arange(SIZE + 1) * float(SIDE) + 10


def board(shifts: tuple[int, ...] = (0,) * (SIZE + 1), pen: int = 2) -> np.ndarray:
    """An empty grid whose level lines are so many pixels beside their places."""
    length = SIDE * SIZE + 20
    image = np.full((length, length, 3), 255, np.uint8)
    for k, shift in enumerate(shifts):
        at = 10 + k * SIDE
        cv2.line(image, (10, at + shift), (length - 10, at + shift), (0, 0, 0), pen)
        cv2.line(image, (at, 10), (at, length - 10), (0, 0, 0), pen)
    return image


def test_lines_beside_their_places_are_no_signs() -> None:
    assert signs_of(board((0, 1, -2, 2, 0, -1, 0)), PLACES, PLACES) == ((), ())


@pytest.mark.parametrize("upright", [False, True])
def test_signs_in_the_ink_of_the_border_they_stand_on_are_read(upright: bool) -> None:
    image = board()
    wanted = {(1, 1): "x", (3, 2): "=", (4, 4): "x"}
    for (r, c), sign in wanted.items():
        x, y = 10 + c * SIDE + SIDE // 2, 10 + (r + 1) * SIDE
        if upright:
            x, y = 10 + (c + 1) * SIDE, 10 + r * SIDE + SIDE // 2
        if sign == "x":
            for way in (-1, 1):
                ends = (x - 8, y - 8 * way), (x + 8, y + 8 * way)
                cv2.line(image, *ends, (0, 0, 0), 3, cv2.LINE_AA)
        else:
            for far in (-5, 5):
                cv2.line(image, (x - 8, y + far), (x + 8, y + far), (0, 0, 0), 3, cv2.LINE_AA)
    found = signs_of(image, PLACES, PLACES)[0 if upright else 1]
    seen = {
        (r, c): likely[0].value
        for r, row in enumerate(found)
        for c, likely in enumerate(row)
        if likely[0].value != "."
    }
    assert seen == wanted
