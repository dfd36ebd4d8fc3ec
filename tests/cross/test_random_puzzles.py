"""A few puzzles of every sort, answered by our engines and by CP-SAT alike."""

from __future__ import annotations

import pytest
from drawing import SORTS, puzzle_number
from random_puzzles import answer_outside, differences, obeys

import nonairo as nn
from outside import Answer


@pytest.mark.parametrize("sort", SORTS)
def test_engines_and_cp_sat_agree(sort: str) -> None:
    seen = set()
    for number in range(30):
        puzzle = puzzle_number(7, number, sort)
        truth = answer_outside(puzzle)
        seen.add(truth.number)
        assert not [*differences(puzzle, truth)], number
    assert seen >= {0, 1}


def test_a_difference_is_seen() -> None:
    puzzle = nn.parse("nonogram:1/1;1/1;1./..")
    assert answer_outside(puzzle) == Answer(1, "1001")
    assert [*differences(puzzle, Answer(2, "1001"))] == [
        "core: unique, where cp-sat says multiple",
        "guess: unique, where cp-sat says multiple",
    ]
    assert [*differences(puzzle, Answer(1, "0110"))] == [
        "cp-sat: 0110 is no solution",
        "core: 1001, where cp-sat finds 0110",
        "guess: 1001, where cp-sat finds 0110",
    ]


@pytest.mark.parametrize("sort", SORTS)
def test_cp_sat_and_the_plain_check_say_the_same_of_finished_grids(sort: str) -> None:
    """Of a solution, and of the same with another symbol in its last open cell."""
    verdicts = set()
    for number in range(24):
        puzzle = puzzle_number(3, number, sort)
        solution, last = answer_outside(puzzle).solution, puzzle.givens.cells.rfind(".")
        if solution is None or last < 0:
            continue
        other = puzzle.symbols[puzzle.symbols.index(solution[last]) - 1]
        for cells in (solution, solution[:last] + other + solution[last + 1 :]):
            full = puzzle.with_givens(nn.Grid(puzzle.height, puzzle.width, cells))
            verdict = answer_outside(full).number == 1
            assert obeys(puzzle, cells) == verdict, (number, cells)
            verdicts.add(verdict)
    assert verdicts == {False, True}
