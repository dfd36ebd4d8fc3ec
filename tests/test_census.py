"""`nonairo census`: all boards of a size, whatever happens meanwhile."""

from __future__ import annotations

import json
import os
import random
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.batches.checksum_lines import seal, unseal
from nonairo.census import plan
from nonairo.census.plan import CensusSize, plan_of
from nonairo.census.running import Census
from nonairo.census.state import CensusState
from nonairo.cli import main
from nonairo.errors import FormatError
from nonairo.workers.processes import Here

ODD = ("9", "--rules", "odd-more-ones")  # several shards, and quickly counted
ODD_BOARDS = 5116926
ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(
    plan_of(CensusSize(8, 8)) is None,
    reason="the compiled core is not installed: sizes are not cut",
)


@pytest.mark.parametrize(
    ("size", "rules", "boards"),
    [
        ("2", "standard", 2), ("4", "standard", 72), ("6", "standard", 4140),
        ("8", "standard", 4111116), ("8", "no-distinct", 12413918), ("4x8", "standard", 0),
        ("6x8", "standard", 51744), ("10x6", "standard", 392208), ("1", "odd-more-ones", 1),
        ("7", "odd-more-zeros", 2662), ("7", "odd-more-zeros+no-distinct", 8908),
    ],
)  # fmt: skip
def test_known_numbers(capsys: Output, size: str, rules: str, boards: int) -> None:
    assert run(capsys, "census", size, "--rules", rules) == (0, f"{boards}\n", "")


@pytest.mark.parametrize("height", [4, 6, 8])
@pytest.mark.parametrize("rules", ["standard", "no-distinct"])
def test_it_agrees_with_a_search_that_was_given_a_cell(height: int, rules: str) -> None:
    """Half of the boards have a 1 in a corner; with a given, `count` goes another way."""
    census = Census(CensusSize.of(height, 6, rules))
    assert list(census.run(Here(), 1))
    given = nn.binairo(["1....."] + ["......"] * (height - 1), rules=rules)
    assert census.value == 2 * nn.count(given).value


@pytest.mark.full
@pytest.mark.parametrize(
    ("rules", "boards"), [("standard", 48183195384), ("no-distinct", 117925227108)]
)
def test_ten_by_ten(capsys: Output, rules: str, boards: int) -> None:
    assert run(capsys, "census", "10", "--rules", rules)[:2] == (0, f"{boards}\n")


def test_tall_boards_that_may_repeat_rows() -> None:
    assert nn.count(nn.binairo(["...."] * 128, rules="no-distinct")).value == int(
        "205272117323103392859898278193984233197640625703868290482767726"
    )


def test_json_and_workers(capsys: Output) -> None:
    code, out, _ = run(capsys, "census", *ODD, "--workers", "2", "--json")
    record = json.loads(out)
    assert code == 0
    assert record.pop("seconds") > 0
    assert record == {
        "height": 9, "width": 9, "rules": "odd-more-ones", "value": str(ODD_BOARDS), "exact": True,
    }  # fmt: skip


def test_every_moment_of_a_kill_is_repaired(tmp_path: Path, capsys: Output) -> None:
    state = tmp_path / "state"
    words = ("census", *ODD, "-o", str(state))
    assert run(capsys, *words)[:2] == (0, f"{ODD_BOARDS}\n")
    told = state.read_bytes()
    assert told.count(b"\n") > 5, "several shards"
    draw = random.Random(5)
    for cut in [0, 1, len(told) - 1, *(draw.randrange(len(told)) for _ in range(8))]:
        state.write_bytes(told[:cut])
        assert run(capsys, *words, "--resume")[:2] == (0, f"{ODD_BOARDS}\n")
        assert len(set(state.read_bytes().splitlines())) == told.count(b"\n")


def test_kill_9_and_resume(tmp_path: Path, capsys: Output) -> None:
    state = tmp_path / "state"
    words = ["census", *ODD, "-o", str(state), "--resume"]
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    child = subprocess.Popen(
        [sys.executable, "-m", "nonairo", *words], env=os.environ | paths, stdout=subprocess.DEVNULL
    )
    while child.poll() is None and (not state.exists() or state.read_bytes().count(b"\n") < 2):
        time.sleep(0.001)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert run(capsys, *words)[:2] == (0, f"{ODD_BOARDS}\n")


