"""`nonairo batch`: every record once, whatever happens meanwhile."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo import many_puzzles
from nonairo.batches import checksum_lines, outputs, shards, sources
from nonairo.batches.plan import Plan
from nonairo.batches.running import Batch
from nonairo.batches.tasks import TASKS
from nonairo.cli import batch as command
from nonairo.cli import progress
from nonairo.limits import NO_LIMITS
from nonairo.workers.jobs import Pace
from nonairo.workers.processes import Here

SAMPLES = {
    "binairo:0./..": "unique", "binairo:../..": "multiple", "binairo:00/..": "none",
    "nonogram:1,1/3;2/1/2": "unique", "nonogram:1/1;1/1": "multiple",
}  # fmt: skip
RECORDS = [json.loads(nn.dumps(nn.parse(text), "jsonl")) for text in SAMPLES]


def lines_of(count: int, first: int = 0) -> list[str]:
    """Records of several kinds, with fields of their own, some of them bad."""
    found = []
    for number in range(first, first + count):
        record = RECORDS[number % len(RECORDS)]
        record |= {"id": number, "kept": ["so", "it is \u00e9"]}
        found.append(json.dumps(record, ensure_ascii=False))
    return found


def write(path: Path, count: int, first: int = 0) -> Path:
    path.write_text("\n".join(lines_of(count, first)) + "\n", encoding="utf-8")
    return path


def read(path: Path) -> list[dict[str, object]]:
    text = path.read_text(encoding="utf-8")
    assert not text or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def numbers(path: Path) -> list[object]:
    return [record["id"] for record in read(path)]


def all_right(records: list[dict[str, object]]) -> None:
    wanted = list(SAMPLES.values())
    for record in records:
        number = record["id"]
        assert isinstance(number, int)
        assert record["status"] == wanted[number % len(wanted)]
        assert record["kept"] == ["so", "it is \u00e9"]


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonairo.batches.running.FIRST_SHARD", 300)
    monkeypatch.setattr("nonairo.batches.running.LARGEST_SHARD", 700)


def test_the_command_names_all_tasks() -> None:
    assert tuple(TASKS) == command.TASKS


def test_records_are_kept_and_answered(tmp_path: Path, capsys: Output) -> None:
    given, out = write(tmp_path / "in.jsonl", 25), tmp_path / "out.jsonl"
    code, told, _ = run(capsys, "batch", str(given), "-o", str(out))
    assert code == 0
    assert "unique" in told
    records = read(out)
    all_right(records)
    for before, after in zip(lines_of(25), records, strict=True):
        assert {key: after[key] for key in json.loads(before)} == json.loads(before)
        result = nn.Result.to_json(nn.solve(json_puzzle(before)))
        found = after["result"]
        assert isinstance(found, dict)
        assert {k: v for k, v in found.items() if k != "stats"} == {
            k: v for k, v in result.items() if k != "stats"
        }


def json_puzzle(line: str) -> nn.Puzzle:
    return nn.parse(line, "jsonl")


@pytest.mark.parametrize(
    ("task", "statuses"),
    [
        ("grade", ["unique", "multiple", "none", "unique", "multiple"]),
        ("count", ["unique", "multiple", "none", "unique", "multiple"]),
        ("explain", ["unique", "stuck", "none", "unique", "stuck"]),
    ],
)
def test_tasks(tmp_path: Path, capsys: Output, task: str, statuses: list[str]) -> None:
    given, out = write(tmp_path / "in.jsonl", 5), tmp_path / "out.jsonl"
    code, _, _ = run(capsys, "batch", str(given), "-o", str(out), "--task", task)
    assert code == 0
    records = read(out)
    assert [record["status"] for record in records] == statuses
    several = ["--pick", "all"] if task == "explain" else []
    _, told, _ = run(capsys, task, str(given), "--json", *several)
    assert [record["result"] for record in records] == list(map(json.loads, told.splitlines()))


def test_workers_order_globs_and_compressed_inputs(tmp_path: Path, capsys: Output) -> None:
    zstandard = pytest.importorskip("zstandard")
    write(tmp_path / "a-0.jsonl", 40)
    packed = ("\n".join(lines_of(40, 40)) + "\n").encode()
    (tmp_path / "a-1.jsonl.gz").write_bytes(gzip.compress(packed))
    packed = "\n".join(lines_of(40, 80)).encode()  # without a last line feed
    (tmp_path / "a-2.jsonl.zst").write_bytes(zstandard.compress(packed))
    out = tmp_path / "out.jsonl"
    code, _, err = run(
        capsys, "batch", str(tmp_path / "a-*"), "-o", str(out), "--workers", "2", "--ordered"
    )
    assert (code, err) == (0, "")
    assert numbers(out) == list(range(120))
    all_right(read(out))


def test_bad_records_are_told_and_the_rest_go_on(tmp_path: Path, capsys: Output) -> None:
    good = lines_of(2)
    bad = ["{nonsense", '{"kind": "binairo", "grid": "0x..", "id": 7}', "[1]"]
    (tmp_path / "in.jsonl").write_text("\n".join([good[0], "", *bad, good[1]]), encoding="utf-8")
    out = tmp_path / "out.jsonl"
    code, _, err = run(capsys, "batch", str(tmp_path / "in.jsonl"), "-o", str(out))
    assert code == 2
    assert "in.jsonl:3:2: invalid JSON" in err
    assert "in.jsonl:4: " in err
    records = read(out)
    assert [record["status"] for record in records] == ["unique", *["failed"] * 3, "multiple"]
    assert records[1]["line"] == "{nonsense"
    assert records[2]["grid"] == "0x.."
    assert "error" in records[2]["result"]  # type: ignore[operator]


def test_of_many_bad_records_a_few_are_told(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "in.jsonl").write_text("{no\n" * 40)
    code, _, err = run(capsys, "batch", f"{tmp_path}/in.jsonl", "-o", f"{tmp_path}/out.jsonl")
    assert code == 2
    assert err.count("\n") == 11
    assert "40 of 40 records failed" in err


def test_nothing_in_is_nothing_out(tmp_path: Path, capsys: Output) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "in.jsonl").write_text("\n\n")
    for name in ("out.jsonl", "out.parquet", "out/"):
        assert run(capsys, "batch", f"{tmp_path}/in.jsonl", "-o", f"{tmp_path}/{name}")[0] == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""


def test_a_puzzle_that_breaks_solving_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from nonairo.batches import tasks

    real = many_puzzles.solving

    def breaking(puzzles, options):  # type: ignore[no-untyped-def]
        if any(puzzle.id == "binairo:00/.." for puzzle in puzzles):
            raise RuntimeError("no more")
        return real(puzzles, options)

    monkeypatch.setattr(tasks, "solving", breaking)
    answers = list(TASKS["solve"].run(list(map(nn.parse, SAMPLES)), NO_LIMITS))
    wanted = list(SAMPLES.values())
    wanted[2] = "failed"
    assert [answered.status for answered in answers] == wanted
    assert "no more" in str(answers[2].result)


def test_an_answer_of_an_earlier_batch_is_replaced(tmp_path: Path, capsys: Output) -> None:
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    given = write(tmp_path / "in.jsonl", 3)
    assert run(capsys, "batch", str(given), "-o", str(first))[0] == 0
    assert run(capsys, "batch", str(first), "-o", str(second), "--task", "count")[0] == 0
    for line, record in zip(second.read_text().splitlines(), read(second), strict=True):
        assert line.count('"result"') == 1
        assert "value" in record["result"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere.jsonl", "-o", "x.jsonl"], "nowhere.jsonl: No such file"),
        (["no-*.jsonl", "-o", "x.jsonl"], "no-*.jsonl: no file matches this name"),
        (["in.jsonl", "-o", "folder/x.jsonl"], "folder/x.jsonl: expected a file in a folder"),
        (
            ["in.jsonl", "-o", "in.jsonl"],
            "in.jsonl: is one of the inputs; choose another file to write",
        ),
        (["in.jsonl", "-o", "in.jsonl", "--resume"], "in.jsonl: is one of the inputs"),
        (["text.txt", "-o", "x.jsonl"], "text.txt: expected JSON Lines, ids or Parquet; nonairo"),
        (["in.jsonl", "-o", "x.jsonl", "--task", "slove"], "did you mean solve"),
        (["in.jsonl", "-o", "x.jsonl", "--workers", "9999"], "expected 1 to 1024 workers"),
        (["in.jsonl", "-o", "x.jsonl", "--workers", "2", "--dask", "tcp://x:1"], "found both"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "in.jsonl", 2)
    (tmp_path / "text.txt").write_text("0./..\n")
    code, _, err = run(capsys, "batch", *arguments)
    assert code == (2 if "slove" in arguments else 4)  # bad usage; refused to start
    assert told in err
    assert err.count("\n") == 1
    assert not (tmp_path / "x.jsonl").exists()


def test_a_run_goes_on_only_with_what_it_began_with(tmp_path: Path, capsys: Output) -> None:
    given, out = write(tmp_path / "in.jsonl", 3), tmp_path / "out.jsonl"
    assert run(capsys, "batch", str(given), "-o", str(out))[0] == 0
    code, _, err = run(capsys, "batch", str(given), "-o", str(out), "--resume", "--task", "grade")
    assert code == 4
    assert "began with another task" in err
    write(given, 4)
    code, _, err = run(capsys, "batch", str(given), "-o", str(out), "--resume")
    assert code == 4
    assert "began with other inputs" in err


@pytest.mark.usefixtures("small_shards")
def test_every_moment_of_a_kill_is_repaired(tmp_path: Path) -> None:
    """What a kill leaves: the journal up to some byte, the output at least as far as it tells."""
    given, out = write(tmp_path / "in.jsonl", 60), tmp_path / "out.jsonl"
    whole = Batch([str(given)], str(out))
    assert list(whole.run(Here(), 1))
    output, told = out.read_bytes(), Path(f"{out}.progress").read_bytes()
    assert told.count(b"\n") > 5, "several shards"
    ends = [0, *(json.loads(line)["end"] for line in told.splitlines()[1:])]
    draw = random.Random(7)
    header = told.index(b"\n") + 1
    for _ in range(40):
        cut = draw.randint(header, len(told))
        entries = told[:cut].count(b"\n") - 1
        written = draw.randint(ends[entries], ends[min(entries + 1, len(ends) - 1)])
        if cut > header and told[cut - 1 : cut] != b"\n":  # a half line: its shard was written
            written = ends[min(entries + 1, len(ends) - 1)]
        out.write_bytes(output[:written])
        Path(f"{out}.progress").write_bytes(told[:cut])
        again = Batch([str(given)], str(out), resume=True)
        list(again.run(Here(), 1))
        assert sorted(numbers(out)) == list(range(60))  # type: ignore[type-var]
        assert again.tally.statuses == whole.tally.statuses
    all_right(read(out))


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz", "parquet"])
def test_a_run_that_is_left_goes_on_where_it_was(tmp_path: Path, suffix: str) -> None:
    """Left after each number of shards, and then finished with shards of another size."""
    pytest.importorskip("pyarrow")
    given, out = tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix.removesuffix('.gz')}"
    text = ("\n".join(lines_of(30)) + "\n").encode()
    given.write_bytes(gzip.compress(text) if suffix.endswith(".gz") else text)
    for steps in range(1, 9, 2):
        for old in tmp_path.glob("out*"):
            if old.is_file():
                old.unlink()
        running = Batch([str(given)], str(out)).run(Here(), 1)
        for _ in range(steps):
            next(running)
        running.close()  # type: ignore[attr-defined]
        finishing = Batch([str(given)], str(out), resume=True)
        list(finishing.run(Here(), 1))
        assert finishing.tally.records == 30
        if suffix == "parquet":
            from pyarrow import parquet

            rows = parquet.read_table(out).to_pylist()
            assert [row["id"] for row in rows] == list(range(30))
            assert not Path(f"{out}.parts").exists()
        else:
            assert sorted(numbers(out)) == list(range(30))  # type: ignore[type-var]


def test_kill_9_and_resume(tmp_path: Path, capsys: Output) -> None:
    given, out = write(tmp_path / "in.jsonl", 1500), tmp_path / "out.jsonl"
    words = ["batch", str(given), "-o", str(out), "--workers", "1"]
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    kills = 0
    for _ in range(3):
        resume = ["--resume"] if out.exists() else []
        began = out.stat().st_size if out.exists() else 0
        child = subprocess.Popen(
            [sys.executable, "-m", "nonairo", *words, *resume], env=os.environ | paths,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        while child.poll() is None and (not out.exists() or out.stat().st_size <= began):
            time.sleep(0.002)
        child.send_signal(signal.SIGKILL)
        kills += child.wait() == -signal.SIGKILL
    assert kills
    assert run(capsys, *words[:-2], "--resume")[0] == 0
    assert sorted(numbers(out)) == list(range(1500))  # type: ignore[type-var]
    all_right(read(out))


def test_a_full_disk_is_told_and_the_rest_is_done_later(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, out = write(tmp_path / "in.jsonl", 100), tmp_path / "out.jsonl"
    real, room = checksum_lines.write_all, 9000

    def little_room(file, data):  # type: ignore[no-untyped-def]
        nonlocal room
        real(file, data[:room])
        room -= len(data)
        if room < 0:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(outputs, "write_all", little_room)
    code, _, err = run(capsys, "batch", str(given), "-o", str(out))
    assert code == 3
    assert "No space left on device; finished work is kept, and --resume continues it" in err
    monkeypatch.setattr(outputs, "write_all", real)
    assert run(capsys, "batch", str(given), "-o", str(out), "--resume")[0] == 0
    assert sorted(numbers(out)) == list(range(100))  # type: ignore[type-var]


@pytest.mark.parametrize("out", ["out.jsonl", "out.jsonl.gz", "parts/", "out.parquet"])
def test_a_disk_that_is_full_from_the_start_stops_a_run(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    words = ["batch", str(write(tmp_path / "in.jsonl", 3)), "-o", f"{tmp_path}/{out}"]

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nonairo.batches.journal.write_all", no_room)
    code, _, err = run(capsys, *words)
    assert code == 3
    assert err.endswith(
        "No space left on device; finished work is kept, and --resume continues it\n"
    )
    monkeypatch.undo()
    assert run(capsys, *words, "--resume")[0] == 0


def test_an_output_that_ends_with_the_command_is_refused(tmp_path: Path, capsys: Output) -> None:
    given = write(tmp_path / "in.jsonl", 3)
    for name in ("memory://lost/out.parquet", "memory://lost/parts/", "memory://lost"):
        code, out, err = run(capsys, "batch", str(given), "-o", name)
        assert (code, out) == (4, "")
        assert err.startswith(f"nonairo: {name}: would be lost when the command ends")


def test_an_interrupt_loses_nothing(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, out = write(tmp_path / "in.jsonl", 400), tmp_path / "out.jsonl"
    real = outputs.LinesOutput.add

    def add(self: outputs.LinesOutput, pieces: list[shards.Piece]) -> None:
        real(self, pieces)
        raise KeyboardInterrupt

    monkeypatch.setattr(outputs.LinesOutput, "add", add)
    words = ["batch", str(given), "-o", str(out)]
    code, _, err = run(capsys, *words, "--workers", "1")
    assert code == 130
    assert "--resume continues" in err
    monkeypatch.setattr(outputs.LinesOutput, "add", real)
    assert 0 < len(numbers(out)) < 400
    assert run(capsys, *words, "--resume")[0] == 0
    assert sorted(numbers(out)) == list(range(400))  # type: ignore[type-var]


def test_a_broken_archive_is_told_in_a_line(tmp_path: Path, capsys: Output) -> None:
    text = ("\n".join(lines_of(50)) + "\n").encode()
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(text)[:-20])
    (tmp_path / "bad.jsonl.zst").write_bytes(b"nothing of the kind" * 9)
    (tmp_path / "bad.parquet").write_bytes(b"PAR1" + b"x" * 50)
    for name in ("cut.jsonl.gz", "bad.jsonl.zst", "bad.parquet"):
        code, _, err = run(capsys, "batch", str(tmp_path / name), "-o", f"{tmp_path}/{name}.out")
        assert code == (4 if name == "bad.parquet" else 2)  # the others have been begun
        assert name in err
        assert err.count("\n") == 1, err


def test_progress_has_a_rate_and_an_eta(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO

    from rich.console import Console

    from nonairo.batches.running import Done

    shown = StringIO()
    console = Console(file=shown, force_terminal=True, width=100)
    monkeypatch.setattr("rich.console.Console", lambda **_: console)
    monkeypatch.setattr(progress, "is_shown", lambda: True)
    with progress.rate_shown() as update:
        update(Done(50, 100, 1234, 234))
    assert "1,234 puzzles" in shown.getvalue()
    assert "/s" in shown.getvalue()
    assert "50%" in shown.getvalue()
    assert "ETA" in shown.getvalue()


def test_two_runs_do_not_write_to_one_output(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    given, out = write(tmp_path / "in.jsonl", 50), tmp_path / "out.jsonl"
    running = Batch([str(given)], str(out)).run(Here(), 1)
    next(running)
    with pytest.raises(nn.FormatError, match="another run is writing"):
        next(Batch([str(given)], str(out), resume=True).run(Here(), 1))
    running.close()  # type: ignore[attr-defined]


def test_a_worker_that_dies_twice_fails_its_record_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The executor says so of whatever holds record 13."""
    from concurrent.futures import Future

    from nonairo.workers.protocol import WorkerDied

    class Dying(Here):
        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            if b'"id": 13,' not in args[-1].read():
                return super().submit(fn, *args, **kwargs)
            future: Future[object] = Future()
            future.set_exception(WorkerDied("its worker was ended by SIGKILL"))
            return future

    given, out = write(tmp_path / "in.jsonl", 20), tmp_path / "out.jsonl"
    list(Batch([str(given)], str(out), ordered=True).run(Dying()))
    records = read(out)
    assert [record["id"] for record in records] == list(range(20))
    assert [record["id"] for record in records if record["status"] == "failed"] == [13]
    assert records[13]["result"] == {"error": "its worker was ended by SIGKILL, twice"}


