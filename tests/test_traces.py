"""Traces: what an engine did, replayed to the same solutions, in JSON and in words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

import nonairo as nn
from nonairo import ENGINES, EngineError, Grid, Puzzle
from nonairo.cli import main
from nonairo.events import KINDS_OF_EVENT, Event, replay
from nonairo.tracing import json_line, sentence
from strategies import nodes_for, puzzles

TRACING = [name for name, engine in ENGINES.items() if engine.traces]
VARIANTS = [
    *TRACING, "walk:order=most-constrained,check=early", "rows:order=fewest-first",
    "guess:propagate=lines,cell=tightest",
]  # fmt: skip


def test_the_classic_engines_tell_what_they_do() -> None:
    searching = {"walk", "rows", "guess", "zones+guess", "patterns+guess"}
    assert set(TRACING) >= searching | {"zones", "patterns"}


def replayed(puzzle: Puzzle, events: list[Event]) -> list[Grid]:
    return [g for event, g in replay(puzzle.givens, events) if event.kind == "solution"]


@given(puzzles(4))
def test_every_trace_replays_to_the_same_solutions(puzzle: Puzzle) -> None:
    for engine in VARIANTS:
        kinds = ENGINES[engine.partition(":")[0]].kinds
        if kinds is None or puzzle.kind in kinds:
            nodes = nodes_for(engine)
            events = list(nn.trace(puzzle, engine, limit=20, seed=3, node_limit=nodes))
            result = nn.solve(puzzle, engine, limit=20, seed=3, node_limit=nodes)
            assert replayed(puzzle, events) == result.solutions, engine
            assert [event.step for event in events] == list(range(1, len(events) + 1))
            assert {event.kind for event in events} <= set(KINDS_OF_EVENT)


@pytest.mark.parametrize("engine", TRACING)
def test_watching_does_not_change_what_an_engine_does(engine: str) -> None:
    puzzle = nn.parse("binairo:1...../....../....../....../....../.....0")
    seen: list[Event] = []
    nodes = nodes_for(engine)
    watched = nn.solve(puzzle, engine, seed=1, observer=seen.append, node_limit=nodes)
    alone = nn.solve(puzzle, engine, seed=1, node_limit=nodes)
    assert seen
    assert watched.solutions == alone.solutions
    assert watched.stats.counters == alone.stats.counters
    assert watched.stats.nodes == alone.stats.nodes


def test_a_trace_streams_while_the_engine_works() -> None:
    endless = nn.trace(nn.KINDS["binairo"].blank(20, 20, "standard"), "walk")
    assert next(endless).kind == "visit"


@pytest.mark.parametrize("engine", VARIANTS)
def test_each_event_is_a_line_of_json(engine: str) -> None:
    puzzle = nn.parse("binairo:1.../..../..../....")
    events = list(nn.trace(puzzle, engine, limit=3, node_limit=nodes_for(engine)))
    lines = [json_line(puzzle, "walk", event) for event in events]
    assert len(lines) == len(events) > 0
    for line, event in zip(lines, events, strict=True):
        assert line.endswith("}\n")
        record = json.loads(line)
        assert record["kind"] == event.kind
        cells = [(row, col, symbol) for row, col, symbol in record.get("cells", [])]
        assert cells == [(cell.row, cell.col, symbol) for cell, symbol in event.cells]


def test_a_readable_trace_tells_of_tries_reasons_and_goals(tmp_path: Path) -> None:
    out = tmp_path / "trace.txt"
    assert main(["solve", "nonogram:1/1;1/1", "--engine", "rows", "--trace", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("nonogram 2x2, engine rows\n\ncurrent configuration\n")
    assert "2. depth 1: valid successor row 1: 10\n" in text
    assert "invalid successor row 2: 10 (column 1 (1) cannot be 11)" in text
    assert "GOAL: every cell is filled" in text
    assert text.count("SOLUTION") == 2


def test_a_readable_trace_draws_the_symbols_that_were_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "trace.txt"
    command = ["solve", "nonogram:1/2;1/2", "--engine", "rows", "--trace", str(out)]
    assert main([*command, "--symbols", "@."]) == 0
    text = out.read_text(encoding="utf-8")
    assert "in the grids: . is 0, @ is 1, ? is unknown\n" in text
    assert "valid successor row 1: 10\n" in text
    assert "│ @ . │" in text
    assert "│ . @ │\n  2 │ @ @ │" in text
    assert "│ 1" not in text
    assert "█" not in text
    assert main([*command, "--symbols", "01"]) == 0
    text = out.read_text(encoding="utf-8")
    assert "in the grids" not in text
    assert "│ 1 0 │" in text


@pytest.mark.parametrize(
    ("engine", "text", "wanted"),
    [
        ("walk", "binairo:../..", "try r1c1 = 0: VALID"),
        (
            "walk",
            "binairo:../..",
            "try r1c2 = 0: INVALID (count: two 0s in row 1; at most one allowed)",
        ),
        (
            "walk",
            "binairo:11/..",
            "given r1c2 = 1: INVALID (count: two 1s in row 1; at most one allowed)",
        ),
        ("walk", "unruly@odd-more-ones:00.../...../...../...../.....", "try r1c3 = 1: VALID"),
        ("walk", "nonogram:1/1;1/1", "try r1c2 = 0: INVALID (prefix: row 1 (1) cannot be 00)"),
        ("rows", "binairo:../..", "invalid successor row 2: 10 (row 2 is equal to row 1)"),
        ("guess", "nonogram:1/1;1/1", "deduce row 2 (line): r2c1 = 1"),
        (
            "guess",
            "binairo:00/..",
            "dead end (contradiction: two 0s in row 1; at most one allowed)",
        ),
        (
            "guess:propagate=lines",
            "nonogram:1/1;2/0;0./..",
            "dead end (contradiction: column 1 cannot be finished from 0.)",
        ),
        (
            "walk",
            "binairo:00..../....../....../....../....../......",
            "try r1c3 = 0: INVALID (adjacent: r1c1-r1c3 are all 0)",
        ),
        (
            "walk",
            "binairo:01/..",
            "try r2c1 = 0: INVALID (count: two 0s in column 1; at most one allowed)",
        ),
        (
            "walk",
            "nonogram:1,1/1/0;1/1/1",
            "try r1c2 = 1: INVALID (prefix: row 1 (1,1) cannot begin with 11)",
        ),
        (
            "walk:check=early",
            "nonogram:2/0/0;1/1/0",
            "try r1c2 = 0: INVALID (look-ahead: row 1 cannot be finished from 00.)",
        ),
        (
            "walk",
            "binairo:0110/1.../..../0...",
            "try r3c4 = 1: INVALID (distinct: row 3 is equal to row 2)",
        ),
        (
            "rows",
            "binairo:..../..../..../....",
            "invalid successor row 3: 1001 (three 1s in column 1; at most two allowed)",
        ),
        (
            "rows:check=early",
            "nonogram:1/1/1;2/1",
            "invalid successor row 2: 01 (column 1 (2) cannot begin with 10)",
        ),
        (
            "rows:check=early",
            "binairo:..../..../..../....",
            "invalid successor row 4: 1100 (row 4 is equal to row 1)",
        ),
        ("zones", "binairo:0./..", "deduce row 1 (solitary line): r1c2 = 1"),
        ("patterns", "binairo:0./..", "deduce row 1 (pattern 1, half full): r1c2 = 1"),
        ("guess", "binairo:0./..", "deduce row 1 (constraint 2, half full): r1c2 = 1"),
        ("patterns", "binairo:0./..", "round done, 0 cells unknown"),
    ],
)
def test_an_event_is_told_in_one_line(engine: str, text: str, wanted: str) -> None:
    puzzle = nn.parse(text)
    assert wanted in [sentence(event) for event in nn.trace(puzzle, engine, limit=20)]


def test_an_engine_without_a_trace_says_so() -> None:
    with pytest.raises(
        EngineError, match=r"^engine sat has no trace; these engines have one: walk, rows, "
    ):
        nn.trace(nn.parse("binairo:../.."), "sat")


def test_a_closed_output_is_not_the_trace_files_fault(tmp_path: Path) -> None:
    trace = tmp_path / "walk.txt"
    blank = "'binairo:..../..../..../....'"
    command = f"{sys.executable} -m nonairo solve {blank} --engine walk --trace {trace} | true"
    piped = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Broken pipe" not in piped.stderr
    assert trace.read_text().startswith("binairo")


def test_a_trace_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "binairo:01/10", "--engine", "walk", "--trace", "-"]) == 0
    assert "GOAL" in capsys.readouterr().out


def test_a_trace_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "binairo:01/10", "--engine", "walk", "--trace", "/nowhere/x"]) == 2
    assert "/nowhere/x" in capsys.readouterr().err


def test_guess_gives_no_reason_that_it_does_not_test() -> None:
    events = nn.trace(nn.EXAMPLES["zones-8x8"], "guess", limit=None)
    reasons = [str(event.criterion) for event in events if event.kind == "reject"]
    assert len(reasons) == 12
    assert not [reason for reason in reasons if "cannot be finished" in reason]
