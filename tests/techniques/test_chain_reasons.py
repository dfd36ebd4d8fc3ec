"""Reasons of suppositions: by the core as in Python, and nothing can be left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import nonairo as nn
from minimal import Meaning
from nonairo import LimitReached, native
from nonairo.candidates import bits
from nonairo.grid import Cell
from nonairo.limits import Limits, supervised
from nonairo.propagation import by_lines
from nonairo.rules import Runs
from nonairo.techniques.base import Step
from nonairo.techniques.overlap import TECHNIQUE as OVERLAP
from nonairo.techniques.overlap import look
from nonairo.techniques.shared.lines import put
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import by_patterns, open_cells, probe
from nonairo.techniques.shared.reasons import Asked, Basis, followed, irreducible
from nonairo.techniques.two_lines import edge

IDS = (
    "binairo:110100/..0..1/..1..0/100110/011001/001011",
    "binairo:.....0/.0...1/.1.0../010110/.010../1.....",
    "nonogram:0/1,1/1/1/1,1;0/1,1/0/2/1,1;00000/010../000../000../010..",
    "nonogram:1,1/2,1/3/3/1;2/3/3/3/1",
    "kakurasu:10/13/10/18/13/16/15;10/12/9/12/13/22/14"
    ";.....0./......./......./.....1./......./.....1./0.0..1.",
)

STEP = Step("dead_end", 6, 0.0, None, (), ())


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


def asked_in(position: Position) -> Iterator[Asked]:
    """What follows from suppositions: broken rules, cells that become known."""
    for row, col in open_cells(position)[:5]:
        cell = Cell(row, col)
        for symbol, other in zip(position.symbols, position.symbols[::-1], strict=True):
            supposed, decided = ((cell, symbol),), (cell, other)
            for narrow in (by_lines, by_patterns):
                found = probe(position, cell, symbol, narrow)
                if found.broken:
                    rounds = (found.rounds,)
                    yield Asked(supposed, decided, rounds, narrow, most=rounds)
                elif narrow is by_lines and found.possible is not None and found.rounds:
                    end = found.possible.grid()
                    goal = next(
                        Cell(*place)
                        for place in open_cells(position)
                        if end[Cell(*place)] != "." and place != (row, col)
                    )
                    yield Asked(supposed, (goal, end[goal]), (1,))
            for line in (row, position.height + col):
                stages = edge(position, line)
                if probe(position, cell, symbol, by_lines, stages=stages).broken:
                    yield Asked(supposed, decided, (1,), by_lines, stages)


def without_core(position: Position) -> Position:
    """The position as if there were no core."""
    plain = position.copy()
    plain.cores = dict.fromkeys((False, True))
    return plain


def parts_of(basis: Basis) -> Iterator[Basis]:
    """A basis without any one of its lines, or of its cells."""
    for i in bits(basis.lines):
        yield basis._replace(lines=basis.lines & ~(1 << i))
    for k in basis.known:
        yield basis._replace(cells=put(basis.cells, k, "."))


@pytest.mark.skipif(native.compiled is None, reason="installed without the core")
def test_the_core_finds_the_same_reason_as_python() -> None:
    several = smaller = 0
    for position in positions():
        plain = without_core(position)
        for asked in asked_in(position):
            basis = followed(plain, asked)
            assert followed(position, asked) == basis
            assert basis is not None
            several += basis.lines.bit_count() > 2
            if asked.goal is None:
                small = irreducible(plain, basis, asked.decided)
                assert irreducible(position, basis, asked.decided) == small
                smaller += small != basis
    assert several > 20
    assert smaller > 2


def test_nothing_of_a_reason_can_be_left_out() -> None:
    number = 0
    for position in positions():
        for asked in asked_in(position):
            basis = followed(position, asked)
            assert basis is not None
            shown = position.only(basis.known)
            assert shows(shown, asked, basis.lines)
            if asked.goal is not None:  # a line may give it that nobody looks at if more is known
                continue
            for fewer in parts_of(basis):
                if fewer.lines == basis.lines:
                    assert not shows(position.only(fewer.known), asked, fewer.lines)
                else:  # lines were left out while all cells were known
                    assert not shows(position, asked, fewer.lines)
            number += 1
    assert number > 100


def shows(position: Position, asked: Asked, lines: int) -> bool:
    """Whether a supposition leads to the end by some lines."""
    found = asked.probe(without_core(position), 0, lines)
    if asked.goal is None or found.broken:
        return bool(found.broken)
    assert found.possible is not None
    return found.possible.grid()[asked.goal[0]] == asked.goal[1]


@pytest.mark.parametrize("core", [True, False])
def test_what_is_irreducible_follows_and_no_part_of_it_does(core: bool) -> None:
    """By a SAT solver that knows each line apart."""
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    number = 0
    for position in positions():
        meaning = Meaning(position.puzzle)
        for asked in asked_in(position):
            basis = followed(position, asked)
            if basis is None or asked.goal is not None:
                continue
            small = irreducible(position if core else without_core(position), basis, asked.decided)
            step = replace(STEP, effects=(asked.decided,))

            def holds(
                some: Basis,
                step: Step = step,
                position: Position = position,
                meaning: Meaning = meaning,
            ) -> bool:
                known = {position.cell_at(k): some.cells[k] for k in some.known}
                lines = [position.places[i] for i in bits(some.lines)]
                return meaning.follows(known, lines, step)

            assert holds(small)
            assert not any(map(holds, parts_of(small)))
            number += 1
        meaning.solver.delete()
    assert number > 80


def test_lines_that_must_differ_differ_only_where_both_are_named() -> None:
    puzzle = nn.parse("binairo:0110/0.1./..../....")  # the second row is 0110 or 0011
    position = Position(puzzle, puzzle.givens)
    for each in (position, without_core(position)):
        whole = Basis(0b111, puzzle.givens.cells)
        assert irreducible(each, whole, (Cell(1, 1), "0")).lines == 0b11
        alone = Basis(0b110, puzzle.givens.cells)
        assert irreducible(each, alone, (Cell(1, 1), "0")) == alone  # it does not follow


def test_reasons_are_not_looked_for_after_the_time() -> None:
    puzzle = nn.parse(IDS[0])
    whole = Basis((1 << 12) - 1, puzzle.givens.cells)
    position = Position(puzzle, puzzle.givens)
    for each in (position, without_core(position)):
        asked = next(asked_in(each))
        with supervised(Limits(0)), pytest.raises(LimitReached):
            followed(each, asked)
        with supervised(Limits(0)), pytest.raises(LimitReached):
            irreducible(each, whole, asked.decided)


def test_an_overlap_in_a_chain_names_only_the_blocks_whose_cells_it_needs() -> None:
    """Both blocks of this clue overlap themselves; a step for one cell names one of them."""
    puzzle = nn.parse("nonogram:4,4/1/1/1;1/2/1/1/1/1/1/1/1/1")
    position = Position(puzzle, puzzle.givens)
    (move,) = look(position.lines[0], Runs((4, 4)))
    cells = tuple((nn.Cell(0, k), "1") for k in sorted(move.effects))
    whole = OVERLAP.step(position, 0, move, (), cells, position.lines[0])
    part = OVERLAP.step(position, 0, move, (), cells[-1:], position.lines[0])
    assert "the first 4 and the second 4 are longer" in whole.text
    assert part.text == (
        "the clue of row 1 leaves one free cell, and the second 4 is longer, so r1c9 is filled"
    )
