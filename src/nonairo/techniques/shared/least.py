"""The smallest reason for what follows from suppositions: the fewest lines, then no needless cell.

A reason is some lines and some cells. It is enough if each supposition, with the rules of these
lines and nothing known but these cells, breaks a rule or decides the goal. Lines are the fewest of
those that are read until it follows, if a few hundred probes can tell. Everything here is the
specification, and the way without the compiled core (core/probe/least.hpp), which says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonairo import native
from nonairo.candidates import bits
from nonairo.grid import UNKNOWN, Cell, Symbol
from nonairo.propagation import Narrow
from nonairo.techniques.shared.fewest import PROBES, fewest
from nonairo.techniques.shared.meaning import Reason, mask_of_lines, needless, only_these
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import EVERY_LINE, Stages, probe
from nonairo.techniques.shared.reasons import without

TRIES = 8  # reasons that are tried in each way


class Supposed(NamedTuple):
    """A cell of a row, a symbol for it, and the most rounds in which something must follow."""

    line: int
    k: int
    symbol: Symbol
    most: int


class Asked(NamedTuple):
    """What is to follow from suppositions, and by which means."""

    supposed: tuple[Supposed, ...]
    goal: tuple[Cell, Symbol] | None  # None: a rule is to break
    narrow: Narrow
    stages: Stages | None = None  # of a contradiction in two lines
    core: native.Prober | None = None  # which narrows in the same way
    against: bool = False  # a rule is to break if the goal is something else

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
    position: Position, ways: Iterable[Asked], decided: tuple[Cell, Symbol]
) -> tuple[int, Asked, Reason] | None:
    """A reason for what is decided of which no cell is needless in meaning, and in which way.

    It may be that it follows in a harder way without a cell: then others are tried without that
    one. Where all have such cells, the one that has fewest; their number comes first. None if no
    way is enough. What all values of a cell lead to is looked for once: it nearly always follows
    with fewer cells against other values of its own.
    """
    best: tuple[int, Asked, Reason] | None = None
    for way in ways:
        waiting = {position.grid().cells: None}
        for tried in range(TRIES if way.goal is None or way.against else 1):
            if tried == len(waiting):
                break
            cells = list(waiting)[tried]
            reason = least(position, way, cells)
            if reason is None:
                continue
            spare = needless(position, reason, decided)
            if best is None or len(spare) < best[0]:
                best = len(spare), way, reason
            if not spare:
                return best
            waiting |= {reason._replace(cells=cells).forgetting(k).cells: None for k in spare}
    return best


def least(position: Position, asked: Asked, cells: str, lines: int = EVERY_LINE) -> Reason | None:
    """The smallest reason among some lines and cells; None if all of them are not enough."""
    lines &= (1 << len(position.lines)) - 1
    if asked.core is None:
        return _plainly(position, asked, cells, lines)
    supposed, number = asked.for_core(position), position.symbols.index
    goal = None if asked.goal is None else (*asked.goal[0], number(asked.goal[1]))
    edges = asked.stages is not None
    found = asked.core.least(cells, supposed, goal, list(bits(lines)), edges, asked.against, PROBES)
    return None if found is None else Reason(sum(1 << i for i in found[0]), found[1])


def lines_needed(position: Position, asked: Asked) -> int:
    """A number of lines that are enough to break a rule, none of them needless."""
    if asked.core is not None:
        edges = asked.stages is not None
        (number,) = asked.core.needed(position.grid().cells, [asked.for_core(position)], edges)
        return number
    read = asked.follows(position, EVERY_LINE)
    assert read is not None, "what was found does not follow"
    return _irreducible(position, asked, read).bit_count()


def _irreducible(position: Position, asked: Asked, lines: int) -> int:
    """Some of these lines, which are enough, without the needless ones."""
    gone = without(
        list(bits(lines)),
        lambda some: asked.follows(position, lines & ~mask_of_lines(some)) is not None,
    )
    return lines & ~mask_of_lines(gone)


def _plainly(position: Position, asked: Asked, cells: str, lines: int) -> Reason | None:
    whole = _with(position, cells)
    read = asked.follows(whole, lines)
    if read is None:
        return None
    lines &= read

    def holds(kept: int) -> bool:
        return asked.follows(whole, kept) is not None

    fewer = fewest(lines, _irreducible(whole, asked, lines), holds)
    known = [
        k
        for k, symbol in enumerate(cells)
        if symbol != UNKNOWN and fewer & (1 << k // position.width | _column(position, k))
    ]
    kept = only_these(cells, known)

    def still(some: Sequence[int]) -> bool:
        gone = set(some)
        left = only_these(kept, [k for k in known if k not in gone])
        return asked.follows(_with(position, left), fewer) is not None

    spare = set(without(known, still))
    return Reason(fewer, only_these(kept, [k for k in known if k not in spare]))


def _column(position: Position, k: int) -> int:
    return 1 << position.height + k % position.width


def _with(position: Position, cells: str) -> Position:
    return position.only(
        [Cell(*divmod(k, position.width)) for k, symbol in enumerate(cells) if symbol != UNKNOWN]
    )
