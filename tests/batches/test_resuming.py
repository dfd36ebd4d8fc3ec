"""What `--resume` does after the machine failed, and what it refuses to go on with."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from commands import Output, run
from nonairo import many_puzzles
from nonairo.batches import journal
from nonairo.batches.running import Batch
from nonairo.cli import batch as command
from nonairo.workers.processes import Here
from nonairo.workers.protocol import WorkerDied

GOOD = '{"id": %d, "kind": "binairo", "height": 2, "width": 2, "grid": "0..."}\n'


def given(folder: Path, count: int) -> Path:
    path = folder / "in.jsonl"
    path.write_text("".join(GOOD % number for number in range(count)))
    return path


def records_of(name: str) -> list[dict[str, Any]]:
    path = Path(name)
    if path.suffix == ".parquet":
        from pyarrow import parquet

        rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
        return rows
    files = sorted(path.glob("part-*")) if path.is_dir() else [path]
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


class Dying(Here):
    """Workers that die whenever they see one of these records."""

    def __init__(self, *numbers: int) -> None:
        self.marks = [f'"id": {number},'.encode() for number in numbers]

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        text = args[-1].read()
        if not any(mark in text for mark in self.marks):
            return super().submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        future.set_exception(WorkerDied("its worker was ended by SIGKILL"))
        return future


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonairo.batches.running.FIRST_SHARD", 300)
    monkeypatch.setattr("nonairo.batches.running.LARGEST_SHARD", 300)


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("out", ["out.jsonl", "ordered.jsonl", "parts/", "out.parquet"])
def test_lost_records_are_tried_again(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    """Killed from outside, killed again, and then left in peace: each record once."""
    pytest.importorskip("pyarrow")
    words = ["batch", str(given(tmp_path, 30)), "-o", f"{tmp_path}/{out}"]
    words += ["--ordered"] * out.startswith("ordered")
    resume: list[str] = []
    for lost in ([3, 17, 18, 29], [17], []):
        monkeypatch.setattr(command, "on_this_machine", lambda _, lost=lost: _Place(Dying(*lost)))
        code, _, err = run(capsys, *words, *resume)
        records = records_of(words[3])
        assert Counter(record["id"] for record in records) == Counter(range(30))
        assert [each["id"] for each in records if each["status"] == "failed"] == lost
        assert code == (2 if lost else 0)
        again = "it" if len(lost) == 1 else "them"
        told = f"{len(lost)} of 30 records failed; {len(lost)} because a worker died or ran out"
        assert err == (f"nonairo: {told} of memory: --resume tries {again} again\n" if lost else "")
        resume = ["--resume"]
    if out != "out.jsonl":
        assert [record["id"] for record in records] == list(range(30))
    assert not Path(f"{words[3]}.parts").exists()


class _Place:
    """A workplace with one executor."""

    def __init__(self, executor: Here) -> None:
        self.executor = executor

    def __enter__(self) -> tuple[Here, int]:
        return self.executor, 1

    def __exit__(self, *_: object) -> None:
        pass


def test_records_without_memory_are_tried_again(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alone first, as after a death; then by --resume."""
    real, tried = many_puzzles.solving, []

    def solving(puzzles: Any, options: Any) -> Any:
        tried.append(len(puzzles))
        if any(puzzle.extra["id"] == 5 for puzzle in puzzles):
            raise MemoryError
        return real(puzzles, options)

    words = ["batch", str(given(tmp_path, 8)), "-o", f"{tmp_path}/out.jsonl"]
    monkeypatch.setattr("nonairo.batches.tasks.solving", solving)
    monkeypatch.setattr("nonairo.batches.records.board_in", lambda data: None)
    code, _, err = run(capsys, *words)
    assert (code, tried) == (2, [8, *[1] * 8])
    assert "1 of 8 records failed; 1 because a worker died or ran out of memory" in err
    assert records_of(words[3])[-1]["result"] == {"error": "there is not enough memory, twice"}
    monkeypatch.setattr("nonairo.batches.tasks.solving", real)
    assert run(capsys, *words, "--resume")[::2] == (0, "")
    assert sorted(record["id"] for record in records_of(words[3])) == list(range(8))