def test_a_state_of_something_else_is_refused(tmp_path: Path, capsys: Output) -> None:
    state = tmp_path / "state"
    assert run(capsys, "census", "8", "-o", str(state))[0] == 0
    before = state.read_bytes()
    for words, told in {
        ("8",): "use --resume to continue that run",
        ("6", "--resume"): "began with census 8x8, not 6x6",
        ("8", "--rules", "no-distinct", "--resume"): "began with rules standard, not no-distinct",
    }.items():
        code, out, err = run(capsys, "census", *words, "-o", str(state))
        assert (code, out) == (2, "")
        assert told in err
    assert state.read_bytes() == before
    header = unseal(before.splitlines(keepends=True)[0])
    state.write_bytes(seal(header | {"version": "0.0.1"}))
    code, _, err = run(capsys, "census", "8", "-o", str(state), "--resume")
    assert code == 2
    assert "began with version 0.0.1" in err
    state.write_text("a letter to somebody\n", encoding="utf-8")
    assert run(capsys, "census", "8", "-o", str(state), "--resume")[0] == 2
    state.write_text("a letter", encoding="utf-8")
    assert run(capsys, "census", "8", "-o", str(state), "--resume")[0] == 2
    assert state.read_text(encoding="utf-8") == "a letter"


@pytest.mark.parametrize(
    "shards",
    [[(5, "1", 0.1)], [(-1, "1", 0.1)], [(True, "1", 0.1)], [(0.7, "1", 0.1)], [(0, 1e3, 0.1)],
     [(0, "7", "x")], [(0, "7", None)], [(0, "7", 1), (0, "9", 1)]],
)  # fmt: skip
def test_a_state_with_a_line_that_cannot_be_is_refused(
    shards: list[tuple[object, ...]], tmp_path: Path, capsys: Output
) -> None:
    state = tmp_path / "state"
    CensusState(str(state), CensusSize(8, 8), 1, False).close()
    lines = [dict(zip(("shard", "value", "seconds"), each, strict=True)) for each in shards]
    header = state.read_bytes()
    with state.open("ab") as file:
        file.writelines(seal(line, header) for line in lines)
    code, out, err = run(capsys, "census", "8", "-o", str(state), "--resume")
    assert (code, out) == (2, "")
    assert err.endswith(f"state:{len(shards) + 1}: expected a shard of a census\n")


def test_an_edited_state_is_refused_by_line(tmp_path: Path, capsys: Output) -> None:
    """A digit more, or a line of another census, would give a wrong number."""
    state, other = tmp_path / "state", tmp_path / "other"
    assert run(capsys, "census", "6", "-o", str(state))[0] == 0
    assert run(capsys, "census", "6", "--rules", "no-distinct", "-o", str(other))[0] == 0
    header, shard = state.read_bytes().splitlines(keepends=True)
    foreign = other.read_bytes().splitlines(keepends=True)[1]
    for line, text in (
        (2, header + shard.replace(b'"value": "', b'"value": "1')),
        (2, header + foreign),
        (1, header.replace(b'"shards": 1', b'"shards": 2') + shard),
    ):
        state.write_bytes(text)
        code, out, err = run(capsys, "census", "6", "-o", str(state), "--resume")
        assert (code, out) == (2, "")
        told = "this line was changed: its checksum does not match"
        assert err == f"nonairo: {state}:{line}: {told}\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of Unix")
def test_a_pipe_is_not_waited_for(tmp_path: Path, capsys: Output) -> None:
    os.mkfifo(tmp_path / "state")
    code, _, err = run(capsys, "census", "8", "-o", str(tmp_path / "state"), "--resume")
    assert code == 2
    assert "expected a file" in err


