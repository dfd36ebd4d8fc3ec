"""Other programs in the table of peers: they are asked correctly, and must agree with us."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.bench import peer_programs, peer_table
from nonairo.bench.base import BenchOptions
from nonairo.bench.peers import PeerAnswer
from nonairo.cli import main

HEART = nn.parse("nonogram:1,1/5/5/3/1;2/4/4/4/2")
TWO = nn.parse("nonogram:1/1;1/1")
FIRST = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
SOLVER = """#!{python}
import sys
assert sys.argv[1:3] == ["-u", "-b"]
import nonairo as nn
status = str(nn.solve(nn.load(sys.argv[3])[0]).status)
words = {{"unique": "unique line", "multiple": "multiple", "none": "contradition"}}
print(words[status])
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found."""
    monkeypatch.setattr(peer_programs, "GAMES", str(tmp_path))
    return tmp_path


def program(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="programs are scripts of Unix")
def test_pbnsolve_is_given_a_file_and_its_words_are_understood(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join(filter(None, sys.path)))
    program(folder / "pbnsolve", SOLVER.format(python=sys.executable))
    numbers = []
    for puzzle in (HEART, TWO, nn.parse("nonogram:1,1/0/1;0/3/0")):
        answer = peer_programs.pbnsolve(puzzle, 60.0)
        assert answer is not None
        assert answer.seconds > 0
        numbers.append(answer.number)
    assert numbers == [1, 2, 0]
    assert peer_programs.pbnsolve(FIRST, 60.0) is None, "it solves nonograms only"


@pytest.mark.skipif(sys.platform == "win32", reason="programs are scripts of Unix")
def test_a_program_that_hangs_is_given_up(folder: Path) -> None:
    program(folder / "pbnsolve", "#!/bin/sh\nexec sleep 60\n")
    program(folder / "sgt-pattern", "#!/bin/sh\nexec sleep 60\n")
    assert peer_programs.pbnsolve(HEART, 0.1) == PeerAnswer(None, 0.1)
    assert peer_programs.tatham(HEART, 0.1) == PeerAnswer(None, 0.1)


def test_programs_that_are_not_installed_are_named(folder: Path) -> None:
    assert peer_programs.tatham(HEART, 1.0) is None
    assert peer_programs.pbnsolve(HEART, 1.0) is None
    assert peer_table.installed()[1][-2:] == ["Tatham's", "pbnsolve"]


@pytest.mark.skipif(not peer_programs.found("sgt-unruly"), reason="sgt-puzzles is not installed")
def test_games_of_tatham_solve_what_needs_no_guess() -> None:
    for puzzle in (HEART, FIRST):
        answer = peer_programs.tatham(puzzle, 10.0)
        assert answer is not None
        assert answer.number == 1
        assert 0 < answer.seconds < 0.01
    several = peer_programs.tatham(TWO, 10.0)
    assert several is not None
    assert several.number is None
    tango = nn.parse("tango:1.../..../..../....;=../.../.../...;..../..../....")
    assert peer_programs.tatham(tango, 10.0) is None, "it has no signs"


def test_a_peer_that_disagrees_is_reported() -> None:
    def wrong(puzzle: nn.Puzzle, time_limit: float) -> PeerAnswer:
        return PeerAnswer(2, 0.001)

    rivals: Sequence[peer_table.Rival] = [peer_table.Rival("liar", "1", wrong)]
    with pytest.raises(AssertionError, match="the core says 1, liar 2"):
        peer_table.row("one", [FIRST], rivals, BenchOptions())


def test_the_flag_measures_only_that_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peer_table, "installed", lambda: ([], ["CaDiCaL"]))
    pytest.importorskip("nonairo._core")
    monkeypatch.setattr(peer_table, "sets", lambda options: iter([("one", [FIRST])]))
    assert main(["bench", "--peers"]) == 0
    out = capsys.readouterr().out
    assert out.count("### ") == 1
    assert "Not installed: CaDiCaL." in out
    assert "core compiled by" in out
