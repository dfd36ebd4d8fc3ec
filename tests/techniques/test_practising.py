"""Positions to practise in: the next step is of the technique, and nothing easier helps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.cli import main
from nonairo.explaining import foot
from nonairo.limits import Budget
from nonairo.practising import kinds_with
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared.checker import fault
from strategies import LEVELLED

SLOW = [("nonogram", "long_dead_end"), ("trinairo", "dead_end")]  # seconds
ASKED = [(kind.name, name) for name, rung in TECHNIQUES.items() for kind in kinds_with(rung)]


@pytest.mark.parametrize(
    ("kind", "technique"),
    [pytest.param(*each, marks=pytest.mark.slow if each in SLOW else ()) for each in ASKED],
)
def test_the_easiest_step_is_of_the_technique(kind: str, technique: str) -> None:
    few = {} if kind in LEVELLED else {"budget": 50}
    try:
        (made,) = nn.practise(technique, kind, seed=2, time_limit=60, **few)
    except nn.LimitReached:
        assert kind not in LEVELLED
        return
    assert made.puzzle.kind == kind
    assert nn.is_unique(made.puzzle)
    step = foot(made.puzzle, made.grid, None, Budget()).next_step()
    assert step == made.step
    assert made.step.technique == technique
    assert fault(made.puzzle, made.grid, made.step) is None
    assert nn.hint(made.puzzle, made.grid, strength=2).technique == technique


def test_every_rung_can_be_practised() -> None:
    asked = {name for _, name in ASKED}
    assert TECHNIQUES.keys() - asked == {"colour_cross", "tree"}
    (made,) = nn.practise("colour_cross", seed=1)
    assert made.step.technique == "colour_cross"
    (made,) = nn.practise("crossing", seed=1)  # three symbols
    assert made.step.technique == "crossing"


def test_the_same_seed_gives_the_same_positions() -> None:
    made = nn.practise("pair", count=3, seed=5)
    again = nn.practise("pair", count=3, seed=5)
    assert [str(each) for each in made] == [str(each) for each in again]
    assert len({str(each) for each in made}) == 3
    assert made[0]._repr_html_().startswith("<figure")


def test_size_and_level_are_those_of_the_puzzle() -> None:
    (made,) = nn.practise("count_out", "binairo", size="6x8", level=4, seed=1)
    assert (made.puzzle.height, made.puzzle.width) == (6, 8)
    assert nn.grade(made.puzzle).level == 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["pari"], "did you mean pair?"),
        (["pair", "--kind", "nonogram"], "pair is a technique of binairo, not of nonogram"),
        (["pair", "--kind", "sudoku"], "expected a kind"),
        (["dead_end", "--level", "3"], "dead end has level 6, above 3"),
        (["pair", "--size", "x"], "expected a size"),
        (["pair", "--count", "10001"], "--count: expected at most 10,000, found 10001"),
        (["pair", "--count", "9" * 30], "--count: expected at most 10,000, found 9"),
    ],
)
def test_what_cannot_be_made_is_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["practise", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_a_limit_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practise", "cases", "--size", "4", "--budget", "3"]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert "no position for cases was found in 3 puzzles: the limit of 3 puzzles was" in line
    assert main(["practise", "cases", "--size", "4", "--budget", "1"]) == 3
    assert "in 1 puzzle: the limit of 1 puzzle was reached" in capsys.readouterr().err


def test_the_command_shows_and_writes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["practise", "sandwich", "--size", "6", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "look for: sandwich (level 1)" in out
    assert "answer: nonairo hint " in out
    path = tmp_path / "some.jsonl"
    assert main(["practise", "sandwich", "--seed", "1", "--count", "2", "-o", str(path)]) == 0
    first, second = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert first["technique"] == second["technique"] == "sandwich"
    puzzle = nn.parse(first["id"])
    state = "/".join(nn.Grid.flat(puzzle.height, puzzle.width, first["grid"]).rows())
    assert nn.hint(puzzle, state).to_json()["step"] == first["step"]
