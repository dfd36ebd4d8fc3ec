"""Kakurasu: the positions of the filled cells in a line, counted from 1, add up to a total."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import pytest

import nonairo as nn
from nonairo import ENGINES, Grid
from nonairo.kinds.kakurasu import pose, pose_totals, write
from strategies import lists, solved_by

GENERAL = [name for name, engine in ENGINES.items() if engine.kinds is None]


@lru_cache
def every_answer(body: str) -> frozenset[str]:
    """All solutions, by trying every grid."""
    puzzle = nn.parse(f"kakurasu:{body}")
    height, width = puzzle.height, puzzle.width
    grids = (
        Grid.flat(height, width, "".join(cells)) for cells in product("01", repeat=height * width)
    )
    return frozenset(grid.cells for grid in grids if write(pose(grid, "standard")) == body)


@pytest.mark.parametrize("engine", GENERAL)
def test_every_general_engine_solves_a_new_kind(engine: str) -> None:
    answer = Grid.parse("011/101/110/011")
    puzzle = nn.parse(pose(answer, "standard").id)
    result = solved_by(engine, puzzle, limit=None)
    assert result is None or (result.status, result.solution) == ("unique", answer)
    assert every_answer(write(puzzle)) == {answer.cells}


@pytest.mark.parametrize("engine", [name for name in GENERAL if ENGINES[name].complete])
def test_every_complete_engine_finds_all_solutions_of_a_new_kind(engine: str) -> None:
    puzzle = pose_totals([3, 3, 3], [3, 3, 3])
    assert len(every_answer(write(puzzle))) > 1
    lists(engine, puzzle, every_answer(write(puzzle)))


def test_a_new_kind_is_checked_written_and_read_like_the_others() -> None:
    puzzle = nn.parse("kakurasu:3/1;1/2")
    assert puzzle.id == "kakurasu:3/1;1/2"
    assert nn.loads(nn.dumps(puzzle, "jsonl")) == [puzzle]
    assert [str(v) for v in nn.check(puzzle, "00/..")] == [
        "row 1: the positions add up to 0, not to 3",
        "column 1: the cells so far cannot add up to 1 (r1c1)",
    ]
    assert nn.solve(puzzle).status == "none"
