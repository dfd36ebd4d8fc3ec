"""The fewest lines and cells behind suppositions: by the core as in Python, none needless."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

import pytest

import nonairo as nn
from nonairo import LimitReached, native
from nonairo.candidates import bits
from nonairo.grid import Cell
from nonairo.limits import Limits, supervised
from nonairo.line_solver import completions
from nonairo.propagation import by_lines
from nonairo.techniques.shared import implications
from nonairo.techniques.shared.chain_reasons import (
    Inference,
    Supposed,
    least,
    lines_needed,
    smallest,
)
from nonairo.techniques.shared.implications import Basis, Implications
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import ENDLESS, by_patterns, open_cells, probe
from nonairo.techniques.two_lines import edge

IDS = (
    "binairo:110100/..0..1/..1..0/100110/011001/001011",
    "binairo:.....0/.0...1/.1.0../010110/.010../1.....",
    "nonogram:0/1,1/1/1/1,1;0/1,1/0/2/1,1;00000/010../000../000../010..",
    "nonogram:1,1/2,1/3/3/1;2/3/3/3/1",
    "kakurasu:10/13/10/18/13/16/15;10/12/9/12/13/22/14"
    ";.....0./......./......./.....1./......./.....1./0.0..1.",
)


def positions() -> Iterator[Position]:
    """Parts of solutions, of which enough is open."""
    random = Random(3)
    for text in IDS:
        puzzle = nn.parse(text)
        (solution,) = nn.solve(puzzle, limit=1).solutions
        yield Position(puzzle, puzzle.givens)
        for _ in range(3):
            share = random.uniform(0.1, 0.5)
            known = {
                cell: solution[cell]
                for cell in (Cell(*divmod(k, puzzle.width)) for k in range(len(solution.cells)))
                if random.random() < share
            }
            yield Position(puzzle, nn.Grid.blank(puzzle.height, puzzle.width).fill(known))


def asked_in(position: Position) -> Iterator[Inference]:
    """What follows from suppositions: broken rules, cells that become known."""
    for row, col in open_cells(position)[:5]:
        for symbol in position.symbols:
            for narrow in (by_lines, by_patterns):
                found = probe(position, (row, col), symbol, narrow)
                if found.broken:
                    yield Inference((Supposed(row, col, symbol, found.rounds),), None, narrow)
                elif narrow is by_lines and found.possible is not None and found.rounds:
                    end = found.possible.grid()
                    goal = next(
                        Cell(*place)
                        for place in open_cells(position)
                        if end[Cell(*place)] != "." and place != (row, col)
                    )
                    supposed = (Supposed(row, col, symbol, ENDLESS),)
                    yield Inference(supposed, (goal, end[goal]), narrow)
            for line in (row, position.height + col):
                stages = edge(position, line)
                if probe(position, (row, col), symbol, by_lines, stages=stages).broken:
                    yield Inference((Supposed(row, col, symbol, ENDLESS),), None, by_lines, stages)
    yield from against_in(position)


def against_in(position: Position) -> Iterator[Inference]:
    """What both symbols of a cell lead to, since anything else then breaks a rule."""
    places = open_cells(position)
    for row, col in places[:3]:
        supposed = tuple(Supposed(row, col, symbol, ENDLESS) for symbol in position.symbols)
        ways = (
            Inference(supposed, (Cell(*place), symbol), by_lines, against=True)
            for place in places[3::2]
            for symbol in position.symbols
        )
        yield from islice((way for way in ways if way.follows(position, -1) is not None), 2)


@pytest.mark.skipif(native.compiled is None, reason="installed without the core")
def test_the_core_finds_the_same_reason_as_python() -> None:
    several = against = 0
    for position in positions():
        cells = position.grid().cells
        without_core = position.copy()
        without_core.cores = dict.fromkeys((False, True))  # as if there were no core
        for asked in asked_in(position):
            plain = least(without_core, asked, cells)
            assert least(position, asked, cells) == plain
            assert plain is not None
            if asked.goal is None:
                assert lines_needed(position, asked) == lines_needed(without_core, asked)
            several += plain.lines.bit_count() > 2
            against += asked.against
            row, col, symbol, _ = asked.supposed[0]
            other = position.symbols[1 - position.symbols.index(symbol)]
            judge, plainly = Implications(position), Implications(position, plainly=True)
            decided = (Cell(row, col), other)
            assert judge.needless(plain, decided) == plainly.needless(plain, decided)
            for k in plain.known:
                reason = plain.forgetting(k)
                assert judge.follows(reason, decided) == plainly.follows(reason, decided)
    assert several > 20
    assert against > 10


def test_no_line_and_no_cell_of_a_reason_is_needless_and_no_fewer_lines_would_do() -> None:
    number = 0
    for position in positions():
        for asked in asked_in(position):
            reason = least(position, asked, position.grid().cells)
            assert reason is not None
            assert asked.follows(position.only(reason.known), reason.lines) is not None
            for cell in reason.known:
                fewer = position.only([each for each in reason.known if each != cell])
                assert asked.follows(fewer, reason.lines) is None, "a needless cell"
            size = reason.lines.bit_count()
            everything = range(len(position.lines))
            if 1 < size <= 4 and not asked.against:  # of all lines, not only of those read
                number += 1
                for some in combinations(everything, size - 1):
                    lines = sum(1 << i for i in some)
                    assert asked.follows(position, lines) is None, "fewer lines would do"
    assert number > 20


def test_what_follows_in_meaning_is_what_trying_everything_says() -> None:
    puzzle = nn.parse("nonogram:1,1/2,1/3/3/1;2/3/3/3/1")
    position = Position(puzzle, puzzle.givens)
    (solution,) = nn.solve(puzzle).solutions
    judge = Implications(position)
    whole = Basis((1 << len(position.lines)) - 1, puzzle.givens.cells)
    for row, col in open_cells(position):
        cell = Cell(row, col)
        assert judge.follows(whole, (cell, solution[cell]))
        assert not judge.follows(whole, (cell, "10"[int(solution[cell])]))
        alone = Basis(1 << row, puzzle.givens.cells)
        decided = len({line[col] for line in completions(puzzle.row_rules[row], ".....")}) == 1
        assert judge.follows(alone, (cell, solution[cell])) == decided
    known = Basis(whole.lines, solution.cells).forgetting(0)
    assert judge.needless(known, (Cell(0, 0), solution[Cell(0, 0)])) == [*known.known]
    assert list(bits(whole.lines)) == list(range(10))


def test_lines_that_must_differ_differ_only_where_both_are_named() -> None:
    puzzle = nn.parse("binairo:0110/0.1./..../....")  # the second row is 0110 or 0011
    position = Position(puzzle, puzzle.givens)
    for plainly in (False, True):
        for lines, follows in ((0b10, False), (0b110, False), (0b11, True)):
            reason = Basis(lines, puzzle.givens.cells)
            implied = Implications(position, plainly=plainly)
            assert implied.follows(reason, (Cell(1, 1), "0")) == follows


@pytest.mark.skipif(native.compiled is None, reason="installed without the core")
def test_an_engine_says_what_guesses_are_not_enough_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = nn.parse("nonogram:3,1/1/1,2/1,1/1,1/2;1,1/1,1/1,1/1,3/3/1,1")
    position = Position(puzzle, puzzle.givens)
    plainly = Implications(position, plainly=True)
    every = (1 << len(position.lines)) - 1
    asked = [
        (Basis(every & ~(1 << left), puzzle.givens.cells), (Cell(row, col), symbol))
        for left in range(len(position.lines))
        for row, col in open_cells(position)
        for symbol in puzzle.symbols
    ]
    right = [plainly.follows(*each) for each in asked]
    monkeypatch.setattr(implications, "GUESSES", 0)
    monkeypatch.setattr(implications, "ENGINE_CALLS", 10**6)
    judge = Implications(position)
    assert [judge.follows(*each) for each in asked] == right
    assert set(right) >= {True, False}
    monkeypatch.setattr(native, "plan_once", lambda puzzle: None)
    assert [Implications(position).follows(*each) for each in asked] != right


def test_reasons_are_not_looked_for_after_the_time() -> None:
    puzzle = nn.parse(IDS[0])
    cell = Cell(1, 0)
    asked = Inference((Supposed(*cell, "0", ENDLESS),), None, by_lines)
    with supervised(Limits(0)), pytest.raises(LimitReached):
        smallest(Position(puzzle, puzzle.givens), [asked], (cell, "1"))


def test_cells_are_not_called_needless_after_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "core", lambda position: None)  # which would take no time
    puzzle = nn.parse(IDS[0])
    reason = Basis((1 << 12) - 1, nn.solve(puzzle).solutions[0].cells)
    with supervised(Limits(0)), pytest.raises(LimitReached):
        implications.needless(
            Position(puzzle, puzzle.givens), reason, (Cell(1, 0), reason.cells[6])
        )
