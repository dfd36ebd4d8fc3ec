"""`nonairo compare`: tables, JSON, plots, and one line where something is missing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commands import Output, run
from interrupts import let_work
from nonairo.comparing import plotting

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
HEART = "nonogram:1,1/5/5/3/1;2/4/4/4/2"


def rows(out: str) -> list[list[str]]:
    return [line.split("\t") for line in out.splitlines() if line]


def test_engines_stand_side_by_side(capsys: Output) -> None:
    code, out, err = run(capsys, "compare", FIRST, HEART, "--engines", "walk,patterns,core")
    assert code == 0
    table = rows(out)
    assert [row[2:4] for row in table] == [
        ["walk", "unique"], ["patterns", "unique"], ["core", "unique"],
        ["walk", "unique"], ["patterns", "refused"], ["core", "unique"],
    ]  # fmt: skip
    assert table[0][1] == "6x6"
    assert table[0][4] == "59"
    assert "visited 29" in table[0][6]
    assert err == ""


def test_several_of_a_size_have_medians(capsys: Output) -> None:
    code, out, _ = run(capsys, "compare", FIRST, "--engines", "guess", "--runs", "3")
    assert code == 0
    each, medians = out.split("\n\n")
    assert len(rows(each)) == 3
    assert rows(medians)[0][:3] == ["binairo 6x6", "guess", "3 of 3"]


def test_json_has_a_line_for_every_trial_and_every_group(capsys: Output) -> None:
    code, out, _ = run(
        capsys, "compare", FIRST, "--engines", "walk,walk:check=early", "--runs", "2", "--json"
    )
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [record["type"] for record in records] == ["trial"] * 4 + ["summary"] * 2
    assert records[2]["asked"] == "walk:check=early"
    assert records[0]["stats"]["counters"]["empty"] == 22
    assert records[4]["counters"]["empty"] == 22
    assert records[4]["decided"] == records[4]["trials"] == 2


def test_a_bad_puzzle_is_told_and_the_rest_go_on(capsys: Output) -> None:
    code, out, err = run(capsys, "compare", "binairo:1x/..", FIRST, "--engines", "walk")
    assert code == 2
    assert len(rows(out)) == 1
    assert len(err.splitlines()) == 1


def test_the_paper_prints_theirs_beside_ours_and_its_bound_beforehand(capsys: Output) -> None:
    code, out, err = run(capsys, "compare", "--paper", "--sizes", "4,6", "--engines", "guess,core")
    assert code == 0
    assert [row[:3] for row in rows(out)] == [
        ["4x4", "guess", "18 of 18"], ["4x4", "core", "18 of 18"],
        ["6x6", "guess", "18 of 18"], ["6x6", "core", "18 of 18"],
    ]  # fmt: skip
    assert [row[-1] for row in rows(out)] == ["0.03 s (theirs)", "-", "0.19 s (theirs)", "-"]
    assert err.startswith("nonairo: 72 trials of at most 10 s: at most 12.0 min in all\n")
    assert "i7-4700MQ" in err


def test_the_whole_time_is_a_bound_of_its_own(capsys: Output) -> None:
    code, out, err = run(
        capsys, "compare", "--paper", "--engines", "guess", "--total", "0.01",
        "--time-limit", "60",
    )  # fmt: skip
    assert code == 0
    assert "at most 1.0 min in all; trials not started by then are left out" in err
    assert "trials were left out" in err
    assert rows(out)


def test_the_paper_in_json_names_what_was_published(capsys: Output) -> None:
    _, out, _ = run(
        capsys, "compare", "--paper", "--sizes", "4", "--engines", "guess,core", "--json"
    )
    summaries = [r for line in out.splitlines() if (r := json.loads(line))["type"] == "summary"]
    assert [record["published"] for record in summaries] == ["0.03", None]


def test_blanks_and_complexity_are_tables_without_a_plot(capsys: Output) -> None:
    few = ("--boards", "1", "--runs", "1", "--engines", "core")
    code, out, _ = run(capsys, "compare", "--blanks", *few)
    assert code == 0
    assert [row[0] for row in rows(out)] == ["4x4"] * 15 + ["6x6"] * 26
    code, out, _ = run(capsys, "compare", "--complexity", "--boards", "1")
    assert code == 0
    table = {tuple(row[:3]): row for row in rows(out)}
    assert table["published figure", "150", "walk"][5] == "1,182,555"
    assert table["published file 15x10", "rows", "1 of 1"][3] == "82,227"
    code, out, _ = run(capsys, "compare", "--complexity", "--boards", "1", "--json")
    last = json.loads(out.splitlines()[-1])
    assert set(last["predicted"]) == {"successors", "cells"}


def test_a_plot_is_written_in_any_of_three_forms(capsys: Output, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for suffix, begin in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        path = tmp_path / f"x.{suffix}"
        assert run(capsys, "compare", FIRST, "--engines", "walk", "--plot", str(path))[0] == 0
        assert path.read_bytes().startswith(begin)


@pytest.mark.full
def test_the_complexity_plot_is_the_same_every_time(capsys: Output, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    for path in (one, other):
        run(capsys, "compare", "--complexity", "--boards", "1", "--plot", str(path))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("{first} --engines wlak", "did you mean walk"),
        ("{first} --engines walk:check=never", "expected check="),
        ("{first} --engines ,", "expected an engine"),
        ("{first} --plot x.gif", "expected a file that ends in .svg, .png or .pdf"),
        ("{first} --plot x", "found no suffix"),
        ("{first} --plot {folder}", "expected a file, found a folder"),
        ("{first} --plot nowhere/x.svg", "nowhere/x.svg: No such file"),
        ("--paper --sizes 5", "expected even sides from 4 to 60, found 5"),
        ("--paper --sizes 4,a", "expected a whole number"),
        ("--paper --sizes 400", "expected even sides"),
        ("--paper {first}", "expected no PUZZLE"),
        ("--paper --complexity", "cannot be combined with"),
        ("--complexity --engines walk", "expected neither"),
        ("--blanks --sizes 4", "--sizes is only for --paper"),
        ("--paper --preparation", "--preparation is only for --blanks"),
        ("{first} --boards 3", "--boards is only for"),
        ("{first} --time-limit x", "expected 0 or more seconds"),
        ("nowhere.txt", "No such file"),
    ],
)
def test_what_cannot_be_is_one_line(
    capsys: Output, tmp_path: Path, arguments: str, told: str
) -> None:
    folder = tmp_path / "x.svg"
    folder.mkdir()
    words = arguments.format(first=FIRST, folder=folder).split()
    code, out, err = run(capsys, "compare", *words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert told in err


def test_a_missing_extra_is_named(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plotting, "find_spec", lambda name: None)
    code, out, err = run(capsys, "compare", FIRST, "--plot", "x.svg")
    assert (code, out) == (2, "")
    assert err == "nonairo: a plot needs matplotlib: pip install matplotlib\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_takes_no_file_is_told_before(capsys: Output, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    code, out, err = run(capsys, "compare", FIRST, "--plot", str(tmp_path / "x.svg"))
    assert (code, out) == (2, "")
    assert "Permission denied" in err


def test_an_engine_that_is_not_installed_is_named(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nonairo.engines import sat

    monkeypatch.setattr(sat, "find_spec", lambda name: None)
    code, out, err = run(capsys, "compare", FIRST, "--engines", "walk,sat")
    assert (code, out) == (2, "")
    assert "pip install 'python-sat>=1.9.dev0'" in err
    code, out, err = run(capsys, "compare", FIRST)
    assert code == 0
    assert "sat" not in {row[2] for row in rows(out)}
    assert err.startswith("nonairo: left out: engine sat needs")


def test_an_interrupt_shows_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    words = ["compare", "--paper", "--sizes", "4,18", "--engines", "guess", "--time-limit", "50"]
    with subprocess.Popen(
        [sys.executable, "-m", "nonairo", *words, "--plot", str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert "at most 30.0 min" in process.stderr.readline()
        let_work(process, 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert rows(out)[0][:3] == ["4x4", "guess", "18 of 18"]
    assert err.endswith("nonairo: interrupted\n")
    assert "Traceback" not in err
    assert path.exists()
