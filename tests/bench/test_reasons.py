"""Small unsatisfiable subsets of lines, the peer of our reasons: right, and none can be smaller."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

import nonairo as nn
from minimal import lines_named
from nonairo.bench import reasons
from nonairo.bench.base import BenchOptions
from nonairo.rules import Anything
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared.samples import show_sample

pytest.importorskip("pysat", reason="subsets need python-sat")

from nonairo.bench.subsets import Subsets

PUZZLES = (
    "binairo:110100/..0..1/..1..0/100110/011001/001011",
    "nonogram:1,1/5/5/3/1;2/4/4/4/2",
    "nonogram:1,1/2,1/3/3/1;2/3/3/3/1",
)


def follows(puzzle: nn.Puzzle, grid: nn.Grid, lines: Iterable[nn.Place], cell: nn.Cell) -> bool:
    """Whether some lines leave a cell one value, with no rule for any other line."""
    named = set(lines)
    small = replace(
        puzzle,
        row_rules=tuple(rule if nn.Place("row", k) in named else Anything()
                        for k, rule in enumerate(puzzle.row_rules)),
        col_rules=tuple(rule if nn.Place("column", k) in named else Anything()
                        for k, rule in enumerate(puzzle.col_rules)),
        distinct=False,
    )  # fmt: skip
    if not puzzle.distinct:
        return any(
            nn.solve(small.with_givens(grid.fill({cell: symbol})), limit=1).status == "none"
            for symbol in puzzle.symbols
        )
    alive = {
        solution[cell]
        for solution in nn.solutions(small.with_givens(grid))
        if not any(
            first < second and first.axis == second.axis
            and solution.line(first) == solution.line(second)
            for first in named for second in named
        )
    }  # fmt: skip
    return len(alive) == 1


@pytest.mark.parametrize("text", PUZZLES)
def test_subsets_explain_a_puzzle_and_none_of_their_lines_is_needless(text: str) -> None:
    puzzle = nn.parse(text)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    subsets, grid = Subsets(puzzle, solution, lambda: None), puzzle.givens
    try:
        for cell, lines in subsets.steps():
            assert follows(puzzle, grid, lines, cell)
            for line in lines:
                assert not follows(puzzle, grid, lines - {line}, cell)
            known = [c for row in range(puzzle.height) for col in range(puzzle.width)
                     if (c := nn.Cell(row, col)) not in subsets.open]  # fmt: skip
            grid = grid.fill({each: solution[each] for each in known})
    finally:
        subsets.close()
    assert grid == solution


@pytest.mark.parametrize("technique", ["two_lines", "dead_end", "both_ways", "cases"])
def test_the_lines_of_a_step_are_those_that_its_chains_name(technique: str) -> None:
    _, step = show_sample(TECHNIQUES[technique], TECHNIQUES[technique].samples[0])
    assert step.lines == lines_named(step.chains)
    assert len(step.lines) > 1


def test_where_our_step_names_more_lines_the_puzzle_is_listed() -> None:
    found = reasons.compare(nn.parse(PUZZLES[1]), 5)
    assert found is not None
    assert found.ended
    longer = found._replace(lines=(found.lines[1] + 1, found.lines[1]))
    assert reasons.cells([longer])[5] == "0 of 1"
    assert reasons.compare(nn.parse(PUZZLES[0]), 0) is None, "not compared in time: not counted"
    (table,) = reasons.measure(BenchOptions(sample=1, largest=6, time_limit=5))
    assert [line[0] for line in table.rows] == ["binairo 6x6", "nonogram 6x6", "all"]
