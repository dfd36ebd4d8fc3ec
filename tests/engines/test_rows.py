"""`rows` as published, mended at the goal, and beside it the exact test: worked out by hand."""

from __future__ import annotations

import re
from itertools import product

import pytest

import nonairo as nn
from nonairo import Place
from nonairo.comparing.boards import FILE
from nonairo.engines.column_checks import Verdict, hints_comply, quotas_comply
from nonairo.rules import Balanced, Clue, Runs

# The data files test1 and test3 of the published program.
TEST1 = nn.parse("nonogram:3/1/4/2/1,2;2/3/3/1,1,1/1,1")
TEST3 = nn.parse(FILE)


def published_goal(column: str, clue: Clue) -> bool:
    """What the published validator says of a full column, in our words.

    A finished run may be shorter than its hint. Of hints left over only the first is compared, with
    the run at the bottom (0 if there is none).
    """
    runs = [len(run) for run in re.findall("1+", column)]
    open_run = runs.pop() if column.endswith("1") else 0
    if len(runs) + (open_run > 0) > len(clue):
        return False
    if any(run > hint for run, hint in zip(runs, clue, strict=False)):
        return False
    left = clue[len(runs) :]
    return not left or left[0] == open_run


@pytest.mark.parametrize("check", ["late", "early"])
@pytest.mark.parametrize("order", ["top-down", "fewest-first"])
@pytest.mark.parametrize(
    "text",
    [
        "nonogram:1/0/0/0/1;1,1,1",  # the third hint is not looked at
        "nonogram:1/0/0;2",  # a run that ends too short
    ],
)
def test_the_goal_test_refuses_what_the_published_one_let_pass(
    text: str, order: str, check: str
) -> None:
    puzzle = nn.parse(text)
    rows, column = text.removeprefix("nonogram:").split(";")
    assert published_goal(rows.replace("/", ""), tuple(map(int, column.split(","))))
    assert nn.solve(puzzle, f"rows:order={order},check={check}").status == "none"


def test_every_full_column_is_accepted_by_its_own_clue_only() -> None:
    clues = [(), (1,), (2,), (3,), (1, 1), (1, 2), (2, 1), (1, 1, 1), (4,)]
    wrong = 0
    for cells in product("01", repeat=5):
        column = "".join(cells)
        own = tuple(map(len, re.findall("1+", column)))
        for clue in clues:
            holds = hints_comply(column, clue, True).holds
            assert holds == (own == clue)
            wrong += published_goal(column, clue) != holds
    assert wrong > 0, "the published goal test is wrong somewhere"


@pytest.mark.parametrize(
    ("puzzle", "check", "successors"),
    [(TEST1, "late", 43), (TEST1, "early", 21), (TEST3, "early", 305)],
)
def test_the_published_files_take_the_published_successors(
    puzzle: nn.Puzzle, check: str, successors: int
) -> None:
    result = nn.solve(puzzle, f"rows:check={check}", limit=1)
    assert result.stats.counters["successors"] == successors
    assert result.stats.nodes == successors + 1


def test_the_larger_published_file_takes_82227_successors() -> None:
    result = nn.solve(TEST3, "rows", limit=1)
    assert result.stats.counters["successors"] == 82_227
    assert result.stats.counters["cells_read"] == 5_061_741
    assert result.stats.counters["successors.per_row"] == [
        4, 134, 164, 674, 2870, 40886, 37308, 92, 16, 16, 16, 16, 16, 9, 6,
    ]  # fmt: skip


def test_two_rows_counted_by_hand() -> None:
    # The first marked cell of a column is read twice.
    # row 1 = 10: columns "1." and "0.", 3 + 2 reads, valid, not yet a goal.
    # row 2 = 10: column 1 is "11", a run of 2 for the hint 1: 3 reads, rejected.
    # row 2 = 01: columns "10" and "01", 3 + 3 reads, valid, a goal.
    stats = nn.solve(nn.parse("nonogram:1/1;1/1"), "rows", limit=1).stats
    assert stats.nodes == 4
    assert stats.counters == {
        "successors": 3,
        "successors.per_row": [1, 2],
        "valid": 2,
        "rejected": 1,
        "goal_checks": 2,
        "cells_read": 14,
    }


