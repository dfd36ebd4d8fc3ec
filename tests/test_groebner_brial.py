"""The engine `groebner` with BRiAl itself; skipped in one line where the extra is absent."""

from __future__ import annotations

import time
from importlib.util import find_spec

import pytest

import nonairo as nn
from commands import Output, run
from nonairo import KINDS, Puzzle
from nonairo.engines import groebner

if find_spec("sage") is None:
    pytest.skip("needs the extra groebner", allow_module_level=True)


def blank(side: int, rules: str = "standard") -> Puzzle:
    return KINDS["binairo"].blank(side, side, rules)


def test_the_basis_of_a_board_of_four_cells() -> None:
    # Unique: the basis of a single point is one linear polynomial for each of the four cells.
    result = nn.solve(nn.parse("binairo:0./.."), "groebner")
    assert (result.status, str(result.solution)) == ("unique", "01\n10")
    counters = result.stats.counters
    assert (counters["polynomials"], counters["basis"]) == (11, 4)


@pytest.mark.parametrize(
    "puzzle",
    [
        nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00"),
        blank(2),
        blank(4),
        blank(4, "no-distinct"),
        blank(3, "odd-more-zeros"),
        nn.parse("binairo:00/.."),
        nn.parse("binairo:....../1...../0...../......"),
        nn.parse("binairo:0110/0110/..../...."),
        nn.parse("binairo:.......1/.11...0./0......./.1.....1/1.11..../.1....../..0..1../.1......"),
    ],
    ids=lambda puzzle: puzzle.id[:30],
)
def test_all_solutions_come_from_the_basis(puzzle: Puzzle) -> None:
    result = nn.solve(puzzle, "groebner", limit=None)
    truth = nn.solve(puzzle, "guess:propagate=lines", limit=None)
    assert result.complete
    assert len(result.solutions) == len(truth.solutions)
    assert set(result.solutions) == set(truth.solutions)
    assert result.stats.counters["polynomials"] == groebner.polynomials(puzzle)


@pytest.mark.slow
def test_a_small_board_with_some_hundred_solutions_can_be_too_much() -> None:
    # As docs/classics/paper.md says; a BRiAl that decides it makes that sentence untrue.
    puzzle = nn.parse("binairo:.0..../....../0..01./.01.../....../0.....")
    assert nn.count(puzzle).value == 137
    result = nn.solve(puzzle, "groebner", time_limit=100)
    assert (result.status, result.limit) == ("unknown", "memory")
    assert result.reason == "BRiAl's largest matrix is too small for this puzzle"


def test_limits_end_the_real_process_too(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = time.monotonic()
    result = nn.solve(blank(8), "groebner", time_limit=1.5)
    assert (result.status, result.limit) == ("unknown", "time")
    assert time.monotonic() - begin < 5
    monkeypatch.setattr(groebner, "MOST_MEMORY", 120 * 2**20)
    result = nn.solve(blank(8), "groebner", time_limit=60)
    assert (result.status, result.limit) == ("unknown", "memory")


def test_it_is_compared_with_the_others(capsys: Output) -> None:
    code, out, _ = run(capsys, "compare", "--paper", "--sizes", "4", "--boards", "1", "--runs", "1")
    rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    (told,) = [row for row in rows if row[1] == "groebner"]
    assert told[2] == "1 of 1"
    assert told[-1] == "0.02 + 0.05 s (theirs)"
    found = nn.compare("binairo:0./..", "groebner,guess")
    assert {trial.result.status.value for trial in found} == {"unique"}
