"""Puzzles with signs and with three symbols: made, of a level, repaired."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo.cli import main
from nonairo.kinds import kind_of


def signs(puzzle: nn.Puzzle) -> int:
    return len(kind_of(puzzle).marks(puzzle))


@pytest.mark.parametrize("seed", range(4))
def test_a_tango_is_unique_fair_and_has_nothing_needless(seed: int) -> None:
    puzzle = nn.generate("tango", seed=seed)
    assert (puzzle.height, puzzle.width, puzzle.rules) == (6, 6, "no-distinct")
    assert puzzle == nn.generate("tango", seed=seed) == nn.parse(puzzle.id)
    result = nn.solve(puzzle, "guess:propagate=lines")
    assert (result.status, result.stats.nodes) == ("unique", 1)
    assert result.solution == puzzle.solution
    assert signs(puzzle) >= 3
    kind = kind_of(puzzle)
    assert kind.marked is not None
    for mark in kind.marks(puzzle):
        less = kind.marked(puzzle, [each for each in kind.marks(puzzle) if each != mark])
        assert nn.solve(less, "guess:propagate=lines").stats.nodes > 1


@pytest.mark.parametrize(
    ("size", "rules", "share", "minimal"),
    [(4, "standard", 1.0, True), ((6, 8), "no-distinct", 0.5, False), (10, "standard", 0.15, True)],
)
def test_signs_of_any_size_and_rules(size: object, rules: str, share: float, minimal: bool) -> None:
    puzzle = nn.generate("binairo", size, seed=5, rules=rules, signs=share, minimal=minimal)  # type: ignore[arg-type]
    assert nn.solve(puzzle).solution == puzzle.solution
    assert nn.solve(puzzle).status == "unique"
    assert signs(puzzle) > 0
    assert puzzle.rules == rules


@pytest.mark.parametrize("level", [1, 2, 3, 5, 6])
def test_signs_of_a_level(level: int) -> None:
    puzzle = nn.generate("tango", level=level, seed=1)
    assert nn.grade(nn.parse(puzzle.id)).level == level
    assert signs(puzzle) > 0


def test_what_is_ambiguous_is_repaired_and_keeps_its_signs() -> None:
    loose = nn.parse("tango:..../..../..../....;=../.../.../...;..../..../....")
    found = nn.repair(loose)
    assert found.changes
    assert nn.is_unique(found.puzzle)
    assert signs(found.puzzle) == 1
    three = nn.repair("trinairo:0../.../...")
    assert nn.is_unique(three.puzzle)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("trinairo 6 --signs 0.2", "a trinairo has no signs"),
        ("nonogram 6 --signs 0.2", "--signs is for"),
        ("binairo 6 --signs 2", "expected a share such as 0.55"),
        ("trinairo 8", "expected sides that are multiples of 3, found 8x8"),
    ],
)
def test_what_has_no_signs_is_told_in_a_line(
    arguments: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *arguments.split()]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_a_batch_of_cells_has_two_symbols() -> None:
    with pytest.raises(nn.PuzzleError, match="use solve_many for a trinairo"):
        nn.solve_batch("trinairo", 3, 3, b"." * 9)
