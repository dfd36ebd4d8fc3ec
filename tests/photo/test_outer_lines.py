"""Lines without a clue at the ends of a nonogram, which no proof can tell from none at all."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

cv2 = pytest.importorskip("cv2", reason="the extra photo (OpenCV) is not installed")
np = pytest.importorskip("numpy", reason="the extra photo (numpy) is not installed")

from drawn import SIDE, Image, nonogram, photographed  # noqa: E402
from test_framing import COLS, ROWS, in_cells  # noqa: E402
from test_proving import boat  # noqa: E402

from nonairo.errors import PuzzleError  # noqa: E402
from nonairo.photo.extents import Extent  # noqa: E402
from nonairo.photo.finding import sightings  # noqa: E402
from nonairo.photo.outer_lines import _Grid  # noqa: E402
from nonairo.photo.proving import prove  # noqa: E402
from nonairo.photo.readings import Reading, reading_of, readings  # noqa: E402
from nonairo.photo.sighting import LikelyClue, SeenClue, Sighting  # noqa: E402

ID = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
LAST_ROW = ([*ROWS, []], COLS, "row 6", "nonogram:1,1/5/5/3/1/0;2/4/4/4/2")
LAST_COL = (ROWS, [*COLS, []], "column 6", "nonogram:1,1/5/5/3/1;2/4/4/4/2/0")


def read(image: Image) -> Reading:
    (seen,) = sightings(image)
    return reading_of(seen)


@pytest.mark.parametrize("taken", [False, True], ids=["screenshot", "photograph"])
@pytest.mark.parametrize(("rows", "cols", "name", "wanted"), [LAST_ROW, LAST_COL])
def test_a_last_line_without_clue_or_border_is_read_and_asked_about(
    rows: list[list[int]], cols: list[list[int]], name: str, wanted: str, taken: bool
) -> None:
    image = in_cells(rows, cols, ink=120)
    reading = read(photographed(image) if taken else image)
    assert reading.puzzle is not None
    assert (reading.status, reading.puzzle.id) == ("doubtful", wanted)
    asked = f"{name} has no clue, is it part of the puzzle? 0 (90%) or none (10%)"
    assert [str(doubt) for doubt in reading.doubts] == [asked]


def test_the_answer_says_whether_the_line_is_a_part() -> None:
    data = cv2.imencode(".png", in_cells(LAST_ROW[0], COLS, ink=120))[1].tobytes()
    for found, wanted in (
        (readings(data, known={"row 6": "none"}), ID),
        (readings(data, size=5), ID),
        (readings(data, known={"Row 6": "0"}), LAST_ROW[3]),
        (readings(data, size=(6, 5)), LAST_ROW[3]),
    ):
        (reading,) = found
        assert (reading.status, reading.puzzle and reading.puzzle.id) == ("sure", wanted)


@pytest.mark.parametrize(
    ("rows", "cols"),
    [([*ROWS, []], COLS), ([[], *ROWS], COLS), (ROWS, [*COLS, []]), (ROWS, [[], *COLS])],
    ids=["last row", "first row", "last column", "first column"],
)
def test_a_line_without_a_clue_inside_the_border_is_a_part(
    rows: list[list[int]], cols: list[list[int]]
) -> None:
    reading = read(nonogram(rows, cols))
    assert reading.puzzle is not None
    assert (reading.puzzle.height, reading.puzzle.width) == (len(rows), len(cols))
    assert reading.sure


def test_nothing_is_asked_where_the_grid_ends_or_the_picture_does() -> None:
    image = in_cells(ROWS, COLS, ink=120)
    assert read(image).sure
    assert read(image[:-SIDE, :-SIDE]).sure


def test_lines_beyond_the_picture_or_of_other_paper_are_none_of_the_grid() -> None:
    lines = np.arange(6) * 20.0
    colours, known = np.full((100, 100, 3), 200, np.uint8), np.full((100, 100), 255, np.uint8)
    sheet = SimpleNamespace(side=20, colours=colours, known=known)
    grid = _Grid(SimpleNamespace(sheet=sheet, xs=lines, ys=lines), None, (0, 0))  # type: ignore[arg-type]
    frame, bottom = Extent(0, 0, 5, 4), 3
    longer = frame._replace(bottom=5)
    assert grid.on_paper(frame, longer, bottom)
    colours[80:] = (90, 40, 60)
    assert not grid.on_paper(frame, longer, bottom)
    colours[:40, :40] = (90, 40, 60)  # as some cells are
    assert grid.on_paper(frame, longer, bottom)
    known[80:] = 0
    assert not grid.on_paper(frame, longer, bottom)


def test_lines_on_what_lies_around_the_page_are_none_of_the_grid() -> None:
    image = in_cells(ROWS, COLS, ink=120)[:-SIDE]
    table = np.full((2 * SIDE, *image.shape[1:]), (90, 40, 60), np.uint8)
    for k in range(SIDE, table.shape[1], SIDE):
        table[:, k] = 20
    reading = read(np.concatenate([image, table]))
    assert (reading.status, reading.puzzle and reading.puzzle.id) == ("sure", ID)


def test_nothing_is_asked_where_a_0_stands_beside_the_last_line() -> None:
    reading = read(in_cells([*ROWS, [0]], COLS, ink=120))
    assert (reading.status, reading.puzzle and reading.puzzle.id) == ("sure", LAST_ROW[3])


def ways(weight: float) -> Sighting:
    """The boat, with or without a first row above it."""
    seen = boat()
    blank = SeenClue((LikelyClue((), 0.8),), (), None, blank=True)
    more = replace(
        seen, height=6, rows=(blank, *seen.rows), cells=(seen.cells[0], *seen.cells),
        weight=weight, line=("row 0", "0"),
    )  # fmt: skip
    return replace(seen, weight=1 - weight, others=(more,))


def test_of_two_frames_the_likelier_one_is_read() -> None:
    for weight, height in ((0.2, 5), (0.8, 6)):
        proved = prove(ways(weight))
        assert not proved.sure
        assert proved.sighting.height == height
    assert [str(doubt) for doubt in reading_of(ways(0.2)).doubts] == [
        "row 0 has no clue, is it part of the puzzle? none (80%) or 0 (20%)"
    ]


@pytest.mark.parametrize(("answer", "height"), [("none", 5), ("0", 6)])
def test_an_answer_chooses_the_frame(answer: str, height: int) -> None:
    proved = prove(ways(0.5), {"row 0": answer})
    assert proved.sure
    assert proved.sighting.height == height


def test_a_line_that_nothing_is_known_of_is_refused() -> None:
    with pytest.raises(PuzzleError):
        prove(ways(0.5), {"row 7": "none"})
