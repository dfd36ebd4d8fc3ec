"""Parts of one output whose columns do not agree."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="needs the extra cluster")
from pyarrow import parquet as pyarrow_parquet
from pyarrow import table

from commands import Output, run
from nonairo.batches import parquet
from nonairo.batches.parquet import merge, read_rows, written
from nonairo.batches.storage import version_of
from nonairo.errors import FormatError


@pytest.mark.parametrize(
    ("one", "other", "merged"),
    [
        (1, 1.5, [1.0, 1.5]),
        (2**53 + 1, 1.5, ["9007199254740993", "1.5"]),  # no fraction is so large and so exact
        (2**70, 3, ["1180591620717411303424", "3"]),
        ([2**53 + 1], [1.5], ["[9007199254740993]", "[1.5]"]),
        ([1, 2], "x", ["[1, 2]", "x"]),
        ([1], ["x"], ["[1]", '["x"]']),
        ({"b": 1}, 3, ['{"b": 1}', "3"]),
        (True, 3, ["true", "3"]),
        (None, [1], [None, [1]]),
    ],
)
def test_what_does_not_go_together_is_text(
    one: object, other: object, merged: list[object], tmp_path: Path
) -> None:
    parts = [tmp_path / "one.parquet", tmp_path / "other.parquet"]
    for path, value in zip(parts, (one, other), strict=True):
        path.write_bytes(written(path.name, [{"a": value, "b": path.name}]))
    whole = tmp_path / "whole.parquet"
    merge([*map(str, parts)], str(whole))
    assert [row.get("a") for row in read_rows(str(whole), 0, 2)] == merged
    assert sorted(tmp_path.iterdir()) == sorted([*parts, whole])


def test_rows_are_read_some_at_a_time_wherever_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group of rows, of which there may be a million, is never held as a whole."""
    monkeypatch.setattr(parquet, "TOGETHER", 7)
    path = tmp_path / "in.parquet"
    pyarrow_parquet.write_table(table({"id": list(range(100))}), path, row_group_size=40)
    for start, stop in ((0, 5), (5, 30), (35, 45), (3, 4), (99, 100), (40, 100), (0, 100), (7, 7)):
        rows = read_rows(str(path), start, stop)
        assert [row["id"] for row in rows] == list(range(start, stop))
        reader = parquet._rows(str(path), version_of(str(path)))
        assert reader._batch.num_rows <= 7


def test_a_file_that_is_broken_inside_is_told_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pyarrow_parquet.write_table(table({"id": [f"{k}" for k in range(2000)]}), path)
    whole = bytearray(path.read_bytes())
    whole[4:400] = b"x" * 396
    path.write_bytes(whole)
    with pytest.raises(FormatError, match=r"in\.parquet: expected Parquet: ") as told:
        read_rows(str(path), 0, 2000)
    assert "\n" not in str(told.value)


def test_small_parts_become_large_groups(tmp_path: Path) -> None:
    """Otherwise the table of contents of millions of rows does not fit into memory."""
    parts = [tmp_path / f"{number}.parquet" for number in range(20)]
    for number, path in enumerate(parts):
        path.write_bytes(written(path.name, [{"id": number}]))
    merge([*map(str, parts)], f"{tmp_path}/whole.parquet")
    assert pyarrow_parquet.ParquetFile(tmp_path / "whole.parquet").metadata.num_row_groups == 1
    rows = read_rows(str(tmp_path / "whole.parquet"), 0, 20)
    assert [row["id"] for row in rows] == list(range(20))


def nested(depth: int, inside: object = 1) -> object:
    """Lists inside one another."""
    for _ in range(depth):
        inside = [inside]
    return inside


@pytest.mark.parametrize("depth", [3, 4, 50, 450, 700])
@pytest.mark.parametrize("suffix", ["parquet", "jsonl"])
def test_deep_fields_become_text_before_the_work(
    tmp_path: Path, capsys: Output, depth: int, suffix: str
) -> None:
    """One record nested 50 deep made a batch fail when all of it was done; 700 fails alone."""
    line = '{"id": %d, "kind": "binairo", "height": 2, "width": 2, "grid": "0...", "odd": %s}\n'
    odd = json.dumps(nested(depth))
    given, out = tmp_path / "in.jsonl", tmp_path / f"out.{suffix}"
    given.write_text(line % (0, "[[7]]") + line % (1, odd) + line % (2, '{"a": 1}'))
    assert run(capsys, "batch", str(given), "-o", str(out))[0] == (2 if depth == 700 else 0)
    if suffix == "jsonl":
        rows = [json.loads(line) for line in out.read_text().splitlines()]
        assert [row.get("odd") for row in rows][::2] == [[[7]], {"a": 1}]
    else:
        rows = read_rows(str(out), 0, 3)
        assert [row.get("odd") for row in rows][::2] == ["[[7]]", '{"a": 1}']
        assert rows[1].get("odd") == (None if depth == 700 else odd)
    assert [row["status"] for row in rows] == [
        "unique", "failed" if depth == 700 else "unique", "unique",
    ]  # fmt: skip


def test_no_nan_gets_into_json(tmp_path: Path, capsys: Output) -> None:
    """From a table, from lines with what is no JSON, inside of objects, and beside dates."""
    day = date(2026, 1, 2)
    columns = {"kind": ["binairo"], "height": [2], "width": [2], "grid": ["0..."]}
    columns |= {"odd": [float("nan")], "deep": [{"a": [float("-inf"), 1.5], "day": day}]}
    pyarrow_parquet.write_table(table(columns), tmp_path / "1.parquet")
    line = '{"kind": "binairo", "height": 2, "width": 2, "grid": "0...", "odd": NaN, "deep": %s}'
    (tmp_path / "2.jsonl").write_text(line % '{"a": [-Infinity, 1.5], "day": "2026-01-02"}')
    for name in ("1.parquet", "2.jsonl"):
        given = str(tmp_path / name)
        assert run(capsys, "batch", given, "-o", f"{given}.out")[0] == 0
        record = json.loads(Path(f"{given}.out").read_text(), parse_constant=pytest.fail)
        assert record["odd"] is None
        assert record["deep"] == {"a": [None, 1.5], "day": "2026-01-02"}
        assert run(capsys, "batch", given, "-o", f"{given}.new.parquet")[0] == 0
        (row,) = read_rows(f"{given}.new.parquet", 0, 1)
        assert json.loads(str(row["deep"]), parse_constant=pytest.fail) == record["deep"]
