"""Puzzles of whatever rule are explained, hinted and graded: nobody wrote a technique for them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

import pytest

import nonairo as nn
from nonairo.kinds.kakurasu import pose
from nonairo.puzzle import Puzzle
from nonairo.rules import Anything, Balanced, Both, LineRule, Runs, State
from nonairo.symmetry import images
from nonairo.techniques import GENERAL, LADDERS, TECHNIQUES, ladder_of
from nonairo.techniques.shared.checker import fault, replay
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position, rule_of

KAKURASU = "kakurasu:7/5/6/2/11;3/14/6/6/5"


@dataclass(frozen=True)
class Opposite(Balanced):
    """Balanced, and the last cell is unlike the first."""

    start: ClassVar[State] = (0, 0, -1, 0, -1)  # as before, and the first symbol

    def step(self, state: State, symbol: str) -> State | None:
        after = Balanced.step(self, state[:4], symbol)
        first = state[4] if state[4] >= 0 else int(symbol)
        return None if after is None else (*after, first)

    def accepts(self, state: State) -> bool:
        return Balanced.accepts(self, state[:4]) and state[2] != state[4]


@dataclass(frozen=True)
class FewChanges:
    """The symbol changes at most so often along the line."""

    most: int
    start: ClassVar[State] = (-1, 0)

    def step(self, state: State, symbol: str) -> State | None:
        last, changes = state
        changes += last not in (-1, int(symbol))
        return (int(symbol), changes) if changes <= self.most else None

    def accepts(self, state: State) -> bool:
        return True


@dataclass(frozen=True)
class Thirds:
    """So many of each of three symbols, and never three alike in a row."""

    each: int
    start: ClassVar[State] = (0, 0, 0, -1, 0)

    def step(self, state: State, symbol: str) -> State | None:
        numbers, (last, run), read = list(state[:3]), state[3:], int(symbol)
        numbers[read] += 1
        run = run + 1 if read == last else 1
        return None if numbers[read] > self.each or run > 2 else (*numbers, read, run)

    def accepts(self, state: State) -> bool:
        return state[:3] == (self.each,) * 3


def same(rule: LineRule, side: int, symbols: str = "01", distinct: bool = True) -> Puzzle:
    """A square of lines that all obey one rule, with nothing given."""
    rules = (rule,) * side
    return Puzzle("handmade", nn.Grid.blank(side, side), rules, rules, distinct, symbols=symbols)


def mixed() -> Puzzle:
    """Rows of two rules, columns of two others; one is derived from another."""
    rows = (Balanced(2, 2), Opposite(2, 2), FewChanges(2), Balanced(2, 2))
    return Puzzle("handmade", nn.Grid.blank(4, 4), rows, (Opposite(2, 2),) * 4, distinct=True)


BLANKS = {
    "derived": same(Opposite(2, 2), 4),
    "derived-no-distinct": same(Opposite(2, 2), 4, distinct=False),
    "both": same(Both((Balanced(2, 2), FewChanges(2))), 4),
    "mixed": mixed(),
    "three-symbols": same(Thirds(1), 3, "012"),
}


def dug(blank: Puzzle, rng: Random) -> Puzzle:
    """A puzzle with one solution in which no given can be spared."""
    board = nn.solve(blank, "guess:propagate=lines", limit=1, seed=rng.randrange(1000)).solution
    assert board is not None
    puzzle = blank.with_givens(board)
    for k in rng.sample(range(len(board.cells)), len(board.cells)):
        cell = nn.Cell(*divmod(k, board.width))
        fewer = puzzle.with_givens(puzzle.givens.fill({cell: "."}))
        if nn.is_unique(fewer):
            puzzle = fewer
    return puzzle


def kakurasus(rng: Random) -> Iterator[Puzzle]:
    """Kakurasu of up to 5x5 cells with one solution."""
    for height, width in [(2, 3), (3, 3), (4, 3), (4, 4), (5, 4), (5, 5)] * 10:
        cells = "".join(rng.choice("01") for _ in range(height * width))
        puzzle = pose(nn.Grid.flat(height, width, cells), "standard")
        if nn.is_unique(puzzle):
            yield puzzle


def checked(puzzle: Puzzle) -> nn.Explanation:
    """The explanation of a puzzle with one solution: every step holds, and none is wrong."""
    told = nn.explain(puzzle)
    grid = replay(puzzle, told.steps)
    answer = nn.solve(puzzle).solution
    assert answer is not None
    assert grid == told.grid
    assert answer.fits(grid), puzzle.id
    assert told.reason in (None, "stuck")
    assert told.solved == (told.reason is None) == (grid == answer)
    return told


def test_every_small_kakurasu_is_explained_or_honestly_stuck() -> None:
    told = [checked(puzzle) for puzzle in kakurasus(Random(3))]
    assert len(told) > 40
    assert sum(part.solved for part in told) == len(told)


@pytest.mark.slow
def test_larger_kakurasus_are_never_explained_wrongly() -> None:
    rng, used = Random(4), Counter[str]()
    for _ in range(60):
        cells = "".join(rng.choice("01") for _ in range(49))
        puzzle = pose(nn.Grid.flat(7, 7, cells), "standard")
        if nn.is_unique(puzzle):
            used.update(step.technique for step in checked(puzzle).steps)
    assert {"only_way", "few_ways", "dead_end"} <= set(used)


@pytest.mark.parametrize("blank", BLANKS.values(), ids=list(BLANKS))
def test_rules_that_nobody_knows_are_explained(blank: Puzzle) -> None:
    rng = Random(5)
    told = [checked(dug(blank, rng)) for _ in range(25)]
    assert sum(part.solved for part in told) == len(told)
    names = {rung.id for rung in GENERAL}
    assert {step.technique for part in told for step in part.steps} <= names


@pytest.mark.slow
@pytest.mark.parametrize(
    "blank",
    [same(Opposite(3, 3), 6), same(Thirds(2), 6, "012"), same(Thirds(2), 6, "012", False)],
    ids=["derived", "three-symbols", "three-symbols-no-distinct"],
)
def test_larger_puzzles_of_such_rules(blank: Puzzle) -> None:
    rng = Random(6)
    told = [checked(dug(blank, rng)) for _ in range(15)]
    assert sum(part.solved for part in told) > 10


EITHER_WAY = ".1.012/2...20/0..22./2.1..1/.20.0./.2201."


@pytest.mark.parametrize("name", ["dead_end", "both_ways", "long_dead_end"])
def test_suppositions_hold_for_three_symbols(name: str) -> None:
    """Every other symbol is supposed and breaks a rule; or all are, and lead to the same."""
    rng, blank = Random(7), same(Thirds(2), 6, "012", distinct=False)
    puzzles = [blank.with_givens(nn.Grid.parse(EITHER_WAY, "012")), dug(blank, rng)]
    ladder = [rung for rung in GENERAL if rung.id in ("only_way", "line_cases", name)]
    uses = 0
    for puzzle in puzzles:
        climb = Climb(Position(puzzle, puzzle.givens), ladder)
        grid = puzzle.givens
        for step in climb.steps():
            assert fault(puzzle, grid, step) is None, step
            grid = grid.fill(dict(step.effects))
            if step.technique == name:
                uses += 1
                assert len(step.chains) == (3 if name == "both_ways" else 2)
                assert len({chain.assumed for chain in step.chains}) == len(step.chains)
        assert all(answer.fits(grid) for answer in nn.solve(puzzle, limit=9).solutions)
    assert uses


def test_two_lines_together_leave_one_of_three_symbols() -> None:
    puzzle = same(Thirds(1), 3, "012").with_givens(nn.Grid.parse(".../.1./..2", "012"))
    step = nn.explain(puzzle).steps[0]
    assert (
        str(step)
        == "row 2, crossing: row 2 rules out 1 (r2c2 is 1) and column 3 rules out 2 (r3c3 is 2),"
        " so r2c3 must be 0"
    )
    assert set(step.premises) == {nn.Cell(1, 1), nn.Cell(2, 2)}
    assert fault(puzzle, puzzle.givens, step) is None
    assert step.to_json()["effects"] == [[1, 2, "0"]]


def test_the_checker_refuses_what_does_not_follow_for_any_rule() -> None:
    puzzle = same(Thirds(2), 6, "012", distinct=False)
    puzzle = puzzle.with_givens(nn.Grid.parse(EITHER_WAY, "012"))
    inner = [rung for rung in GENERAL if rung.id in ("only_way", "line_cases")]
    for name in ("crossing", "dead_end", "both_ways"):
        climb = Climb(Position(puzzle, puzzle.givens), [*inner, TECHNIQUES[name]])
        grid = puzzle.givens
        for step in climb.steps():
            assert fault(puzzle, grid, step) is None
            ((cell, symbol), *_) = step.effects
            for other in puzzle.symbols.replace(symbol, ""):
                assert fault(puzzle, grid, replace(step, effects=((cell, other),)))
            if step.chains:
                assert fault(puzzle, grid, replace(step, chains=step.chains[1:]))
                whole = tuple([replace(chain, broken=None) for chain in step.chains])
                assert whole == step.chains or fault(puzzle, grid, replace(step, chains=whole))
            if step.technique == "crossing":
                assert fault(puzzle, grid, replace(step, others=()))
                for k in range(len(step.premises)):
                    fewer = step.premises[:k] + step.premises[k + 1 :]
                    wrong = fault(puzzle, grid, replace(step, premises=fewer))
                    assert wrong is None or "could also be" in wrong
            grid = grid.fill(dict(step.effects))


def test_puzzles_without_one_solution_end_honestly() -> None:
    rng = Random(8)
    for blank in (*BLANKS.values(), pose(nn.Grid.parse("0110/1001/0011/1100"), "standard")):
        for _ in range(15):
            cells = "".join(rng.choice(f"{blank.symbols}....") for _ in blank.givens.cells)
            puzzle = blank.with_givens(nn.Grid(blank.height, blank.width, cells))
            told = nn.explain(puzzle)
            replay(puzzle, told.steps)
            status = nn.solve(puzzle).status
            assert told.solved == (status == "unique") or told.reason == "stuck"
            if told.broken is not None:
                assert status == "none"
                words = ("could not", "would make", "equal")
                assert any(word in str(told.broken) for word in words)
            if status != "unique":
                assert nn.grade(puzzle).reason == status


def test_a_rule_is_known_by_its_very_class() -> None:
    derived = same(Opposite(2, 2), 4)
    assert [rule_of(puzzle) for puzzle in (derived, mixed())] == [Opposite, Anything]
    for puzzle in (*BLANKS.values(), same(Balanced(1, 1), 2, "012")):
        assert {*ladder_of(puzzle)} <= {*GENERAL}
    plain = nn.parse("binairo:..../..../..../....")
    crossing = tuple(rung for rung in LADDERS[Balanced] if not rung.shapes)
    assert ladder_of(plain) == tuple(rung for rung in crossing if not rung.signs)
    signed = nn.parse("binairo:..../..../..../....;x../.../.../...;..../..../....")
    assert ladder_of(signed) == crossing
    assert ladder_of(nn.parse("nonogram:1/1;1/1")) == LADDERS[Runs]
    half = Puzzle("handmade", nn.Grid.blank(1, 2), (Runs((1,)),), (Anything(), Anything()))
    assert ladder_of(half) == LADDERS[Runs]  # lines without a rule do not count


def test_only_transposing_carries_other_rules_along() -> None:
    for name, blank in BLANKS.items():
        puzzle = dug(blank, Random(9))
        turned = list(images(puzzle))
        assert len(turned) == 2, name
        assert len({nn.grade(image).score for image in turned}) == 1
        assert len({nn.grade(image).level for image in turned}) == 1


def test_lines_that_differ_by_rule_take_nothing_from_each_other() -> None:
    """A finished line spares a way only where that way is one: the rules beside it may differ."""
    rows = (Runs((1,)), Balanced(1, 1), FewChanges(0))
    puzzle = Puzzle(
        "handmade", nn.Grid.parse("10/../.."), rows, (Anything(), Anything()), distinct=True
    )
    told = Climb(Position(puzzle, puzzle.givens), [TECHNIQUES["twin_cases"]]).next_step()
    assert told is not None
    assert str(told.place) == "row 2"
    assert told.text == (
        "of the two ways to finish row 2, one would repeat row 1;"
        " in the other r2c1 is 0 and r2c2 is 1"
    )
    assert fault(puzzle, puzzle.givens, told) is None


def test_one_way_reads_well() -> None:
    puzzle = nn.parse(KAKURASU)
    assert str(nn.explain(puzzle).steps[0]) == (
        "row 4, only way: row 4 can make 2 only as 2,"
        " so r4c1 and r4c3-r4c5 are empty and r4c2 is filled"
    )
    line = Climb(Position(puzzle, puzzle.givens), [TECHNIQUES["line_cases"]]).next_step()
    assert line is not None
    assert "can make 2 only as 2, so " in line.text


@pytest.mark.parametrize(
    "puzzle",
    [nn.parse(KAKURASU), dug(BLANKS["three-symbols"], Random(1))],
    ids=["kakurasu", "three-symbols"],
)
def test_hints_in_four_strengths_lead_to_the_solution(puzzle: Puzzle) -> None:
    first = [nn.hint(puzzle, strength=strength) for strength in (1, 2, 3, 4)]
    assert all(told.kind == "step" for told in first)
    assert first[0].text.startswith("look at row ")
    assert first[3].step is not None
    assert first[1].text == f"{first[0].text}: {first[3].step.name}"
    grid = puzzle.givens
    while (told := nn.hint(puzzle, "/".join(grid.rows()))).kind == "step":
        json.dumps(told.to_json())
        grid = grid.fill(dict(told.effects))
    assert (told.kind, grid) == ("solved", nn.solve(puzzle).solution)
    cell = next(puzzle.givens.unknown())
    other = next(symbol for symbol in puzzle.symbols if symbol != grid[cell])
    assert nn.hint(puzzle, puzzle.givens.fill({cell: other})).kind == "mistake"


def test_a_grade_has_no_fields_of_other_kinds() -> None:
    nonogram_only = {"simple", "sweeps", "left_by_lines", "slack", "share_filled"}
    posed = nn.grade(nn.parse(KAKURASU))
    assert (posed.level, posed.name, posed.minimal) == (1, "Starter", None)
    assert not (nonogram_only | {"minimal"}) & posed.to_json().keys()
    given = nn.grade(dug(BLANKS["three-symbols"], Random(2)))
    assert given.level is not None
    assert given.minimal is True
    assert not nonogram_only & given.to_json().keys()
    clues = nn.grade(nn.parse("nonogram:1,1/5/5/3/1;2/4/4/4/2"))
    assert nonogram_only <= clues.to_json().keys()


def test_one_given_too_many_is_seen_with_three_symbols() -> None:
    puzzle = dug(BLANKS["three-symbols"], Random(3))
    answer = nn.solve(puzzle).solution
    assert answer is not None
    cell = next(puzzle.givens.unknown())
    more = puzzle.with_givens(puzzle.givens.fill({cell: answer[cell]}))
    assert nn.grade(more).minimal is False


@pytest.mark.full
def test_a_kakurasu_that_needs_cases_is_graded() -> None:
    rng = Random(10)
    while True:
        cells = "".join(rng.choice("01") for _ in range(100))
        puzzle = pose(nn.Grid.flat(10, 10, cells), "standard")
        if nn.is_unique(puzzle) and nn.explain(puzzle, max_level=7).reason == "stuck":
            break
    found = nn.grade(puzzle)
    assert (found.level, found.hardest, found.proof) == (8, "cases", "deduction")
    assert found.score > 1000 * found.decisions >= 2000
