"""A new kind takes one file and one list entry, and then every general engine solves it.

Kakurasu: the positions of the ones in a line, counted from 1, add up to the line's total.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar

import pytest

import nonairo as nn
from nonairo import ENGINES, KINDS, Grid, Puzzle
from nonairo.kinds.base import Kind
from nonairo.rules import LineRule, State


@dataclass(frozen=True, slots=True)
class Total:
    """The positions of the ones, counted from 1, add up to `total`."""

    total: int
    start: ClassVar[State] = (0, 0)  # cells read, sum so far

    def step(self, state: State, symbol: str) -> State | None:
        read = state[0] + 1
        total = state[1] + read * int(symbol)
        return (read, total) if total <= self.total else None

    def accepts(self, state: State) -> bool:
        return state[1] == self.total


def kakurasu(rows: list[int], cols: list[int]) -> Puzzle:
    givens = Grid.blank(len(rows), len(cols))
    return Puzzle("kakurasu", givens, tuple(map(Total, rows)), tuple(map(Total, cols)))


def read(body: str, rules: str) -> Puzzle:
    rows, cols = ([int(word) for word in part.split(",")] for part in body.split(";"))
    return kakurasu(rows, cols)


def totals(rules: tuple[LineRule, ...]) -> list[int]:
    return [rule.total for rule in rules if isinstance(rule, Total)]


def write(puzzle: Puzzle) -> str:
    sides = (puzzle.row_rules, puzzle.col_rules)
    return ";".join(",".join(map(str, totals(rules))) for rules in sides)


def from_record(record: Mapping[str, object]) -> Puzzle:
    return read(str(record["totals"]), "standard")


def to_record(puzzle: Puzzle) -> dict[str, object]:
    return {"totals": write(puzzle)}


def blank(height: int, width: int, rules: str) -> Puzzle:
    return kakurasu([0] * height, [0] * width)


def total_of(line: str) -> int:
    return sum(place for place, symbol in enumerate(line, 1) if symbol == "1")


def pose(answer: Grid, rules: str) -> Puzzle:
    return kakurasu([*map(total_of, answer.rows())], [*map(total_of, answer.cols())])


KIND = Kind(
    name="kakurasu",
    summary="the positions of the ones add up to a total",
    read=read,
    write=write,
    from_record=from_record,
    to_record=to_record,
    blank=blank,
    pose=pose,
)

GENERAL = [name for name, engine in ENGINES.items() if engine.kinds is None]


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "kakurasu", KIND)


@lru_cache
def every_answer(body: str) -> frozenset[str]:
    """All solutions, by trying every grid."""
    puzzle = read(body, "standard")
    height, width = puzzle.height, puzzle.width
    grids = (
        Grid.flat(height, width, "".join(cells)) for cells in product("01", repeat=height * width)
    )
    return frozenset(grid.cells for grid in grids if write(pose(grid, "standard")) == body)


@pytest.mark.parametrize("engine", GENERAL)
def test_every_general_engine_solves_a_new_kind(engine: str) -> None:
    answer = Grid.parse("011/101/110/011")
    puzzle = nn.parse(pose(answer, "standard").id)
    result = nn.solve(puzzle, engine, limit=None)
    assert (result.status, result.solution) == ("unique", answer)
    assert every_answer(write(puzzle)) == {answer.cells}


@pytest.mark.parametrize("engine", [name for name in GENERAL if ENGINES[name].complete])
def test_every_complete_engine_finds_all_solutions_of_a_new_kind(engine: str) -> None:
    puzzle = kakurasu([3, 3, 3], [3, 3, 3])
    found = [grid.cells for grid in nn.solutions(puzzle, engine)]
    assert len(found) > 1
    assert sorted(found) == sorted(every_answer(write(puzzle)))


def test_a_new_kind_is_checked_written_and_read_like_the_others() -> None:
    puzzle = nn.parse("kakurasu:3,1;1,2")
    assert puzzle.id == "kakurasu:3,1;1,2"
    assert nn.loads(nn.dumps(puzzle, "jsonl")) == [puzzle]
    assert [str(v) for v in nn.check(puzzle, "00/..")] == [
        "row 1: the line cannot be completed",
        "column 1: the line cannot be completed",
    ]
    assert nn.solve(puzzle).status == "none"
