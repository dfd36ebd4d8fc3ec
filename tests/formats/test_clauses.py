"""The clauses have exactly the puzzle's solutions as models, also as another program reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import B, K

import nonairo as nn
from nonairo import clauses
from nonairo.clauses import Cnf, encode
from nonairo.rules import State

sat = pytest.importorskip("pysat.solvers")
formulas = pytest.importorskip("pysat.formula")


def models(puzzle: nn.Puzzle, most: int = 1000) -> Iterator[str]:
    """The solutions that a SAT solver finds, as cells."""
    cnf = encode(puzzle)
    check(cnf)
    with sat.Solver(name="cadical153", bootstrap_with=[list(c) for c in cnf.clauses]) as solver:
        for _ in range(most):
            if not solver.solve():
                return
            model = solver.get_model()[: len(cnf.cells)]
            yield clauses.read_model(cnf.cells, model, "01")
            solver.add_clause([-literal for literal in model])


def check(cnf: Cnf) -> None:
    assert list(cnf.cells) == [(-k, k) for k in range(1, len(cnf.cells) + 1)]
    assert all(0 < abs(literal) <= cnf.variables for clause in cnf.clauses for literal in clause)


def solved(puzzle: nn.Puzzle) -> list[str]:
    return sorted(grid.cells for grid in nn.solve(puzzle, limit=None).solutions)


@pytest.mark.parametrize("puzzle", [K, B], ids=["nonogram", "binairo"])
def test_the_samples_have_one_model(puzzle: nn.Puzzle) -> None:
    assert puzzle.solution is not None
    assert list(models(puzzle)) == [puzzle.solution.cells]


clue = st.lists(st.integers(1, 3), max_size=3)


@settings(deadline=None)
@given(st.lists(clue, min_size=1, max_size=4), st.lists(clue, min_size=1, max_size=5))
def test_models_are_the_solutions_of_a_nonogram(
    rows: list[list[int]], cols: list[list[int]]
) -> None:
    def fitting(side: list[list[int]], length: int) -> list[list[int]]:
        return [c if sum(c) + len(c) - 1 <= length else [] for c in side]

    puzzle = nn.nonogram(fitting(rows, len(cols)), fitting(cols, len(rows)))
    assert sorted(models(puzzle)) == solved(puzzle)


@settings(deadline=None)
@given(st.text("01.....", min_size=9, max_size=9), st.text("01....", min_size=9, max_size=9))
def test_models_are_the_solutions_of_a_picture_with_givens(picture: str, givens: str) -> None:
    answer = nn.Grid(3, 3, picture.replace(".", "0"))
    posed = nn.KINDS["nonogram"].pose(answer, "standard")
    puzzle = posed.with_givens(nn.Grid(3, 3, givens))
    assert sorted(models(puzzle)) == solved(puzzle)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from([(2, 2), (4, 4), (2, 4), (4, 6), (3, 3), (5, 5)]),
    st.booleans(),
    st.data(),
)
def test_models_are_the_solutions_of_a_binairo(
    size: tuple[int, int], distinct: bool, data: st.DataObject
) -> None:
    height, width = size
    cells = data.draw(st.text("01" + "." * 8, min_size=height * width, max_size=height * width))
    rules = "standard" if distinct else "no-distinct"
    if height % 2:
        rules += "+odd-more-ones"
    puzzle = nn.binairo(nn.Grid(height, width, cells), rules=rules)
    assert sorted(models(puzzle, 2000)) == solved(puzzle)


@dataclass(frozen=True, slots=True)
class Total:
    """The positions of the ones, counted from 1, add up to `total`."""

    total: int
    start: ClassVar[State] = (0, 0)

    def step(self, state: State, symbol: str) -> State | None:
        read = state[0] + 1
        total = state[1] + read * int(symbol)
        return (read, total) if total <= self.total else None

    def accepts(self, state: State) -> bool:
        return state[1] == self.total


def test_any_other_rule_is_encoded_from_its_automaton() -> None:
    base = nn.parse("nonogram:0/0/0;0/0/0")
    puzzle = replace(base, row_rules=(Total(3),) * 3, col_rules=(Total(3),) * 3)
    assert sorted(models(puzzle)) == solved(puzzle)


@pytest.mark.parametrize("most", [50_000, pytest.param(5_000_000, marks=pytest.mark.full)])
def test_what_would_not_fit_is_refused_by_name(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert clauses.MOST_CLAUSES == 5_000_000
    monkeypatch.setattr(clauses, "MOST_CLAUSES", most)
    large = nn.binairo(nn.Grid.blank(1000, 1000))
    with pytest.raises(nn.LimitReached, match=f"more than {most:,} clauses"):
        encode(large)
    with pytest.raises(nn.FormatError, match=f"more than {most:,} clauses"):
        nn.dumps(large, "dimacs")


@pytest.mark.parametrize("puzzle", [K, B], ids=["nonogram", "binairo"])
def test_dimacs_says_the_same(puzzle: nn.Puzzle) -> None:
    text = nn.dumps(puzzle, "dimacs")
    cnf = encode(puzzle)
    assert formulas.CNF(from_string=text).clauses == cnf.clauses
    assert f"p cnf {cnf.variables} {len(cnf.clauses)}" in text.split("\n")
