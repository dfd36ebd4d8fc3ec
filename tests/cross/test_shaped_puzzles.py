"""Mosaic, regions and diagonals: a sample beside CP-SAT and brute force; their explanations."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from shaped_puzzles import SORTS, differences, puzzle_number

import nonairo as nn
from nonairo.techniques.shared.checker import replay

EACH = 15
ENGINES = ("core", "guess", "sat", "zones", "zones+guess")


@pytest.mark.parametrize("sort", SORTS)
def test_every_engine_agrees_with_cp_sat_and_brute_force(sort: str, full: bool) -> None:
    pytest.importorskip("ortools")
    tally: Counter[str] = Counter()
    for number in range(1000 if full else EACH):
        puzzle = puzzle_number(sort, 2, number)
        assert list(differences(puzzle, tally, ENGINES)) == [], (number, puzzle.id)
    assert {"none", "unique", "multiple"} <= {*tally}


@pytest.mark.parametrize("sort", SORTS)
def test_every_step_of_an_explanation_holds(sort: str, full: bool) -> None:
    for number in range(300 if full else EACH):
        puzzle = puzzle_number(sort, 3, number)
        answer = nn.solve(puzzle)
        if answer.status == "unique":
            found = nn.explain(puzzle)
            assert found.solved, puzzle.id
            assert replay(puzzle, [*found.steps]) == answer.solution


def test_a_wrong_engine_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ortools")
    solve = nn.solve

    def forgetful(*words: object, **options: object) -> nn.Result:
        result = solve(*words, **options)  # type: ignore[arg-type]
        result.solutions[:] = result.solutions[1:]
        return result

    monkeypatch.setattr(nn, "solve", forgetful)
    puzzle = nn.parse("mosaic:.../.1./...")
    assert list(differences(puzzle, Counter(), ("core",)))
