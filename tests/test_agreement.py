"""Agreement with an outside solver (OR-Tools CP-SAT) on random puzzles of both kinds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outside
from nonairo import ENGINES, Puzzle
from strategies import OWN_TESTS, binairos, clashing_nonograms, nonograms, solved_by

pytestmark = pytest.mark.slow

STATUS = ("none", "unique", "multiple")
SMALL = {"binairo": binairos(5), "nonogram": st.one_of(nonograms(5), clashing_nonograms(4))}
COMPLETE = [name for name, e in ENGINES.items() if e.complete and name not in OWN_TESTS]


def agree(puzzle: Puzzle, engine: str) -> None:
    truth = outside.answer(puzzle.id)
    result = solved_by(engine, puzzle)
    if result is None:
        return
    assert result.status == STATUS[truth.number]
    assert all(outside.obeys(puzzle.id, grid.cells) for grid in result.solutions)
    if truth.number == 1:
        assert result.solution is not None
        assert result.solution.cells == truth.solution
    assert len(set(result.solutions)) == truth.number


@given(binairos(8))
@settings(max_examples=settings().max_examples * 2)
def test_auto_agrees_on_binairo(puzzle: Puzzle) -> None:
    agree(puzzle, "auto")


@given(st.one_of(nonograms(8), clashing_nonograms(6)))
@settings(max_examples=settings().max_examples * 2)
def test_auto_agrees_on_nonograms(puzzle: Puzzle) -> None:
    agree(puzzle, "auto")


@pytest.mark.parametrize("engine", [name for name in COMPLETE if name != "auto"])
@given(st.data())
def test_every_complete_engine_agrees_on_small_puzzles(engine: str, data: st.DataObject) -> None:
    kinds = ENGINES[engine].kinds or ("binairo", "nonogram")
    puzzle = data.draw(st.one_of(*(SMALL[kind] for kind in kinds if kind in SMALL)))
    agree(puzzle, engine)


@given(st.one_of(binairos(6), nonograms(5)))
def test_the_outside_solver_obeys_its_own_check(puzzle: Puzzle) -> None:
    truth = outside.answer(puzzle.id)
    assert (truth.solution is None) == (truth.number == 0)
    if truth.solution is not None:
        assert outside.obeys(puzzle.id, truth.solution)
        flipped = "10"[int(truth.solution[0])] + truth.solution[1:]
        assert not outside.obeys(puzzle.id, flipped)