def test_a_record_that_fails_by_itself_is_counted_and_not_tried_again(
    tmp_path: Path, capsys: Output
) -> None:
    path = given(tmp_path, 2)
    path.write_text(path.read_text() + "{bad\n")
    words = ["batch", str(path), "-o", f"{tmp_path}/out.jsonl"]
    for more in ([], ["--resume"]):
        code, _, err = run(capsys, *words, *more)
        assert code == 2
        assert err.endswith("nonairo: 1 of 3 records failed\n")


@pytest.mark.parametrize("began", [True, False])
def test_the_order_is_what_the_run_began_with(tmp_path: Path, capsys: Output, began: bool) -> None:
    words = ["batch", str(given(tmp_path, 3)), "-o", f"{tmp_path}/out.jsonl"]
    assert run(capsys, *words, *["--ordered"] * began)[0] == 0
    code, _, err = run(capsys, *words, "--resume", *["--ordered"] * (not began))
    assert code == 4
    assert f"this run began {'with' if began else 'without'} --ordered" in err


def test_parts_are_in_order_anyway(tmp_path: Path, capsys: Output) -> None:
    words = ["batch", str(given(tmp_path, 3)), "-o", f"{tmp_path}/parts/"]
    assert run(capsys, *words)[0] == 0
    assert run(capsys, *words, "--resume", "--ordered")[0] == 0


@pytest.mark.usefixtures("small_shards")
def test_another_standard_input_is_refused(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = given(tmp_path, 40).read_bytes()
    out = tmp_path / "out.jsonl"

    def read(new: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(new)))

    read(text)
    running = Batch(["-"], str(out)).run(Here(), 1)
    for _ in range(4):
        next(running)
    running.close()  # type: ignore[attr-defined]
    before = out.read_bytes()
    assert 0 < before.count(b"\n") < 40
    words = ["batch", "-", "-o", str(out), "--resume"]
    lines = text.splitlines(keepends=True)
    for other in (text.replace(b"0...", b"1..."), b"".join([lines[1], lines[0], *lines[2:]])):
        read(other)
        code, _, err = run(capsys, *words)
        assert code == 4
        assert err.endswith("--resume needs the same input\n")
        assert "standard input: this is not the input that the run began with" in err
        assert out.read_bytes() == before
    read(text)
    assert run(capsys, *words)[0] == 0
    assert sorted(record["id"] for record in records_of(str(out))) == list(range(40))


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("out", ["out.jsonl", "parts/", "out.parquet"])
@pytest.mark.parametrize("count", [0, 1, 20])
def test_more_text_than_the_run_ended_with_is_refused(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, out: str, count: int
) -> None:
    text = given(tmp_path, count).read_bytes()
    words = ["batch", "-", "-o", f"{tmp_path}/{out}"]

    def code_with(new: bytes, *more: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(new)))
        code, _, err = run(capsys, *words, *more)
        assert code == 0 or "standard input: this is not the input" in err
        return code

    assert code_with(text) == 0
    assert code_with(text + (GOOD % count).encode(), "--resume") == 4
    assert code_with(text, "--resume") == 0
    assert len(records_of(words[-1])) == count


@pytest.mark.usefixtures("small_shards")
def test_the_end_of_standard_input_is_known_also_after_a_lost_record(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = given(tmp_path, 20).read_bytes()
    words = ["batch", "-", "-o", f"{tmp_path}/out.jsonl", "--ordered"]

    def code_with(new: bytes, *more: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(new)))
        return run(capsys, *words, *more)[0]

    with monkeypatch.context() as patch:
        patch.setattr(command, "on_this_machine", lambda _: _Place(Dying(7)))
        assert code_with(text) == 2
    for _ in range(2):  # also in a journal that was rewritten
        assert code_with(text + (GOOD % 20).encode(), "--resume") == 4
    assert code_with(text, "--resume") == 0
    assert [record["id"] for record in records_of(words[3])] == list(range(20))


