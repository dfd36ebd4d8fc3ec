"""What is seen in drawn pictures: grids, their cells, clues, signs."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

cv2 = pytest.importorskip("cv2", reason="the extra photo (OpenCV) is not installed")
np = pytest.importorskip("numpy", reason="the extra photo (numpy) is not installed")

from drawn import SIDE, binairo, nonogram, page, photographed, written  # noqa: E402

from nonairo.photo.entries import with_entries  # noqa: E402
from nonairo.photo.finding import sightings  # noqa: E402
from nonairo.photo.glyphs import CLASSES, classify, patch_of  # noqa: E402
from nonairo.photo.sighting import Sighting  # noqa: E402

ROWS = ["1..0..", "..00.1", ".00..1", "......", "00.1..", ".1..00"]
CLUES = ([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])


def clues(sighting: Sighting) -> tuple[list[list[int]], list[list[int]]]:
    rows, cols = (
        [list(each.candidates[0].clue) for each in side] for side in (sighting.rows, sighting.cols)
    )
    return rows, cols


@pytest.mark.parametrize("taken", [False, True], ids=["screenshot", "photograph"])
def test_the_digits_of_a_binairo_are_read(taken: bool) -> None:
    image = binairo(ROWS)
    (seen,) = sightings(photographed(image) if taken else image)
    assert (seen.kind, seen.height, seen.width, seen.look) == ("binairo", 6, 6, "digits")
    assert list(seen.likeliest()) == ROWS


def test_grey_entries_are_told_from_black_givens() -> None:
    image = binairo(ROWS)
    entered = {(0, 1): "0", (3, 0): "1", (3, 5): "1", (5, 3): "0"}
    for (r, c), symbol in entered.items():
        written(image, symbol, 40 + (c + 0.5) * SIDE, 40 + (r + 0.5) * SIDE, ink=150)
    seen = with_entries(image, sightings(image)[0])
    marked = {tuple(at): cell for at, cell in seen.each_cell() if cell.candidates[0].value != "."}
    assert {at for at, cell in marked.items() if cell.given < 0.5} == set(entered)


def test_light_digits_on_dark_paper_are_read() -> None:
    (seen,) = sightings(binairo(ROWS, paper=24, ink=225))
    assert list(seen.likeliest()) == ROWS


@pytest.mark.parametrize("taken", [False, True], ids=["screenshot", "photograph"])
def test_the_clues_of_a_nonogram_are_read(taken: bool) -> None:
    image = nonogram(*CLUES)
    (seen,) = sightings(photographed(image) if taken else image)
    assert (seen.kind, seen.height, seen.width) == ("nonogram", 5, 5)
    assert clues(seen) == CLUES
    assert seen.palette == ()


def test_filled_cells_of_a_nonogram_in_progress_are_read() -> None:
    filled = (".1.1.", "11111", "1....", ".....", ".....")
    (seen,) = sightings(nonogram(*CLUES, filled))
    assert seen.likeliest() == filled
    assert clues(seen) == CLUES


def test_numbers_of_two_digits_are_read() -> None:
    rows = [[12], [10], [1, 1], [12], [3, 4], [11]]
    cols = [[6], [2, 1], [1, 2], [6], [3], [1, 1], [2], [2, 2], [6], [4], [1], [5]]
    (seen,) = sightings(nonogram(rows, cols))
    assert clues(seen) == (rows, cols)


def test_signs_between_cells_are_read() -> None:
    image = binairo(ROWS)
    at = {(0, 1): "x", (3, 3): "="}
    for (r, c), sign in at.items():
        x, y = 40 + (c + 1) * SIDE, round(40 + (r + 0.5) * SIDE)
        cv2.circle(image, (x, y), 10, (255, 255, 255), -1, cv2.LINE_AA)
        written(image, sign, x, y, size=0.55)
    (seen,) = sightings(image)
    assert list(seen.likeliest()) == ROWS
    found = {
        (r, c): signs[0].value
        for r, row in enumerate(seen.right) for c, signs in enumerate(row)
        if signs[0].value != "."
    }  # fmt: skip
    assert found == at


def test_black_and_white_discs_are_read() -> None:
    rows = ["1..0", ".1..", "..0.", "0..1"]
    image = binairo(["...."] * 4)
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            centre = round(40 + (c + 0.5) * SIDE), round(40 + (r + 0.5) * SIDE)
            if symbol != ".":
                fill = (0, 0, 0) if symbol == "1" else (255, 255, 255)
                cv2.circle(image, centre, 14, fill, -1, cv2.LINE_AA)
                cv2.circle(image, centre, 14, (0, 0, 0), 2, cv2.LINE_AA)
    (seen,) = sightings(image)
    assert (seen.look, list(seen.likeliest())) == ("discs", rows)


def test_the_corners_are_where_the_grid_is() -> None:
    (seen,) = sightings(binairo(ROWS))
    low, high = 40, 40 + 6 * SIDE
    expected = [(low, low), (high, low), (high, high), (low, high)]
    assert np.abs(np.array(seen.corners) - expected).max() < 3


def test_two_grids_beside_each_other_are_two() -> None:
    one, other = binairo(ROWS), binairo(["1..0", ".1..", "..0.", "0..1"])
    both = page(one.shape[0], one.shape[1] + other.shape[1])
    both[:, : one.shape[1]] = one
    both[: other.shape[0], one.shape[1] :] = other
    assert sorted(seen.width for seen in sightings(both)) == [4, 6]


@pytest.mark.parametrize("name", ["blank", "text", "noise", "tiny"])
def test_a_picture_without_a_puzzle_has_no_sighting(name: str) -> None:
    image = page(300, 400)
    if name == "text":
        for k in range(6):
            written(image, "Dear reader, no puzzle.", 200, 30 + 45 * k)
    elif name == "noise":
        image = np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    elif name == "tiny":
        image = page(24, 24)
    assert sightings(image) == ()


def test_probabilities_are_ordered_and_at_most_one() -> None:
    for image in (photographed(binairo(ROWS)), photographed(nonogram(*CLUES))):
        (seen,) = sightings(image)
        cells = [[each.probability for each in cell.candidates] for _, cell in seen.each_cell()]
        lines = [
            [each.probability for each in line.candidates] for line in (*seen.rows, *seen.cols)
        ]
        for chances in (*cells, *lines):
            assert all(a >= b for a, b in pairwise(chances))
            assert 0 < sum(chances) < 1.001


def test_three_million_pixels_take_less_than_two_seconds() -> None:
    image = cv2.resize(photographed(nonogram(*CLUES)), (2000, 1500))
    start = time.process_time()
    assert sightings(image)
    assert time.process_time() - start < 2


def test_every_class_has_one_probability() -> None:
    drawn = np.zeros((40, 40), np.uint8)
    cv2.putText(drawn, "7", (8, 32), cv2.FONT_HERSHEY_DUPLEX, 1.1, 255, 2, cv2.LINE_AA)
    ink = drawn.astype(np.float32) / 255
    rows, cols = np.nonzero(ink > 0.4)
    box = int(cols.min()), int(rows.min()), int(cols.max()) + 1, int(rows.max()) + 1
    seen = classify([patch_of(ink, box)])
    assert CLASSES[int(seen.classes[0].argmax())] == "7"
    assert abs(float(seen.classes.sum()) - 1) < 1e-4


def test_a_picture_full_of_tiny_cells_is_no_grid() -> None:
    image = np.full((900, 900, 3), 255, np.uint8)
    image[::9] = image[:, ::9] = 0
    begin = time.process_time()
    assert sightings(image) == ()
    assert time.process_time() - begin < 10


def test_a_tango_with_one_given_is_known_by_its_signs() -> None:
    image = binairo(["1.....", *["......"] * 5])
    for r, c in ((1, 1), (2, 3), (4, 2), (5, 4)):
        written(image, "x", 40 + c * SIDE, 40 + (r + 0.5) * SIDE, size=0.45)
    (seen,) = sightings(image)
    assert (seen.kind, seen.height, seen.width) == ("binairo", 6, 6)
    assert seen.likeliest()[0] == "1....."
    assert seen.right[1][0][0].value == "x"
