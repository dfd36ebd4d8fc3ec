"""Line rules: which lines they accept, and which clues can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given

from nonairo import PuzzleError
from nonairo.kinds.nonogram import clue_of
from nonairo.line_solver import completions, count, squeeze
from nonairo.rules import Anything, Balanced, Clue, LineRule, Runs, parse_clue, tightest
from strategies import ruled_lines


def accepted(rule: LineRule, length: int) -> Iterator[str]:
    """All lines that the automaton accepts, tried one by one."""
    for cells in product("01", repeat=length):
        state = rule.start
        for symbol in cells:
            after = rule.step(state, symbol)
            if after is None:
                break
            state = after
        else:
            if rule.accepts(state):
                yield "".join(cells)


@pytest.mark.parametrize("length", range(9))
def test_runs_accepts_exactly_the_lines_with_those_blocks(length: int) -> None:
    lines = ["".join(cells) for cells in product("01", repeat=length)]
    for clue in sorted({clue_of(line) for line in lines}):
        assert list(accepted(Runs(clue), length)) == [x for x in lines if clue_of(x) == clue]


@pytest.mark.parametrize("longest", [1, 2, 3])
@pytest.mark.parametrize("length", range(1, 9))
def test_balanced_accepts_exactly_the_lines_with_those_counts(length: int, longest: int) -> None:
    lines = ["".join(cells) for cells in product("01", repeat=length)]
    for ones in range(length + 1):
        wanted = [
            line
            for line in lines
            if line.count("1") == ones
            and "0" * (longest + 1) not in line
            and "1" * (longest + 1) not in line
        ]
        assert list(accepted(Balanced(length - ones, ones, longest), length)) == wanted


@pytest.mark.parametrize(
    ("length", "number"),
    [(2, 2), (4, 6), (6, 14), (8, 34), (10, 84), (12, 208), (14, 518), (16, 1296), (18, 3254),
     (20, 8196)],
)  # fmt: skip
def test_the_numbers_of_legal_binairo_lines_are_known(length: int, number: int) -> None:
    rule = Balanced(length // 2, length // 2)
    assert count(rule, "." * length) == number
    assert sum(1 for _ in completions(rule, "." * length)) == number


def test_a_line_of_seven_has_three_places_for_two_and_three_leftmost_first() -> None:
    assert list(completions(Runs((2, 3)), "." * 7)) == ["1101110", "1100111", "0110111"]


def test_an_empty_clue_has_exactly_one_line() -> None:
    assert list(completions(Runs(()), "....")) == ["0000"]


def test_anything_goes_where_there_is_no_rule() -> None:
    assert squeeze(Anything(), ".1.") == ".1."
    assert count(Anything(), ".1.") == 4


@given(ruled_lines())
def test_squeezing_twice_changes_nothing(ruled: tuple[LineRule, str]) -> None:
    rule, line = ruled
    once = squeeze(rule, line)
    if once is None:
        assert count(rule, line) == 0
    else:
        assert squeeze(rule, once) == once
        assert count(rule, once) == count(rule, line) > 0


@given(ruled_lines())
def test_squeezing_a_mirrored_line_gives_the_mirrored_answer(ruled: tuple[LineRule, str]) -> None:
    rule, line = ruled
    turned = Runs(rule.clue[::-1]) if isinstance(rule, Runs) else rule
    answer, mirrored = squeeze(rule, line), squeeze(turned, line[::-1])
    assert mirrored == (None if answer is None else answer[::-1])


def test_the_tightest_line_waits_before_every_block_and_after_the_last() -> None:
    assert tightest(()) == ("", frozenset({0}))
    assert tightest((1, 2)) == ("1011", frozenset({0, 2, 4}))


@pytest.mark.parametrize(
    ("numbers", "clue"), [([], ()), ([0], ()), ([2, 1], (2, 1)), ((5,), (5,)), ([1] * 3, (1,) * 3)]
)
def test_a_clue_that_fits_is_read(numbers: object, clue: Clue) -> None:
    assert parse_clue(numbers, "row 1", 5) == clue


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([3, 1, 2], "row 4: clue 3,1,2 needs 8 cells, the row has 7"),
        ([1] * 13, "row 4: clue 1,1,1,1,1,1,1,1,1,1,1,1,... needs 25 cells, the row has 7"),
        ([0, 1], "row 4: expected blocks of at least 1 cell, found 0 beside others"),
        ([0, 0], "row 4: expected blocks of at least 1 cell, found 0 beside others"),
        ([-1], "row 4: expected whole numbers, found -1"),
        ([1.0], "row 4: expected whole numbers, found 1.0"),
        ([True], "row 4: expected whole numbers, found True"),
        (["1"], "row 4: expected whole numbers, found '1'"),
        ("11", "row 4: expected a list of numbers, found '11'"),
    ],
)
def test_a_clue_that_cannot_be_is_refused_with_its_place(numbers: object, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        parse_clue(numbers, "row 4", 7)
    assert str(refused.value) == message
