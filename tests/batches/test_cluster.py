"""Batches on Dask: a real scheduler and a worker in processes of their own, on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.batches import dask_cluster, dask_executor
from nonairo.limits import NO_LIMITS
from nonairo.parallel.distributing import SplitSettings
from nonairo.parallel.parallel_solving import count_apart, solve_apart
from nonairo.solving import count, solve
from nonairo.workers import jobs
from nonairo.workers.jobs import workers_of

pytest.importorskip("distributed", reason="needs dask.distributed, of the extra cluster")
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Dask's own
]
LINE = '{"id": %d, "kind": "binairo", "height": 2, "width": 2, "grid": "0..."}\n'


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from distributed import LocalCluster

        with LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as found:
            yield found


def given(tmp_path: Path, count: int) -> str:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(LINE % number for number in range(count)))
    return str(path)


def ids(path: Path) -> list[int]:
    return [json.loads(line)["id"] for line in path.read_text().splitlines()]


def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers see none of our files."""
    real = dask_cluster.Crew.why_not

    def why_not(self: dask_cluster.Crew, workers: list[str]) -> dict[str, str | None]:
        told = real(self, workers)
        self.shared = False
        return told

    monkeypatch.setattr(dask_cluster.Crew, "why_not", why_not)


def test_a_batch_on_a_cluster(
    dask: Any, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streamed back, written by workers, and with a text that travels where they see no files."""
    words = ["batch", given(tmp_path, 300), "--dask", dask.scheduler_address]
    assert run(capsys, *words, "-o", f"{tmp_path}/out.jsonl", "--ordered")[0] == 0
    assert ids(tmp_path / "out.jsonl") == list(range(300))
    assert run(capsys, *words, "-o", f"{tmp_path}/parts/")[0] == 0
    parts = sorted((tmp_path / "parts").glob("part-*"))
    assert [number for part in parts for number in ids(part)] == list(range(300))
    blind(monkeypatch)
    assert run(capsys, *words, "-o", f"{tmp_path}/far.jsonl")[0] == 0
    assert sorted(ids(tmp_path / "far.jsonl")) == list(range(300))
    code, _, err = run(capsys, *words, "-o", f"{tmp_path}/far/")
    assert code == 4
    assert "cannot reach files on this machine" in err


def test_solve_many_takes_its_executor_and_other_versions_are_refused(
    dask: Any, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dask.get_client() as client:
        puzzles = ["binairo:0./..", "binairo:../..", "nonsense"] * 30
        found = nn.solve_many(puzzles, executor=client.get_executor())
        assert [r.status for r in found] == ["unique", "multiple", "unknown"] * 30
        (worker,) = client.nthreads()
    monkeypatch.setattr(dask_cluster, "__version__", "0.0")
    code, _, err = run(capsys, "solve", "binairo:0./..", "--dask", dask.scheduler_address)
    assert code == 2
    assert f"worker {worker} is not used: it has nonairo {nn.__version__}, not 0.0" in err
    words = ["batch", given(tmp_path, 3), "-o", f"{tmp_path}/out.jsonl"]
    code, _, err = run(capsys, *words, "--dask", dask.scheduler_address)
    assert code == 4
    assert f"worker {worker} is not used: it has nonairo {nn.__version__}, not 0.0" in err


@pytest.mark.slow
def test_the_example_runs() -> None:
    example = Path(__file__).parents[2] / "examples" / "cluster.py"
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    told = subprocess.run(
        [sys.executable, str(example)], env=os.environ | paths, text=True, capture_output=True,
        timeout=120, check=True,
    )  # fmt: skip
    assert "in Python: {'unique': 200}" in told.stdout
    assert "unique\t6" in told.stdout


def test_a_scheduler_that_is_not_there(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.2)
    words = ["batch", given(tmp_path, 3), "-o", f"{tmp_path}/out.jsonl"]
    for address in ("tcp://127.0.0.1:1", "nonsense://x", "localhost"):
        code, _, err = run(capsys, *words, "--dask", address)
        assert code == 4
        assert f"--dask {address}: cannot reach the scheduler" in err
        assert not (tmp_path / "out.jsonl").exists()


def test_a_scheduler_that_goes_away_loses_nothing(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is closed after the first shard; a run without it finishes the rest."""
    from distributed import LocalCluster

    from nonairo.batches.outputs import LinesOutput

    monkeypatch.setattr("nonairo.batches.running.LARGEST_SHARD", 1 << 12)
    words = ["batch", given(tmp_path, 2000), "-o", f"{tmp_path}/out.jsonl"]
    real = LinesOutput.add
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as found:

        def add(self: LinesOutput, pieces: Any) -> None:
            real(self, pieces)
            found.close()

        monkeypatch.setattr(LinesOutput, "add", add)
        code, _, err = run(capsys, *words, "--dask", found.scheduler_address)
    assert code == 3
    assert (
        "the connection to the scheduler was lost; finished work is kept, and --resume continues it"
        in err
    )
    monkeypatch.setattr(LinesOutput, "add", real)
    assert 0 < len(ids(tmp_path / "out.jsonl")) < 2000
    assert run(capsys, *words, "--resume")[0] == 0
    assert sorted(ids(tmp_path / "out.jsonl")) == list(range(2000))


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops processes")
@pytest.mark.parametrize("middle", [False, True])
def test_a_frozen_worker_does_not_hold_up_the_rest(
    dask: Any, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, middle: bool
) -> None:
    """Frozen before the start, or while it has work: others do it, and it is named."""
    from nonairo.batches.outputs import LinesOutput

    monkeypatch.setattr(dask_cluster, "ANSWER", 1.0)
    monkeypatch.setattr(dask_executor, "SILENT", 3.0)
    monkeypatch.setattr("nonairo.batches.running.LARGEST_SHARD", 1 << 12)
    dask.scale(2)
    with dask.get_client() as client:
        client.wait_for_workers(2)
        worker, number = min(client.run(os.getpid).items())
    real = LinesOutput.add

    def add(self: LinesOutput, pieces: Any) -> None:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGSTOP)
        real(self, pieces)

    if middle:
        monkeypatch.setattr(LinesOutput, "add", add)
    else:
        os.kill(number, signal.SIGSTOP)
    words = ["batch", given(tmp_path, 4000), "-o", f"{tmp_path}/out.jsonl"]
    try:
        code, _, err = run(capsys, *words, "--dask", dask.scheduler_address)
    finally:
        with suppress(ProcessLookupError):  # its nanny may have replaced it
            os.kill(number, signal.SIGCONT)
    assert code == 0
    why = "has sent no heartbeat for 3 s" if middle else "does not answer"
    assert f"worker {worker} {why}: other workers do its work" in err
    assert sorted(ids(tmp_path / "out.jsonl")) == list(range(4000))


