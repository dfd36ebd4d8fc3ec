"""Everything works without the compiled module; only slower."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo import ENGINES, KINDS, Grid
from nonairo.cli import main
from nonairo.line_solver import LineKernel, completions, count, kernel, squeeze
from nonairo.rules import Balanced, Runs
from strategies import solved_by

pytestmark = pytest.mark.usefixtures("no_core")

FIRST = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
HEART = nn.parse("nonogram:1,1/5/5/3/1;2/4/4/4/2")


@pytest.mark.parametrize("engine", list(ENGINES))
def test_every_engine_solves_without_the_core(engine: str) -> None:
    for puzzle in (FIRST, HEART):
        kinds = ENGINES[engine].kinds
        if kinds is None or puzzle.kind in kinds:
            result = solved_by(engine, puzzle)
            assert result is None or result.status == "unique"
            assert type(kernel(puzzle.row_rules[0], puzzle.width)) is LineKernel


def test_lines_are_squeezed_and_counted_without_the_core() -> None:
    assert squeeze(Balanced(3, 3), "0..0.0") == "011010"
    assert squeeze(Runs((3,)), ".....") == "..1.."
    assert squeeze(Runs((3,)), "0.0..") is None
    assert count(Balanced(10, 10), "." * 20) == 8196
    assert list(completions(Runs((1, 1)), "....")) == ["1010", "1001", "0101"]


def test_boards_are_counted_without_the_core() -> None:
    assert nn.count(KINDS["binairo"].blank(4, 4, "standard")).value == 72


def test_large_puzzles_are_solved_without_the_core() -> None:
    side = 60
    stairs = Grid.parse(["1" * (k + 1) + "0" * (side - k - 1) for k in range(side)])
    assert nn.solve(KINDS["nonogram"].pose(stairs, "standard")).solution == stairs


def test_the_version_says_that_the_core_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert "(no core: pure Python, " in capsys.readouterr().out
