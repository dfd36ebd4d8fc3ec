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
def test_a_solution_with_a_changed_cell_is_checked_again(sort: str) -> None:
    """The plain check and CP-SAT say the same of it."""
    verdicts = set()
    for number in range(60):
        puzzle = puzzle_number(3, number, sort)
        truth = answer_outside(puzzle)
        if truth.number != 1 or truth.solution is None:
            continue
        assert obeys(puzzle, truth.solution)
        last = "1" if truth.solution[-1] == "0" else "0"
        verdicts.add(obeys(puzzle, truth.solution[:-1] + last))
    assert verdicts == {False}