class PublishedValidator:
    """The published validator with its reads counted, written down once more in our words."""

    def __init__(self, columns: list[Clue], height: int) -> None:
        self.columns, self.height, self.reads = columns, height, 0

    def accepts(self, rows: list[str]) -> bool:
        blank = "0" * len(self.columns)
        board = [*rows, *[blank] * (self.height - len(rows))]
        goal = len(rows) == self.height
        texts = ("".join(column) for column in zip(*board, strict=True))
        return all(
            self.complies(text, clue, goal) for text, clue in zip(texts, self.columns, strict=True)
        )

    def complies(self, column: str, clue: Clue, goal: bool) -> bool:
        hints, run, row = [*(clue or (0,))], 0, 0
        while row < self.height and not self.marked(column, row):
            row += 1
        while row < self.height and hints:
            if self.marked(column, row):
                run += 1
            elif run and hints.pop(0) < run:
                return False
            else:
                run = 0
            row += 1
        if goal and hints and hints.pop(0) != run:
            return False
        return not any(self.marked(column, below) for below in range(row, self.height))

    def marked(self, column: str, row: int) -> bool:
        self.reads += 1
        return column[row] == "1"


@pytest.mark.parametrize(
    ("puzzle", "reads"),
    [(TEST1, 778), (nn.parse("nonogram:2,1;0/1/1/0/1"), 12)],
)
def test_the_cells_read_are_those_of_the_published_validator(puzzle: nn.Puzzle, reads: int) -> None:
    columns = [rule.clue for rule in puzzle.col_rules if isinstance(rule, Runs)]
    validator = PublishedValidator(columns, puzzle.height)
    placed: list[str] = []
    for event in nn.trace(puzzle, "rows", limit=1):
        if event.kind in ("successor", "reject"):
            assert isinstance(event.place, Place)
            del placed[event.place.index :]
            placed.append("".join(symbol for _, symbol in event.cells))
            assert validator.accepts(placed) == event.valid
    assert nn.solve(puzzle, "rows", limit=1).stats.counters["cells_read"] == validator.reads
    assert validator.reads == reads


@pytest.mark.parametrize(
    ("check", "successors", "read"),
    [
        # "1..", "10." (too short passes), "101" (past the last hint): 3 cells each, the first twice
        ("late", 3, 12),
        ("early", 2, 3),  # "1" (1 cell), "10" (2 cells; a run of 1 is no run of 2)
    ],
)
def test_a_run_that_ends_too_short_passes_while_rows_are_missing(
    check: str, successors: int, read: int
) -> None:
    counters = nn.solve(nn.parse("nonogram:1/0/1;2"), f"rows:check={check}").stats.counters
    assert (counters["successors"], counters["cells_read"]) == (successors, read)


def test_two_rows_of_binairo_counted_by_hand() -> None:
    # row 1 = 10: columns "1." and "0.", 4 cells. row 2 = 10: equal to row 1, nothing is read.
    # row 2 = 01: columns "10" and "01", 4 cells.
    late = nn.solve(nn.parse("binairo:../.."), "rows", limit=1).stats.counters
    assert (late["successors"], late["rejected"], late["cells_read"]) == (3, 1, 8)
    early = nn.solve(nn.parse("binairo:../.."), "rows:check=early", limit=1).stats.counters
    assert (early["successors"], early["rejected"], early["cells_read"]) == (3, 1, 6)


def test_binairo_columns_are_read_whole_with_blanks() -> None:
    assert quotas_comply("0.0.0.", Balanced(3, 3), False) == Verdict(True, 6)
    assert quotas_comply("0.0.00", Balanced(3, 3), False) == Verdict(False, 6)
    assert quotas_comply("11.1..", Balanced(3, 3), False) == Verdict(True, 6)
    assert quotas_comply(".111..", Balanced(3, 3), False) == Verdict(False, 4)
    assert quotas_comply("0010", Balanced(2, 2), True) == Verdict(False, 4)


@pytest.mark.parametrize(
    ("column", "clue", "holds"),
    [
        ("1.1", (3,), True),  # the gap may be part of the run
        ("1.1", (1, 1), True),
        ("0.11", (1, 1), False),  # longer than any hint
        ("1.1.1", (2,), False),  # more marked cells than all hints
    ],
)
def test_below_a_gap_only_the_longest_hint_and_the_sum_are_known(
    column: str, clue: Clue, holds: bool
) -> None:
    assert hints_comply(column, clue, False).holds == holds
