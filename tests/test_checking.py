"""Checking a grid: the smallest grid that breaks each rule, and messages for players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonairo as nn
import outside
from nonairo import Grid, Puzzle, PuzzleError
from nonairo.rules import Balanced
from strategies import puzzles

TABLE = (Path(__file__).parent / "data" / "violations.txt").read_text(encoding="utf-8")
CASES = [
    re.split(r" {2,}", line.strip())
    for line in TABLE.splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]} {case[2]:.20}")
def test_the_smallest_grid_that_breaks_a_rule_is_told(case: list[str]) -> None:
    rule, place, puzzle, grid, message = case
    found = {(v.rule, str(v.place), v.message) for v in nn.check(nn.parse(puzzle), grid)}
    if rule == "-":
        assert found == set()
    else:
        assert (rule, place, message) in found


def test_every_rule_has_a_smallest_grid() -> None:
    assert {case[0] for case in CASES} == {"-", "given", "three", "balance", "distinct", "clue"}


def test_a_violation_names_the_cells_that_break_the_rule() -> None:
    (three,) = nn.check(nn.parse("binairo:......../......../........"
                                 "/......../......../......../......../........"),
                        "0000..../" + "/".join(["........"] * 7))  # fmt: skip
    assert three.cells == tuple(nn.Cell(0, col) for col in range(4))
    twin = nn.check(nn.parse("binairo:../.."), "01/01")[-1]
    assert twin.to_json() == {
        "rule": "distinct",
        "place": ["row", 1],
        "cells": [[0, 0], [0, 1], [1, 0], [1, 1]],
        "message": "row 2 is equal to row 1",
    }


@given(puzzles(4), st.data())
def test_a_full_grid_breaks_no_rule_exactly_when_it_is_a_solution(
    puzzle: Puzzle, data: st.DataObject
) -> None:
    size = puzzle.height * puzzle.width
    solution = nn.solve(puzzle, limit=1).solution
    if solution is not None and data.draw(st.booleans()):
        grid = solution
    else:
        grid = Grid.flat(puzzle.height, puzzle.width, data.draw(st.text("01", min_size=size, max_size=size)))  # noqa: E501  # fmt: skip
    assert (nn.check(puzzle, grid) == []) == outside.obeys(puzzle.id, grid.cells)


def test_a_grid_of_another_size_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"^expected a grid of 2x2, found 1x2$"):
        nn.check(nn.parse("binairo:../.."), "01")


def test_a_balance_that_does_not_fill_its_line_is_never_kept() -> None:
    rules = (Balanced(2, 2),) * 3
    puzzle = nn.Puzzle("binairo", nn.Grid.blank(3, 3), rules, rules, distinct=False)
    assert len(nn.check(puzzle, "001/010/100")) == 6
