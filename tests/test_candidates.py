"""Bit masks: what every cell can still be, along rows and along columns."""

from __future__ import annotations

from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from nonairo import Cell, Grid, Place
from nonairo.candidates import Candidates, bits, line_of, masks_of, unknown_in
from strategies import grids, lines

Axis = Literal["row", "column"]


@given(lines(max_size=80))
def test_a_line_survives_being_turned_into_masks(line: str) -> None:
    assert line_of(masks_of(line), len(line)) == line


@given(lines(max_size=80))
def test_masks_say_which_cells_are_unknown(line: str) -> None:
    assert list(bits(unknown_in(masks_of(line)))) == [k for k, c in enumerate(line) if c == "."]


def test_three_symbols_would_be_three_masks() -> None:
    assert unknown_in((0b0011, 0b0110, 0b1100)) == 0b0110


@given(st.text("012.", min_size=1, max_size=70))
def test_a_line_of_three_symbols_survives_being_turned_into_masks(line: str) -> None:
    masks = masks_of(line, "012")
    assert line_of(masks, len(line), "012") == line
    assert list(bits(unknown_in(masks))) == [k for k, c in enumerate(line) if c == "."]


@given(st.data(), st.sampled_from(["01", "012"]), st.sampled_from(["row", "column"]))
def test_a_line_that_is_narrowed_narrows_those_across(
    data: st.DataObject, symbols: str, axis: Axis
) -> None:
    height, width = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    possible = Candidates.of(Grid.blank(height, width), symbols)
    index = data.draw(st.integers(0, (height if axis == "row" else width) - 1))
    length = width if axis == "row" else height
    line = data.draw(st.text(f"{symbols}.", min_size=length, max_size=length))
    changed = possible.narrow(Place(axis, index), masks_of(line, symbols))
    assert list(bits(changed)) == [k for k, symbol in enumerate(line) if symbol != "."]
    crossing = possible.cols if axis == "row" else possible.rows
    for k, symbol in enumerate(line):
        across = "." * index + symbol + "." * (len(possible.lines(axis)) - index - 1)
        assert crossing[k] == masks_of(across, symbols)


@given(grids())
def test_a_grid_survives_being_turned_into_masks(grid: Grid) -> None:
    possible = Candidates.of(grid)
    assert possible.grid() == grid
    assert possible.unknown_count() == grid.cells.count(".")
    assert possible.lines("row") is possible.rows
    assert possible.lines("column") is possible.cols


@given(grids(), st.data())
def test_rows_and_columns_stay_in_step(grid: Grid, data: st.DataObject) -> None:
    possible = Candidates.of(grid)
    before = possible.copy()
    for cell in list(grid.unknown())[:5]:
        possible.settle(cell, data.draw(st.sampled_from("01")))
        assert possible.cols == [masks_of(col) for col in possible.grid().cols()]
    axis = data.draw(st.sampled_from(("row", "column")))
    lines_now = possible.grid().rows() if axis == "row" else possible.grid().cols()
    index = data.draw(st.integers(0, len(lines_now) - 1))
    line = lines_now[index]
    filled = line.replace(".", data.draw(st.sampled_from("01")))
    changed = possible.narrow(Place(axis, index), masks_of(filled))
    assert list(bits(changed)) == [k for k, symbol in enumerate(line) if symbol == "."]
    assert possible.grid().line(Place(axis, index)) == filled
    assert possible.cols == [masks_of(col) for col in possible.grid().cols()]
    assert before.grid() == grid, "a copy does not change with what it was copied from"


def test_settling_a_cell_against_what_is_known_leaves_nothing_possible() -> None:
    possible = Candidates.of(Grid.parse("0"))
    possible.settle(Cell(0, 0), "1")
    assert possible.rows == [(0, 0)] == possible.cols


@given(st.text("012.", min_size=6, max_size=6), st.integers(0, 5), st.sampled_from("012"))
def test_cells_of_three_symbols_are_told_and_settled(cells: str, at: int, symbol: str) -> None:
    possible = Candidates.of(Grid(2, 3, cells), "012")
    for k, known in enumerate(cells):
        row, col = divmod(k, 3)
        assert possible.symbol(Place("row", row), col) == known
        assert possible.symbol(Place("column", col), row) == known
    if cells[at] in (".", symbol):
        possible.settle(Cell(*divmod(at, 3)), symbol)
        assert possible.grid().cells == cells[:at] + symbol + cells[at + 1 :]
        assert possible.cols == [masks_of(col, "012") for col in possible.grid().cols()]
