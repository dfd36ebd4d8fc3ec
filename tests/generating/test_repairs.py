"""Repairs: the puzzle becomes unique, and no smaller change would have done it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonairo as nn
import outside
from nonairo.grid import Cell, Grid
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.repairing.smallest_sets import SolutionSet, greedy_hitting, smallest_hitting

SETS = st.lists(st.integers(1, 255), min_size=1, max_size=8)


@given(SETS)
def test_a_smallest_hitting_set_is_smallest(sets: list[int]) -> None:
    found = smallest_hitting(sets, Budget())
    assert all(each & found for each in sets)
    assert all(each & greedy_hitting(sets) for each in sets)
    smaller = (sum(1 << k for k in c) for c in combinations(range(8), found.bit_count() - 1))
    assert not any(all(each & cells for each in sets) for cells in smaller)


@given(st.sets(st.text("01", min_size=6, max_size=6), min_size=1, max_size=12))
def test_the_fewest_givens_leave_one_solution(solutions: set[str]) -> None:
    several = SolutionSet(sorted(solutions))
    found, greedy = several.fewest(Budget()), several.greedy()

    def having(literals: object) -> list[str]:
        return [s for s in solutions if all(s[k] == symbol for k, symbol in literals)]  # type: ignore[attr-defined]

    assert len(having(found)) == len(having(greedy)) == 1
    every = list(product(range(6), "01"))
    if found:
        assert not any(len(having(some)) == 1 for some in combinations(every, len(found) - 1))


@st.composite
def ambiguous(draw: st.DrawFn, side: int) -> Puzzle:
    """A Binairo with several solutions, some of the givens of a unique one left out."""
    puzzle = nn.generate_binairo(side, seed=draw(st.integers(0, 999)), minimal=True)
    given = [k for k, cell in enumerate(puzzle.givens.cells) if cell != "."]
    out = draw(st.sets(st.sampled_from(given), min_size=1, max_size=4))
    cells = "".join("." if k in out else cell for k, cell in enumerate(puzzle.givens.cells))
    return puzzle.with_givens(Grid(side, side, cells))


def with_more(puzzle: Puzzle, number: int, solution: Grid | None) -> Iterator[Puzzle]:
    """The puzzle with so many more givens, in every way."""
    for cells in combinations(puzzle.givens.unknown(), number):
        for symbols in product("01", repeat=number):
            more = dict(zip(cells, symbols, strict=True))
            if solution is None or all(solution[cell] == more[cell] for cell in cells):
                yield puzzle.with_givens(puzzle.givens.fill(more))


@settings(max_examples=25)
@given(ambiguous(4), st.booleans())
def test_no_smaller_set_of_givens_repairs(puzzle: Puzzle, wanted: bool) -> None:
    puzzle = puzzle if wanted else replace(puzzle, solution=None)
    found = nn.repair(puzzle)
    assert found.exact
    assert found.how == "givens"
    assert nn.is_unique(found.puzzle)
    assert found.puzzle.solution is not None
    assert all(found.puzzle.solution[cell] == symbol for cell, symbol in found.changes)
    assert not wanted or found.puzzle.solution == puzzle.solution
    for less in with_more(puzzle, len(found.changes) - 1, puzzle.solution):
        assert nn.solve(less).status != "unique"


@settings(max_examples=10)
@given(ambiguous(8), st.booleans(), st.sampled_from([1, 20, 200_000]))
def test_a_repaired_puzzle_is_unique(puzzle: Puzzle, wanted: bool, budget: int) -> None:
    puzzle = puzzle if wanted else replace(puzzle, solution=None)
    found = nn.repair(puzzle, budget=budget)
    assert outside.answer(found.puzzle.id).number == 1
    assert all(puzzle.givens[cell] == "." for cell, _ in found.changes)
    assert found.exact or budget < 200_000


def test_a_nonogram_without_a_picture_gets_givens() -> None:
    found = nn.repair(nn.parse("nonogram:1/1;1/1"))
    assert (found.how, len(found.changes), found.exact) == ("givens", 1, True)
    assert nn.is_unique(found.puzzle)


def test_a_nonogram_with_a_picture_gets_another_picture() -> None:
    puzzle = nn.parse("nonogram:1/1;1/1")
    for found in (
        nn.repair(puzzle, picture="10/01"),
        nn.repair(puzzle.about(solution=Grid.parse("10/01"))),
    ):
        assert (found.how, len(found.changes), found.exact) == ("picture", 1, True)
        assert nn.is_unique(found.puzzle)
        assert found.puzzle.solution == Grid.parse("10/01").fill(dict(found.changes))
    assert nn.repair(puzzle, picture="10/01", by_givens=True).how == "givens"


def test_an_impossible_picture_is_refused_though_there_is_nothing_to_repair() -> None:
    unique = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    with pytest.raises(
        nn.PuzzleError, match="not a solution of this puzzle: r1c1: the given is 1, found 0"
    ):
        nn.repair(unique, picture="0" * 36)


def test_a_nonogram_that_has_givens_gets_more_of_them() -> None:
    puzzle = nn.parse("nonogram:1/1/1;1/1/1;1../.../...").about(solution=Grid.parse("100/010/001"))
    found = nn.repair(puzzle)
    assert (found.how, found.exact) == ("givens", True)
    assert found.puzzle.solution == puzzle.solution
    unique = nn.parse("nonogram:1/1;1/1;1./..").about(solution=Grid.parse("10/01"))
    assert nn.repair(unique).changes == ()


@settings(max_examples=15)
@given(st.text("01", min_size=16, max_size=16))
def test_no_smaller_change_of_the_picture_repairs(cells: str) -> None:
    picture = Grid.flat(4, 4, cells)
    puzzle = nn.nonogram(*nonogram_of(picture)).about(solution=picture)
    assume(not nn.is_unique(puzzle))
    found = nn.repair(puzzle)
    assert found.exact
    assert nn.is_unique(found.puzzle)
    for number in range(1, len(found.changes)):
        for flips in combinations(range(16), number):
            other = "".join("10"[int(c)] if k in flips else c for k, c in enumerate(cells))
            assert not nn.is_unique(nn.nonogram(*nonogram_of(Grid.flat(4, 4, other))))


def nonogram_of(picture: Grid) -> tuple[list[list[int]], list[list[int]]]:
    rows, cols = outside.lines_of(picture.rows())
    return [outside.blocks(row) for row in rows], [outside.blocks(col) for col in cols]


def test_what_is_unique_stays_as_it_is() -> None:
    puzzle = nn.generate_binairo(6, seed=1)
    found = nn.repair(puzzle)
    assert (found.puzzle, found.changes, found.exact) == (puzzle, (), True)


@pytest.mark.parametrize(
    ("puzzle", "picture", "message"),
    [
        ("binairo:11../11../..../....", None, "no solution, and more givens cannot help"),
        ("binairo:1.../..../..../....", "0110/1001/1100/0011", "the grid is not a solution"),
        ("binairo:1.../..../..../....", "1..0/..../..../....", "the grid is not a solution"),
        ("nonogram:1/1;1/1", "1/1", "expected a grid of 2x2, found 2x1"),
        ("nonogram:1/1;1/1", "1./.1", "expected a finished picture"),
    ],
)
def test_what_cannot_be_repaired_is_refused(puzzle: str, picture: str | None, message: str) -> None:
    with pytest.raises(nn.PuzzleError) as refused:
        nn.repair(nn.parse(puzzle), picture=picture)
    assert message in str(refused.value)
    assert "nonairo" not in str(refused.value)  # the command line adds its own advice


def test_changes_are_data() -> None:
    found = nn.repair(nn.parse("binairo:1.../..../..../...."))
    data = found.to_json()
    assert data["exact"] is True
    assert data["puzzle"] == found.puzzle.id
    assert data["changes"] == [[*cell, symbol] for cell, symbol in found.changes]
    assert all(isinstance(cell, Cell) for cell, _ in found.changes)


@pytest.mark.parametrize("id", ["nonogram:1/1;1/1", "kakurasu:3/10/3/7;6/6/6/6"])
def test_a_picture_of_another_puzzle_is_refused(id: str) -> None:
    puzzle = nn.parse(id)
    other = nn.Grid(puzzle.height, puzzle.width, "0" * (puzzle.height * puzzle.width))
    with pytest.raises(nn.PuzzleError, match="the picture is not a solution of this puzzle: row 1"):
        nn.repair(puzzle, picture=other)
