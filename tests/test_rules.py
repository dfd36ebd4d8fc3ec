"""Line rules: which lines they accept, and which clues can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, product

import pytest
from hypothesis import given

from nonairo import PuzzleError
from nonairo.automata import table_of
from nonairo.kinds.nonogram import clue_of
from nonairo.line_solver import completions, count, squeeze
from nonairo.rules import (
    Anything,
    Balanced,
    Both,
    Clue,
    ColouredClue,
    ColouredRuns,
    LineRule,
    Runs,
    Shares,
    Signs,
    balance_of,
    check_rule,
    runs_of,
    shortest,
    signs_along,
    tightest,
)
from strategies import ruled_lines


def accepted(rule: LineRule, length: int, symbols: str = "01") -> Iterator[str]:
    """All lines that the automaton accepts, tried one by one."""
    for cells in product(symbols, repeat=length):
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


def blocks_of(line: str) -> ColouredClue:
    """The coloured blocks of a full line."""
    runs = ((symbol, len(list(run))) for symbol, run in groupby(line))
    return tuple((length, symbol) for symbol, length in runs if symbol != "0")


@pytest.mark.parametrize("length", range(6))
def test_coloured_runs_accept_exactly_the_lines_with_those_blocks(length: int) -> None:
    lines = ["".join(cells) for cells in product("012", repeat=length)]
    for clue in sorted({blocks_of(line) for line in lines}):
        wanted = [line for line in lines if blocks_of(line) == clue]
        assert list(accepted(ColouredRuns(clue), length, "012")) == wanted


@pytest.mark.parametrize(
    "make",
    [
        lambda: Balanced(3, 3),
        lambda: Runs((1, 2)),
        lambda: ColouredRuns(((1, "1"), (2, "2"))),
        lambda: Shares((2, 2, 2)),
        lambda: Signs("=x"),
        lambda: Anything(),
        lambda: Both((Balanced(2, 2), Signs("=.."))),
    ],
)
def test_rules_are_values(make: Callable[[], LineRule]) -> None:
    one, other = make(), make()
    assert one == other
    assert hash(one) == hash(other)
    assert not hasattr(one, "__dict__")


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


@pytest.mark.parametrize("longest", [1, 2])
@pytest.mark.parametrize("counts", [(1, 1, 1), (2, 2, 2), (0, 3, 2), (3, 0, 1), (4, 1)])
def test_shares_accept_exactly_the_lines_with_those_counts(
    counts: tuple[int, ...], longest: int
) -> None:
    symbols = "012"[: len(counts)]
    lines = ["".join(cells) for cells in product(symbols, repeat=sum(counts))]
    wanted = [
        line
        for line in lines
        if all(line.count(symbol) == own for symbol, own in zip(symbols, counts, strict=True))
        and not any(symbol * (longest + 1) in line for symbol in symbols)
    ]
    assert list(accepted(Shares(counts, longest), sum(counts), symbols)) == wanted
    assert Shares(counts).step(Shares(counts).start, "3") is None  # no symbol of theirs


def test_no_three_alike_unless_more_are_allowed() -> None:
    for rule in (Balanced(3, 3), Shares((3, 3))):
        assert rule.longest == 2
        assert len(list(accepted(rule, 6))) == 14


@pytest.mark.parametrize("between", ["", ".", "=", "x", "=x", "x.=", "==x", "xx=."])
def test_signs_accept_exactly_the_lines_that_obey_them(between: str) -> None:
    length = len(between) + 1
    for symbols in ("01", "012"):
        wanted = [
            line
            for line in map("".join, product(symbols, repeat=length))
            if all((line[k] == line[k + 1]) == (sign == "=") or sign == "."
                   for k, sign in enumerate(between))
        ]  # fmt: skip
        assert list(accepted(Signs(between), length, symbols)) == wanted
    for other in (length - 1, length + 1):
        assert list(accepted(Signs(between), other)) == []


def test_the_balance_of_a_line_with_signs_is_seen_and_of_no_other() -> None:
    balanced, signs, runs = Balanced(2, 2), Signs("=.x"), Runs((1,))
    assert balance_of(balanced) is balance_of(Both((balanced, signs))) is balanced
    others = (runs, signs, Both((balanced, runs)), Both((runs, signs)), Both((signs, balanced)),
              Both((balanced,)), Both((balanced, signs, runs)))  # fmt: skip
    assert [balance_of(rule) for rule in others] == [None] * len(others)
    assert (signs_along(Both((balanced, signs))), signs_along(balanced)) == ("=.x", "")


@pytest.mark.parametrize(
    ("rule", "symbols"),
    [
        (Runs((2, 1)), "01"),
        (Balanced(2, 3), "01"),
        (Signs("=.x."), "012"),
        (Shares((1, 2, 2)), "012"),
    ],
)
def test_a_table_is_its_rule(rule: LineRule, symbols: str) -> None:
    length = 5
    table = table_of(rule, length, symbols)
    assert table is not None
    after, accepts = table
    assert len(after) == len(accepts)
    assert {len(targets) for targets in after} == {len(symbols)}
    lines = []
    for cells in product(symbols, repeat=length):
        state = 0
        for symbol in cells:
            state = after[state][symbols.index(symbol)] if state >= 0 else state
        if state >= 0 and accepts[state]:
            lines.append("".join(cells))
    assert lines == list(accepted(rule, length, symbols))
    assert table_of(rule, length, symbols, len(after)) == table
    assert table_of(rule, length, symbols, len(after) - 1) is None


def test_whoever_waits_for_a_table_is_asked_at_every_cell() -> None:
    asked: list[int] = []
    table_of(Runs((2,)), 7, poll=lambda: asked.append(1))
    assert len(asked) == 7


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
    rule = runs_of(numbers, "row 1")
    check_rule(rule, "row", 1, 5)
    assert rule.clue == clue


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([3, 1, 2], "row 4: clue 3,1,2 needs 8 cells, but the row has 7"),
        ([1] * 12, "row 4: clue 1,1,1,1,1,1,1,1,1,1,1,1 needs 23 cells, but the row has 7"),
        ([1] * 13, "row 4: clue 1,1,1,1,1,1,1,1,1,1,1,1,... needs 25 cells, but the row has 7"),
        ([0, 1], "row 4: expected blocks of at least 1 cell, found a 0 among them"),
        ([0, 0], "row 4: expected blocks of at least 1 cell, found a 0 among them"),
        ([-1], "row 4: expected whole numbers, found -1"),
        ([1.0], "row 4: expected whole numbers, found 1.0"),
        ([True], "row 4: expected whole numbers, found True"),
        (["1"], "row 4: expected whole numbers, found '1'"),
        ("11", "row 4: expected a list of numbers, found '11'"),
    ],
)
def test_a_clue_that_cannot_be_is_refused_with_its_place(numbers: object, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        check_rule(runs_of(numbers, "row 4"), "row", 4, 7)
    assert str(refused.value) == message


def test_an_empty_clue_needs_no_cells() -> None:
    assert [shortest(clue) for clue in ((), (3,), (3, 1))] == [0, 3, 5]
