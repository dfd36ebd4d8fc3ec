"""Engines side by side: what a trial says, when an engine is given up, and what it all may take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonairo as nn
from nonairo.comparing import paper, trials
from nonairo.comparing.groups import grouped, median_of
from nonairo.comparing.trials import (
    Patience,
    Trial,
    TrialJob,
    disagreements,
    jobs_of,
    split_engines,
)
from nonairo.kinds import KINDS
from nonairo.results import Result, Stats, Status

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
HEART = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
ENDLESS = KINDS["binairo"].blank(12, 12, "standard")


def test_a_trial_is_what_solve_says() -> None:
    for trial in nn.compare([FIRST, HEART], engines="walk,rows,zones,guess"):
        alone = nn.solve(trial.job.puzzle, trial.job.engine, seed=1)
        assert trial.result.status == alone.status == "unique"
        assert trial.result.solutions == alone.solutions
        assert trial.result.stats.nodes == alone.stats.nodes
        assert trial.decided


def test_the_usual_engines_are_those_that_are_there() -> None:
    asked = [trial.job.engine for trial in nn.compare(FIRST)]
    assert asked == trials.installed(trials.USUAL)[0]
    assert asked[:5] == ["walk", "rows", "zones", "patterns", "guess"]


def test_an_engine_that_does_not_take_a_puzzle_says_why_and_the_rest_go_on() -> None:
    refused, done = nn.compare(HEART, engines=["patterns", "walk"])
    assert refused.result.error is not None
    assert "patterns cannot solve" in refused.result.error
    assert not refused.decided
    assert not refused.cut
    assert done.decided
    assert [group.engine for group in grouped([refused, done])] == ["walk"]


@pytest.mark.parametrize(
    ("engines", "told"),
    [("wlak", "did you mean walk"), ("walk:chek=early", "option"), ([], "at least one engine")],
)
def test_engines_that_are_not_there_are_refused_before_anything_runs(
    engines: str | list[str], told: str
) -> None:
    with pytest.raises(nn.EngineError, match=told):
        nn.compare(FIRST, engines=engines)


def test_each_engine_runs_once_however_often_it_is_named() -> None:
    assert len(nn.compare(FIRST, engines="walk,walk,rows")) == 2


def test_runs_draw_their_lots_from_the_next_seed() -> None:
    tried = nn.compare(FIRST, engines="guess", runs=3, seed=7)
    assert [(trial.job.again, trial.job.seed) for trial in tried] == [(1, 7), (2, 8), (3, 9)]
    with pytest.raises(nn.NonairoError, match="runs"):
        nn.compare(FIRST, engines="guess", runs=0)


def test_a_trial_ends_at_its_limit_by_name() -> None:
    (trial,) = nn.compare(
        KINDS["binairo"].blank(40, 40, "standard"), engines="rows", time_limit=0.05
    )
    assert trial.cut
    assert trial.result.limit == "time"
    assert grouped([trial])[0].finished == "0 of 1 (time)"


def test_options_behind_a_comma_belong_to_the_engine_before() -> None:
    text = "walk:order=reading,check=early,rows , sat:encoding=direct"
    assert split_engines(text) == ["walk:order=reading,check=early", "rows", "sat:encoding=direct"]
    assert split_engines("check=early") == ["check=early"]  # which is then no engine


@given(st.lists(st.floats(0, 100), max_size=9), st.integers(0, 9))
def test_what_was_cut_short_never_makes_a_median_smaller(times: list[float], cut: int) -> None:
    whole = median_of(times, len(times))
    less = median_of(times, len(times) + cut)
    if less is not None:
        assert whole is not None
        assert less >= whole
    assert (less is None) == (2 * cut >= len(times) + cut)


def made(engine: str, status: Status, size: int = 36, seconds: float = 1.0) -> Trial:
    puzzle = nn.parse(FIRST)
    stats = Stats(1, 0, seconds, {})
    limit = "time" if status is Status.UNKNOWN else None
    result = Result(puzzle, status, [], None, True, engine, stats, limit=limit)
    return Trial(TrialJob(engine, puzzle, size, "binairo"), result)


def test_a_median_is_over_all_trials_and_says_how_many_ended() -> None:
    ended = [made("walk", Status.UNIQUE, seconds=k) for k in (1.0, 2.0)]
    (group,) = grouped([*ended, made("walk", Status.UNKNOWN, seconds=0.1)])
    assert (group.seconds, group.finished) == (2.0, "2 of 3 (time)")
    (group,) = grouped([*ended[:1], made("walk", Status.UNKNOWN), made("walk", Status.STUCK)])
    assert (group.seconds, group.finished) == (None, "1 of 3 (stuck, time)")
    assert group.to_json()["median"] == {"seconds": None, "nodes": None}


def test_engines_that_contradict_each_other_are_told() -> None:
    agree = [made("walk", Status.UNIQUE), made("rows", Status.UNKNOWN), made("sat", Status.SOLVED)]
    assert list(disagreements(agree)) == []
    (line,) = disagreements([*agree, made("core", Status.NONE)])
    assert line.endswith("engines disagree: walk says unique, core says none")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[TrialJob]:
    """Trials that are all cut short from size 20 on, and take no time."""
    done: list[TrialJob] = []

    def pretend(job: TrialJob, time_limit: float | None) -> Trial:
        done.append(job)
        return made(job.engine, Status.UNKNOWN if job.size >= 20 else Status.UNIQUE, job.size)

    monkeypatch.setattr(trials, "attempt", pretend)
    return done


def jobs(*sizes: int) -> list[TrialJob]:
    return [TrialJob("walk", ENDLESS, size, "x") for size in sizes for _ in range(6)]


def test_an_engine_is_given_up_when_more_than_half_was_cut_short(counted: list[TrialJob]) -> None:
    patience = Patience(jobs(10, 20, 30), gives_up=True)
    assert [trial.job.size for trial in patience.trials()] == [10] * 6 + [20] * 4
    assert patience.given_up == {("x", "walk"): 20}
    assert len(counted) == 11  # one more to begin with: a small puzzle, that is not counted


def test_puzzles_of_ones_own_are_all_tried(counted: list[TrialJob]) -> None:
    assert len(list(Patience(jobs(10, 20, 30)).trials())) == 18


def test_what_would_begin_too_late_is_left_out_and_counted(counted: list[TrialJob]) -> None:
    patience = Patience(jobs(10, 20), total=0.0)
    assert list(patience.trials()) == []
    assert patience.left_out == 12


def test_the_upper_bound_is_known_before() -> None:
    assert Patience(jobs(10, 20), 10.0).bound == 120.0
    assert Patience(jobs(10, 20), 10.0, total=60.0).bound == 70.0
    assert Patience(jobs(10, 20), 10.0, total=1000.0).bound == 120.0
    assert Patience(jobs(10, 20), None, total=60.0).bound is None


def test_every_engine_gets_every_puzzle() -> None:
    puzzles = [nn.parse(FIRST), nn.parse(HEART)]
    found = jobs_of(puzzles, ["walk", "rows"], runs=2)
    assert len(found) == 8
    assert {job.family for job in found} == {"binairo", "nonogram"}
    assert {job.size for job in found} == {36, 25}


def test_engines_that_this_install_has_not_are_left_out_by_name() -> None:
    able, missing = trials.installed(("walk", "elsewhere:option=1"))
    assert able == ["walk"]
    assert missing == ["engine elsewhere is not installed"]


def test_what_needs_much_memory_is_said_once_a_size() -> None:
    puzzles = [paper.board(16, 1), paper.board(16, 2), paper.board(6, 1), nn.parse(HEART)]
    found = list(trials.forecasts(jobs_of(puzzles, ["sat:encoding=direct", "walk"])))
    assert len(found) == 1
    assert found[0].startswith("16x16: sat:encoding=direct: 16,461,")
