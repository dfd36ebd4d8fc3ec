"""`nonairo batch` with what nobody should give it: told in a line, nothing lost, the rest done."""

from __future__ import annotations

import gzip
import json
import os
import pickle
from pathlib import Path

import pytest

from commands import Output, run
from nonairo.batches import records, sources, storage, streams
from nonairo.batches.checksum_lines import seal, unseal
from nonairo.batches.journal import OldJournal
from nonairo.batches.running import Batch
from nonairo.errors import FormatError
from nonairo.workers.jobs import Pace
from nonairo.workers.processes import Here

GOOD = '{"id": %d, "kind": "binairo", "height": 2, "width": 2, "grid": "0..."}\n'


def given(folder: Path, count: int = 3, name: str = "in.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(GOOD % number for number in range(count)))
    return path


def read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_folder_of_somebody_is_never_swept(tmp_path: Path, capsys: Output) -> None:
    """`--resume` with a folder that no run began, and be it that of the inputs."""
    part = given(tmp_path, name="part-0000.jsonl")
    own = given(tmp_path, name="part-0000-0000000000000-0000000000009.jsonl")
    code, _, err = run(capsys, "batch", str(part), "-o", f"{tmp_path}/", "--resume")
    assert code == 4
    assert "exists, but its journal" in err
    assert sorted(tmp_path.iterdir()) == sorted([part, own])


def test_a_folder_whose_run_was_killed_at_once_goes_on(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "_progress").touch()
    words = ["batch", str(given(tmp_path)), "-o", f"{tmp_path}/parts/"]
    assert run(capsys, *words)[0] == 4
    assert run(capsys, *words, "--resume")[0] == 0


def test_parts_of_a_table_are_not_dropped_without_resume(tmp_path: Path, capsys: Output) -> None:
    pytest.importorskip("pyarrow")
    words = ["batch", str(given(tmp_path, 200)), "-o", f"{tmp_path}/out.parquet"]
    running = Batch([words[1]], words[3]).run(Here(), 1)
    next(running)
    next(running)
    running.close()  # type: ignore[attr-defined]
    parts = sorted(Path(f"{words[3]}.parts").iterdir())
    code, _, err = run(capsys, *words)
    assert code == 4
    assert "already exists; use --resume to continue that run" in err
    assert sorted(Path(f"{words[3]}.parts").iterdir()) == parts
    assert run(capsys, *words, "--resume")[0] == 0


def test_of_bad_records_the_file_above_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise many of them take as long as the square of their number."""
    path = given(tmp_path)
    path.write_text("{bad\n" * 1000)
    opened = []
    real = storage.open_to_read
    monkeypatch.setattr(records, "open_to_read", lambda name: opened.append(name) or real(name))  # type: ignore[func-returns-value]
    (source,) = sources.sources_of([str(path)])
    shards = list(source.shards(Pace(2000, 2000), {}))
    found = [record.error for shard in shards for record in records.records_of(shard)]
    assert found[999] == f"{path}:1000:2: " + str(found[0]).partition(":1:2: ")[2]
    assert len(opened) <= len(shards)


def test_a_worker_that_sees_no_file_tells_bad_records_by_their_byte(tmp_path: Path) -> None:
    path = given(tmp_path, 1)
    path.write_text(path.read_text() + "{bad\n")
    (source,) = sources.sources_of([str(path)])
    (shard,) = source.shards(Pace(2000, 2000), {}, carried=True)
    path.unlink()
    good, bad = records.records_of(shard)
    assert good.puzzle is not None
    assert f"{path}: byte {len(GOOD % 0)}:2: invalid JSON" in str(bad.error)


@pytest.mark.parametrize("packed", [False, True])
def test_a_line_that_is_too_long_fails_alone(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    for module in (sources, streams, records):
        monkeypatch.setattr(module, "LONGEST", 6000)
    path = given(tmp_path, 40)
    text = path.read_text() + '{"long": "' + "x" * 20000 + '"}\n' + "".join(GOOD % 40)
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    out = tmp_path / "out.jsonl"
    code, _, err = run(capsys, "batch", str(path), "-o", str(out))
    assert code == 2
    assert "expected lines of at most" in err
    assert "1 of 42 records failed" in err
    assert err.count("\n") == 2
    found = read(out)
    assert [record.get("id") for record in found] == [*range(40), None, 40]
    assert found[40]["status"] == "failed"
    assert str(found[40]["line"]).startswith('{"long": "xxx')
    assert run(capsys, "batch", str(path), "-o", str(out), "--resume")[0] == 2
    assert len(read(out)) == 42


@pytest.mark.parametrize("packed", [False, True])
def test_an_input_that_has_changed_is_noticed(tmp_path: Path, capsys: Output, packed: bool) -> None:
    """Also one that is as long as before, or that is compressed."""
    path, out = given(tmp_path), tmp_path / "out.jsonl"

    def write(text: str) -> None:
        path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())

    write(GOOD % 1)
    assert run(capsys, "batch", str(path), "-o", str(out))[0] == 0
    write(GOOD % 2)
    code, _, err = run(capsys, "batch", str(path), "-o", str(out), "--resume")
    assert code == 4
    assert f"this run began with other inputs: {path} has changed" in err
    header = seal({"task": "solve", "inputs": [3], "ordered": False})
    Path(f"{out}.progress").write_bytes(header)
    code, _, err = run(capsys, "batch", str(path), "-o", str(out), "--resume")
    assert code == 4
    assert "began with other inputs: their names" in err


def test_a_journal_of_nonsense_is_told_up_to_there(tmp_path: Path, capsys: Output) -> None:
    path, out = given(tmp_path), tmp_path / "out.jsonl"
    assert run(capsys, "batch", str(path), "-o", str(out))[0] == 0
    progress = Path(f"{out}.progress")
    header, entry = progress.read_text().splitlines()
    first = header.encode() + b"\n"
    for bad in ("many", [1], float("inf")):
        data = unseal(entry.encode() + b"\n", first)
        data["tally"]["statuses"]["unique"] = bad
        progress.write_bytes(first + seal(data, first))
        assert OldJournal.read(str(progress)).entries == []
        assert run(capsys, "batch", str(path), "-o", str(out), "--resume")[0] == 0
        assert len(read(out)) == 3


@pytest.mark.parametrize("resume", [[], ["--resume"]])
def test_a_file_that_is_no_journal_is_kept(
    tmp_path: Path, capsys: Output, resume: list[str]
) -> None:
    """Where OUT's journal would be there may be somebody's file, or even the input."""
    path = given(tmp_path, name="out.jsonl.progress")
    text = path.read_text()
    code, _, err = run(capsys, "batch", str(path), "-o", f"{tmp_path}/out.jsonl", *resume)
    assert code == 4
    assert f"{path}: exists, and is not the journal of a batch" in err
    assert path.read_text() == text
    path.write_text('{"task": "sol')  # the disk was full at once
    assert OldJournal.read(str(path)).foreign is False


def test_a_run_that_began_and_ended_meanwhile_is_noticed(tmp_path: Path) -> None:
    path, out = given(tmp_path), tmp_path / "out.jsonl"
    told = OldJournal.read(f"{out}.progress")
    list(Batch([str(path)], str(out)).run(Here(), 1))
    from nonairo.batches.journal import Journal

    with pytest.raises(FormatError, match="another run is writing"):
        Journal(f"{out}.progress", {"ordered": False}, told, [])
    assert len(OldJournal.read(f"{out}.progress").entries) == 1


@pytest.mark.parametrize("name", ["-", ""])
def test_an_output_without_a_name_is_refused(tmp_path: Path, capsys: Output, name: str) -> None:
    code, _, err = run(capsys, "batch", str(given(tmp_path)), "-o", name)
    assert code == 4
    assert err == f"nonairo: {name!r}: expected the name of a file, a folder/ or a URL\n"


def test_that_there_was_nothing_to_do_is_told(tmp_path: Path, capsys: Output) -> None:
    words = ["batch", str(given(tmp_path, 0)), "-o", f"{tmp_path}/out.jsonl"]
    assert run(capsys, *words) == (0, "", "nonairo: there are no records in the input\n")


def test_bad_records_are_not_among_the_slowest(tmp_path: Path, capsys: Output) -> None:
    path = given(tmp_path, 1)
    path.write_text(path.read_text() + "{bad\n")
    _, told, _ = run(capsys, "batch", str(path), "-o", f"{tmp_path}/out.jsonl")
    assert "failed\t1" in told
    assert "?" not in told


def test_only_times_that_were_measured_are_in_the_table_of_the_slowest(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("nonairo._core")
    easy = "binairo:..0.0.0./..0...../0....00./...0..../..1...1./..0..0../...1...1/0......."
    hard = "binairo:......../.......1/..1.0.../.00.0.../.......0/......0./1......1/..11.0.1"
    path = tmp_path / "in.txt"
    path.write_text("".join(f"{puzzle}\n" for puzzle in (*[easy] * 5, hard)))
    words = ["batch", str(path), "--ordered", "-o"]
    assert run(capsys, *words, f"{tmp_path}/together.jsonl")[1] == "unique\t6\n"
    monkeypatch.setattr("nonairo.many_puzzles.QUICK_NODES", 10)  # 42 are needed
    _, summary, _ = run(capsys, *words, f"{tmp_path}/one-alone.jsonl")
    slowest = summary.removeprefix("unique\t6\n\n").splitlines()
    assert [line.split("\t")[0] for line in slowest] == [hard]
    lines = (tmp_path / "one-alone.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    assert [each["result"]["stats"]["nodes"] > 0 for each in records] == [False] * 5 + [True]


def test_half_a_letter_and_clues_as_text_go_through_parquet(tmp_path: Path, capsys: Output) -> None:
    """Kinds whose clues have no type in common, and JSON's half letters, which have none at all."""
    pytest.importorskip("pyarrow")
    path = given(tmp_path, 1)
    path.write_text(
        '{"id": "\\ud800", "kind": "nonogram", "rows": [[1], [2]], "cols": [[2], [1]]}\n'
        '{"id": "k", "kind": "kakurasu", "rows": [3, 0], "cols": [1, 1]}\n'
    )
    words = ["batch", f"{tmp_path}/one.parquet", "-o", f"{tmp_path}/two.jsonl", "--ordered"]
    assert run(capsys, "batch", str(path), "-o", words[1])[0] == 0
    assert run(capsys, *words)[0] == 0
    assert [(record["id"], record["status"]) for record in read(tmp_path / "two.jsonl")] == [
        ("?", "unique"),
        ("k", "unique"),
    ]


def test_a_table_written_anew_is_read_anew(tmp_path: Path) -> None:
    """By a worker that has read the old one."""
    pytest.importorskip("pyarrow")
    from nonairo.batches.parquet import read_rows, written

    path = tmp_path / "in.parquet"
    for number in range(2):
        path.write_bytes(written("", [{"id": number}]))
        assert read_rows(str(path), 0, 1) == [{"id": number}]


def test_rows_that_workers_do_not_see_travel_as_text(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from nonairo.batches.parquet import written

    path = tmp_path / "in.parquet"
    rows = [json.loads(GOOD % number) for number in range(5)]
    path.write_bytes(written("", rows))
    (source,) = sources.sources_of([str(path)])
    (shard,) = source.shards(Pace(2000, 2000), {}, carried=True)
    path.unlink()
    assert shard.rows() == rows
    assert [single.rows() for single in shard.singles()] == [[row] for row in rows]
    assert all(record.puzzle for record in records.records_of(shard))


def test_a_part_that_somebody_removed_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonairo.batches.running.FIRST_SHARD", 300)
    monkeypatch.setattr("nonairo.batches.running.LARGEST_SHARD", 300)
    path, out = given(tmp_path, 30), tmp_path / "parts"
    list(Batch([str(path)], f"{out}/").run(Here(), 1))
    parts = sorted(out.glob("part-*"))
    parts[1].unlink()
    again = Batch([str(path)], f"{out}/", resume=True)
    list(again.run(Here(), 1))
    assert again.tally.records == 30
    found = [record["id"] for part in sorted(out.glob("part-*")) for record in read(part)]
    assert found == list(range(30))


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("first", ["", "# a comment\n", GOOD % 1])
def test_a_byte_order_mark_is_no_part_of_the_first_line(
    tmp_path: Path, capsys: Output, first: str, packed: bool
) -> None:
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    text = f"{first}binairo:0./..\n".encode("utf-8-sig")
    source.write_bytes(gzip.compress(text) if packed else text)
    code, _, err = run(capsys, "batch", str(source), "-o", str(out))
    assert (code, err) == (0, "")
    assert len(read(out)) == 1 + first.startswith("{")


def test_the_error_of_another_text_is_like_other_errors() -> None:
    error = streams.other_text("-")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (streams.OtherText, str(error))
    assert str(error.at("in.gz")).startswith("in.gz: this is not the input")


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("damage", ["cut off", "more behind"])
def test_what_stands_before_a_damage_is_answered(
    damage: str, workers: str, tmp_path: Path, capsys: Output
) -> None:
    data = gzip.compress(given(tmp_path, 300).read_bytes(), mtime=0)
    path, out = tmp_path / "in.jsonl.gz", tmp_path / "out.jsonl"
    path.write_bytes(data[:-9] if damage == "cut off" else data + b"garbage")
    words = ["batch", str(path), "-o", str(out), "--workers", workers]
    code, _, err = run(capsys, *words)
    assert (code, err.count(f"nonairo: {path}: ")) == (2, 1)
    found = read(out)
    assert len(found) == (300 if damage == "more behind" else len(found)) > 250
    code, _, err = run(capsys, *words, "--resume")
    assert (code, read(out)) == (2, found), "nothing is left to be found"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_with_a_name_is_refused_and_not_waited_for(tmp_path: Path, capsys: Output) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code, _, err = run(capsys, "batch", str(pipe), "-o", f"{tmp_path}/out.jsonl")
    assert code == 4
    assert err.startswith(f"nonairo: {pipe}: expected a file that can be read again, found a pipe")
