"""Positions to practise in: the next step is of the technique, and nothing easier helps."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import nonairo as nn
from nonairo.automata import ways
from nonairo.cli import main
from nonairo.explaining import foot
from nonairo.limits import Budget
from nonairo.practising import EASIER, kinds_with
from nonairo.rules import Balanced, Both, Runs, Signs
from nonairo.techniques import LADDERS, TECHNIQUES
from nonairo.techniques.base import InLines
from nonairo.techniques.shared.checker import fault
from strategies import LEVELLED

SLOW = [("nonogram", "long_dead_end"), ("trinairo", "dead_end")]  # seconds
ASKED = [
    (kind.name, name)
    for name, rung in TECHNIQUES.items()
    if name not in EASIER
    for kind in kinds_with(rung)
]


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


def test_every_rung_can_be_practised_or_says_why_not() -> None:
    asked = {name for _, name in ASKED}
    assert TECHNIQUES.keys() - asked == {*EASIER, "colour_cross"}
    (made,) = nn.practise("colour_cross", seed=1)
    assert made.step.technique == "colour_cross"
    (made,) = nn.practise("crossing", seed=1)  # three symbols
    assert made.step.technique == "crossing"
    for name, easier in EASIER.items():
        with pytest.raises(nn.PuzzleError, match=f"{easier} finds all that it finds"):
            nn.practise(name)


@pytest.mark.parametrize("name", ["join", "force"])
def test_what_is_never_the_easiest_is_not(name: str) -> None:
    """In lines where it applies, something easier does."""
    ladder = [rung for rung in LADDERS[Runs] if isinstance(rung.find, InLines)]
    below = ladder[: ladder.index(TECHNIQUES[name])]
    rng, seen = Random(name), 0
    while seen < 150:
        full = "".join(rng.choices("01", (1, rng.choice((1, 2))), k=rng.randint(6, 14)))
        clue = tuple(map(len, full.replace("0", " ").split()))
        share = rng.random()
        line = "".join(cell if rng.random() < share else "." for cell in full)
        moves = TECHNIQUES[name].find.moves(line, Runs(clue), "01")  # type: ignore[union-attr]
        if moves:
            seen += 1
            easier = [rung for rung in below if rung.find.moves(line, Runs(clue), "01")]  # type: ignore[union-attr]
            assert easier, (clue, line)


def test_a_sign_chain_is_never_the_easiest() -> None:
    rng, seen = Random(8), 0
    while seen < 300:
        signs = "".join(rng.choices("=x.", (1, 1, 2), k=7))
        rule = Both((Balanced(4, 4), Signs(signs)))
        line = "".join(rng.choices("01.", (1, 1, 3), k=8))
        moves = {
            name: TECHNIQUES[name].find.moves(line, rule, "01")  # type: ignore[union-attr]
            for name in ("sign_chain", "sign_copy", "sign_equal_edge", "pair")
        }
        if moves.pop("sign_chain") and ways(rule, line):
            seen += 1
            assert any(moves.values()), (signs, line)


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
        (["pair", "--kind", "nonogram"], "the ladder of nonogram has no pair"),
        (["pair", "--kind", "sudoku"], "expected a kind"),
        (["dead_end", "--level", "3"], "dead_end is of level 6, harder than 3"),
        (["pair", "--size", "x"], "expected a size"),
        (["join"], "join is never the easiest step"),
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
