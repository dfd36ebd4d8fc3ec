"""`nn.solve_many` in processes: the same answers, little in memory, and deaths survived."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path

import pytest
from poison import Deadly

import nonairo as nn
from nonairo import many_puzzles, native
from nonairo.limits import Limits
from nonairo.many_puzzles import MOST_TOGETHER, SolveOptions, solve_one, solve_some
from nonairo.puzzle_like import PuzzleLike
from nonairo.workers.jobs import Pace
from nonairo.workers.processes import Processes
from nonairo.workers.protocol import WorkerDied

MIXED = [
    "binairo:0./..", "binairo:../..", "binairo:00/..", "binairo:0.../..../..../....",
    "nonogram:1/1;1/1", "binairo@no-distinct:0./..", "nonsense", "binairo:01/..",
]  # fmt: skip


def told(result: nn.Result) -> tuple[object, ...]:
    return result.status, result.solutions, result.grid, result.reason, result.error, result.puzzle


def test_a_batch_answers_what_solving_alone_answers() -> None:
    puzzles = MIXED * 20
    for limits in ({}, {"node_limit": 1}, {"time_limit": 60.0}):
        one_by_one = [told(next(nn.solve_many([puzzle], **limits))) for puzzle in puzzles]
        assert list(map(told, nn.solve_many(puzzles, **limits))) == one_by_one


@pytest.mark.skipif(native.compiled is None, reason="the core is not installed")
def test_alike_puzzles_go_through_one_native_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    real = native.batch

    def spied(puzzle: nn.Puzzle) -> object:
        call = real(puzzle)
        assert call is not None

        def batch(cells: memoryview, *rest: object) -> tuple[bytes, bytes]:
            sizes.append(cells.nbytes // len(puzzle.givens.cells))
            return call(cells, *rest)  # type: ignore[arg-type]

        return batch

    monkeypatch.setattr(native, "batch", spied)
    some = ["binairo:0./..", "binairo:0.../..../..../...."] * 10
    assert [r.status for r in solve_some(list(some), SolveOptions())] == ["unique", "multiple"] * 10
    assert sorted(sizes) == [10, 10]


@pytest.mark.parametrize(
    "options",
    [
        SolveOptions("walk"),
        SolveOptions("core"),
        SolveOptions(limit=1),
        SolveOptions(limit=None),
        SolveOptions(seed=3),
        SolveOptions(limits=Limits(0)),
        SolveOptions("guess:cell=first", 1, Limits(nodes=9), 3),
    ],
)
def test_what_a_batch_does_not_report_is_solved_alone(options: SolveOptions) -> None:
    """The engine that was named, what it counted, and as many solutions as were wanted."""
    alike: list[PuzzleLike] = ["binairo:0./..", "binairo:../..", "binairo:00/..", "binairo:.1/.."]
    for puzzle, result in zip(alike * 2, solve_some(alike * 2, options), strict=True):
        alone = solve_one(puzzle, options)
        assert told(result) == told(alone)
        assert (result.engine, result.limit) == (alone.engine, alone.limit)
        assert options.engine in ("auto", result.engine)
        counted = result.stats.nodes, result.stats.backtracks, result.stats.counters
        assert counted == (alone.stats.nodes, alone.stats.backtracks, alone.stats.counters)


@pytest.mark.skipif(native.compiled is None, reason="the core is not installed")
@pytest.mark.parametrize("number", [3, 4])
def test_a_few_are_not_worth_a_batch(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = 0

    def counting(puzzle: PuzzleLike, options: SolveOptions) -> nn.Result:
        nonlocal alone
        alone += 1
        return solve_one(puzzle, options)

    monkeypatch.setattr(many_puzzles, "solve_one", counting)
    some: list[PuzzleLike] = ["binairo:0./.."] * number
    solve_some([*some, *["nonogram:1;1"] * 3], SolveOptions())
    assert alone == (3 if number > 3 else number + 3)


@pytest.mark.parametrize("ordered", [True, False])
def test_own_processes_give_the_same_answers(ordered: bool) -> None:
    puzzles = [nn.parse(p) if p != "nonsense" else p for p in MIXED] * 30
    wanted = [(r.status, r.solution) for r in nn.solve_many(puzzles)]
    found = [(r.status, r.solution) for r in nn.solve_many(puzzles, workers=2, ordered=ordered)]
    if not ordered:
        found, wanted = (sorted(each, key=repr) for each in (found, wanted))
    assert found == wanted


def test_a_stream_without_end_is_taken_a_few_jobs_ahead() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for number in count(1):
            taken = number
            yield "binairo:0./.."

    stream = nn.solve_many(endless(), workers=1)
    assert {r.status for r in islice(stream, 2000)} == {"unique"}
    assert taken <= 2000 + 20 * MOST_TOGETHER
    stream.close()  # type: ignore[attr-defined]


def test_a_worker_that_dies_costs_one_retry(tmp_path: Path) -> None:
    deadly = Deadly(str(tmp_path / "mark"))
    puzzles = ["binairo:0./..", deadly, "binairo:../.."]
    results = nn.solve_many(puzzles, workers=1)  # type: ignore[arg-type]
    assert [r.status for r in results] == ["unique", "unique", "multiple"]


def test_a_puzzle_that_kills_twice_is_reported_and_the_rest_go_on() -> None:
    puzzles: list[object] = ["binairo:0./.."] * 60
    puzzles[40] = Deadly()
    results = list(nn.solve_many(puzzles, workers=1))  # type: ignore[arg-type]
    assert len(results) == 60
    assert [k for k, r in enumerate(results) if r.error] == [40]
    assert results[40].status == "unknown"
    assert results[40].error == "its worker was ended by SIGKILL, twice"


def test_a_broken_pool_of_somebody_else_is_replaced() -> None:
    puzzles: list[object] = ["binairo:0./..", Deadly(), "binairo:../.."]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        results = list(nn.solve_many(puzzles, executor=pool))  # type: ignore[arg-type]
    assert [bool(r.error) for r in results] == [False, True, False]
    assert [r.status for r in results] == ["unique", "unknown", "multiple"]


class Counting(Executor):
    """Does each call at once, and remembers how many puzzles came with it."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.sizes.append(len(args[-1]))
        future: Future[object] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_any_executor_will_do_and_jobs_grow_while_they_are_quick() -> None:
    executor = Counting()
    assert len(list(nn.solve_many(["binairo:0./.."] * 500, executor=executor))) == 500
    assert executor.sizes[0] == 1
    assert max(executor.sizes) > 8


