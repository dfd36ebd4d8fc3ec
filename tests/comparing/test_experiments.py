"""The published experiments and analyses: their boards, their figures, and our counters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nonairo as nn
from nonairo import native
from nonairo.comparing import complexity, paper
from nonairo.comparing.groups import counted, grouped
from nonairo.comparing.tables import paper_table
from nonairo.comparing.trials import Trial, attempt

PAGE = Path(__file__).parents[2] / "docs" / "classics" / "paper.md"


def test_the_experiment_has_six_boards_and_three_runs_a_size() -> None:
    jobs = list(paper.paper_jobs(["guess", "core"]))
    for side in (*paper.SIZES, *paper.BEYOND):
        mine = [job for job in jobs if job.size == side]
        engines = {"guess", "core"} if side in paper.SIZES else {"core"}
        assert {job.engine for job in mine} == engines
        assert len(mine) == 18 * len(engines)
        assert len({job.puzzle for job in mine}) == 6
        assert {job.limit for job in mine} == {1}
        for job in mine:
            assert abs(job.puzzle.givens.cells.count(".") / side**2 - 0.75) < 0.01


def test_groebner_bases_get_boards_with_one_solution() -> None:
    for job in paper.paper_jobs(["groebner"], [6, 8], boards=2, runs=1):
        assert nn.is_unique(job.puzzle)


def test_the_published_times_are_those_of_our_page() -> None:
    """The page had them before the code: two copies, each made from the paper."""
    text = PAGE.read_text(encoding="utf-8").partition("## Its experiment")[2]
    seen = 0
    for side, *cells in re.findall(
        r"^\| (\d+)x\d+ \|(.*)\|(.*)\|(.*)\|(.*)\|$", text, re.MULTILINE
    ):
        for method, cell in zip(paper.METHODS, cells, strict=True):
            (theirs,) = re.findall(r"\(([\d. +]+)\)", cell)
            assert paper.PUBLISHED[method][int(side)] == theirs
            seen += 1
    assert seen == 20


def test_published_times_are_marked_as_theirs() -> None:
    assert paper.published("guess", 18) == "65445.50 s (theirs)"
    assert paper.published("groebner", 14) == "out of memory (theirs)"
    assert paper.published("core", 4) == "-"
    assert paper.published("guess", 20) == "-"
    groups = grouped(attempt(job, 5) for job in paper.paper_jobs(["guess"], [4], boards=1, runs=1))
    table = paper_table(groups)
    assert table.rows[0][-1] == "0.03 s (theirs)"
    assert "another machine" in table.notes[-1]


def test_preparing_and_solving_are_told_apart() -> None:
    pytest.importorskip("pysat")
    jobs = paper.paper_jobs(["sat:encoding=direct"], [6], boards=2, runs=1)
    (row,) = paper_table(grouped(attempt(job, 5) for job in jobs)).rows
    assert row[2] == "2 of 2"
    assert all(re.fullmatch(r"[\d.]+ (us|ms|s)", cell) for cell in row[3:6])


def test_blanks_are_those_of_the_figures_and_grow_on_the_same_board() -> None:
    jobs = list(paper.blanks_jobs(["core"], boards=2, runs=1))
    assert {job.size for job in jobs if job.family == "4x4"} == set(range(2, 17))
    assert {job.size for job in jobs if job.family == "6x6"} == set(range(26))
    before: dict[tuple[str, int], str] = {}
    for number, job in enumerate(jobs):
        cells = job.puzzle.givens.cells
        assert cells.count(".") == job.size
        last = before.get((job.family, number % 2), cells)
        assert all(old == new or new == "." for old, new in zip(last, cells, strict=True))
        before[job.family, number % 2] = cells


@pytest.fixture(scope="module")
def measured() -> list[Trial]:
    if native.compiled is None:
        pytest.skip("takes minutes without the core")
    jobs = [*complexity.walk_jobs(boards=2), *complexity.rows_jobs(boards=2)]
    return [attempt(job, 60) for job in jobs]


def test_the_walk_stays_below_what_the_analysis_predicts(measured: list[Trial]) -> None:
    walks = [trial for trial in measured if trial.job.engine in complexity.WALKS]
    assert len(walks) > 100
    for trial in walks:
        visited, reads = counted(trial, "visited"), complexity.reads_a_try(trial)
        assert visited is not None
        assert trial.job.puzzle.givens.cells.count(".") == trial.job.size == counted(trial, "empty")
        assert visited < 2 * complexity.paths(trial.job.size)
        assert reads is not None
        assert reads < complexity.validation(trial.job.puzzle.width)


def test_the_row_search_stays_below_the_product_of_its_successors(measured: list[Trial]) -> None:
    searches = [trial for trial in measured if trial.job.engine in complexity.ROWS]
    assert len(searches) > 40
    for trial in searches:
        puzzle = trial.job.puzzle
        made, read, goals = (
            counted(trial, n) or 0 for n in ("successors", "cells_read", "goal_checks")
        )
        assert 0 < goals <= made <= complexity.most_successors(puzzle)
        assert read <= made * puzzle.height * puzzle.width


def test_the_published_boards_cost_what_was_published(measured: list[Trial]) -> None:
    (figure,) = (t for t in measured if t.job.family == complexity.PUBLISHED[0])
    assert figure.result.stats.nodes - 1 == 1_182_555
    late, early = (t for t in measured if t.job.family == complexity.PUBLISHED[1])
    assert counted(late, "successors") == 82_227
    assert counted(early, "successors") == 305


def test_looking_ahead_makes_no_search_longer(measured: list[Trial]) -> None:
    groups = {(g.family, g.size, g.engine): g for g in grouped(measured)}
    for (family, size, engine), group in groups.items():
        early = groups.get((family, size, f"{engine}:check=early"))
        if early is not None:
            assert early.nodes is not None
            assert early.nodes <= (group.nodes or complexity.NODES)


def test_no_trial_of_the_analyses_is_stopped_by_a_clock(measured: list[Trial]) -> None:
    """So that the picture is the same on every machine."""
    assert {trial.result.limit for trial in measured if not trial.decided} <= {"nodes"}
    assert sum(trial.decided for trial in measured) > 0.95 * len(measured)
