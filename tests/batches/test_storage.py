"""Inputs and outputs under URLs, and outputs that do what their names say."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from commands import Output, run
from nonairo.batches import parquet, storage
from nonairo.batches.running import Batch
from nonairo.workers.processes import Here

fsspec = pytest.importorskip("fsspec", reason="needs the extra cluster")
pytest.importorskip("pyarrow", reason="needs the extra cluster")
GOOD = '{"id": %d, "kind": "binairo", "height": 2, "width": 2, "grid": "0..."}\n'


def lines(count: int) -> bytes:
    return "".join(GOOD % number for number in range(count)).encode()


def ids(text: bytes) -> list[int]:
    return [json.loads(line)["id"] for line in text.splitlines()]


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """An S3 of our own, on this machine."""
    pytest.importorskip("s3fs", reason="needs s3fs, of the extra test")
    servers = pytest.importorskip("moto.server", reason="needs moto, of the extra test")
    server = servers.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "x",
            "AWS_SECRET_ACCESS_KEY": "x",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }.items():
            patch.setenv(name, value)
        fsspec.filesystem("s3").mkdir("puzzles")
        yield "s3://puzzles"
        server.stop()


@pytest.fixture(autouse=True)
def memory_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow outputs in memory: this process goes on after a command."""
    monkeypatch.setattr("nonairo.cli.batch.FORGOTTEN", "no://")


@pytest.fixture(params=["memory", "s3"])
def place(request: pytest.FixtureRequest) -> str:
    """A folder of a remote file system, new for every test."""
    name = request.node.name.partition("[")[0]
    if request.param == "memory":
        return f"memory://{name}"
    return f"{request.getfixturevalue('bucket')}/{name}"


def put(url: str, data: bytes) -> str:
    storage.write_whole(url, data)
    return url


def get(url: str) -> bytes:
    with storage.open_to_read(url) as stream:
        return stream.read()


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz", "parquet"])
def test_inputs_and_tables_under_a_url(place: str, capsys: Output, suffix: str) -> None:
    from nonairo.batches.parquet import written

    packing: dict[str, Callable[[bytes], bytes]] = {
        "jsonl": lambda text: text,
        "jsonl.gz": gzip.compress,
        "parquet": lambda text: written("", [json.loads(line) for line in text.splitlines()]),
    }
    source = put(f"{place}/{suffix}/in.{suffix}", packing[suffix](lines(300)))
    out = f"{place}/{suffix}/out.parquet"
    assert run(capsys, "batch", source, "-o", out)[::2] == (0, "")
    from pyarrow import parquet

    rows = parquet.read_table(io.BytesIO(get(out))).to_pylist()
    assert [row["id"] for row in rows] == list(range(300))
    assert [name for name in storage.listed(f"{out}.parts") if name] == []
    assert run(capsys, "batch", source, "-o", out)[0] == 4
    assert run(capsys, "batch", source, "-o", out, "--resume")[::2] == (0, "")


def test_lines_of_a_remote_file_are_read_in_pieces(place: str) -> None:
    """By a reader with a buffer: those of fsspec have no `readline(size)`."""
    url = put(f"{place}/in.jsonl", b"0123456789\nab\n")
    with storage.open_to_read(url) as stream:
        assert stream.readline(4) == b"0123"
        assert stream.readline() == b"456789\n"
        assert stream.seek(11) == 11
        assert stream.read() == b"ab\n"


