"""The paper's experiment runs to its end, for all its methods, through the public API."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo import ENGINES
from nonairo.bench import paper
from nonairo.bench.base import Options
from nonairo.cli import main
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


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", [4, 6])
def test_every_method_decides_small_boards(method: str, side: int) -> None:
    decided(method, side, Options(sample=2, time_limit=20))


def test_the_table_says_what_was_asked_and_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(paper, "SIZES", (4,))
    monkeypatch.setattr(groebner, "find_spec", lambda name: None)
    assert main(["bench", "paper", "--sample", "1", "--time-limit", "2.5"]) == 0
    out = capsys.readouterr().out
    assert "the first solution is asked for, in at most 2.5 s a board" in out
    assert "\n1 board a size" in out
    assert "| 4x4 | guess | 1 of 1 |" in out
    assert "| groebner |" not in out
    assert "Skipped: engine groebner needs BRiAl" in out
    assert "zones" not in out
    assert main(["bench", "paper", "--sample", "1", "--time-limit", "0"]) == 0
    assert "without a time limit" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", paper.SIZES)
def test_the_whole_experiment_ends(method: str, side: int) -> None:
    options = Options(sample=paper.BOARDS, time_limit=100)
    number = decided(method, side, options)
    assert number == paper.BOARDS or (method, side) in {("groebner", 12), ("guess", 12)}


def decided(method: str, side: int, options: Options) -> int:
    """How many boards a method decides, rightly; what it does not ends at a limit, by name."""
    results = paper.experiment(method, side, options)
    assert len(results) == min(options.sample, paper.BOARDS)
    for result in results:
        if result.status == "unknown":
            assert result.limit in ("time", "memory", "size")
            assert result.stats.seconds < options.time_limit + 5
        else:
            assert result.status == "solved"
            assert result.solution is not None
            assert result.puzzle.givens.fits(result.solution)
            assert nn.check(result.puzzle, result.solution) == []
        if method != "guess":
            prepare, solve = (result.stats.counters[f"seconds.{n}"] for n in ("prepare", "solve"))
            assert isinstance(prepare, float)
            assert isinstance(solve, int | float)
    return sum(result.status == "solved" for result in results)