def test_a_pace_shrinks_when_jobs_take_long() -> None:
    pace = Pace(64, 256)
    pace.learn(64, 64.0)
    assert pace.size == 1


@pytest.mark.parametrize("workers", [0, -1, "two", 1.5, 10**6])
def test_what_is_no_number_of_workers_is_refused(workers: object) -> None:
    with pytest.raises(nn.EngineError, match="workers, found"):
        nn.solve_many([], workers=workers)  # type: ignore[arg-type]
    with pytest.raises(nn.EngineError, match="found both"):
        nn.solve_many([], executor=Counting(), workers=2)


def test_processes_report_errors_and_print_nothing_in_between() -> None:
    with Processes(1) as pool:
        assert pool.submit(divmod, 7, 2).result() == (3, 1)
        assert pool.submit(print, "x").result() is None
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 1, 0).result()
        first = pool.submit(os.getpid).result()
        with pytest.raises(WorkerDied, match="ended with code 3"):
            pool.submit(os._exit, 3).result()
        assert pool.submit(os.getpid).result() not in (first, os.getpid())
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


def test_a_process_ends_with_its_parent_in_the_middle_of_a_call(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    program = f"""
import os, signal, sys, time
sys.path.insert(0, {str(Path(__file__).parent)!r})
from poison import work_on
from nonairo.workers.processes import Processes
pool = Processes(1)
pool.submit(work_on, {str(mark)!r})
while not os.path.exists({str(mark)!r}):
    time.sleep(0.01)
os.kill(os.getpid(), signal.SIGKILL)
"""
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) as parent:
        assert parent.wait(20) == -signal.SIGKILL
        assert parent.stderr is not None
        # The worker complains where its parent would have: that ends when both have gone.
        assert select.select([parent.stderr], [], [], 10)[0]
        assert parent.stderr.read() == b""


def test_ctrl_c_of_a_terminal_does_not_reach_a_worker() -> None:
    """It reaches a whole process group: a worker that is still starting would print a traceback."""
    with Processes(1) as workers:
        assert workers.submit(os.getpgrp).result() != os.getpgrp()
