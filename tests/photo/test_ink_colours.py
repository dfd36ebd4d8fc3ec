"""Which colours clues have, in the light and in the shade."""

from __future__ import annotations

import pytest

cv2 = pytest.importorskip("cv2", reason="the extra photo (OpenCV) is not installed")
np = pytest.importorskip("numpy", reason="the extra photo (numpy) is not installed")

from drawn import SIDE, Image, nonogram  # noqa: E402

from nonairo.photo.finding import sightings  # noqa: E402
from nonairo.photo.ink_colours import Palette, lab_of  # noqa: E402
from nonairo.photo.proving import prove  # noqa: E402

RED, BLACK, GREEN, SHADED = (95, 46, 220), (21, 21, 26), (86, 176, 66), (62, 112, 47)
ROWS = [[1, 1], [5], [5], [3], [1]]
COLS = [[2], [4], [4], [4], [2]]


def palette(*colours: tuple[int, int, int]) -> Palette:
    found = np.array(colours, np.float32)
    return Palette(tuple("abcd"[: len(colours)]), lab_of(found), found)


def test_a_colour_in_the_light_on_one_side_and_in_the_shade_on_the_other_is_one() -> None:
    seen = palette(RED, BLACK, GREEN, SHADED).on_both({0, 1, 2}, {0, 1, 3})
    assert len(seen.names) == 3
    assert seen.colours[2].tolist() == [74, 144, 56.5]


def test_a_colour_of_one_side_only_is_a_stain() -> None:
    seen = palette(RED, BLACK, GREEN)
    assert seen.on_both({0, 1, 2}, {0, 1}).names == ("dc2e5f", "1a1515")
    assert seen.on_both({0, 1, 2}, {0, 1, 2}) is seen
    assert palette(BLACK, GREEN).on_both({0}, {0, 1}).names == ()
    assert len(palette(RED, BLACK, GREEN, (200, 90, 20)).on_both({0, 1, 2}, {0, 1, 3}).names) == 2


@pytest.mark.parametrize("green", [1, 2], ids=["of one number", "on one side"])
def test_a_colour_that_is_left_out_is_not_sure(green: int) -> None:
    image: Image = nonogram(ROWS, COLS)
    (plain,) = sightings(image)
    assert prove(plain).sure
    left, top = 30 + 30 * 2, 30 + 30 + SIDE
    numbers = image[top + 4 : top + green * SIDE - 4, left - 34 : left - 4]
    numbers[(numbers < 200).all(axis=2)] = GREEN
    (seen,) = sightings(image)
    assert seen.palette == ()
    assert not prove(seen).sure
