"""The shortest path: never more steps than the easiest, none harder, none that is needless."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo.answers import answer
from nonairo.cli import main
from nonairo.techniques.shared.checker import replay
from nonairo.techniques.shared.steps import Step
from sampling import real_or_made

FILES = {
    "binairo/puzzle-binairo-08.jsonl": 12,
    "binairo/janko.jsonl": 12,
    "nonogram/janko.jsonl": 16,
}
FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"


def test_the_shortest_path_is_never_longer_or_harder_and_has_no_needless_step() -> None:
    saved = number = 0
    for puzzle in real_or_made(FILES, most_cells=200, made=20, sides=(8, 10)):
        number += 1
        easiest, shortest = nn.explain(puzzle), nn.explain(puzzle, path="shortest")
        assert len(shortest.steps) <= len(easiest.steps)
        assert shortest.level <= easiest.level
        assert (shortest.solved, shortest.grid) == (easiest.solved, easiest.grid)
        assert replay(puzzle, shortest.steps) == shortest.grid
        saved += len(easiest.steps) - len(shortest.steps)
        if len(shortest.steps) <= 40:
            for k in range(len(shortest.steps)):
                rest = shortest.steps[:k] + shortest.steps[k + 1 :]
                assert leaves_a_gap(puzzle, rest), f"{puzzle.id}: step {k + 1} can be left out"
    assert number == 40
    assert saved > 100


def leaves_a_gap(puzzle: nn.Puzzle, steps: tuple[Step, ...]) -> bool:
    try:
        return not replay(puzzle, steps).full
    except AssertionError:
        return True


def test_the_path_is_the_same_from_python_and_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    puzzle = nn.generate_nonogram(8, seed=1).id
    told = nn.explain(puzzle, path="shortest")
    assert len(told.steps) < len(nn.explain(puzzle).steps)
    assert main(["explain", puzzle, "--json", "--path", "shortest"]) == 0
    assert capsys.readouterr().out.count('"technique"') == len(told.steps)
    assert answer("explain", {"puzzle": puzzle, "path": "shortest"}) == told.to_json()
    assert main(["explain", FIRST, "--path", "longest"]) == 2
    assert "easiest, shortest" in capsys.readouterr().err


def test_a_puzzle_without_one_solution_has_no_short_path() -> None:
    for puzzle in ("binairo:00.1/..../0.../0...", "binairo:..../..../..../...."):
        easiest, shortest = nn.explain(puzzle), nn.explain(puzzle, path="shortest")
        assert not shortest.solved
        assert (shortest.reason, shortest.grid) == (easiest.reason, easiest.grid)
    assert len(nn.explain(FIRST, path="shortest", budget=20).steps) == 18, "the easiest way is kept"