def test_two_runs_do_not_share_a_state(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    first = CensusState(str(tmp_path / "state"), CensusSize(8, 8), 1, False)
    with pytest.raises(FormatError, match="another run"):
        CensusState(str(tmp_path / "state"), CensusSize(8, 8), 1, True)
    first.close()


def test_a_sample_tells_what_all_would_take(capsys: Output) -> None:
    code, out, _ = run(capsys, "census", *ODD, "--sample", "4", "--seed", "3", "--json")
    record = json.loads(out)
    assert code == 0
    assert "value" not in record
    assert (record["shards"], record["sampled"]) == (13, 4)
    assert 0 < record["cpu_seconds"] < 60
    assert "4 shards of 13 took" in run(capsys, "census", *ODD, "--sample", "4")[1]


def test_a_sample_of_all_shards_estimates_what_they_took() -> None:
    census = Census(CensusSize.of(9, 9, "odd-more-ones"))
    drawn = census.sample(1000, 0)
    assert drawn == list(range(len(census.costs)))
    assert list(census.run(Here(), 1, shards=drawn))
    assert census.estimate(drawn) == pytest.approx(census.seconds)
    for number in (1, 2, 5, 12):
        layers = census._layers(number)
        assert all(layers)
        assert sorted(shard for layer in layers for shard in layer) == drawn


def test_limits_are_told_by_name(tmp_path: Path, capsys: Output) -> None:
    state = str(tmp_path / "state")
    plan.plan_of(plan.CensusSize.of(10, 10, "standard"))  # what was planned in time
    code, out, err = run(capsys, "census", "10", "--time-limit", "0.01", "-o", state)
    assert (code, out) == (3, "")
    assert "the time limit was reached. Allow more time with --time-limit S" in err
    assert f"are in {state}; --resume continues" in err
    code, out, err = run(capsys, "census", "10", "--memory", "1")
    assert (code, out) == (3, "")
    assert "the memory limit was reached" in err
    code, _, err = run(capsys, "census", "14", "--time-limit", "0.01")
    assert code == 3
    assert err.endswith("no shard was finished\n")


def test_planning_ends_when_the_time_is_up(tmp_path: Path, capsys: Output) -> None:
    state = tmp_path / "state"
    begin = time.process_time()
    code, out, err = run(capsys, "census", "12", "--time-limit", "0.01", "-o", str(state))
    assert time.process_time() - begin < 0.3  # the whole plan takes a second
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert "the limit of 0.01 s was reached before the shards were planned" in err
    assert not state.exists()


def test_a_size_that_is_not_cut_ends_by_itself_as_the_help_says(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["census", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"{plan.UNCUT_SECONDS:.0f} for sizes without shards" in told
    monkeypatch.setattr(plan, "UNCUT_SECONDS", 0.05)
    assert run(capsys, "census", "1000")[0] == 3


@pytest.mark.parametrize(
    "words",
    [("5",), ("5x7", "--rules", "odd-more-ones"), ("8", "--resume"), ("8", "--rules", "none"),
     ("8", "--sample", "2", "-o", "state"), ("8", "--workers", "2", "--dask", "tcp://x:1"), ("x",)],
)  # fmt: skip
def test_bad_input_is_one_line(capsys: Output, words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "census", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_an_interrupt_says_what_is_kept(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = CensusState.add, 0

    def interrupted(self: CensusState, counted: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        real(self, counted)  # type: ignore[arg-type]

    monkeypatch.setattr(CensusState, "add", interrupted)
    state = str(tmp_path / "state")
    code, out, err = run(capsys, "census", *ODD, "-o", state)
    assert (code, out) == (130, "")
    assert f"2 of 13 shards are in {state}; --resume continues" in err
    monkeypatch.setattr(CensusState, "add", real)
    assert run(capsys, "census", *ODD, "-o", state, "--resume")[:2] == (0, f"{ODD_BOARDS}\n")


def test_the_table_of_the_docs_is_what_the_census_gives(full: bool) -> None:
    script = runpy.run_path(str(ROOT / "docs" / "make_census.py"))
    page = (ROOT / "docs" / "census.md").read_text(encoding="utf-8")
    largest = 10 if full else 8  # 12x12 takes hours
    rows = [size for size in script["SIZES"] if max(size[:2]) <= largest]
    assert len(rows) > 10
    for size in rows:
        assert script["row"](*size) in page, "run python docs/make_census.py"
