"""Parts of one output whose columns do not agree."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="needs the extra cluster")
from nonairo.batches.parquet import merge, read_rows, written


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
    merge(parts, whole)
    assert [row.get("a") for row in read_rows(str(whole), 0, 2)] == merged
    assert sorted(tmp_path.iterdir()) == sorted([*parts, whole])