def test_a_cluster_that_grows_with_its_work(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no workers at first, gets one for the first call, and more for the backlog.

    Dask grows when each worker has more to do than its target: by default 5 s.
    """
    import dask.config
    from dask.utils import parse_timedelta
    from distributed import LocalCluster

    from nonairo.batches.outputs import LinesOutput

    monkeypatch.setattr("nonairo.batches.running.LARGEST_SHARD", 1 << 12)
    # One by one: solved together, all is done before a second worker is there.
    monkeypatch.setattr("nonairo.batches.records.board_in", lambda data: None)
    target = parse_timedelta(dask.config.get("distributed.adaptive.target-duration"))
    assert target < dask_cluster.BACKLOG * jobs.SECONDS
    real, most = LinesOutput.add, [0]
    words = ["batch", given(tmp_path, 4000), "-o", f"{tmp_path}/out.jsonl"]
    with (
        dask.config.set({"distributed.adaptive.target-duration": "10ms"}),
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=0, threads_per_worker=1, processes=False, dashboard_address=None
        ) as found,
    ):
        found.adapt(minimum=0, maximum=2, interval="100ms")

        def add(self: LinesOutput, pieces: Any) -> None:
            real(self, pieces)
            most.append(len(found.scheduler.workers))

        monkeypatch.setattr(LinesOutput, "add", add)
        code, _, err = run(capsys, *words, "--dask", found.scheduler_address)
    assert code == 0
    assert "the scheduler has no workers; waiting for some" in err
    assert max(most) == 2
    assert sorted(ids(tmp_path / "out.jsonl")) == list(range(4000))


def test_one_puzzle_in_parts_on_a_cluster(dask: Any, capsys: Output) -> None:
    puzzle = nn.parse("kakurasu:7/5/6/2/11;3/14/6/6/5").with_givens("." * 25)
    blank = nn.parse("binairo:" + "/".join(["." * 4] * 4))
    forced = SplitSettings(first=0, least=0, cubes=2, whole=False)
    with dask.get_client() as client:
        client.wait_for_workers(len(dask.workers))
    with dask_cluster.connected(dask.scheduler_address) as found:
        pool = found.executor
        assert workers_of(pool) == len(dask.workers)
        result = solve_apart(
            puzzle, solve, "auto", None, NO_LIMITS, None, None, pool, forced
        )  # fmt: skip
        assert (result.status, result.solution) == ("unique", nn.solve(puzzle).solution)
        assert count_apart(blank, count, None, NO_LIMITS, None, pool, forced) == nn.Count(72, True)
    words = ["solve", "nonogram:1/1;1/1", "--dask", dask.scheduler_address]
    assert run(capsys, *words)[:2] == (0, "multiple\n01\n10\n\n10\n01\n")
