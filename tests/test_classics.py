"""What makes each classic engine recognisable, and where the originals were wrong."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo import KINDS, Cell, Grid, Place

FIRST = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")


@pytest.mark.parametrize("engine", ["guess:propagate=rules", "guess:propagate=lines",
                                    "zones+guess", "patterns+guess"])  # fmt: skip
def test_guessing_tries_both_values_and_not_zero_twice(engine: str) -> None:
    blank = KINDS["binairo"].blank(2, 2, "standard")
    assert {g.cells for g in nn.solutions(blank, engine)} == {"0110", "1001"}
    tried = [event.cells[0][1] for event in nn.trace(blank, engine) if event.kind == "place"]
    assert tried == ["0", "1"]


@pytest.mark.parametrize(
    "givens",
    [
        "111...|......|......|......|......|......",  # three neighbours along a row
        "0.....|0.....|0.....|......|......|......",  # and down a column
        "11.1.1|......|......|......|......|......",  # four of six
        "010011|......|......|......|......|010011",  # two equal rows
        "01|01",
        "001|...|...",
    ],
)
@pytest.mark.parametrize("engine", ["walk", "walk:check=early", "walk:order=most-constrained"])
def test_the_walker_checks_the_givens_themselves(givens: str, engine: str) -> None:
    rules = "odd-more-ones" if len(givens.split("|")) % 2 else "standard"
    result = nn.solve(nn.binairo(givens.replace("|", "/"), rules=rules), engine)
    assert result.status == "none"
    assert result.stats.nodes == 1, "no step was taken"


def test_the_walker_compares_lines_that_a_given_finishes() -> None:
    puzzle = nn.parse("binairo:...0/0110/..../....")
    walked = {grid.cells for grid in nn.solutions(puzzle, "walk")}
    assert walked == {grid.cells for grid in nn.solutions(puzzle, "guess:propagate=lines")}
    assert walked
    assert all(cells[:4] != "0110" for cells in walked)


def test_the_row_backtracker_makes_one_successor_for_an_empty_row() -> None:
    result = nn.solve(nn.parse("nonogram:0/0/0;0/0/0/0/0"), "rows")
    assert result.status == "unique"
    assert result.stats.counters["successors"] == 3
    assert result.stats.counters["successors.per_row"] == [1, 1, 1]


@pytest.mark.parametrize("engine", ["guess:propagate=rules", "patterns"])
def test_a_full_line_is_compared_with_earlier_lines_too(engine: str) -> None:
    later = nn.parse("binairo:0.1./..../..../0011")
    first = next(event for event in nn.trace(later, engine) if "near equal" in str(event.criterion))
    assert first.place == Place("row", 0)
    assert first.cells == ((Cell(0, 1), "1"), (Cell(0, 3), "0"))
    published = {"patterns": "pattern 2", "guess": "constraint 3"}[engine.partition(":")[0]]
    assert first.criterion == f"{published}, near equal to row 4"
    sideways = later.with_givens(later.givens.transpose())
    first = next(
        event for event in nn.trace(sideways, engine) if "near equal" in str(event.criterion)
    )
    assert first.place == Place("column", 0)


def test_a_pattern_loop_says_that_it_is_stuck() -> None:
    result = nn.solve(nn.parse("binairo:0.../..../..../...."), "patterns")
    assert (result.status, result.complete, result.solutions) == ("stuck", False, [])
    assert result.grid == Grid.parse("0.../..../..../....")
    assert result.reason == "patterns ran out of deductions"
    assert nn.solve(result.puzzle, "patterns+guess").status == "multiple"


@pytest.mark.parametrize(
    ("givens", "solved"),
    [
        ("-00 00- 0-0", "100 001 010"),
        ("-11 11- 1-1", "011 110 101"),
    ],
)
def test_the_third_pattern_keeps_three_alike_apart(givens: str, solved: str) -> None:
    for given, filled in zip(givens.split(), solved.split(), strict=True):
        row = given.replace("-", ".") + "." * 7
        puzzle = nn.binairo("/".join([row, *["." * 10] * 9]))
        result = nn.solve(puzzle, "patterns")
        assert result.grid is not None
        assert result.grid.rows()[0][:3] == filled
        assert result.stats.counters["rule3"] == len(result.grid.cells.replace(".", "")) - 2


def test_patterns_solve_the_first_puzzle_and_count_each_rule() -> None:
    result = nn.solve(FIRST, "patterns")
    counters = result.stats.counters
    assert result.status == "unique"
    numbers = [counters[name] for name in ("rule1", "rule2", "rule3")]
    assert sum(n for n in numbers if isinstance(n, int)) == FIRST.givens.cells.count(".")
    assert result.stats.nodes == 1


@pytest.mark.parametrize(("side", "number"), [(4, 6), (6, 14), (8, 34), (10, 84)])
def test_zones_starts_with_all_legal_lines(side: int, number: int) -> None:
    result = nn.solve(KINDS["binairo"].blank(side, side, "standard"), "zones")
    assert result.stats.counters["assignments"] == 2 * side * number
    assert (result.status, result.stats.counters["pruned"]) == ("stuck", 0)


def test_zones_notes_the_unknown_cells_after_each_round() -> None:
    result = nn.solve(FIRST, "zones")
    unknowns = result.stats.counters["unknowns"]
    assert isinstance(unknowns, list)
    assert unknowns == sorted(unknowns, reverse=True)
    assert unknowns[-1] == 0
    assert result.stats.counters["rounds"] == len(unknowns) - 1, "the first is before any round"
    assert result.status == "unique"


@pytest.mark.parametrize("engine", ["zones", "zones+guess"])
def test_zones_refuses_more_than_two_million_assignments_by_name(engine: str) -> None:
    result = nn.solve(KINDS["binairo"].blank(30, 30, "standard"), engine)
    assert result.status == "unknown"
    assert result.reason == (
        "zones lists every assignment of every line, at most 2,000,000; this puzzle has more"
    )


def test_the_walker_counts_what_the_analysis_counts() -> None:
    result = nn.solve(FIRST, "walk")
    counters = result.stats.counters
    givens = len(FIRST.givens.cells.replace(".", ""))
    assert counters["empty"] == 36 - givens
    assert counters["check.count"] == result.stats.nodes - 1, "one for each symbol put"
    assert counters["givens.check.count"] == givens, "and one for each given"
    adjacent, cells = counters["check.adjacent"], counters["check.adjacent.cells"]
    assert isinstance(adjacent, int)
    assert isinstance(cells, int)
    assert 0 < cells <= 12 * adjacent
    assert counters["backtracks"] == result.stats.backtracks == counters["visited"]
    assert counters.get("check.ahead", 0) == 0


def test_looking_ahead_saves_steps() -> None:
    late, early = (nn.solve(FIRST, f"walk:check={check}") for check in ("late", "early"))
    assert early.solutions == late.solutions
    assert early.stats.nodes < late.stats.nodes


def test_rows_with_few_assignments_first_saves_successors() -> None:
    puzzle = nn.parse("nonogram:1/1/1/3/5;1/2/5/2/1")
    plain, sorted_ = (nn.solve(puzzle, f"rows:order={o}") for o in ("top-down", "fewest-first"))
    assert plain.solutions == sorted_.solutions != []
    before, after = (r.stats.counters["successors"] for r in (plain, sorted_))
    assert isinstance(before, int)
    assert isinstance(after, int)
    assert after < before
    for result in (plain, sorted_):
        counters = result.stats.counters
        per_row, valid, rejected = (
            counters[k] for k in ("successors.per_row", "valid", "rejected")
        )
        assert isinstance(per_row, list)
        assert isinstance(valid, int)
        assert isinstance(rejected, int)
        assert sum(per_row) == counters["successors"] == valid + rejected
        assert counters["goal_checks"] == valid


def test_guessing_counts_fills_by_constraint() -> None:
    rules = nn.solve(FIRST, "guess").stats.counters
    fills = [rules[name] for name in ("fills.no_three", "fills.half_full", "fills.near_equal")]
    assert sum(n for n in fills if isinstance(n, int)) == FIRST.givens.cells.count(".")
    assert (rules["guesses"], rules["contradictions"]) == (0, 0)
    two = nn.solve(KINDS["binairo"].blank(2, 2, "standard"), "guess", limit=None)
    assert (two.stats.counters["guesses"], two.stats.nodes) == (1, 3)
