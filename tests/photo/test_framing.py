"""Where the cells of a nonogram begin and end, among lines that run on between its clues."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

cv2 = pytest.importorskip("cv2", reason="the extra photo (OpenCV) is not installed")
np = pytest.importorskip("numpy", reason="the extra photo (numpy) is not installed")

from drawn import SIDE, Image, page, photographed, written  # noqa: E402

from nonairo.photo.clue_areas import _beyond_page  # noqa: E402
from nonairo.photo.finding import sightings  # noqa: E402
from nonairo.photo.framing import first_cells  # noqa: E402

ROWS = [[1, 1], [5], [5], [3], [1]]
COLS = [[2], [4], [4], [4], [2]]
PICTURE = ("1.11.1", "11..11", "1.1.1.", ".1111.", "1.1..1", "111.1.", ".1.11.")


def clues_of(lines: Iterable[str]) -> list[list[int]]:
    return [[len(block) for block in line.split(".") if block] for line in lines]


LONG, WIDE = clues_of(PICTURE), clues_of(map("".join, zip(*PICTURE, strict=True)))


def in_cells(rows: list[list[int]], cols: list[list[int]], ink: int) -> Image:
    """A nonogram with a cell for each number, all lines alike and no border."""
    across, down = max(map(len, rows)), max(map(len, cols))
    wide, high = across + len(cols), down + len(rows)
    image = page(2 * SIDE + high * SIDE, 2 * SIDE + wide * SIDE)

    def line(x0: float, y0: float, x1: float, y1: float) -> None:
        ends = [(round(SIDE * (1 + x)), round(SIDE * (1 + y))) for x, y in ((x0, y0), (x1, y1))]
        cv2.line(image, *ends, [ink] * 3, 1)

    for k in range(1, high):
        line(across if k < down else 0, k, wide, k)
    for k in range(1, wide):
        line(k, down if k < across else 0, k, high)
    for r, clue in enumerate(rows):
        for k, number in enumerate(reversed(clue)):
            at = SIDE * (across - k + 0.5), SIDE * (down + r + 1.5)
            written(image, str(number), *at, size=0.7)
    for c, clue in enumerate(cols):
        for k, number in enumerate(reversed(clue)):
            at = SIDE * (across + c + 1.5), SIDE * (down - k + 0.5)
            written(image, str(number), *at, size=0.7)
    return image


@pytest.mark.parametrize("taken", [False, True], ids=["screenshot", "photograph"])
@pytest.mark.parametrize(("rows", "cols"), [(ROWS, COLS), (LONG, WIDE)], ids=["5x5", "7x6"])
def test_lines_between_clues_are_none_of_the_grid(
    rows: list[list[int]], cols: list[list[int]], taken: bool
) -> None:
    image = in_cells(rows, cols, ink=120)
    (seen,) = sightings(photographed(image) if taken else image)
    assert (seen.kind, seen.height, seen.width) == ("nonogram", len(rows), len(cols))
    assert [list(each.candidates[0].clue) for each in seen.rows] == rows
    assert [list(each.candidates[0].clue) for each in seen.cols] == cols


def test_clues_begin_where_more_is_written_than_in_the_last_cells() -> None:
    digits = np.full((12, 12), 0.3)  # a pattern that looks like parts of digits
    digits[:2, 2:] = digits[2:, :2] = 1.2
    digits[:2, :2] = 0
    assert first_cells(digits) == (2, 2)
    assert first_cells(np.zeros((10, 10))) == (0, 0)


def test_a_table_beyond_the_page_is_cut_off() -> None:
    strip = np.full((200, 90, 3), 20, np.uint8)
    paper = np.log(np.full(3, 20 + 12.0))
    assert _beyond_page(strip, 20, paper) == 0
    strip[30:50] = 150  # clues on coloured grounds
    assert _beyond_page(strip, 20, paper) == 0
    strip[120:] = 90
    assert 75 <= _beyond_page(strip, 20, paper) <= 90


def test_paper_beyond_a_line_of_coloured_grounds_is_not_cut_off() -> None:
    strip = np.full((200, 90, 3), 230, np.uint8)
    strip[:30] = 0
    assert _beyond_page(strip, 20, np.log(np.full(3, 230 + 12.0))) == 0


def test_two_nonograms_whose_rows_lie_in_one_line_are_two() -> None:
    one = in_cells(ROWS, COLS, ink=120)
    both = page(one.shape[0], 2 * one.shape[1] - SIDE // 2)
    both[:, : one.shape[1]] = one
    both[:, -one.shape[1] :] = np.minimum(both[:, -one.shape[1] :], one)
    found = sightings(both)
    assert [(each.kind, each.height, each.width) for each in found] == [("nonogram", 5, 5)] * 2
