"""The published experiments and analyses: their boards, their figures, and our counters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nonairo as nn
from nonairo import native
from nonairo.comparing import complexity, paper
from nonairo.comparing.charts import blanks_panels
from nonairo.comparing.groups import grouped
from nonairo.comparing.tables import blanks_table, paper_table
from nonairo.comparing.trials import Trial, TrialJob, attempt
from nonairo.results import Counters, Stats, Status

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
    assert any("compare growth, not absolute times" in note for note in table.notes)


def test_every_published_cell_says_what_was_measured_there() -> None:
    for method, times in paper.PUBLISHED.items():
        for side in times:
            assert paper.measured(method, side) != "-"
    assert paper.measured("guess", 12) == "mean of 42 runs, over half on the empty board"
    assert paper.measured("guess", 18) == "mean of 4 runs: 36.5, 490, 25215 and 236040 s"
    assert paper.measured("sat:encoding=direct", 12).endswith("own run took 15.3 s")
    assert "sign of d" in paper.measured("sat:encoding=tseitin", 4)
    assert paper.measured("groebner", 14) == paper.measured("core", 4) == "-"
    assert sum((36.5, 490, 25215, 236040)) / 4 == pytest.approx(65445.5, abs=0.2)
    groups = grouped(attempt(job, 5) for job in paper.paper_jobs(["guess"], [4], boards=1, runs=1))
    row = dict(zip(paper_table(groups).columns, paper_table(groups).rows[0], strict=True))
    assert row["what theirs is"] == paper.measured("guess", 4)
    assert row["mean in all"] == row["in all"], "of one trial"


def trial(seconds: float, counters: Counters, status: str = "unique") -> Trial:
    puzzle = paper.board(4, 1)
    result = nn.solve(puzzle, "guess", limit=1)
    result.stats, result.status = Stats(1, 0, seconds, counters), Status(status)
    return Trial(TrialJob("groebner", puzzle, 4, "4x4"), result)


def test_the_start_of_a_process_and_preparation_are_left_out() -> None:
    one = trial(2.0, {"seconds.start": 1.0, "seconds.prepare": 0.25, "seconds.solve": 0.5})
    assert (one.seconds, one.seconds_solving) == (1.0, 0.75)
    (group,) = grouped([one])
    assert blanks_table([group]).rows[0][4] == "750 ms"
    assert blanks_table([group], preparation=True).rows[0][4] == "1 s"
    (point,) = blanks_panels([group], 10.0)[0].curves[0].points
    assert point == (4.0, 0.75)
    assert blanks_panels([group], 10.0, preparation=True)[0].curves[0].points == [(4.0, 1.0)]


def test_means_are_those_of_all_trials_or_none() -> None:
    (group,) = grouped([trial(1.0, {}), trial(2.0, {}), trial(6.0, {})])
    assert (group.seconds, group.mean(lambda each: each.seconds)) == (2.0, 3.0)
    assert group.to_json()["mean"] == {"seconds": 3.0, "nodes": 1}
    (group,) = grouped([trial(1.0, {}), trial(2.0, {}), trial(6.0, {}, "unknown")])
    assert (group.seconds, group.mean(lambda each: each.seconds)) == (2.0, None)


def test_both_systems_of_polynomials_get_the_same_boards() -> None:
    jobs = list(paper.paper_jobs(["groebner", "groebner:system=cells"], [6], boards=2, runs=1))
    assert [job.puzzle for job in jobs[:2]] == [job.puzzle for job in jobs[2:]]


def test_a_run_that_went_on_with_the_other_system_is_marked() -> None:
    (group,) = grouped([trial(1.0, {}), trial(2.0, {"fallbacks": 1})])
    assert group.finished == "2 of 2 (some by the other system)"


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
        visited, reads = trial.counted("visited"), complexity.reads_a_try(trial)
        assert visited is not None
        assert trial.job.puzzle.givens.cells.count(".") == trial.job.size == trial.counted("empty")
        assert visited < 2 * complexity.paths(trial.job.size)
        assert reads is not None
        side, tries = trial.job.puzzle.width, trial.result.stats.nodes - 1
        ended = trial.counted("check.distinct") or 0  # lines, also on givens after a try
        assert reads * tries <= 13 * tries + 2 * side * ended
        if 2 * trial.job.size >= side * side:
            assert reads < complexity.validation(side)


def test_the_row_search_stays_below_the_product_of_its_successors(measured: list[Trial]) -> None:
    searches = [trial for trial in measured if trial.job.engine in complexity.ROWS]
    assert len(searches) > 40
    for trial in searches:
        puzzle = trial.job.puzzle
        made, read, goals = (
            trial.counted(n) or 0 for n in ("successors", "cells_read", "goal_checks")
        )
        assert 0 < goals <= made <= complexity.most_successors(puzzle)
        assert read <= made * puzzle.height * puzzle.width


def test_the_published_boards_cost_what_was_published(measured: list[Trial]) -> None:
    (figure,) = (t for t in measured if t.job.family == complexity.PUBLISHED[0])
    assert figure.result.stats.nodes - 1 == 1_182_555
    late, early = (t for t in measured if t.job.family == complexity.PUBLISHED[1])
    assert late.counted("successors") == 82_227
    assert early.counted("successors") == 305


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
