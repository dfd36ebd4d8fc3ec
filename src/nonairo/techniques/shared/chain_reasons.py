"""The smallest basis for what follows from suppositions: the fewest lines, then no needless cell.

A basis is some lines and some cells. It is enough if each supposition, with the rules of these
lines and nothing known but these cells, breaks a rule or decides the goal. Lines are the fewest of
those that are read until it follows, if a few hundred probes can find them. Everything here is the
specification, and the way without the compiled core (core/probe/least.hpp), which says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from nonairo import native
from nonairo.candidates import bits
from nonairo.grid import Cell, Symbol
from nonairo.limits import poll_in_force
from nonairo.propagation import Narrow
from nonairo.techniques.shared.implications import Basis, mask_of_lines, needless
from nonairo.techniques.shared.line_reasons import without
from nonairo.techniques.shared.lines import known, only_these
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import EVERY_LINE, Stages, by_patterns, probe
from nonairo.techniques.shared.steps import Effect

TRIES = 8  # reasons that are tried in each way
PROBES = 300  # to find the fewest; after that none is needless, but fewer might do
HITS = 20_000  # sets that are looked through for one that has one of each group


class Supposed(NamedTuple):
    """A cell of a row, a symbol for it, and the most rounds in which something must follow."""

    line: int
    k: int
    symbol: Symbol
    most: int


class Inference(NamedTuple):
    """What is to follow from suppositions, and by which means."""

    supposed: tuple[Supposed, ...]
    goal: Effect | None  # None: a rule is to break
    narrow: Narrow
    stages: Stages | None = None  # of a contradiction in two lines
    against: bool = False  # a rule is to break if the goal is something else

    def core(self, position: Position) -> native.Prober | None:
        """What narrows in the same way, compiled; None where the core does not take the puzzle."""
        return position.core(patterns=self.narrow is by_patterns)

    def for_core(self, position: Position) -> list[tuple[int, int, int, int]]:
        """The suppositions; cells along the line with which the stages begin, if there are any."""
        column = self.stages is not None and self.stages[0] >> position.height != 0
        number = position.symbols.index
        return [
            (*(position.crossing(line, k) if column else (line, k)), number(symbol), most)
            for line, k, symbol, most in self.supposed
        ]

    def follows(self, position: Position, lines: int) -> int | None:
        """The lines that are read until it follows, with these lines alone; None if it does not."""
        if self.against:
            return self._refuted(position, lines)
        read = 0
        for line, k, symbol, most in self.supposed:
            found = probe(
                position, (line, k), symbol, self.narrow, most, stages=self.stages, only=lines
            )
            read |= found.touched
            if found.broken:
                continue
            if self.goal is None or found.possible is None:
                return None
            (row, col), value = self.goal
            masks = zip(position.symbols, found.possible.rows[row], strict=True)
            if any(mask >> col & 1 for other, mask in masks if other != value):
                return None
        return read

    def _refuted(self, position: Position, lines: int) -> int | None:
        """The same if it is supposed, after each supposition, that the goal is something else."""
        assert self.goal is not None
        cell, value = self.goal
        read = 0
        for line, k, symbol, most in self.supposed:
            after = position.copy()
            after.settle(line, k, symbol)
            for other in position.symbols.replace(value, ""):
                start = Cell(line, k)
                found = probe(after, cell, other, self.narrow, most, only=lines, after=start)
                read |= found.touched
                if not found.broken:
                    return None
        return read


def smallest(
    position: Position, ways: Iterable[Inference], decided: Effect
) -> tuple[int, Inference, Basis] | None:
    """A basis for what is decided of which no cell is needless in meaning, and in which way.

    It may be that it follows in a harder way without a cell: then others are tried without that
    one. Where all have such cells, the one that has fewest; their number comes first. None if no
    way is enough. What all values of a cell lead to is looked for once: it nearly always follows
    with fewer cells against other values of its own.
    """
    best: tuple[int, Inference, Basis] | None = None
    poll = poll_in_force()
    for way in ways:
        waiting = {position.grid().cells: None}
        for tried in range(TRIES if way.goal is None or way.against else 1):
            if tried == len(waiting):
                break
            if poll is not None:
                poll()
            cells = list(waiting)[tried]
            basis = least(position, way, cells)
            if basis is None:
                continue
            spare = needless(position, basis, decided)
            if best is None or len(spare) < best[0]:
                best = len(spare), way, basis
            if not spare:
                return best
            waiting |= {basis._replace(cells=cells).forgetting(k).cells: None for k in spare}
    return best


def least(
    position: Position, inference: Inference, cells: str, lines: int = EVERY_LINE
) -> Basis | None:
    """The smallest basis among some lines and cells; None if all of them are not enough."""
    lines &= (1 << len(position.lines)) - 1
    core = inference.core(position)
    if core is None:
        return _plainly(position, inference, cells, lines)
    supposed, number = inference.for_core(position), position.symbols.index
    goal = None if inference.goal is None else (*inference.goal[0], number(inference.goal[1]))
    edges = inference.stages is not None
    found = core.least(cells, supposed, goal, list(bits(lines)), edges, inference.against, PROBES)
    return None if found is None else Basis(sum(1 << i for i in found[0]), found[1])


def lines_needed(position: Position, inference: Inference) -> int:
    """A number of lines that are enough to break a rule, none of them needless."""
    core = inference.core(position)
    if core is not None:
        edges = inference.stages is not None
        (number,) = core.needed(position.grid().cells, [inference.for_core(position)], edges)
        return number
    read = inference.follows(position, EVERY_LINE)
    assert read is not None, "what was found does not follow"
    return _irreducible(position, inference, read).bit_count()


def _irreducible(position: Position, inference: Inference, lines: int) -> int:
    """Some of these lines, which are enough, without the needless ones."""
    gone = without(
        list(bits(lines)),
        lambda some: inference.follows(position, lines & ~mask_of_lines(some)) is not None,
    )
    return lines & ~mask_of_lines(gone)


def _plainly(position: Position, inference: Inference, cells: str, lines: int) -> Basis | None:
    whole = position.only(known(cells))
    read = inference.follows(whole, lines)
    if read is None:
        return None
    lines &= read

    def holds(kept: int) -> bool:
        return inference.follows(whole, kept) is not None

    fewer = fewest(lines, _irreducible(whole, inference, lines), holds)
    looked = [k for k in known(cells) if fewer & position.mask_through(position.cell_at(k))]

    def still(gone: Sequence[int]) -> bool:
        return inference.follows(position.only({*looked}.difference(gone)), fewer) is not None

    spare = without(looked, still)
    return Basis(fewer, only_these(cells, {*looked}.difference(spare)))


def fewest(everything: int, enough: int, holds: Callable[[int], bool]) -> int:
    """The smallest set, as a mask, that is enough.

    Every such set has one of each of some groups: those beyond a largest set that is not. The
    smallest set that has is tried; if it is not enough, it is part of one more such largest set.
    """
    groups: list[int] = []
    left = PROBES
    while True:
        best, tried = _hitting(groups, enough.bit_count())
        if best is None or tried > HITS:
            return enough
        left -= 1
        if left < 0:
            return enough
        if holds(best):
            return best
        for i in bits(everything & ~best):
            left -= 1
            if left >= 0 and not holds(best | 1 << i):
                best |= 1 << i
        if left < 0:
            return enough
        groups.append(everything & ~best)


def _hitting(groups: Sequence[int], most: int) -> tuple[int | None, int]:
    """The smallest set of fewer than so many that has one of each group; sets tried."""
    best: int | None = None
    tried = 0

    def go(taken: int, number: int) -> None:
        nonlocal best, tried
        if number >= (most if best is None else best.bit_count()):
            return
        tried += 1
        if tried > HITS:
            return
        missed = [group for group in groups if not group & taken]
        if not missed:
            best = taken
            return
        for i in bits(min(missed, key=int.bit_count)):
            go(taken | 1 << i, number + 1)

    go(0, 0)
    return best, tried