@pytest.mark.usefixtures("small_shards")
def test_nothing_of_another_standard_input_gets_into_a_gap(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first shards were not done when the run ended: what stands there now is not trusted."""
    text = given(tmp_path, 40).read_bytes()
    out = tmp_path / "out.jsonl"
    words = ["batch", "-", "-o", str(out)]
    monkeypatch.setattr(command, "on_this_machine", lambda _: _Place(Dying(0, 1, 2, 3, 4, 5, 6, 7)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert run(capsys, *words)[0] == 2
    monkeypatch.undo()
    monkeypatch.setattr("nonairo.batches.running.FIRST_SHARD", 300)
    longer = text.replace(b'"id": ', b'"id": 77')  # whose lines end elsewhere
    for other in (longer, text.replace(b"0...", b"1..."), text[:200], b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(other)))
        code, _, err = run(capsys, *words, "--resume")
        assert code == 4
        assert err.count("\n") == 1
        assert {record["id"] for record in records_of(str(out))} == set(range(8, 40))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert run(capsys, *words, "--resume")[::2] == (0, "")
    assert sorted(record["id"] for record in records_of(str(out))) == list(range(40))


@pytest.mark.parametrize("out", ["out.jsonl", "parts/", "out.parquet"])
def test_a_shard_is_on_the_disk_before_its_line_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    """In the order of events: written and synced, then said and synced."""
    pytest.importorskip("pyarrow")
    events: list[str] = []
    real = os.fsync

    def fsync(number: int) -> None:
        events.append("sync " + Path(f"/proc/self/fd/{number}").readlink().name)
        real(number)

    add = journal.Journal.add

    def noted(self: journal.Journal, entry: journal.Entry) -> None:
        events.append("line")
        add(self, entry)

    if not Path("/proc/self/fd").exists():
        pytest.skip("names of open files are found in /proc")
    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(journal.Journal, "add", noted)
    list(Batch([str(given(tmp_path, 3))], f"{tmp_path}/{out}").run(Here(), 1))
    line = events.index("line")
    synced = [event for event in events[:line] if "progress" not in event]
    assert any("out.jsonl" in event or ".part-" in event for event in synced)
    assert "progress" in events[line + 1]
    if out == "out.parquet":
        assert any(".part-out.parquet." in event for event in events[line:])


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
def test_workers_killed_from_outside_lose_nothing(tmp_path: Path, capsys: Output) -> None:
    """Workers are killed whenever they are there, then the batch itself; each record once."""
    words = ["batch", str(given(tmp_path, 3000)), "-o", f"{tmp_path}/out.jsonl"]
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    child = subprocess.Popen(
        [sys.executable, "-m", "nonairo", *words, "--workers", "2"], env=os.environ | paths,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    killed: set[int] = set()
    while child.poll() is None and len(killed) < 8:
        for path in Path(f"/proc/{child.pid}/task").glob("*/children"):
            with suppress(OSError):
                for worker in map(int, path.read_text().split()):
                    os.kill(worker, signal.SIGKILL)
                    killed.add(worker)
        time.sleep(0.01)
    child.kill()
    child.wait()
    assert len(killed) >= 8
    code, _, said = run(capsys, *words, "--resume")
    for _ in range(50):  # a worker just started keeps the file for a moment
        if code != 4:
            break
        assert "another run is writing to it" in said
        time.sleep(0.2)
        code, _, said = run(capsys, *words, "--resume")
    assert (code, said) == (0, "")
    records = records_of(words[3])
    assert sorted(record["id"] for record in records) == list(range(3000))
    assert {record["status"] for record in records} == {"unique"}
