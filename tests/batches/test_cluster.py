"""Batches on Dask: a real scheduler and a worker in processes of their own, on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.batches import cluster
from nonairo.cubes.asking import count_apart, solve_apart
from nonairo.cubes.conquering import Settings
from nonairo.solving import solve
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
    real = cluster.Crew.why_not

    def why_not(self: cluster.Crew, workers: list[str]) -> dict[str, str | None]:
        told = real(self, workers)
        self.shared = False
        return told

    monkeypatch.setattr(cluster.Crew, "why_not", why_not)


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
    assert code == 2
    assert "do not see our files" in err


def test_solve_many_takes_its_executor_and_other_versions_are_refused(
    dask: Any, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dask.get_client() as client:
        puzzles = ["binairo:0./..", "binairo:../..", "nonsense"] * 30
        found = nn.solve_many(puzzles, client.get_executor())
        assert [r.status for r in found] == ["unique", "multiple", "unknown"] * 30
        (worker,) = client.nthreads()
    monkeypatch.setattr(cluster, "__version__", "0.0")
    code, _, err = run(capsys, "solve", "binairo:0./..", "--dask", dask.scheduler_address)
    assert code == 2
    assert f"worker {worker} is refused: it has nonairo {nn.__version__}, and not 0.0" in err
    words = ["batch", given(tmp_path, 3), "-o", f"{tmp_path}/out.jsonl"]
    code, _, err = run(capsys, *words, "--dask", dask.scheduler_address)
    assert code == 2
    assert f"worker {worker} is refused: it has nonairo {nn.__version__}, and not 0.0" in err


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
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    words = ["batch", given(tmp_path, 3), "-o", f"{tmp_path}/out.jsonl"]
    for address in ("tcp://127.0.0.1:1", "nonsense://x", "localhost"):
        code, _, err = run(capsys, *words, "--dask", address)
        assert code == 2
        assert f"--dask {address}: no scheduler" in err
        assert not (tmp_path / "out.jsonl").exists()


def test_a_scheduler_that_goes_away_loses_nothing(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is closed after the first shard; a run without it finishes the rest."""
    from distributed import LocalCluster

    from nonairo.batches.outputs import Lines

    monkeypatch.setattr("nonairo.batches.running.LARGEST_SHARD", 1 << 12)
    words = ["batch", given(tmp_path, 2000), "-o", f"{tmp_path}/out.jsonl"]
    real = Lines.add
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as found:

        def add(self: Lines, pieces: Any) -> None:
            real(self, pieces)
            found.close()

        monkeypatch.setattr(Lines, "add", add)
        code, _, err = run(capsys, *words, "--dask", found.scheduler_address)
    assert code == 2
    assert "the scheduler has gone; what is done is kept, and --resume goes on" in err
    monkeypatch.setattr(Lines, "add", real)
    assert 0 < len(ids(tmp_path / "out.jsonl")) < 2000
    assert run(capsys, *words, "--resume")[0] == 0
    assert sorted(ids(tmp_path / "out.jsonl")) == list(range(2000))


def test_one_puzzle_in_parts_on_a_cluster(dask: Any, capsys: Output) -> None:
    puzzle = nn.parse("kakurasu:7/5/6/2/11;3/14/6/6/5").with_givens("." * 25)
    blank = nn.parse("binairo:" + "/".join(["." * 4] * 4))
    forced = Settings(first=0, least=0, cubes=2, whole=False)
    with cluster.connected(dask.scheduler_address) as found:
        pool = found.executor
        assert workers_of(pool) == 1
        result = solve_apart(
            puzzle, solve, "auto", None, None, None, None, None, pool, forced
        )  # fmt: skip
        assert (result.status, result.solution) == ("unique", nn.solve(puzzle).solution)
        assert count_apart(blank, nn.count, None, None, None, pool, forced) == nn.Count(72, True)
    words = ["solve", "nonogram:1/1;1/1", "--dask", dask.scheduler_address]
    assert run(capsys, *words)[:2] == (0, "multiple\n01\n10\n\n10\n01\n")
