"""One puzzle taken apart: the same answer as by one worker, limits and deaths included."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from poison import DiesElsewhere

import nonairo as nn
from commands import Output, run
from interrupts import interrupted
from nonairo import native
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.limits import NO_LIMITS, Limits
from nonairo.parallel.distributing import SplitSettings
from nonairo.parallel.parallel_solving import count_apart, solve_apart
from nonairo.parallel.splitting import _in_python, settler, take_apart
from nonairo.puzzle import Puzzle, alike
from nonairo.rules import State
from nonairo.solving import count, solve

FORCED = SplitSettings(
    first=0, least=0, cubes=3, whole=False
)  # taken apart at once, again and again
HARD = "kakurasu:" + "/".join(["45"] * 14) + ";" + "/".join(["46"] * 14)  # for hours


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def apart(
    puzzle: Puzzle,
    executor: Executor | None,
    limit: int | None = 2,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    workers: int | None = None,
    settings: SplitSettings = FORCED,
) -> nn.Result:
    limits = Limits(time_limit, node_limit)
    return solve_apart(puzzle, solve, "auto", limit, limits, None, workers, executor, settings)


def posed(kind: str, side: int, seed: int) -> Puzzle:
    """A puzzle of a picture; every third has its picture spoilt, so that it may have none."""
    rng = Random(f"{kind}/{side}/{seed}")
    cells = "".join(rng.choices("01", k=side * side))
    if kind == "binairo":
        board = nn.solve(KINDS[kind].blank(side, side, "standard"), seed=seed, limit=1).solution
        assert board is not None
        cells = "".join(symbol if rng.random() < 0.25 else "." for symbol in board.cells)
        spoilt = cells.replace("1", "0", 1) if seed % 3 == 2 else cells
        return nn.binairo(Grid(side, side, spoilt))
    puzzle = KINDS[kind].pose(Grid(side, side, cells), "standard")
    if seed % 3 == 2:
        given = "10"[int(cells[0])] + "." * (side * side - 1)
        return puzzle.with_givens(Grid(side, side, given))
    return puzzle


@dataclass(frozen=True, slots=True)
class EachOnce:
    """Three different symbols."""

    start: ClassVar[State] = (0, 0, 0)

    def step(self, state: State, symbol: str) -> State | None:
        read = int(symbol)
        return None if state[read] else (*state[:read], 1, *state[read + 1 :])

    def accepts(self, state: State) -> bool:
        return state == (1, 1, 1)


def latin(givens: str) -> Puzzle:
    """What the core does not take: three symbols."""
    rules = alike(EachOnce(), 3)
    return Puzzle("latin", Grid(3, 3, givens), rules, rules, symbols="012")


PUZZLES = [
    *(posed("binairo", 6, seed) for seed in range(9)),
    *(posed("nonogram", 6, seed) for seed in range(9)),
    *(posed("kakurasu", 5, seed) for seed in range(9)),
    *map(latin, (".........", "0...2....", "0........", "0...0...1")),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda p: f"{p.kind}-{p.givens.cells[:8]}")
def test_parts_have_the_answer_of_the_whole(puzzle: Puzzle, threads: Executor) -> None:
    plain = solve(puzzle, limit=None)
    both = solve(puzzle), apart(puzzle, threads)
    assert both[0].status == both[1].status
    assert set(both[1].solutions) <= set(plain.solutions)
    assert len(both[1].solutions) == len(both[0].solutions)
    every = apart(puzzle, threads, None)
    assert every.status == plain.status
    assert every.complete
    assert len(every.solutions) == len(plain.solutions)
    assert set(every.solutions) == set(plain.solutions)
    for result in (both[1], every):
        for solution in plain.solutions:
            assert result.grid is not None
            known = zip(result.grid.cells, solution.cells, strict=True)
            assert all(mine in (".", theirs) for mine, theirs in known)
    counted = count_apart(puzzle, count, None, NO_LIMITS, None, threads, FORCED)
    assert counted == count(puzzle) == nn.Count(len(plain.solutions), True)


@pytest.mark.skipif(native.compiled is None, reason="the core is not installed")
@pytest.mark.parametrize("kind", ["binairo", "nonogram", "kakurasu"])
def test_the_core_and_python_settle_alike(kind: str) -> None:
    puzzle = posed(kind, 6, 0)
    both = settler(puzzle), _in_python(puzzle)
    rng = Random(7)
    for _ in range(60):
        cells = "".join(rng.choices("01.", (1, 1, 7), k=36))
        core, python = (settle(cells) for settle in both)
        if core is None or python is None:
            assert kind == "binairo" or core == python  # equal lines are told apart sooner or later
        else:
            assert len(core) == len(python)
            assert kind == "binairo" or core == python


@pytest.mark.parametrize("kind", ["binairo", "nonogram", "kakurasu"])
def test_cubes_share_no_solution_and_lose_none(kind: str) -> None:
    puzzle = posed(kind, 6, 1)
    parts = take_apart(puzzle, puzzle.givens.cells, 7, seed=3)
    found = [
        grid
        for cells in parts.cubes
        for grid in solve(puzzle.with_givens(Grid(6, 6, cells)), limit=None).solutions
    ]
    assert len(found) == len({*found})
    assert {*found} == {*solve(puzzle, limit=None).solutions}
    assert parts.probes > 0
    again = take_apart(puzzle, puzzle.givens.cells, 7, seed=3)
    assert again.cubes == parts.cubes


def test_own_processes_work_on_cubes_and_count_them() -> None:
    puzzle = posed("kakurasu", 7, 1)
    result = apart(puzzle, None, None, workers=2, settings=SplitSettings(0, 0.05, 4, whole=False))
    plain = solve(puzzle, limit=None)
    assert set(result.solutions) == set(plain.solutions)
    counters = result.stats.counters
    assert counters["workers"] == 2
    assert all(counters[name] for name in ("cubes", "splits", "refuted"))
    assert result.stats.nodes > 1


def test_an_easy_puzzle_is_never_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonairo.parallel.parallel_solving.take_apart", None)
    puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    assert nn.solve(puzzle, workers=2).status == "unique"
    assert nn.count(puzzle, workers=2) == nn.Count(1, True)
    assert nn.solve("binairo:00/0.", workers=2).reason


def test_it_stops_when_two_are_known(threads: Executor) -> None:
    puzzle = KINDS["binairo"].blank(14, 14, "standard")  # it has more than can be listed
    result = apart(puzzle, threads, settings=SplitSettings(0, 0.1, 2, whole=False))
    assert (result.status, len(result.solutions), result.complete) == ("multiple", 2, False)
    five = apart(puzzle, threads, 5, settings=SplitSettings(0, 0.1, 2, whole=False))
    assert (five.status, len({*five.solutions})) == ("multiple", 5)
    one = apart(puzzle, threads, 1, settings=SplitSettings(0, 0.1, 2, whole=False))
    assert one.status == "solved"
    some = count_apart(
        puzzle, count, 1000, NO_LIMITS, None, threads, SplitSettings(0, 0.1, 2, whole=False)
    )
    assert some == nn.Count(1000, False)


def test_one_worker_may_go_on_with_the_whole(threads: Executor) -> None:
    puzzle = posed("nonogram", 6, 0)
    result = apart(puzzle, threads, None, settings=SplitSettings(0, 0.1, 4, whole=True))
    assert set(result.solutions) == set(solve(puzzle, limit=None).solutions)
    assert result.complete
    binairo = posed("binairo", 6, 0)
    counted = count_apart(binairo, count, None, NO_LIMITS, None, threads, SplitSettings(0, 0.1, 4))
    assert counted == count(binairo)


def test_limits_strike_for_the_whole() -> None:
    puzzle = nn.parse(HARD)
    late = apart(puzzle, None, None, time_limit=0.8, workers=2, settings=SplitSettings(0.1, 0.2, 4))
    assert late.limit == "time"
    assert late.reason == "the limit of 0.8 s was reached"
    assert not late.complete
    with ThreadPoolExecutor(2) as pool:
        few = apart(puzzle, pool, None, node_limit=3000, settings=FORCED)
    assert few.limit == "nodes"
    assert few.stats.nodes <= 3000
    assert few.reason == "the limit of 3,000 nodes was reached"
    counted = count_apart(puzzle, count, None, Limits(0.4), 2, None, SplitSettings(0.1, 0.2, 4))
    assert (counted.exact, counted.limit) == (False, "time")


@pytest.mark.parametrize("twice", [False, True])
def test_a_worker_that_dies_costs_a_cube_one_retry(tmp_path: Path, twice: bool) -> None:
    puzzle = posed("kakurasu", 5, 0)
    deadly = DiesElsewhere(solve, None if twice else str(tmp_path / "mark"))
    result = solve_apart(puzzle, deadly, "auto", None, NO_LIMITS, None, 1, None, FORCED)
    if twice:
        assert (result.status, result.limit) == ("unknown", "worker")
        told = "a part of the puzzle was lost: its worker was ended by SIGKILL, twice"
        assert result.reason == told
    else:
        assert result.complete
        assert set(result.solutions) == set(solve(puzzle, limit=None).solutions)


def test_ctrl_c_ends_all_processes_at_once() -> None:
    program = f"""
