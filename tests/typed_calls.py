"""Calls as people write them, for type checkers: no line of it may be an error."""

from __future__ import annotations

import numpy as np

import nonairo as nn


def calls() -> None:
    """Never run: mypy --strict and pyright read it (tests/test_typed_calls.py)."""
    array = np.zeros((2, 2), dtype=np.int8)
    puzzle: nn.Puzzle = nn.binairo(array)
    puzzle = nn.binairo([[0, None], ["1", 0.0]])
    puzzle = nn.nonogram(rows=[[1], []], cols=[(1,), np.array([1])])
    puzzle = nn.nonogram(np.array([[1], [1]]), [[1], [1]], givens=array)
    puzzle = nn.generate("binairo", "6x10", level=2, seed=1, minimal=True)
    puzzle = nn.generate_binairo("6x10")
    puzzle = nn.generate_binairo((6, 10))
    puzzle = nn.generate_nonogram("6x10", density=0.5)
    exercises: list[nn.Exercise] = nn.practise("pair", size="6x6")
    grid: nn.Grid = nn.Grid.of(array)
    grid = nn.Grid.parse("01/10")
    cells: list[int] = np.asarray(grid, dtype=int).ravel().tolist()
    broken: list[nn.Violation] = nn.check(puzzle, array)
    hint: nn.Hint = nn.hint("binairo:0./..", [[0, 1], [None, None]])
    steps: nn.Explanation = nn.explain(b"binairo:0./..", start=array)
    fixed: nn.Repair = nn.repair(puzzle, picture=array)
    answer: nn.Result = nn.solve("binairo:0./..", "walk", time_limit=0, limit=None)
    first: nn.Grid | None = answer.solution
    picture: str = nn.draw(puzzle, first, step=steps.steps[0], path="x.png", clean=False)
    picture = puzzle.draw([[0, 1], [1, 0]], step=1, theme="dark")
    solved, counts = nn.solve_batch("binairo", 2, 2, array)
    solved, counts = nn.solve_batch("binairo", 2, 2, bytearray(b"...."))
    trials: list[nn.Trial] = nn.compare([puzzle, "binairo:0./.."], engines="walk,rows")
    for result in nn.solve_many(nn.scan("puzzles.jsonl"), workers=2):
        assert result.status.value, result.to_json()
    del exercises, cells, broken, hint, steps, fixed, first, solved, counts, trials, picture
