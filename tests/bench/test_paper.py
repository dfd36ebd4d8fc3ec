"""The paper's experiment runs to its end, for all its methods, through the public API."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo import ENGINES
from nonairo.bench import paper as table
from nonairo.bench.base import BenchOptions
from nonairo.cli import main
from nonairo.comparing import paper
from nonairo.comparing.trials import Trial, attempt
from nonairo.engines import groebner

BRIAL = ENGINES["groebner"].absent() is None
METHODS = [m for m in paper.METHODS if m != "groebner" or BRIAL]


def test_boards_are_three_quarters_blank() -> None:
    for side in paper.SIZES:
        puzzle = paper.board(side, 1)
        assert puzzle.givens.cells.count(".") == round(0.75 * side * side)
        assert nn.solve(puzzle).solutions
        assert puzzle == paper.board(side, 1) != paper.board(side, 2)


def test_boards_for_groebner_bases_have_one_solution() -> None:
    for side in paper.SIZES:
        puzzle = paper.board(side, 1, unique=True)
        assert nn.is_unique(puzzle)
        blanks = puzzle.givens.cells.count(".")
        assert 0.7 * side * side <= blanks <= 0.75 * side * side or side == 4


def test_the_table_has_one_run_of_each_method_on_each_board() -> None:
    tried = list(table.trials(BenchOptions(sample=2, largest=6)))
    assert len(tried) == len(METHODS) * 2 * 2
    assert {trial.job.again for trial in tried} == {1}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", [4, 6])
def test_every_method_decides_small_boards(method: str, side: int) -> None:
    assert decided(method, side, boards=2, time_limit=20) == 2


def test_the_table_says_what_was_asked_and_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table, "SIZES", (4,))
    monkeypatch.setattr(groebner, "find_spec", lambda name: None)
    assert main(["bench", "paper", "--sample", "1", "--time-limit", "2.5"]) == 0
    out = capsys.readouterr().out
    assert "up to the first solution, in at most 2.5 s per board" in out
    assert "\n1 board per size" in out
    assert "| 4x4 | guess | 1 of 1 |" in out
    assert "| groebner |" not in out
    assert "Skipped: engine groebner needs BRiAl" in out
    assert "zones" not in out
    assert main(["bench", "paper", "--sample", "1", "--time-limit", "0"]) == 0
    assert "without a time limit" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", [side for side in paper.SIZES if side <= table.LARGEST])
def test_the_whole_experiment_ends(method: str, side: int) -> None:
    number = decided(method, side, boards=paper.BOARDS, time_limit=100)
    assert number == paper.BOARDS or (method, side) in {("groebner", 12), ("guess", 12)}


def decided(method: str, side: int, boards: int, time_limit: float) -> int:
    """How many boards a method decides, rightly; what it does not ends at a limit, by name."""
    jobs = list(paper.paper_jobs([method], [side], boards=boards, runs=1))
    assert len(jobs) == boards
    return sum(rightly(attempt(job, time_limit), time_limit) for job in jobs)


def rightly(trial: Trial, time_limit: float) -> bool:
    result = trial.result
    if result.status == "unknown":
        assert result.limit in ("time", "memory", "size")
        assert result.stats.seconds < time_limit + 5
        return False
    assert result.status == "solved"
    assert result.solution is not None
    assert result.puzzle.givens.fits(result.solution)
    assert nn.check(result.puzzle, result.solution) == []
    if trial.job.engine != "guess":
        prepare, solve = (result.stats.counters[f"seconds.{n}"] for n in ("prepare", "solve"))
        assert isinstance(prepare, float)
        assert isinstance(solve, int | float)
    return True