@pytest.mark.parametrize("name", ["x.jsonl", "x.csv", "x.jsonl.gz", "x.parquet.gz"])
def test_a_file_of_lines_under_a_url_is_refused(tmp_path: Path, capsys: Output, name: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(lines(2))
    code, _, err = run(capsys, "batch", str(source), "-o", f"memory://refused/{name}")
    assert code == 4
    expected = "expected a .parquet file, or a folder such as parts/"
    assert err == f"nonairo: memory://refused/{name}: {expected}\n"
    assert storage.listed("memory://refused") == []


@pytest.mark.parametrize("name", ["x.csv", "x.csv.gz", "x.parquet.gz", "x.xlsx", "x.bz2"])
def test_a_name_that_means_something_else_is_refused(
    tmp_path: Path, capsys: Output, name: str
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(lines(2))
    code, _, err = run(capsys, "batch", str(source), "-o", f"{tmp_path}/{name}")
    assert code == 4
    assert "expected a name that ends in .jsonl, .jsonl.gz, .jsonl.zst or .parquet" in err
    assert sorted(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize("suffix", ["gz", "zst"])
@pytest.mark.parametrize("count", [0, 60])
def test_compressed_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, count: int
) -> None:
    """Also when the run is left after some shards, and goes on."""
    zstandard = pytest.importorskip("zstandard")
    monkeypatch.setattr("nonairo.batches.running.FIRST_SHARD", 500)
    monkeypatch.setattr("nonairo.batches.running.LARGEST_SHARD", 500)
    source, out = tmp_path / "in.jsonl", tmp_path / f"out.jsonl.{suffix}"
    source.write_bytes(lines(count))
    running = Batch([str(source)], str(out)).run(Here(), 1)
    for _ in range(3):
        next(running, None)
    running.close()  # type: ignore[attr-defined]
    with out.open("ab") as file:
        file.write(b"half a shard")
    for _ in range(2):
        list(Batch([str(source)], str(out), resume=True).run(Here(), 1))
        packed = out.read_bytes()
        if suffix == "gz":
            text = gzip.decompress(packed)
        else:
            reader = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
            text = reader.read()
        assert packed
        assert ids(text) == list(range(count))


def test_two_workers_write_the_same_part(tmp_path: Path) -> None:
    """One was late, and its work was given to another, which has the same process id elsewhere."""
    name = f"{tmp_path}/part-0000-0000000000000-0000000000009.jsonl"
    with storage.whole_file(name) as late:
        late.write_bytes(b"half")
        storage.write_whole(name, b"whole")
        late.write_bytes(b"late")
    assert get(name) == b"late"
    with pytest.raises(IsADirectoryError), storage.whole_file(name) as half:
        half.parent.write_bytes(b"what cannot be written")
    assert get(name) == b"late"
    assert [path.name for path in tmp_path.iterdir()] == [Path(name).name]


def test_an_error_of_the_caller_is_not_one_of_the_remote_system() -> None:
    name = "memory://caller/out.parquet"
    with pytest.raises(KeyError), storage.whole_file(name):
        raise KeyError("ours")
    assert not storage.exists(name)
    with storage.whole_file(name) as half:
        half.write_bytes(b"whole")
    assert get(name) == b"whole"


def test_a_remote_file_that_does_not_exist_is_said_so(tmp_path: Path, capsys: Output) -> None:
    name = "memory://nothing/in.jsonl"
    told = f"nonairo: {name}: No such file or directory\n"
    assert run(capsys, "batch", name, "-o", f"{tmp_path}/out.jsonl") == (4, "", told)


def test_what_a_remote_system_raises_is_one_line(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever class it is of; before the start, and in the middle of reading."""
    from fsspec.implementations.memory import MemoryFile

    class NoCredentials(Exception):
        pass

    put("memory://raising/in.jsonl", lines(3000))
    real, reads = MemoryFile.read, []

    def read(self: Any, size: int = -1) -> bytes:
        reads.append(size)
        if len(reads) > allowed:
            raise NoCredentials("Unable to locate\ncredentials")
        return real(self, size)  # type: ignore[no-any-return]

    monkeypatch.setattr(MemoryFile, "read", read, raising=False)
    words = ["batch", "memory://raising/in.jsonl", "-o", f"{tmp_path}/out.jsonl"]
    told = "nonairo: memory://raising/in.jsonl: NoCredentials: Unable to locate credentials"
    allowed = 0
    assert run(capsys, *words) == (4, "", told + "\n")
    reads.clear()
    allowed = 6
    code, _, err = run(capsys, *words)
    assert code == 3
    assert err == told + "; finished work is kept, and --resume continues it\n"
    monkeypatch.setattr(MemoryFile, "read", real, raising=False)
    assert run(capsys, *words, "--resume")[::2] == (0, "")
    assert sorted(ids((tmp_path / "out.jsonl").read_bytes())) == list(range(3000))


@pytest.mark.parametrize("out", ["parts/", pytest.param("out.parquet", marks=pytest.mark.full)])
def test_kill_9_and_resume_on_s3(
    bucket: str, capsys: Output, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    """From S3 to S3: killed after some parts, and each record once in the end."""
    source = put(f"{bucket}/kill-{out}/in.jsonl", lines(600))
    folder = f"{bucket}/kill-{out}/{out}"
    words = ["batch", source, "-o", folder]
    parts = folder.rstrip("/") if out == "parts/" else f"{folder}.parts"
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    child = subprocess.Popen(
        [sys.executable, "-m", "nonairo", *words], env=os.environ | paths,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while child.poll() is None and len(storage.listed(parts)) < 3:
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    assert run(capsys, *words, "--resume")[::2] == (0, "")
    if out == "parts/":
        names = [name for name in storage.listed(parts) if name.startswith("part-")]
        found = [number for name in sorted(names) for number in ids(get(f"{parts}/{name}"))]
    else:
        from pyarrow import parquet

        rows = parquet.read_table(io.BytesIO(get(folder))).to_pylist()
        found = [row["id"] for row in rows]
    assert found == list(range(600))


@pytest.mark.parametrize("name", ["out.parquet", "out.jsonl"])
def test_a_url_of_this_machine_is_a_file_like_any_other(
    tmp_path: Path, capsys: Output, name: str
) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "in.jsonl"
    path.write_text('{"id": 1, "kind": "binairo", "height": 2, "width": 2, "grid": "0..."}\n')
    words = ["batch", f"file://{path}", "-o", f"file://{tmp_path}/{name}"]
    assert run(capsys, *words)[0] == 0
    there = sorted(each.name for each in tmp_path.iterdir())
    assert there == sorted(["in.jsonl", name, f"{name}.progress"])  # and no folder of parts
    assert run(capsys, *words)[0] == 4
    assert run(capsys, *words, "--resume")[0] == 0


def test_files_beside_a_remote_journal_that_are_not_ours_stay(place: str, capsys: Output) -> None:
    out = f"{place}/out.parquet"
    endings = "my-notes", "2026-11-19", "0a1b2c3d-00000001.bak", "0a1b2c3d-1"
    mine = [put(f"{out}.progress.{ending}", b"mine") for ending in endings]
    source = put(f"{place}/in.jsonl", lines(3))
    for more in ([], ["--resume"]):
        assert run(capsys, "batch", source, "-o", out, *more)[0] == 0
        assert [get(each) for each in mine] == [b"mine"] * 4


def test_a_file_among_the_parts_that_is_not_ours_stays(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    source.write_bytes(lines(3))
    merge = parquet.merge

    def while_it_runs(parts: list[str], name: str, folder: str) -> None:
        Path(folder, "notes.txt").write_text("mine")
        merge(parts, name, folder)

    monkeypatch.setattr(parquet, "merge", while_it_runs)
    assert run(capsys, "batch", str(source), "-o", str(out))[0] == 0
    left = [each.name for each in (tmp_path / "out.parquet.parts").iterdir()]
    assert left == ["notes.txt"]


def test_a_remote_journal_grows_by_parts_and_is_never_written_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also where a run is killed and goes on, again and again."""
    fsspec = pytest.importorskip("fsspec")
    from nonairo.batches import journal as journals
    from nonairo.batches.journal import Entry, Journal, OldJournal
    from nonairo.batches.storage import write_whole
    from nonairo.batches.tally import Tally

    monkeypatch.setattr(journals, "BETWEEN", -1.0)
    name, about = (
        "memory://journals/out/_progress",
        {"task": "solve", "inputs": [], "ordered": True},
    )
    system = fsspec.filesystem("memory")
    written: list[str] = []

    def noted(name: str, data: bytes) -> None:
        written.append(name)
        write_whole(name, data)

    monkeypatch.setattr(journals, "write_whole", noted)
    number = 0
    for run_number in range(3):
        old = OldJournal.read(name)
        assert [entry.start for entry in old.entries] == list(range(number))
        journal = Journal(name, about, old, old.entries)
        for _ in range(5):
            journal.add(Entry(0, number, number + 1, Tally()))
            number += 1
        assert len(written) == len({*written}) + run_number, "only the first file, once a run"
        if run_number < 2:
            journal.close()
        parts = [each for each in system.ls("/journals/out", detail=False) if "-" in each]
        assert len(parts) == 5, "those of earlier runs are in the first file"
    last = sorted(f"memory:/{part}" for part in system.ls("/journals/out", detail=False))[-1]
    system.pipe_file(last.removeprefix("memory:/"), b'{"half')
    assert [entry.start for entry in OldJournal.read(name).entries] == list(range(number - 1))
    system.rm("/journals", recursive=True)
