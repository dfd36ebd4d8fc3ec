"""Counting nonograms: against listing, and far beyond it."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given

import nonairo as nn
from nonairo import native
from nonairo.cli import main
from nonairo.engines import FALLBACK
from nonairo.errors import LimitReached
from nonairo.puzzle import Puzzle
from strategies import nonograms


@given(nonograms(6))
def test_a_count_is_what_listing_gives(puzzle: Puzzle) -> None:
    listed = sum(1 for _ in nn.solutions(puzzle, FALLBACK))
    assert nn.count(puzzle) == nn.Count(listed, exact=True)
    assert nn.count(puzzle, limit=1).value == min(listed, 1)


@pytest.mark.skipif(native.compiled is None, reason="installed without the core")
@pytest.mark.parametrize("side", [5, 8, 10])
def test_a_single_block_a_line_gives_all_permutations(side: int) -> None:
    puzzle = nn.nonogram([[1]] * side, [[1]] * side)
    assert nn.count(puzzle) == nn.Count(factorial(side), exact=True)


@pytest.mark.skipif(native.compiled is None, reason="installed without the core")
def test_parts_that_do_not_touch_multiply() -> None:
    rows, cols = [], []
    for _ in range(8):  # eight corners of 2x2 with two solutions each, apart from each other
        blocks = [[1], [1], []]
        rows += blocks
        cols += blocks
    walls = "0" * 24
    grid = [list("0" * 24) for _ in range(24)]
    for part in range(8):
        for r in range(2):
            for c in range(2):
                grid[3 * part + r][3 * part + c] = "."
    givens = ["".join(row) for row in grid]
    assert givens[2] == walls
    assert nn.count(nn.nonogram(rows, cols, givens=givens)) == nn.Count(2**8, exact=True)


def test_a_count_tells_the_limit_in_the_words_of_solve(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "a line of 512 cells has more than 100,000 states"

    def refuse(*_: object) -> None:
        raise LimitReached(told, "size")

    monkeypatch.setattr(native, "count", refuse)
    assert nn.count("binairo:..../..../..../....").reason == told
    assert main(["count", "binairo:..../..../..../...."]) == 3
    assert capsys.readouterr().err == f"nonairo: {told}\n"


@pytest.mark.skipif(native.compiled is None, reason="installed without the core")
def test_a_board_with_a_fifth_given_has_as_many_solutions_however_it_is_turned() -> None:
    rows = "1....1...0.0 ........1... 1........... .0....1...0. .01.0.0..... ......10.0.. "
    rows += "......1..1.. 1..0.......0 ......0..0.. 0........... 1.1.00...... 0..........."
    lines = rows.split()
    board = nn.binairo(lines)
    other = str.maketrans("01", "10")
    turned = nn.binairo(list(board.givens.cols()))
    mirrored = nn.binairo([row[::-1].translate(other) for row in lines])
    counts = [nn.count(each, time_limit=60) for each in (board, turned, mirrored)]
    assert counts == [nn.Count(7304306, exact=True)] * 3