@pytest.mark.parametrize(("given", "out"), [("jsonl", "parquet"), ("parquet", "jsonl")])
def test_parquet_in_and_out(tmp_path: Path, capsys: Output, given: str, out: str) -> None:
    arrow = pytest.importorskip("pyarrow")
    source, target = tmp_path / f"in.{given}", tmp_path / f"out.{out}"
    records = [json.loads(line) for line in lines_of(23)]
    if given == "parquet":
        from pyarrow import parquet

        keys = list({key: None for record in records for key in record})
        columns = {key: [record.get(key) for record in records] for key in keys}
        parquet.write_table(arrow.table(columns), source, row_group_size=7)
    else:
        write(source, 23)
    code, _, _ = run(capsys, "batch", str(source), "-o", str(target), "--workers", "1", "--ordered")
    assert code == 0
    if out == "parquet":
        rows = arrow.parquet.read_table(target).to_pylist()
        assert isinstance(json.loads(rows[0]["result"]), dict)
    else:
        rows = read(target)
    assert [row["id"] for row in rows] == list(range(23))
    all_right(rows)


@pytest.mark.usefixtures("small_shards")
def test_what_has_no_type_of_parquet_becomes_text(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    mixed: list[object] = [1, "two", {"three": [3]}, [4, "four"], None, 2**70, [[1], [2]]]
    records = [json.loads(line) | {"odd": mixed[k % 7]} for k, line in enumerate(lines_of(28))]
    given, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    given.write_text("\n".join(map(json.dumps, records)))
    list(Batch([str(given)], str(out)).run(Here()))
    rows = arrow.parquet.read_table(out).to_pylist()
    assert [row["id"] for row in rows] == list(range(28))
    told = ["1", "two", '{"three": [3]}', '[4, "four"]', None, str(2**70), "[[1], [2]]"]
    assert [row["odd"] for row in rows] == told * 4


def test_parts_in_a_folder(tmp_path: Path, capsys: Output) -> None:
    given, out = write(tmp_path / "in.jsonl", 50), f"{tmp_path}/parts/"
    assert run(capsys, "batch", str(given), "-o", out)[0] == 0
    assert run(capsys, "batch", str(given), "-o", out)[0] == 4
    Path(out, "part-0000-0000000000000-9999999999999.jsonl").write_text("of nobody")
    assert run(capsys, "batch", str(given), "-o", out, "--resume")[0] == 0
    found = [record for part in Path(out).glob("part-*") for record in read(part)]
    assert sorted(record["id"] for record in found) == list(range(50))  # type: ignore[type-var]


def test_parts_and_inputs_under_a_url(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonairo.cli.batch.FORGOTTEN", "no://")  # this process goes on
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    text = "\n".join(lines_of(20)).encode()
    memory.pipe_file("/given/in.jsonl", text)
    words = ["batch", "memory://given/*.jsonl", "-o", "memory://solved"]
    assert run(capsys, *words)[0] == 0
    assert run(capsys, *words)[0] == 4
    assert run(capsys, *words, "--resume")[0] == 0
    found = [
        json.loads(line)
        for part in memory.glob("/solved/part-*")
        for line in memory.cat_file(part).splitlines()
    ]
    assert sorted(record["id"] for record in found) == list(range(20))


@pytest.mark.parametrize("missing", ["pyarrow", "zstandard", "fsspec", "distributed"])
def test_what_is_missing_is_said(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "fsspec":
        monkeypatch.setitem(sys.modules, "fsspec.core", None)
    given = write(tmp_path / "in.jsonl", 2)
    (tmp_path / "in.jsonl.zst").write_bytes(b"(\xb5/\xfd")
    words = {
        "pyarrow": [str(given), "-o", f"{tmp_path}/out.parquet"],
        "zstandard": [f"{given}.zst", "-o", f"{tmp_path}/out.jsonl"],
        "fsspec": ["memory://x", "-o", f"{tmp_path}/out.jsonl"],
        "distributed": [str(given), "-o", f"{tmp_path}/out.jsonl", "--dask", "tcp://x:1"],
    }[missing]
    code, _, err = run(capsys, "batch", *words)
    assert code == (2 if missing == "zstandard" else 4)
    assert missing in err
    assert f"pip install {missing}" in err


def test_another_version_is_refused(tmp_path: Path) -> None:
    (source,) = sources.sources_of([str(write(tmp_path / "in.jsonl", 1))])
    (shard,) = source.shards(Pace(1000, 1000), {})
    with pytest.raises(nn.EngineError, match=r"worker .* has nonairo .*, not 0\.0"):
        shards.work_on(shard, Plan("solve", NO_LIMITS, version="0.0"))
