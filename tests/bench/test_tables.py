"""Every table of the benchmark can be measured, small, on puzzles of its own."""

from __future__ import annotations

import json
import re
import sys

import pytest

from nonairo import native
from nonairo.bench import TABLES, binairo, classics, engines, heuristics, startup
from nonairo.bench.base import BenchOptions, TextTable
from nonairo.cli import main
from nonairo.generating.levels_made import measured
from nonairo.kinds import KINDS

SMALL = BenchOptions(sample=1, time_limit=0.2, largest=10)
NEEDED = {  # what a table cannot do without
    "binairo": ("nonairo._core",),
    "nonograms": ("nonairo._core",),
    "coloured": ("nonairo._core",),
    "signs": ("nonairo._core",),
    "generating": ("nonairo._core", "pysat"),
    "paper": ("pysat",),
    "peers": ("nonairo._core",),
    "reasons": ("pysat",),
    "serving": ("starlette", "uvicorn"),
}
PARTS = {"binairo": 6, "generating": len(measured()) + 1, "limits": 2}  # tables that are several
WORDS = {
    "puzzles",
    "engine",
    "question",
    "task",
    "what",
    "size",
    "boards",
    "needs",
    "counters",
    "published",
    "what theirs is",
}  # columns without numbers
NUMBER = re.compile(r">?[\d,]+(\.\d+)?(e[+-]\d+)?(x| (ns|us|ms|s|M/s|%))?")
OTHERWISE = re.compile(
    r"-|([\d,.]+ [mun]?s|none) \(\d+ of \d+\)|\d+ of \d+( \([a-z, ]+\))?"
    r"|not within [\d.]+ s|never stopped"
)


def check(table: TextTable) -> None:
    """A table has a title, rows under all its headings, and numbers where numbers belong."""
    assert table.title
    assert table.rows
    assert len(set(table.columns)) == len(table.columns) or table.columns.count("ratio") == 2
    for row in table.rows:
        assert len(row) == len(table.columns), row
        for heading, cell in zip(table.columns, row, strict=True):
            if heading in WORDS:
                assert cell
            else:
                assert NUMBER.fullmatch(cell) or OTHERWISE.fullmatch(cell), (heading, cell)
    record = table.to_json()
    assert json.loads(json.dumps(record)) == record
    assert record["rows"] == [list(row) for row in table.rows]
    head, _, columns, rule, *lines = table.markdown().splitlines()
    assert head == f"### {table.title}"
    assert columns == f"| {' | '.join(table.columns)} |"
    assert re.fullmatch(r"\|( --- \|)+", rule)
    assert len({line.count("|") for line in (columns, rule, *lines[: len(table.rows)])}) == 1
    assert lines[len(table.rows) + 1 :] == list(table.notes)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_measured(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in NEEDED.get(name, ()):
        pytest.importorskip(module, reason=f"{name} needs {module}")
    monkeypatch.setattr(startup, "checkout", lambda: None)  # a wheel is built elsewhere
    monkeypatch.setattr(binairo, "COUNTED", 1)
    tables = list(TABLES[name].measure(SMALL))
    assert len(tables) == PARTS.get(name, 1)
    for table in tables:
        check(table)
    if name == "classics" and native.compiled is not None:
        assert {row[-1] for row in tables[0].rows} == {"same"}, "native code counts the same"
        assert [row[1] for row in tables[0].rows[:4]] == list(classics.ENGINES)


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_measured_at_every_size(name: str) -> None:
    for module in NEEDED.get(name, ()):
        pytest.importorskip(module, reason=f"{name} needs {module}")
    tables = list(TABLES[name].measure(BenchOptions(sample=2)))
    assert tables
    for table in tables:
        check(table)


def test_names_and_summaries_are_there() -> None:
    for name, table in TABLES.items():
        assert table.name == name
        assert table.summary
        assert re.fullmatch("[a-z]+", name)


def test_sides_that_are_too_long_are_left_out() -> None:
    assert BenchOptions(largest=10).sides((6, 10, 14)) == [6, 10]
    assert BenchOptions().sides((6, 100)) == [6, 100]


@pytest.mark.parametrize("name", ["engines", "limits"])
def test_what_is_not_installed_is_skipped_and_told(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("pysat", "pysat.solvers", "ortools"):
        monkeypatch.setitem(sys.modules, module, None)  # importing it raises ImportError
    small = BenchOptions(sample=1, time_limit=0.2, largest=6)
    tables = list(TABLES[name].measure(small))
    assert any("engine" in table.columns for table in tables)
    for table in tables:
        check(table)
        if "engine" not in table.columns:
            continue  # questions need no engine by name
        assert any(note.startswith("Skipped: ") and "sat" in note for note in table.notes)
        assert not any("sat" in row for row in table.rows)


@pytest.mark.usefixtures("no_core")
def test_tables_of_the_core_are_skipped_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "binairo", "nonograms"]) == 0
    assert capsys.readouterr().err == (
        "nonairo: skipped binairo: it needs the compiled core\n"
        "nonairo: skipped nonograms: it needs the compiled core\n"
    )


def test_nodes_are_those_of_decided_puzzles_and_their_number_is_told() -> None:
    easy, hard = (
        KINDS["binairo"].blank(2, 2, "standard"),
        KINDS["binairo"].blank(40, 40, "standard"),
    )
    alone = heuristics.variant_row("walk", [easy], BenchOptions(time_limit=0.05))
    mixed = heuristics.variant_row("walk", [easy, hard, hard], BenchOptions(time_limit=0.05))
    assert (alone[0], mixed[0]) == ("1 of 1", "1 of 3")
    assert alone[1] == mixed[1]
    given_up = heuristics.variant_row("walk", [hard], BenchOptions(time_limit=0.05))
    assert given_up[:2] == ("0 of 1", "-")
    assert engines.engine_row("walk", [easy, hard], BenchOptions(time_limit=0.05))[-1] == alone[1]
