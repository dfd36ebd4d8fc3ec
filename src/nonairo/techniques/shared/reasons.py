"""Why a cell follows: some lines and known cells, of which none can be left out.

`followed` is what a person can follow: with the rules of these lines, and nothing known but these
cells, each supposition breaks a rule or decides the goal, in as many rounds as it was found in.
`irreducible` is about meaning: these lines and cells leave no other way to fill in the cell,
however hard that is to see, and without any one of them there is one. A reason should be both. Most
of those that are followed are irreducible as they are; from the others something can still be left
out, but then a supposition may take another inside it (`supposing`).

Everything here is the specification, and the way without the compiled core. That has the same in
core/probe/reasons.hpp, where `irreducible` asks an engine that learns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import NamedTuple

from nonairo.candidates import Candidates, bits, unknown_in
from nonairo.grid import Cell, Grid, Place
from nonairo.limits import in_force, poll_in_force, poll_supervision
from nonairo.propagation import Narrow, by_lines, fill_in, look_at
from nonairo.techniques.base import NO_RULE
from nonairo.techniques.shared.line_reasons import without
from nonairo.techniques.shared.lines import known, only_these
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import (
    ENDLESS,
    EVERY_LINE,
    Probe,
    Stages,
    by_patterns,
    equal_lines_of,
    probe,
)
from nonairo.techniques.shared.steps import Chain, Effect, looked_at

GUESSES = 400  # to find out whether something follows in meaning, without the core


class Basis(NamedTuple):
    """Lines, rows first, as a mask, and the cells that are known."""

    lines: int
    cells: str

    @property
    def known(self) -> tuple[int, ...]:
        """The numbers of the cells, in reading order."""
        return known(self.cells)

    @property
    def size(self) -> int:
        """How much there is to look at."""
        return self.lines.bit_count() + len(self.known)


class Asked(NamedTuple):
    """What follows from suppositions: each breaks a rule, or decides the same cell."""

    supposed: tuple[Effect, ...]
    decided: Effect
    rounds: tuple[int, ...]  # that each takes: they have a price
    narrow: Narrow = by_lines  # how lines are looked at,
    stages: Stages | None = None  # which of them,
    most: tuple[int, ...] = ()  # and in how many rounds; as many as it takes

    @property
    def goal(self) -> Effect | None:
        """The cell that suppositions of another cell decide."""
        return None if self.supposed[0][0] == self.decided[0] else self.decided

    def probe(self, position: Position, number: int, lines: int, keep: bool = False) -> Probe:
        """What follows from one of the suppositions by the rules of some lines."""
        cell, symbol = self.supposed[number]
        most = self.most[number] if self.most else ENDLESS
        return probe(position, cell, symbol, self.narrow, most, keep, self.stages, only=lines)


def followed(position: Position, asked: Asked, lines_only: bool = False) -> Basis | None:
    """The lines and cells that are needed for what follows from suppositions; None if it does not.

    Lines are left out before cells, and the first ones rather than the last. With `lines_only` all
    cells are kept.
    """
    cells, number = position.grid().cells, position.symbols.index
    core = position.core(patterns=asked.narrow is by_patterns)
    if core is not None:
        column = asked.stages is not None and asked.stages[0] >> position.height != 0
        supposed = [
            ((*(position.crossing(*cell) if column else cell), number(symbol)), most)
            for (cell, symbol), most in zip(
                asked.supposed, asked.most or repeat(ENDLESS), strict=False
            )
        ]
        goal = None if asked.goal is None else (*asked.goal[0], number(asked.goal[1]))
        edges, seconds = asked.stages is not None, in_force().seconds
        found = core.followed(cells, supposed, goal, edges, lines_only, seconds)
        poll_supervision()  # whether it had the time to find all
        return None if found is None else Basis(_mask(found[0]), found[1])
    read = _read(position, asked, EVERY_LINE)
    if read is None:
        return None

    def shown(basis: Basis) -> bool:
        there = position if basis.cells == cells else position.only(basis.known)
        return _read(there, asked, basis.lines) is not None

    return _reduced(position, Basis(read, cells), shown, lines_only)


def irreducible(position: Position, basis: Basis, decided: Effect) -> Basis:
    """An irreducible part of a basis that leaves a cell no other symbol in meaning.

    What is too hard to decide counts as needed.
    """
    (cell, right), core = decided, position.core()
    others = position.symbols.replace(right, "")
    if core is not None:
        excluded = *cell, position.symbols.index(others)  # the core has two symbols
        lines, seconds = list(bits(basis.lines)), in_force().seconds
        found = core.irreducible(basis.cells, lines, excluded, seconds)
        poll_supervision()
        return basis if found is None else Basis(_mask(found[0]), found[1])

    def follows(basis: Basis) -> bool:
        return all(_impossible(position, basis, (cell, symbol)) for symbol in others)

    return _reduced(position, basis, follows) if follows(basis) else basis


def behind(position: Position, chains: Sequence[Chain]) -> Basis:
    """The basis that chains give: the lines that they name, and the cells on which they rest."""
    lines = set[Place]().union(*(chain.lines for chain in chains))
    rests = {cell.row * position.width + cell.col for chain in chains for cell in looked_at(chain)}
    return Basis(
        _mask([position.number(place) for place in lines]),
        only_these(position.grid().cells, rests),
    )


def with_nothing_else(position: Position, basis: Basis) -> Position:
    """A position in which only these lines have a rule, and only these cells are known."""
    puzzle = position.puzzle
    rules = [
        rule if basis.lines >> i & 1 else NO_RULE for i, rule in enumerate(puzzle.line_rules())
    ]
    crossing = position.height + position.width
    small = replace(
        puzzle,
        row_rules=tuple(rules[: position.height]),
        col_rules=tuple(rules[position.height : crossing]),
        more_lines=tuple(
            replace(line, rule=rule)
            for line, rule in zip(puzzle.more_lines, rules[crossing:], strict=True)
        ),
    )
    return Position(small, Grid(position.height, position.width, basis.cells))


def _mask(lines: Collection[int]) -> int:
    return sum(1 << i for i in lines)


def _reduced(
    position: Position, basis: Basis, holds: Callable[[Basis], bool], lines_only: bool = False
) -> Basis:
    """A basis without the lines, and then the cells, that it need not have to hold."""
    poll = poll_in_force()

    def still(fewer: Basis) -> bool:
        if poll is not None:
            poll()
        return holds(fewer)

    def fewer_lines(gone: Collection[int]) -> Basis:
        return basis._replace(lines=basis.lines & ~_mask(gone))

    basis = fewer_lines(without(list(bits(basis.lines)), lambda gone: still(fewer_lines(gone))))
    if lines_only:
        return basis
    seen = [k for k in basis.known if basis.lines & position.mask_through(position.cell_at(k))]

    def fewer_cells(gone: Collection[int]) -> Basis:
        return basis._replace(cells=only_these(basis.cells, {*seen}.difference(gone)))

    return fewer_cells(without(seen, lambda gone: still(fewer_cells(gone))))


def _read(position: Position, asked: Asked, lines: int) -> int | None:
    """The lines that are read until each supposition has led to the end; None if one does not."""
    read, goal = 0, asked.goal
    for number in range(len(asked.supposed)):
        found = asked.probe(position, number, lines)
        read |= found.touched
        if found.broken:
            continue
        if goal is None or found.possible is None or found.possible.grid()[goal[0]] != goal[1]:
            return None
    return read


def _impossible(position: Position, basis: Basis, excluded: Effect) -> bool:
    """Whether there is no way for a symbol in a cell; False also if that is too hard to decide."""
    grid = Grid(position.height, position.width, basis.cells)
    possible = Candidates.in_puzzle(position.puzzle, grid)
    possible.settle(*excluded)
    return _no_way(position, possible, basis.lines, iter(range(GUESSES))) is True


def _no_way(
    position: Position, possible: Candidates, lines: int, guesses: Iterator[int]
) -> bool | None:
    """Whether nothing fits what is possible; None if there are no more guesses."""
    poll, dirty = poll_in_force(), lines
    while dirty:
        news, spoilt = look_at(dirty, possible, position.kernels, by_lines)
        if spoilt is not None:
            return True
        if position.puzzle.distinct and equal_lines_of(position.height, lines, possible, lines)[0]:
            return True
        dirty = fill_in(possible, news) & lines
    at = _undecided(position, possible, lines)
    if at is None:
        return False
    for symbol in position.symbols:
        if next(guesses, None) is None:
            return None
        if poll is not None:
            poll()
        trial = possible.copy()
        trial.settle(at, symbol)
        none = _no_way(position, trial, lines, guesses)
        if not none:
            return none
    return True


def _undecided(position: Position, possible: Candidates, lines: int) -> Cell | None:
    """An open cell in two of the lines; where lines must differ, then one in any of them."""
    found = None
    for i in bits(lines):
        place = position.places[i]
        for k in bits(unknown_in(possible.lines(place.axis)[place.index])):
            cell = position.cell(i, k)
            if (position.mask_through(cell) & lines).bit_count() > 1:
                return cell
            found = found or cell
    return found if position.puzzle.distinct else None
