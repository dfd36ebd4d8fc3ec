"""Tables of puzzles: the same family in and out, and the same answers as `solve`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import nonairo as nn
from nonairo import column_shapes, many_puzzles
from nonairo.errors import LimitReached

arrow = pytest.importorskip("pyarrow", reason="needs the extra cluster")

BOARDS = [nn.generate_binairo(6, seed=seed) for seed in range(8)]
PUZZLES = [
    *BOARDS,
    nn.parse("binairo:" + "/".join(["......"] * 6)),
    nn.parse("binairo:" + "/".join(["000..."] * 6)),
    nn.generate_binairo(8, seed=1),
    nn.parse("binairo@no-distinct:0./.."),
    nn.parse("nonogram:1,1/3;2/1/2"),
    nn.parse("kakurasu:3/10/3/7;6/6/6/6"),
]
RECORDS = [json.loads(nn.dumps(puzzle, "jsonl")) for puzzle in PUZZLES]
for record in RECORDS:
    record.pop("solution", None)


def table_of(records: list[dict[str, Any]]) -> Any:
    names = list(dict.fromkeys(name for record in records for name in record))
    texts = ("rows", "cols")
    return arrow.table(
        {
            name: [
                json.dumps(record[name]) if name in texts and name in record else record.get(name)
                for record in records
            ]
            for name in names
        }
    )


def expected(puzzle: nn.Puzzle) -> tuple[str, str | None, int]:
    result = nn.solve(puzzle)
    first = None if result.solution is None else result.solution.cells
    return result.status.value, first, len(result.solutions)


def test_every_row_is_answered_as_solve_does() -> None:
    found = nn.solve_frame(table_of(RECORDS))
    assert found.column_names[-4:] == ["status", "solution", "count", "error"]
    assert found.drop_columns(["status", "solution", "count", "error"]).equals(table_of(RECORDS))
    for row, puzzle in zip(found.to_pylist(), PUZZLES, strict=True):
        status, solution, count = expected(puzzle)
        assert (row["status"], row["count"], row["error"]) == (status, count, None)
        if count == 1:
            assert row["solution"] == solution
        elif count:
            assert not nn.check(puzzle, row["solution"])
        else:
            assert row["solution"] is None


def plain(count: int = 20) -> Any:
    rows = [RECORDS[number % 9] for number in range(count)]
    names = ("kind", "height", "width", "grid")
    return arrow.table({name: [row[name] for row in rows] for name in names})


def test_pandas_keeps_its_index_and_its_types() -> None:
    pandas = pytest.importorskip("pandas")
    frame = plain().to_pandas()
    frame.index = [f"row {number}" for number in range(20)]
    frame["kind"] = frame["kind"].astype("category")
    found = nn.solve_frame(frame)
    assert isinstance(found, pandas.DataFrame)
    assert list(found.index) == list(frame.index)
    assert found["kind"].dtype == frame["kind"].dtype
    assert found["status"].tolist() == ["unique"] * 8 + ["multiple"] + ["unique"] * 8 + [
        "multiple", "unique", "unique"
    ]  # fmt: skip
    assert found["count"].sum() == 22
    assert list(frame.columns) == ["kind", "height", "width", "grid"], "the given one is unchanged"


def test_polars_gets_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(plain()).with_columns(polars.col("kind").cast(polars.Categorical))
    found = nn.solve_frame(frame)
    assert isinstance(found, polars.DataFrame)
    assert found["status"].to_list() == nn.solve_frame(plain())["status"].to_pylist()
    assert found.columns == [*frame.columns, "status", "solution", "count", "error"]


def test_duckdb_asks_questions_of_answers() -> None:
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        connection.register("given", plain())
        relation = connection.sql("select * from given where height = 6")
        connection.register("solved", nn.solve_frame(relation))
        query = "select status, count(*) from solved group by status order by status"
        assert connection.sql(query).fetchall() == [("multiple", 2), ("unique", 18)]


@pytest.mark.filterwarnings("ignore")
def test_dask_maps_it_over_partitions() -> None:
    frames = pytest.importorskip("dask.dataframe")
    given = frames.from_pandas(plain(40).to_pandas(), npartitions=3)
    found = given.map_partitions(nn.solve_frame).compute(scheduler="threads")
    assert found["status"].value_counts().to_dict() == {"unique": 36, "multiple": 4}


PAGE = Path(__file__).parents[1] / "docs" / "tables.md"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["DuckDB", "polars", "Dask"])
def test_the_examples_of_the_page_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip(name.lower())
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    rows = plain().set_column(1, "height", [[10] * 20]).set_column(2, "width", [[10] * 20])
    rows = rows.set_column(3, "grid", [["." * 100] * 20])
    Path("puzzles").mkdir()
    parquet.write_table(rows, "puzzles.parquet")
    for part in range(3):
        parquet.write_table(plain(), f"puzzles/{part}.parquet")
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {name}\n")[1].split("\n## ")[0]
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", section, re.DOTALL):
        exec(block, names)
    if name == "Dask":
        statuses = parquet.read_table("solved")["status"].to_pylist()
        assert (len(statuses), set(statuses)) == (60, {"unique", "multiple"})
    else:
        assert "multiple" in capsys.readouterr().out


def test_squares_need_no_sizes_and_names_do_not_clash() -> None:
    table = arrow.table(
        {
            "kind": ["binairo", "takuzu", "unruly", None, "sudoku", "binairo"],
            "grid": ["0...", "0...", "....", "0...", "0...", "0.x."],
            "solution": ["0110", None, None, None, None, None],
            "count": range(6),
        }
    )
    found = nn.solve_frame(table)
    assert found["status"].to_pylist() == ["unique", "unique", "multiple", *["unknown"] * 3]
    assert found["solution"].to_pylist()[0] == "0110"
    assert found["solution_found"].to_pylist()[:2] == ["0110"] * 2
    assert found["count_found"].to_pylist() == [1, 1, 2, None, None, None]
    errors = found["error"].to_pylist()
    assert errors[:3] == [None] * 3
    assert "'kind': expected one of" in errors[3]
    assert "found 'sudoku'" in errors[4]
    assert "r2c1: expected '0', '1' or '.', found 'x'" in errors[5]


def test_pieces_of_a_table_and_nothing_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = nn.solve_frame(plain())
    monkeypatch.setattr("nonairo.frames.MOST_BYTES", 200)
    assert nn.solve_frame(plain()).to_pylist() == whole.to_pylist()
    monkeypatch.setattr("nonairo.frames.TOGETHER", 3)
    assert nn.solve_frame(plain()).to_pylist() == whole.to_pylist()
    assert nn.solve_frame(plain().slice(7, 5)).to_pylist() == whole.slice(7, 5).to_pylist()
    assert nn.solve_frame(plain(0)).column_names == whole.column_names


def test_too_many_shapes_are_solved_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = nn.solve_frame(table_of(RECORDS))
    monkeypatch.setattr(column_shapes, "MOST_SHAPES", 1)
    assert nn.solve_frame(table_of(RECORDS))["status"].equals(whole["status"])


def test_hard_boards_are_solved_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = nn.solve_frame(plain())
    monkeypatch.setattr(many_puzzles, "QUICK_NODES", 0)
    assert nn.solve_frame(plain()).to_pylist() == whole.to_pylist()


def test_limits_are_for_each_puzzle() -> None:
    hard = arrow.table({"kind": ["binairo"], "grid": ["." * 64 * 64]})
    found = nn.solve_frame(hard, node_limit=1).to_pylist()[0]
    assert (found["status"], found["count"]) in (("unknown", None), ("multiple", 2))
    with pytest.raises((nn.EngineError, nn.PuzzleError, LimitReached)):
        nn.solve_frame(hard, time_limit="soon")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (7, "expected a DataFrame or an Arrow table, found 7"),
        ("binairo:0./..", "expected a DataFrame or an Arrow table"),
        ([{"kind": "binairo"}], "expected a DataFrame or an Arrow table"),
        (arrow.table({"a": [1], "b": [2]}), "expected a table with a column 'kind', found 'a, b'"),
        (arrow.table({}), "found no columns"),
    ],
)
def test_other_things_are_refused(given: object, message: str) -> None:
    with pytest.raises(nn.PuzzleError, match=message):
        nn.solve_frame(given)


def test_threads_are_counted_from_one() -> None:
    with pytest.raises(nn.EngineError, match="at least 1 thread, found 0"):
        nn.solve_frame(plain(), threads=0)
    assert nn.solve_frame(plain(), threads=2).equals(nn.solve_frame(plain()))


def test_a_name_of_two_columns_and_a_date_of_no_calendar_are_errors() -> None:
    cells = arrow.array(["0.x."])
    table = arrow.table([arrow.array(["binairo"]), cells, cells], names=["kind", "grid", "grid"])
    with pytest.raises(nn.PuzzleError, match="different column names, found 'grid' twice"):
        nn.solve_frame(table)
    late = arrow.array([2**60], arrow.timestamp("s"))
    table = arrow.table({"kind": ["binairo"], "grid": cells, "when": late})
    with pytest.raises(nn.PuzzleError, match="column 'when': expected texts in UTF-8 and dates"):
        nn.solve_frame(table)


def test_sizes_may_be_fractions_as_where_pandas_misses_some() -> None:
    pandas = pytest.importorskip("pandas")
    board, clues = {"kind": "binairo", "grid": "0...", "height": 2, "width": 2}, "[[2], [1]]"
    nonogram = {"kind": "nonogram", "rows": clues, "cols": clues}
    table = pandas.DataFrame([board, nonogram, board | {"grid": "0.x."}, board | {"height": 2.5}])
    assert str(table["height"].dtype) == "float64"
    answers = nn.solve_frame(table)
    assert list(answers["status"]) == ["unique", "unique", "unknown", "unknown"]
    assert list(nn.solve_frame(table.head(1))["solution"]) == ["0110"]
    assert "whole numbers for 'height' and 'width', found 2.5 and 2" in answers["error"][3]


def test_columns_of_runs_are_read() -> None:
    runs = arrow.RunEndEncodedArray.from_arrays([2, 3], ["binairo", None])
    table = arrow.table({"kind": runs, "grid": ["0...", "00..", "0..."]})
    assert nn.solve_frame(table)["status"].to_pylist() == ["unique", "none", "unknown"]
