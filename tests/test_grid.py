"""Grids, cells and lines: how they are written and what they refuse."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from itertools import repeat

import pytest
from hypothesis import given

from nonairo import Cell, Grid, NonairoError, Place, PuzzleError
from strategies import grids


@given(grids())
def test_a_grid_survives_being_written_and_read(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid
    assert Grid.parse("/".join(grid.rows())) == grid
    assert Grid.parse(grid.rows()) == grid
    assert Grid.flat(grid.height, grid.width, grid.cells) == grid
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert hash(Grid.of(str(grid))) == hash(grid)


@given(grids())
def test_rows_and_columns_show_the_same_cells(grid: Grid) -> None:
    turned = grid.transpose()
    assert turned.rows() == grid.cols()
    assert turned.transpose() == grid
    assert tuple(grid.line(Place("row", k)) for k in range(grid.height)) == grid.rows()
    assert tuple(grid.line(Place("column", k)) for k in range(grid.width)) == grid.cols()
    for row in range(grid.height):
        for col in range(grid.width):
            symbol = grid[row, col]
            assert symbol == turned[col, row] == grid.rows()[row][col] == grid.cols()[col][row]


@given(grids())
def test_the_unknown_cells_are_the_dots_in_reading_order(grid: Grid) -> None:
    unknown = list(grid.unknown())
    assert unknown == sorted(unknown)
    assert len(unknown) == grid.cells.count(".")
    assert all(grid[cell] == "." for cell in unknown)
    assert grid.full == (not unknown)
    assert grid.fill(dict.fromkeys(unknown, "1")).cells == grid.cells.replace(".", "1")


def test_filling_gives_a_new_grid_and_leaves_the_old_one_alone() -> None:
    grid = Grid.parse("0./..")
    assert grid.fill({Cell(1, 0): "1"}).rows() == ("0.", "1.")
    assert grid.rows() == ("0.", "..")


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [("0./..", "01/..", True), ("0./..", "1./..", False), ("..", "../..", False)],
)
def test_grids_fit_when_no_known_cell_differs(one: str, other: str, fits: bool) -> None:
    assert Grid.parse(one).fits(Grid.parse(other)) is fits
    assert Grid.parse(other).fits(Grid.parse(one)) is fits


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("01/0x", "r2c2: expected '0', '1' or '.', found 'x'"),
        ("01/0", "row 2: expected 2 cells, found 1"),
        ("", "expected 1 to 1000 columns, found 0"),
        ("0" * 1001, "expected 1 to 1000 columns, found 1001"),
        ("/".join(["0"] * 1001), "expected 1 to 1000 rows, found 1001"),
    ],
)
def test_a_bad_grid_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        Grid.parse(text)
    assert str(refused.value) == message


class Untouched(list[int]):
    """A row that is never looked into."""

    def __iter__(self) -> Iterator[int]:
        raise AssertionError


@pytest.mark.parametrize(("rows", "message"), [
    ([Untouched([0, 1])] * 20_000, "expected 1 to 1000 rows, found 20000"),
    (repeat([0, 1]), "expected 1 to 1000 rows, found more"),
    ([range(10**12)], "expected 1 to 1000 columns, found 1000000000000"),
])  # fmt: skip
def test_rows_and_cells_are_counted_before_they_are_converted(rows: object, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{message}$"):
        Grid.of(rows)  # type: ignore[arg-type]


def test_a_flat_grid_must_have_as_many_cells_as_its_size_says() -> None:
    with pytest.raises(PuzzleError, match=r"^expected 2x3 = 6 cells, found 5$"):
        Grid.flat(2, 3, "01010")


def test_a_flat_grid_names_the_cell_that_is_wrong() -> None:
    with pytest.raises(PuzzleError, match=r"^r2c2: expected '0', '1' or '\.', found 'x'$"):
        Grid.flat(3, 4, "01010x010101")


def test_a_side_has_up_to_a_thousand_cells() -> None:
    assert Grid.parse("0" * 1000).width == Grid.parse("/".join("0" * 1000)).height == 1000


def test_a_blank_grid_knows_nothing() -> None:
    assert Grid.blank(2, 3).rows() == ("...", "...")


def test_a_grid_is_taken_as_it_is_unless_it_is_none() -> None:
    grid = Grid.parse("01./..0")
    assert Grid.of(grid) is grid
    with pytest.raises(PuzzleError, match=r"^expected 2x3 = 6 cells, found 5$"):
        Grid.of(Grid(2, 3, "01.01"))
    with pytest.raises(PuzzleError, match=r"^r2c1: expected '0', '1' or '\.', found '2'$"):
        Grid.of(Grid(2, 3, "01.2.."))
    assert Grid.of(Grid(2, 3, "01.2.."), "012").cells == "01.2.."


def test_a_grid_like_another_may_be_one_row_of_text() -> None:
    other = Grid.parse("01./..0")
    for source in (other, " 01...0 ", "01./..0", ["01.", "..0"], [[0, 1, None], [None, None, 0]]):
        assert Grid.like(other, source) == other
    assert Grid.like(Grid.blank(1, 3), "01.").rows() == ("01.",)
    with pytest.raises(PuzzleError, match=r"^expected a grid of 2x3, found 3x2$"):
        Grid.like(other, other.transpose())


def test_a_grid_that_is_mentioned_is_shown_whole_if_it_is_small() -> None:
    assert repr(Grid.parse("01/1.")) == "Grid.parse('01/1.')"
    assert repr(Grid.blank(10, 10)).startswith("Grid.parse('....")
    assert repr(Grid.parse("." * 100 + "0")) == "<Grid 1x101, 100 unknown>"


def test_an_array_has_numbers_for_symbols() -> None:
    pytest.importorskip("numpy")
    assert Grid.parse("01/.1").to_numpy().tolist() == [[0, 1], [-1, 1]]


def test_what_needs_numpy_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(NonairoError, match="pip install numpy"):
        Grid.parse("01").to_numpy()


@pytest.mark.parametrize("cell", [(2, 0), (0, 2), (-1, 0), (0, -1)])
def test_there_is_no_cell_outside_the_grid(cell: tuple[int, int]) -> None:
    with pytest.raises(IndexError, match=r"^no cell .* in a grid of 2x2$"):
        Grid.parse("01/10")[cell]


def test_places_count_from_one_when_people_read_them() -> None:
    assert [str(Cell(0, 4)), str(Place("row", 2)), str(Place("column", 0))] == [
        "r1c5",
        "row 3",
        "column 1",
    ]
    assert Place("column", 3).cell(1) == Cell(1, 3)
    assert Place("row", 3).cell(1) == Cell(3, 1)


def test_a_grid_draws_itself_with_as_many_digits_as_it_knows() -> None:
    picture = Grid.parse("01/..")._repr_svg_()
    assert picture.startswith("<svg")
    assert "<title>grid 2x2</title>" in picture
    assert picture.count("transform=") == 2


def test_no_cell_outside_is_filled() -> None:
    grid = Grid.blank(2, 2)
    for cell in (Cell(0, 2), Cell(-1, 0), Cell(2, 0)):
        with pytest.raises(IndexError, match=r"^no cell .* in a grid of 2x2$"):
            grid.fill({cell: "1"})


def test_cells_are_filled_with_symbols_only() -> None:
    with pytest.raises(PuzzleError, match=r"^expected symbols such as '1'"):
        Grid.blank(2, 2).fill({Cell(0, 0): 1})  # type: ignore[dict-item]
