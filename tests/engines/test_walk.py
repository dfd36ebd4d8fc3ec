"""`walk` counts what the published analysis counts: small runs worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

import nonairo as nn
from nonairo import KINDS, Cell, native
from nonairo.comparing.boards import FIGURE
from nonairo.tracing import sentence

FIRST = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")


def counted(text: str, engine: str = "walk", limit: int = 1) -> Mapping[str, object]:
    """All counters that are not 0, and the nodes."""
    stats = nn.solve(nn.parse(text), engine, limit=limit).stats
    return {name: n for name, n in stats.counters.items() if n} | {"nodes": stats.nodes}


def test_a_blank_board_of_four_cells_counted_by_hand() -> None:
    # r1c1 = 0: count, adjacent (a corner of 2x2 reads right 1, down 1, left-right 1, top-bottom 1).
    # r1c2 = 0: count fails. r1c2 = 1: count, 4 cells; row 1 is full: its own value is read.
    # r2c1 = 0: count fails. r2c1 = 1: count, 4 cells; column 1 is full: its own value is read.
    # r2c2 = 0: count, 4 cells; row 2 is full: its value and row 1's; column 2's and column 1's.
    # Each of the four lines ends once: its 2 cells are read to make its value.
    assert counted("binairo:../..") == {
        "nodes": 7,  # the start, and six tries
        "empty": 4,
        "visited": 4,
        "check.count": 6,
        "check.adjacent": 4,
        "check.adjacent.cells": 16,
        "check.distinct": 4,
        "check.distinct.cells": 8,
        "check.distinct.compared": 2,
        "check.distinct.reads": 6,
    }


def test_checks_of_the_givens_are_counted_apart() -> None:
    # Givens, in reading order: r1c1 = 0: count, 4 cells. r1c2 = 1: count, 4 cells; row 1 is full.
    # r2c1 = 0: count fails for column 1. r2c1 = 1: count, 4 cells; column 1 is full.
    # r2c2 = 0: count, 4 cells, row 2 against row 1, column 2 against column 1.
    assert counted("binairo:01/..") == {
        "nodes": 4,
        "empty": 2,
        "visited": 2,
        "check.count": 3,
        "check.adjacent": 2,
        "check.adjacent.cells": 8,
        "check.distinct": 3,
        "check.distinct.cells": 6,
        "check.distinct.compared": 2,
        "check.distinct.reads": 5,
        "givens.check.count": 2,
        "givens.check.adjacent": 2,
        "givens.check.adjacent.cells": 8,
        "givens.check.distinct": 1,
        "givens.check.distinct.cells": 2,
        "givens.check.distinct.reads": 1,
    }


@pytest.mark.parametrize(
    ("row", "col", "cells"),
    [
        (2, 2, 12),  # everything is on the board
        (0, 0, 6),  # right 2, down 2, left-right 1, top-bottom 1
        (0, 1, 8),  # left 1, right 2, down 2, left-right 2, top-bottom 1
        (1, 1, 10),  # left 1, right 2, up 1, down 2, left-right 2, top-bottom 2
        (3, 5, 9),  # left 2, up 2, down 2, left-right 1, top-bottom 2
    ],
)
def test_a_pair_that_leaves_the_board_still_reads_its_one_cell(
    row: int, col: int, cells: int
) -> None:
    solved = nn.solve(FIRST).solution
    assert solved is not None
    puzzle = nn.binairo(solved.fill({Cell(row, col): "."}))
    # The wrong symbol, if it is tried first, fails by its count: neighbours are read once.
    assert nn.solve(puzzle, "walk", limit=1).stats.counters["check.adjacent.cells"] == cells


def test_the_neighbours_are_read_up_to_the_pair_that_fails() -> None:
    # r1c3: left 2 cells, both 0 -> adjacent. Then r1c3 = 1: left 2, right 2, down 2, left-right 2,
    # top-bottom 1.
    stats = nn.solve(nn.parse("binairo:00.1../" + "/".join(["......"] * 5)), "walk", node_limit=3)
    assert stats.stats.counters["check.adjacent.cells"] == 2 + 9


def test_a_nonogram_counts_the_cells_of_its_prefixes() -> None:
    # r1c1 = 0: row reads 1, column reads 1. r1c2 = 0: row reads 2 and fails at its end.
    # r1c2 = 1: row 2, column 1. r2c1 = 0: row 1, column 2 fails. r2c1 = 1: row 1, column 2.
    # r2c2 = 0: row 2, column 2.
    found = counted("nonogram:1/1;1/1")
    assert (found["check.prefix"], found["check.prefix.cells"]) == (6, 2 + 2 + 3 + 3 + 3 + 4)
    assert "check.distinct" not in found


def test_looking_ahead_is_counted_as_such() -> None:
    # r1c1 = 0: row 1 and column 1 are looked at (2). r1c2 = 0: count fails. r1c2 = 1: 2 more.
    # r2c1 = 0 fails, 1: 2 more. r2c2 = 0: 2 more. No line of two cells has two blanks after a step.
    assert counted("binairo:../..", "walk:check=early")["check.ahead"] == 8


@pytest.mark.parametrize(
    ("text", "limit", "said"),
    [
        ("binairo:0.../..../...1/0111", 2, None),  # a given fails: there was no walk
        ("nonogram:2/0;1/1", None, "off the board: no further solution"),
        ("nonogram:1/1;2/1", None, "off the board: no solution"),
    ],
)
def test_a_trace_says_when_the_walk_leaves_the_board(
    text: str, limit: int | None, said: str | None
) -> None:
    last = sentence([*nn.trace(nn.parse(text), "walk", limit=limit)][-1])
    assert last == said if said else last.startswith("given ")


def test_a_given_that_fails_is_checked_once_even_when_watched() -> None:
    puzzle = nn.parse("binairo:11/..")
    alone = nn.solve(puzzle, "walk").stats.counters
    watched = nn.solve(puzzle, "walk", observer=lambda event: None).stats.counters
    assert alone == watched
    assert alone["givens.check.count"] == 2


def test_the_figure_takes_the_published_number_of_tries() -> None:
    if native.compiled is None:
        pytest.skip("takes Python a minute")
    result = nn.solve(nn.parse(FIGURE), "walk", limit=1)
    assert result.solution is not None
    assert result.solution.rows()[0] == "01100110101010"
    assert result.stats.nodes == 1 + 1_182_555


class PublishedWalk:
    """The published walk, written down once more and without care for speed: only its tries."""

    def __init__(self, puzzle: nn.Puzzle) -> None:
        self.side = puzzle.height
        self.given = puzzle.givens.cells
        self.cells = list(self.given)
        self.tries = 0
        self.solved = self.walk(0)

    def walk(self, at: int) -> bool:
        if at == len(self.cells):
            return True
        if self.given[at] != ".":
            return self.lines_differ(at) and self.walk(at + 1)
        for symbol in "01":
            self.tries += 1
            self.cells[at] = symbol
            if self.fits(at) and self.lines_differ(at) and self.walk(at + 1):
                return True
            self.cells[at] = "."
        return False

    def lines(self, at: int) -> tuple[tuple[str, int], tuple[str, int]]:
        row, col = divmod(at, self.side)
        text = "".join(self.cells)
        return (text[row * self.side :][: self.side], col), (text[col :: self.side], row)

    def fits(self, at: int) -> bool:
        symbol = self.cells[at]
        return all(
            line.count(symbol) <= self.side // 2
            and symbol * 3 not in line[max(position - 2, 0) : position + 3]
            for line, position in self.lines(at)
        )

    def lines_differ(self, at: int) -> bool:
        row, col = divmod(at, self.side)
        text = "".join(self.cells)
        rows = [text[k * self.side :][: self.side] for k in range(self.side)]
        cols = [text[k :: self.side] for k in range(self.side)]
        row_differs = col < self.side - 1 or rows[row] not in rows[:row]
        return row_differs and (row < self.side - 1 or cols[col] not in cols[:col])


@pytest.mark.parametrize("seed", range(60))
def test_the_tries_are_those_of_the_published_walk(seed: int) -> None:
    rng = Random(seed)
    side = rng.choice((4, 4, 6, 6, 8))
    full = nn.solve(KINDS["binairo"].blank(side, side, "standard"), "guess", limit=1, seed=seed)
    assert full.solution is not None
    share = rng.choice((0.3, 0.4, 0.6))
    cells = "".join(c if rng.random() < share else "." for c in full.solution.cells)
    puzzle = nn.binairo(nn.Grid(side, side, cells))
    model = PublishedWalk(puzzle)
    result = nn.solve(puzzle, "walk", limit=1)
    assert result.solution is not None
    assert (result.stats.nodes - 1, result.solution.cells) == (model.tries, "".join(model.cells))


def test_lines_are_compared_where_they_end_on_givens_too() -> None:
    # Row 1 ends on the given r1c4, which is walked over after r1c3: its value is read, and there is
    # no row before it. r2c3 = 1 makes row 2 equal to row 1: found on r2c4, given, not before.
    # Tries: r1c3 = 0 fails by count, r1c3 = 1: row 1 ends. r2c3 = 0 count, r2c3 = 1: distinct.
    stats = nn.solve(nn.parse("binairo:01.0/01.0/1001/1..."), "walk", node_limit=5).stats
    assert stats.counters["check.distinct"] == 2
    assert stats.counters["check.distinct.compared"] == 1
    assert stats.counters["check.distinct.reads"] == 3
    assert stats.nodes == 5


def test_finished_given_lines_are_compared_too() -> None:
    blank = KINDS["binairo"].blank(4, 4, "standard")
    twins = blank.with_givens(nn.Grid.parse("0110/..../0110/...."))
    result = nn.solve(twins, "walk")
    assert (result.status, result.stats.nodes) == ("none", 1)
    assert result.stats.counters["givens.check.distinct.compared"] == 1


def test_of_equally_constrained_cells_the_one_in_the_fuller_row_comes_first() -> None:
    # r1c2 and r3c4 both have 5 blanks in row and column; row 1 has 3 blanks, row 3 has 2.
    puzzle = nn.parse("binairo:...1/.1../10../....")
    events = nn.trace(puzzle, "walk:order=most-constrained")
    assert next(event.place for event in events if event.kind == "visit") == Cell(2, 3)
    native_run = nn.solve(puzzle, "walk:order=most-constrained").stats
    python_run = nn.solve(puzzle, "walk:order=most-constrained", observer=lambda event: None).stats
    assert (native_run.nodes, native_run.counters) == (python_run.nodes, python_run.counters)
