"""Parts of one output whose columns do not agree."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="needs the extra cluster")
import pyarrow as arrow
from pyarrow import parquet as pyarrow_parquet
from pyarrow import table

import nonairo as nn
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
    with pytest.raises(FormatError, match=r"in\.parquet: invalid Parquet: ") as told:
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
        if name == "1.parquet":  # a column that has a type keeps it
            assert row["deep"] == {"a": [float("-inf"), 1.5], "day": day}
        else:
            assert json.loads(str(row["deep"]), parse_constant=pytest.fail) == record["deep"]


COLUMNS: dict[str, Callable[[int], Iterable[object]]] = {
    "text ids": lambda n: [f"p{number}" for number in range(n)],
    "strange ids": lambda n: [f'"\u00e9{number}%\\' for number in range(n)],
    "numbers": range,
    "fractions": lambda n: [number / 3 for number in range(n)],
    "some": lambda n: [None if number % 2 else f"p{number}" for number in range(n)],
}


def boards(count: int = 30) -> dict[str, list[object]]:
    """Rows of which most are boards; some have several solutions, none, or something wrong."""
    cells = [nn.generate_binairo(6, seed=seed).givens.cells for seed in range(6)]
    cells += ["." * 36, "0" * 36, "x" * 36, "0" * 35]
    return {
        "kind": [*["binairo"] * (count - 1), "nonogram"],
        "grid": [cells[number % len(cells)] for number in range(count)],
        "height": [6] * count,
        "width": [6] * count,
        "rules": ["standard", "no-distinct", None] * (count // 3),
        "status": ["old"] * count,
    }


def batched(folder: Path, given: object, name: str, capsys: Output, *options: str) -> Path:
    pyarrow_parquet.write_table(given, folder / "in.parquet")
    out = folder / name
    for left in folder.glob(f"{name}*"):
        left.unlink()
    code = run(capsys, "batch", str(folder / "in.parquet"), "-o", str(out), *options)[0]
    assert code == 2, "some are wrong"
    return out


@pytest.mark.parametrize("ids", [None, *COLUMNS])
@pytest.mark.parametrize("options", [(), ("--result", "lean")], ids=["full", "lean"])
@pytest.mark.parametrize("name", ["out.parquet", "out.jsonl"])
def test_columns_are_answered_as_records_are(
    ids: str | None,
    options: tuple[str, ...],
    name: str,
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    columns = boards() | ({} if ids is None else {"id": list(COLUMNS[ids](30))})
    given = table(columns)
    found = []
    for slowly in (False, True):
        if slowly:
            monkeypatch.setattr("nonairo.batches.plan.Plan.is_quick", False)
        out = batched(tmp_path, given, name, capsys, *options)
        if name == "out.parquet":
            whole = pyarrow_parquet.read_table(out)
            assert (
                whole.drop_columns(["status"])
                .select([each for each in columns if each != "status"])
                .equals(given.drop_columns(["status"]))
            )
            text = "\n".join(map(str, whole.to_pylist()))
        else:
            text = out.read_text()
        text = re.sub(r'"stats": {.*?}}', '"stats": 0', text)
        if options and name == "out.parquet":  # the first of several may be another
            text = re.sub(r"'multiple', 'solution': '[01]*'", "'multiple'", text)
        found.append(text)
    assert found[0] == found[1]
    for status in ("unique", "multiple", "none", "failed"):
        assert status in found[0]


def test_lean_tables_have_a_column_for_each_value(tmp_path: Path, capsys: Output) -> None:
    given = table(boards() | {"solution": [None] * 30, "count": [7] * 30})
    out = pyarrow_parquet.read_table(
        batched(tmp_path, given, "out.parquet", capsys, "--result", "lean")
    )
    types = {field.name: str(field.type) for field in out.schema}
    assert types["status"] == types["solution_found"] == types["error"] == "string"
    assert types["count_found"] == "uint8"
    assert "result" not in types
    for row in out.to_pylist():
        assert row["count"] == 7
        assert (row["error"] is None) == (row["status"] != "failed")
        counts = {"none": 0, "unique": 1, "multiple": 2, "failed": None}
        assert row["count_found"] == counts[row["status"]]
    for task, column in (("grade", "level"), ("count", "value"), ("explain", "steps")):
        found = batched(tmp_path, given, "out.parquet", capsys, "--result", "lean", "--task", task)
        assert column in pyarrow_parquet.read_schema(found).names


def test_lines_become_the_same_table_as_rows(tmp_path: Path, capsys: Output) -> None:
    columns = boards()
    del columns["status"]
    rows = batched(tmp_path, table(columns), "out.parquet", capsys, "--result", "lean")
    lines = tmp_path / "in.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in table(columns).to_pylist()))
    out = tmp_path / "lines.parquet"
    code, _, _ = run(capsys, "batch", str(lines), "-o", str(out), "--result", "lean")
    assert code == 2
    both = [pyarrow_parquet.read_table(path).drop_columns(["error"]) for path in (rows, out)]
    assert both[0].to_pylist() == both[1].to_pylist()


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ([("grid", ["0.x."])], "expected different column names, found 'grid' twice"),
        ([("z", arrow.array([2**60], arrow.timestamp("ms")))], "column 'z': expected texts in"),
        ([("z", arrow.array([b"\xff"]).view(arrow.string()))], "column 'z': expected texts in"),
    ],
)
def test_what_python_cannot_read_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Output,
    columns: list[tuple[str, Any]],
    message: str,
    suffix: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    names, values = zip(("kind", ["binairo"]), ("grid", ["0.x."]), *columns, strict=True)
    pyarrow_parquet.write_table(arrow.table([*map(arrow.array, values)], names=names), "in.parquet")
    code, _, err = run(capsys, "batch", "in.parquet", "-o", f"out.{suffix}")
    assert code == 2
    assert err.startswith(f"nonairo: in.parquet: {message}")
    assert len(err.splitlines()) == 1


def test_sizes_that_pandas_made_fractions_are_read(tmp_path: Path, capsys: Output) -> None:
    arrow = pytest.importorskip("pyarrow")
    rows = [{"kind": "binairo", "grid": "0...", "height": 2.0, "width": 2.0}]
    rows.append({"kind": "nonogram", "rows": "[[2], [1]]", "cols": "[[2], [1]]"})
    table = arrow.Table.from_pylist(rows, arrow.schema(
        [(name, arrow.string()) for name in ("kind", "grid", "rows", "cols")]
        + [(name, arrow.float64()) for name in ("height", "width")]
    ))  # fmt: skip
    arrow.parquet.write_table(table, tmp_path / "in.parquet")
    for out in ("out.jsonl", "out.parquet"):
        words = ["batch", f"{tmp_path}/in.parquet", "-o", f"{tmp_path}/{out}", "--result", "lean"]
        code, told, err = run(capsys, *words)
        assert (code, err) == (0, "")
        assert "unique\t2" in told