import subprocess
import nonairo as nn
from nonairo.workers import processes
begun = []
class Child(subprocess.Popen):
    def __init__(self, *words, **more):
        super().__init__(*words, **more)
        begun.append(self)
        print("ready", flush=True) if len(begun) == 2 else None
processes.subprocess.Popen = Child
try:
    nn.solve({HARD!r}, limit=None, workers=2)
except KeyboardInterrupt:
    codes = [child.wait(20) for child in begun]
    assert codes == [-9, -9], codes
"""
    assert interrupted(program) == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--workers", "2", "--engine", "walk"], "--workers is for the engines auto and core"),
        (["--dask", "tcp://x:1", "--engine", "sat"], "--dask is for the engines auto and core"),
        (["--workers", "2", "--watch"], "neither watched nor traced"),
        (["--workers", "2", "--trace", "t.txt"], "neither watched nor traced"),
        (["--workers", "2", "--dask", "tcp://x:1"], "expected --workers or --dask, found both"),
        (["--workers", "9999"], "expected 1 to 1024 workers"),
    ],
)
def test_what_many_workers_do_not_do_is_refused(
    capsys: Output, words: list[str], told: str
) -> None:
    code, out, err = run(capsys, "solve", "binairo:0./..", *words)
    assert (code, out) == (2, "")
    assert told in err


def test_the_commands_take_workers(capsys: Output) -> None:
    code, out, _ = run(capsys, "solve", "binairo:0./..", "nonogram:1/1;1/1", "--workers", "2")
    assert (code, out.split()[0]) == (0, "unique")
    assert "multiple" in out
    assert run(capsys, "count", "nonogram:1/1;1/1", "--workers", "2")[:2] == (0, "2\n")
    code, _, err = run(capsys, "solve", HARD, "--all", "--workers", "2", "--time-limit", "0.5")
    assert code == 3  # also if it has found two
    assert "the limit of 0.5 s was reached" in err


def test_in_python_too() -> None:
    with pytest.raises(nn.EngineError, match="found both"):
        nn.solve("binairo:0./..", workers=2, executor=ThreadPoolExecutor(1))
    with pytest.raises(nn.EngineError, match="workers is for the engines auto and core"):
        nn.solve("binairo:0./..", "walk", workers=2)
    with pytest.raises(nn.EngineError, match="neither watched nor traced"):
        nn.solve("binairo:0./..", workers=2, observer=print)
    with pytest.raises(nn.EngineError, match="workers, found"):
        nn.count("binairo:0./..", workers=0)
