"""Shards by plan: every record in one of them, whatever the inputs; their outputs put together."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.batches.portions import Portion
from nonairo.batches.sources import sources_of

BOARD = {"kind": "binairo", "height": 2, "width": 2, "grid": "0..."}


def line_of(number: int) -> str:
    more = {"more": "x" * (number * 37 % 101)}
    return json.dumps({"id": number} | BOARD | more)


def write(path: Path, first: int, stop: int) -> Path:
    path.write_text("".join(line_of(number) + "\n" for number in range(first, stop)))
    return path


def inputs(folder: Path) -> list[str]:
    """Plain files, compressed ones between them, one without a last line feed, an empty one."""
    write(folder / "a.jsonl", 0, 40)
    (folder / "b.jsonl.gz").write_bytes(
        gzip.compress("".join(line_of(n) + "\n" for n in range(40, 60)).encode())
    )
    (folder / "c.jsonl").write_text("\n".join(map(line_of, range(60, 70))))
    write(folder / "d.jsonl", 0, 0)
    write(folder / "e.jsonl", 70, 100)
    return [str(folder / f"{name}") for name in sorted(path.name for path in folder.iterdir())]


@pytest.mark.parametrize("of", [1, 2, 3, 7, 50, 300])
def test_every_position_is_in_one_portion(of: int, tmp_path: Path) -> None:
    sources = sources_of(inputs(tmp_path))
    found: dict[int, list[tuple[int, int]]] = {}
    for number in range(1, of + 1):
        for place, span in Portion(number, of).spans(sources).items():
            found.setdefault(place, []).append(span)
    for source in sources:
        spans = found.get(source.number, [])
        if source.way == "stream":
            assert spans == [(0, -1)]
            continue
        assert [start for start, _ in spans] == [0, *(stop for _, stop in spans[:-1])][: len(spans)]
        assert (spans[-1][1] if spans else 0) == source.size
        text = Path(source.name).read_bytes()
        assert all(start == 0 or text[start - 1 : start] == b"\n" for start, _ in spans)


OUTS = ("part-{}.jsonl", "part-{}.jsonl.gz", "part-{}/", "part-{}.parquet")


@pytest.mark.parametrize("out", OUTS)
def test_merged_portions_are_the_whole(out: str, tmp_path: Path, capsys: Output) -> None:
    if out.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    (tmp_path / "in").mkdir()
    given = inputs(tmp_path / "in")
    names = [f"{tmp_path}/{out.format(number)}" for number in range(1, 5)]
    for number in random.Random(1).sample(range(4), 4):
        words = ["batch", *given, "-o", names[number], "--shard", f"{number + 1}/4", "--ordered"]
        assert run(capsys, *words, "--shard-size", "1K")[0] == 0
    whole = str(tmp_path / ("all.jsonl" if out.endswith("/") else out.format("all")))
    code, told, err = run(capsys, "batch", "merge", *reversed(names), "-o", whole)
    assert (code, err) == (0, "")
    assert "unique" in told
    assert "100" in told
    if out.endswith(".parquet"):
        from nonairo.batches.parquet import read_rows

        ids = [row["id"] for row in read_rows(whole, 0, 100)]
    else:
        data = Path(whole).read_bytes()
        data = gzip.decompress(data) if whole.endswith(".gz") else data
        ids = [json.loads(line)["id"] for line in data.splitlines()]
    assert ids == list(range(100))
    code, _, err = run(capsys, "batch", "merge", *names, "-o", whole)
    assert (code, "already exists" in err) == (4, True)


def test_parquet_is_cut_between_rows(tmp_path: Path, capsys: Output) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [{"id": number} | BOARD for number in range(101)]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "in.parquet")
    names = [f"{tmp_path}/{number}.parquet" for number in range(1, 4)]
    for number, name in enumerate(names, 1):
        words = ["batch", f"{tmp_path}/in.parquet", "-o", name, "--shard", f"{number}/3"]
        assert run(capsys, *words)[0] == 0
    assert run(capsys, "batch", "merge", *names, "-o", f"{tmp_path}/all.parquet")[0] == 0
    found = parquet.read_table(tmp_path / "all.parquet")
    assert found["id"].to_pylist() == list(range(101))


def test_what_does_not_belong_together_is_refused(tmp_path: Path, capsys: Output) -> None:
    given = write(tmp_path / "in.jsonl", 0, 30)

    def batch(name: str, *options: str) -> str:
        assert run(capsys, "batch", str(given), "-o", f"{tmp_path}/{name}", *options)[0] == 0
        return f"{tmp_path}/{name}"

    one, two = batch("1.jsonl", "--shard", "1/2"), batch("2.jsonl", "--shard", "2/2")
    other = batch("3.jsonl", "--shard", "2/2", "--task", "count")
    third, plain = batch("4.jsonl", "--shard", "2/3"), batch("5.jsonl")
    packed = batch("2.jsonl.gz", "--shard", "2/2")
    for words, message in (
        ([one], "missing of 2 shards: 2"),
        ([one, one, two], "shard 1/2 was given twice"),
        ([one, other], "is of another run than"),
        ([one, third], "is of another run than"),
        ([one, plain], "expected the output of a batch with --shard"),
        ([one, packed], "expected outputs of the kind of"),
        ([one, f"{tmp_path}/none.jsonl"], "expected the output of a batch with --shard"),
        ([], "expected the outputs of all shards after `merge`"),
    ):
        code, _, err = run(capsys, "batch", "merge", *words, "-o", f"{tmp_path}/all.jsonl")
        assert code == 4
        assert message in err
        assert err.count("\n") == 1
    progress = Path(f"{two}.progress")
    progress.write_bytes(b"".join(progress.read_bytes().splitlines(keepends=True)[:-1]))
    code, _, err = run(capsys, "batch", "merge", one, two, "-o", f"{tmp_path}/all.jsonl")
    assert (code, "shard 2/2 is not finished" in err) == (4, True)
    assert run(capsys, "batch", str(given), "-o", two, "--shard", "2/2", "--resume")[0] == 0
    assert run(capsys, "batch", "merge", one, two, "-o", f"{tmp_path}/all.jsonl")[0] == 0
    code, _, err = run(capsys, "batch", str(given), "-o", two, "--shard", "1/2", "--resume")
    assert (code, "began with another --shard: 2/2, not 1/2" in err) == (4, True)


@pytest.mark.parametrize("out", OUTS)
@pytest.mark.parametrize("is_gone", [False, True])
def test_outputs_that_lost_something_are_not_merged(
    out: str, is_gone: bool, tmp_path: Path, capsys: Output
) -> None:
    if out.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    given = str(write(tmp_path / "in.jsonl", 0, 30))
    names = [f"{tmp_path}/{out.format(number)}" for number in (1, 2)]
    for number, name in enumerate(names, 1):
        assert run(capsys, "batch", given, "-o", name, "--shard", f"{number}/2")[0] == 0
    changed = Path(names[1])
    changed = next(changed.glob("part-*")) if changed.is_dir() else changed
    if is_gone:
        changed.unlink()
    else:
        changed.write_bytes(changed.read_bytes()[:-10])
    whole = tmp_path / ("all.jsonl" if out.endswith("/") else out.format("all"))
    code, _, err = run(capsys, "batch", "merge", *names, "-o", str(whole))
    assert (code, err.count("\n")) == (4, 1)
    assert str(changed) in err
    assert not whole.exists()


@pytest.mark.parametrize("value", ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/9999999"])
def test_shards_that_cannot_be_are_refused(value: str, capsys: Output) -> None:
    code, _, err = run(capsys, "batch", "in.jsonl", "-o", "x.jsonl", f"--shard={value}")
    assert (code, err.count("\n")) == (2, 1)


def test_standard_input_cannot_be_divided(capsys: Output, tmp_path: Path) -> None:
    code, _, err = run(capsys, "batch", "-", "-o", f"{tmp_path}/x.jsonl", "--shard", "1/2")
    assert (code, "standard input cannot be divided" in err) == (4, True)


def test_merged_answers_are_those_of_solve(tmp_path: Path, capsys: Output) -> None:
    puzzles = [nn.generate_binairo(6, seed=seed) for seed in range(12)]
    (tmp_path / "in.jsonl").write_text("".join(nn.dumps(each, "jsonl") for each in puzzles))
    for number in (1, 2):
        words = ["batch", f"{tmp_path}/in.jsonl", "-o", f"{tmp_path}/{number}.jsonl"]
        assert run(capsys, *words, "--shard", f"{number}/2")[0] == 0
    names = [f"{tmp_path}/{number}.jsonl" for number in (1, 2)]
    assert run(capsys, "batch", "merge", *names, "-o", f"{tmp_path}/all.jsonl")[0] == 0
    lines = (tmp_path / "all.jsonl").read_text().splitlines()
    found = [json.loads(line)["result"]["grid"] for line in lines]
    assert found == [str(each.solution).replace("\n", "") for each in puzzles]
