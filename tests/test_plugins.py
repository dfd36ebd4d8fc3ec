"""Plug-ins of another package: installed, used like our own, and skipped where they are broken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nonairo import plugins
from servers import serving

EXAMPLE = Path(__file__).parents[1] / "examples" / "plugin"
FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
USED = """
import nonairo as nn
p = nn.parse("sums:3/1/2;1/2/3")
print(nn.solve(p).status, nn.solve(p, "every-grid").status, nn.loads(nn.dumps(p, "jsonl")) == [p])
print(nn.is_unique(nn.generate("sums", 4, seed=1)), list(nn.KINDS)[-1], list(nn.ENGINES)[-1])
b = nn.parse("||0...||\\n||....||\\n||....||\\n||....||\\n")
print(b.id, nn.dumps(b, "bars").count("|"), nn.load(nn.save([b], "x.bars") or "x.bars") == [b])
steps = nn.explain("binairo:.011/1..0/..../....").steps
print(steps[0].technique, nn.TECHNIQUES["first_cell"].level)
"""

SUMS = "sums:3/1/2;1/2/3"
COMMANDS = [  # each with a word that it prints
    (["generate", "sums", "5", "--seed", "1"], "sums:"),
    (["practise", "only_way", "--kind", "sums", "--size", "4", "--seed", "1"], "sums 4x4"),
    (["convert", SUMS, "--to", "jsonl"], '"rows": [3, 1, 2]'),
    (["draw", SUMS, "-o", "x.svg"], ""),
    (["grade", SUMS], "Starter"),
    (["generate", "sum", "5"], "did you mean sums?"),
    (["solve", "sums:3/x;1/2"], "expected a number of ones, found 'x'"),
]


def path_to(folder: Path) -> str:
    return os.pathsep.join([str(folder), *filter(None, sys.path)])


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PYTHONPATH": path_to(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the example package is installed."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    shutil.copytree(EXAMPLE, source, dirs_exist_ok=True)
    build = "import sys; from flit_core import buildapi as b; print(b.build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(target)],
        cwd=source,
        capture_output=True,
        text=True,
        check=True,
    )
    shutil.unpack_archive(target / done.stdout.split()[-1], target, "zip")
    return target


def test_an_installed_package_brings_a_kind_an_engine_a_format_and_a_technique(
    installed: Path,
) -> None:
    done = run(installed, "-c", USED)
    assert (done.stdout.splitlines(), done.stderr) == (
        [
            "unique unique True",
            "True sums every-grid",
            "binairo:0.../..../..../.... 16 True",
            "first_cell 1",
        ],
        "",
    )
    listed = run(installed, "-m", "nonairo", "solve", "sums:3/1/2;1/2/3", "--engine", "every-grid")
    assert (listed.returncode, listed.stderr) == (0, "")


def test_commands_work_for_a_kind_of_another_package(installed: Path) -> None:
    for words, printed in COMMANDS:
        done = run(installed, "-m", "nonairo", *words)
        assert done.returncode == (2 if {"sum", "sums:3/x;1/2"} & {*words} else 0), done.stderr
        assert printed in done.stdout + done.stderr, words
    assert (installed / "x.svg").read_text().count("<path") > 6, "its numbers are drawn"


def test_other_processes_know_a_kind_of_another_package(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (installed / "many.ids").write_text("sums:1/1;1/1\n" + f"{SUMS}\n" * 40)
    batch = ["batch", "many.ids", "--workers", "2", "--ordered", "-o", "x.jsonl"]
    done = run(installed, "-m", "nonairo", *batch)
    assert done.returncode == 0, done.stderr
    written = (installed / "x.jsonl").read_text().splitlines()
    found = [json.loads(line)["status"] for line in written]
    assert found == ["multiple", *["unique"] * 40]
    monkeypatch.setenv("PYTHONPATH", path_to(installed))
    with serving() as server:
        solved = server.ask("solve", {"puzzle": SUMS, "engine": "every-grid"})
        assert (solved.status, solved.json["status"]) == (200, "unique")
        made = server.ask("generate", {"kind": "sums", "size": 4, "seed": 1})
        assert (made.status, made.json["kind"]) == (200, "sums")
        kinds = server.send("/api/kinds").json["kinds"]
        assert isinstance(kinds, list)
        assert kinds[-1]["name"] == "sums"


def test_a_broken_plug_in_is_reported_and_left_out(tmp_path: Path) -> None:
    metadata = tmp_path / "broken-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[nonairo.engines]\nbad = nowhere:ENGINE\nwalk = math:pi\nquit = quitting:ENGINE\n"
        "other = nonairo.engines.walk:ENGINE\n"
        "[nonairo.kinds]\nodd = math:pi\n[nonairo.techniques]\nodd = math:pi\n"
    )
    (tmp_path / "quitting.py").write_text("print('Hello')\nraise SystemExit(0)\n")
    done = run(tmp_path, "-m", "nonairo", "engines")
    assert done.returncode == 0
    assert "Hello" not in done.stdout
    assert "guess" in done.stdout
    assert "bad" not in done.stdout
    assert done.stderr.splitlines() == [
        "nonairo: warning: broken: odd of nonairo.kinds was not loaded"
        " (TypeError: expected an object of Kind, found float)",
        "nonairo: warning: broken: bad of nonairo.engines was not loaded"
        " (ModuleNotFoundError: No module named 'nowhere')",
        "nonairo: warning: broken: walk of nonairo.engines was not loaded"
        " (ValueError: the name is already used)",
        "Hello",
        "nonairo: warning: broken: quit of nonairo.engines was not loaded (SystemExit: 0)",
        "nonairo: warning: broken: other of nonairo.engines was not loaded"
        " (ValueError: its name is walk)",
    ]
    explained = run(tmp_path, "-m", "nonairo", "explain", FIRST)
    assert explained.returncode == 0
    assert explained.stderr.splitlines() == [
        "nonairo: warning: broken: odd of nonairo.kinds was not loaded"
        " (TypeError: expected an object of Kind, found float)",
        "nonairo: warning: broken: odd of nonairo.techniques was not loaded"
        " (TypeError: expected an object of Technique, found float)",
    ]


SLOW = """
import time
time.sleep(0.3)
from dataclasses import replace
from nonairo.kinds.kakurasu import KIND as KAKURASU
KIND = replace(KAKURASU, name="slow", example="slow:3;1/1")
BAD = replace(KAKURASU, name="bad", example="bad:1;x")
"""
THREADS = """
from concurrent.futures import ThreadPoolExecutor
import nonairo as nn
with ThreadPoolExecutor(4) as threads:
    print(*threads.map(lambda _: "slow" in nn.KINDS, range(4)), *nn.KINDS)
"""


def test_threads_wait_until_plug_ins_are_loaded_and_examples_are_tried(tmp_path: Path) -> None:
    metadata = tmp_path / "some-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    points = "[nonairo.kinds]\nslow = slow:KIND\nbad = slow:BAD\n"
    (metadata / "entry_points.txt").write_text(points)
    (tmp_path / "slow.py").write_text(SLOW)
    done = run(tmp_path, "-c", THREADS)
    assert done.stdout == "True True True True binairo nonogram kakurasu trinairo mosaic slow\n"
    assert "some: bad of nonairo.kinds was not loaded (PuzzleError: " in done.stderr


def test_metadata_is_loaded_only_where_a_package_has_plug_ins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "absent")])
    for declared, text in ((False, "[console_scripts]\n"), (True, "[nonairo.kinds]\n")):
        (tmp_path / "x.dist-info").mkdir(exist_ok=True)
        (tmp_path / "x.dist-info" / "entry_points.txt").write_text(text)
        plugins.some_are_installed.cache_clear()
        assert plugins.some_are_installed() is declared
    plugins.some_are_installed.cache_clear()
