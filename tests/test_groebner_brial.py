"""The engine `groebner` with BRiAl itself; skipped in one line where the extra is absent."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

import nonairo as nn
from commands import Output, run
from nonairo import KINDS, Puzzle
from nonairo.engines import groebner, groebner_worker

if find_spec("sage") is None:
    pytest.skip("needs the extra groebner", allow_module_level=True)


def blank(side: int, rules: str = "standard") -> Puzzle:
    return KINDS["binairo"].blank(side, side, rules)


def test_the_basis_of_a_board_of_four_cells() -> None:
    # Unique: the basis of a single point is one linear polynomial for each of the four cells.
    result = nn.solve(nn.parse("binairo:0./.."), "groebner")
    assert (result.status, str(result.solution)) == ("unique", "01\n10")
    counters = result.stats.counters
    assert (counters["polynomials"], counters["basis"]) == (6, 4)
    result = nn.solve(nn.parse("binairo:0./.."), "groebner:system=cells")
    counters = result.stats.counters
    assert (counters["polynomials"], counters["basis"]) == (11, 4)


@pytest.mark.parametrize("side", [4, 6, 8])
def test_the_printed_system_is_made_once_a_size(side: int) -> None:
    shape = json.dumps(json.loads(groebner.question(blank(side), "paper", 0))["shape"])
    system = groebner_worker.made("paper", shape)
    assert len(system.polynomials) == {4: 36, 6: 90, 8: 168}[side]
    assert len({str(polynomial) for polynomial in system.polynomials[: 2 * side]}) == 2 * side
    assert groebner_worker.made("paper", shape) is system


def test_givens_that_are_substituted_are_the_same_as_constants() -> None:
    puzzle = nn.parse("binairo:0..1/..../.1../....")
    shape = json.loads(groebner.question(puzzle, "paper", 0))["shape"]
    cells, polynomials = groebner_worker.made("paper", json.dumps(shape))
    one = cells[0] * 0 + 1
    values = list(zip(cells, puzzle.givens.cells, strict=True))
    found = groebner_worker.substituted(polynomials, [c + int(v) for c, v in values if v != "."])
    constants = [cell if value == "." else one * int(value) for cell, value in values]
    wanted = [p for p in groebner_worker.printed(shape, constants, one) if not p.is_zero()]
    assert found == wanted
    assert 0 < len(found) <= 36


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
@pytest.mark.parametrize("system", ["paper", "cells"])
def test_all_solutions_come_from_the_basis(puzzle: Puzzle, system: str) -> None:
    result = nn.solve(puzzle, f"groebner:system={system}", limit=None)
    truth = nn.solve(puzzle, "guess:propagate=lines", limit=None)
    assert result.complete
    assert len(result.solutions) == len(truth.solutions)
    assert set(result.solutions) == set(truth.solutions)
    assert result.stats.counters["polynomials"] == groebner.polynomials(puzzle, system)


@pytest.mark.full
def test_a_small_board_with_137_solutions_is_decided() -> None:
    puzzle = nn.parse("binairo:.0..../....../0..01./.01.../....../0.....")
    result = nn.solve(puzzle, "groebner", limit=None)
    assert (len(result.solutions), result.reason) == (137, None)
    # The other system ends with BRiAl's error there, as docs/classics/paper.md says.
    result = nn.solve(puzzle, "groebner:system=cells", limit=1)
    assert (result.status, result.stats.counters["fallbacks"]) == ("solved", 1)


def test_limits_end_the_real_process_too(monkeypatch: pytest.MonkeyPatch) -> None:
    result = nn.solve(blank(8), "groebner", time_limit=1.5)
    assert (result.status, result.limit) == ("unknown", "time")
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
    found = nn.compare("binairo:0./..", engines="groebner,guess")
    assert {trial.result.status.value for trial in found} == {"unique"}
