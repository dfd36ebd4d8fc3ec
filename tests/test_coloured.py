"""Coloured nonograms: real ones, and every engine against brute force and CP-SAT."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonairo as nn
import outside
from nonairo.formats.jsonl import from_record
from nonairo.generating.pictures.drawing import draw_coloured
from nonairo.generating.random_draws import Draws
from nonairo.grid import ALPHABET
from nonairo.kinds import KINDS
from nonairo.line_solver import completions
from nonairo.rules import ColouredRuns
from strategies import coloured_nonograms

Record = dict[str, object]
ENGINES = ("core", "walk", "rows", "zones+guess", "guess", "sat")
STATUS = {True: "unique", False: "multiple"}


def test_real_puzzles_have_the_status_and_the_picture_of_their_records(
    sample: Callable[[str, int], list[Record]],
) -> None:
    for record in sample("nonogram/coloured.jsonl", 40):
        puzzle = from_record(record)
        assert puzzle.solution is not None, "told by its goal"
        assert nn.check(puzzle, puzzle.solution) == []
        result = nn.solve(puzzle, time_limit=60)
        assert result.status == STATUS[bool(record["unique"])], record["id"]
        if record["unique"]:
            assert result.solution == puzzle.solution, record["id"]
        for grid in result.solutions:
            assert outside.coloured_obeys(puzzle.id, grid.cells)
        assert "goal" not in puzzle.extra
        again = nn.parse(nn.dumps(puzzle, "jsonl"))
        assert (again, again.solution, again.extra) == (puzzle, puzzle.solution, puzzle.extra)


def test_colours_may_be_words_or_signs() -> None:
    rows = [[[1, "1"], [1, "2"], [1, "3"]]]
    cols = [[[1, "1"]], [[1, "2"]], [[1, "3"]]]
    colours = {"1": "\N{LARGE BROWN CIRCLE}", "2": "Tomato", "3": "no such colour"}
    record = {"kind": "nonogram", "coloured": True, "colours": colours, "rows": rows, "cols": cols}
    assert from_record(record).rules == "a=a52a2a+b=ff6347+c=000000"


def brute_force(puzzle: nn.Puzzle) -> list[str]:
    """All pictures whose lines have the blocks, by nothing but counting."""
    found = []
    lines = [
        [line for line in map("".join, product(puzzle.symbols, repeat=puzzle.width))
         if outside.coloured_blocks(line) == rule.clue]
        for rule in puzzle.row_rules if isinstance(rule, ColouredRuns)
    ]  # fmt: skip
    for rows in product(*lines):
        columns = map("".join, zip(*rows, strict=True))
        blocks = tuple(map(outside.coloured_blocks, columns))
        cells = "".join(rows)
        if blocks == puzzle.col_clues and nn.Grid(puzzle.height, puzzle.width, cells).fits(
            puzzle.givens
        ):
            found.append(cells)
    return sorted(found)


@settings(max_examples=25)
@given(coloured_nonograms(max_side=4, most_colours=3), st.data())
def test_every_engine_finds_what_brute_force_finds(puzzle: nn.Puzzle, data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        cell = data.draw(st.integers(0, puzzle.height * puzzle.width - 1))
        cells = ["."] * (puzzle.height * puzzle.width)
        cells[cell] = data.draw(st.sampled_from(puzzle.symbols))
        puzzle = puzzle.with_givens(nn.Grid(puzzle.height, puzzle.width, "".join(cells)))
    expected = brute_force(puzzle)
    for engine in ENGINES:
        result = nn.solve(puzzle, engine, limit=None)
        assert sorted(grid.cells for grid in result.solutions) == expected, engine
        assert result.complete
    assert nn.count(puzzle).value == len(expected)


@given(st.data())
def test_lines_have_the_completions_that_brute_force_finds(data: st.DataObject) -> None:
    text = data.draw(st.text("0123", min_size=2, max_size=6))
    line = "".join(data.draw(st.sampled_from((cell, ".", "."))) for cell in text)
    clue = outside.coloured_blocks(text)
    assert sorted(completions(ColouredRuns(clue), line, "0123")) == [
        each
        for each in map("".join, product("0123", repeat=len(line)))
        if outside.coloured_blocks(each) == clue
        and all(a in (".", b) for a, b in zip(line, each, strict=True))
    ]


def test_random_puzzles_have_as_many_solutions_as_cp_sat_says(full: bool) -> None:
    pytest.importorskip("ortools")
    from nonairo.bench.peers import cp_sat

    for seed in range(2000 if full else 60):
        draws = Draws(seed)
        height, width, colours = 2 + draws.below(5), 2 + draws.below(5), 1 + draws.below(4)
        picture = draw_coloured(height, width, 0.5, 8, colours, draws)
        rules = "+".join(f"{'abcd'[k]}={k:06x}" for k in range(colours))
        puzzle = KINDS["nonogram"].pose(picture, rules)
        found = len(nn.solve(puzzle, "core").solutions)
        assert found == cp_sat(puzzle, 60).number, puzzle.id


def test_a_long_side_and_many_colours_are_taken_by_the_core() -> None:
    for side, colours in ((63, 2), (64, 3), (127, 2), (128, 25), (512, 4)):
        rules = "+".join(f"{letter}=000000" for letter in "abcdefghijklmnopqrstuvwxyz"[:colours])
        cells = "".join(ALPHABET[1 + k % colours] for k in range(2 * side))
        picture = nn.Grid(2, side, cells)
        puzzle = KINDS["nonogram"].pose(picture, rules)
        assert nn.solve(puzzle, "core").solution == picture
        assert nn.solve(KINDS["nonogram"].pose(turned(picture), rules), "core").status == "unique"


def turned(picture: nn.Grid) -> nn.Grid:
    return nn.Grid(picture.width, picture.height, "".join(picture.cols()))


def test_empty_lines_work_everywhere() -> None:
    puzzle = nn.parse("nonogram@a=ff0000+b=000000:0/1a,1b/0;0/1a/1b/0")
    for engine in ENGINES:
        assert str(nn.solve(puzzle, engine).solution) == "0000\n0120\n0000"
    nothing = nn.parse("nonogram@a=ff0000+b=000000:0/0;0/0/0")
    for engine in ENGINES:
        assert nn.solve(nothing, engine).solution == nn.Grid(2, 3, "000000")


def test_limits_end_the_search_and_are_named() -> None:
    picture = draw_coloured(30, 30, 0.5, 10, 2, Draws(3))
    puzzle = KINDS["nonogram"].pose(picture, "a=ff0000+b=000000")
    result = nn.solve(puzzle, "core", node_limit=1)
    assert (result.status, result.limit) == ("unknown", "nodes")
    assert result.grid is not None
    assert result.grid.fits(picture)


@pytest.mark.parametrize("colours", [{1: "#f00"}, ["a"], "red", 3, {}])
def test_colours_of_another_form_are_told(colours: object) -> None:
    with pytest.raises(nn.PuzzleError, match=r"^'colours': expected"):
        nn.nonogram([[]], [[]], colours=colours)  # type: ignore[arg-type]
