"""Random puzzles of every kind: the core beside brute force, and beside itself."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from changing import CHANGES, brute_force
from kind_puzzles import differences, puzzle_number

import nonairo as nn
from nonairo import KINDS

EACH = 25  # puzzles of every kind


def test_every_kind_agrees_with_brute_force_and_with_itself(full: bool) -> None:
    tally: Counter[str] = Counter()
    for number in range(len(KINDS) * (2000 if full else EACH)):
        puzzle = puzzle_number(1, number)
        assert list(differences(puzzle, Random(number), tally)) == [], (number, puzzle)
    assert {"none", "unique", "multiple"} <= {*tally}


@pytest.mark.parametrize("kind", list(KINDS))
def test_an_example_has_one_solution_however_it_lies(kind: str) -> None:
    puzzle = nn.parse(KINDS[kind].example)
    solution = nn.solve(puzzle).solutions[0].cells
    for change, back in CHANGES.values():
        changed = nn.solve(change(puzzle))
        assert changed.status == "unique"
        assert back(changed.solutions[0].cells, puzzle) == solution
    tried = brute_force(puzzle, 500_000)
    assert tried is None or tried == [solution]


def test_a_wrong_core_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared can differ: an engine that forgets a solution is found out."""
    solve = nn.solve

    def forgetful(*words: object, **options: object) -> nn.Result:
        result = solve(*words, **options)  # type: ignore[arg-type]
        result.solutions[:] = result.solutions[1:]
        return result

    monkeypatch.setattr(nn, "solve", forgetful)
    puzzle = nn.parse("nonogram:1/1;1/1")
    assert list(differences(puzzle, Random(1), Counter()))
