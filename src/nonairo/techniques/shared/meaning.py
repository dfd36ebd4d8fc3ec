"""Reasons in meaning: does an effect follow from some lines and cells, however hard to see?

Everything is tried, so that nothing depends on how a technique looks. The core has the same
(`impossible` of a prober). Where that takes too many guesses, it also has an engine that learns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonairo import native
from nonairo.candidates import Candidates, bits, unknown_in
from nonairo.grid import UNKNOWN, Cell, Grid, Place, Symbol
from nonairo.propagation import by_lines, fill_in, look_at
from nonairo.techniques.base import NO_RULE
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import equal_lines_of
from nonairo.techniques.shared.steps import Chain, looked_at

GUESSES = 128  # to find out whether something follows
NODES = 1000  # of the engine, where these are not enough
ENGINE_CALLS = 64
MANY_GUESSES = 1024  # where lines must differ, and the engine is not asked,
SMALL = 256  # cells of such a puzzle
A_POLL = 8  # questions that count as a supposition


class Reason(NamedTuple):
    """Lines, rows first, and the cells that are known."""

    lines: int
    cells: str

    @property
    def known(self) -> list[int]:
        """The cells, in reading order."""
        return [k for k, symbol in enumerate(self.cells) if symbol != UNKNOWN]

    def forgetting(self, k: int) -> Reason:
        """Without one cell."""
        return self._replace(cells=self.cells[:k] + UNKNOWN + self.cells[k + 1 :])


def mask_of_lines(lines: Sequence[int]) -> int:
    return sum(1 << i for i in lines)


def only_these(cells: str, known: Iterable[int]) -> str:
    kept = set(known)
    return "".join([symbol if k in kept else UNKNOWN for k, symbol in enumerate(cells)])


class Judge:
    """Says what follows in a position from some of its lines and cells, however hard to see."""

    def __init__(
        self,
        position: Position,
        poll: Callable[[], None] | None = None,
        plainly: bool = False,
    ) -> None:
        self.position, self._poll, self._asked = position, poll, 0
        self.core = None if plainly else position.core()
        # The engine would tell apart lines, too, that are not named.
        small = position.height * position.width <= SMALL
        self.guesses = MANY_GUESSES if position.puzzle.distinct and small else GUESSES
        self.engine_calls = ENGINE_CALLS
        self._engines: dict[int, native.Plan | None] = {}

    def follows(self, reason: Reason, decided: tuple[Cell, Symbol]) -> bool:
        """Whether a cell can be nothing else. No, also where that is too hard to tell."""
        self._asked += 1
        if self._poll is not None and self._asked % A_POLL == 0:
            self._poll()
        cell, right = decided
        others = self.position.symbols.replace(right, "")
        return all(self._impossible(reason, cell, symbol) for symbol in others)

    def needless(self, reason: Reason, decided: tuple[Cell, Symbol]) -> list[int]:
        """The known cells without any one of which it still follows."""
        seen, hard = self._seen_needless(reason, decided)
        return sorted([*seen, *(k for k in hard if self.follows(reason.forgetting(k), decided))])

    def perhaps_needless(self, reason: Reason, decided: tuple[Cell, Symbol]) -> int:
        """How many are, or might be if one tried harder."""
        return sum(map(len, self._seen_needless(reason, decided)))

    def _seen_needless(
        self, reason: Reason, decided: tuple[Cell, Symbol]
    ) -> tuple[list[int], list[int]]:
        """Needless cells that some guesses show, and those for which it takes more."""
        if self.core is None:
            seen = [k for k in reason.known if self.follows(reason.forgetting(k), decided)]
            return seen, []
        cell, right = decided
        other = self.position.symbols.replace(right, "")  # the core has two symbols
        excluded = *cell, self.position.symbols.index(other)
        return self.core.spare(reason.cells, list(bits(reason.lines)), excluded, self.guesses)

    def without_cells(
        self, reason: Reason, decided: tuple[Cell, Symbol], needless: Sequence[int]
    ) -> Reason:
        """A reason without needless cells: those come in question that are so one by one."""
        for k in needless:
            fewer = reason.forgetting(k)
            if self.follows(fewer, decided):
                reason = fewer
        return reason

    def without_lines(self, reason: Reason, decided: tuple[Cell, Symbol]) -> Reason:
        """A reason without needless lines."""
        asked, self.engine_calls = self.engine_calls, 0  # a line more does no harm
        for i in bits(reason.lines):
            fewer = reason._replace(lines=reason.lines & ~(1 << i))
            if self.follows(fewer, decided):
                reason = fewer
        self.engine_calls = asked
        return reason

    def _impossible(self, reason: Reason, cell: Cell, symbol: Symbol) -> bool:
        position = self.position
        if self.core is None:
            return _impossible(position, reason, cell, symbol, self.guesses)
        number, lines = position.symbols.index(symbol), list(bits(reason.lines))
        none = self.core.impossible(reason.cells, lines, *cell, number, self.guesses)
        return self._by_engine(reason, cell, symbol) if none is None else none

    def _by_engine(self, reason: Reason, cell: Cell, symbol: Symbol) -> bool:
        """Whether an engine that learns finds no way for a symbol."""
        position = self.position
        if position.puzzle.distinct or not self.engine_calls:
            return False
        self.engine_calls -= 1
        if reason.lines not in self._engines:
            named = [position.places[i] for i in bits(reason.lines)]
            small = by_some_lines(position, named, ()).puzzle
            self._engines[reason.lines] = native.plan_once(small)
        engine = self._engines[reason.lines]
        if engine is None:
            return False
        k = cell.row * position.width + cell.col
        cells = reason.cells[:k] + symbol + reason.cells[k + 1 :]
        answer = native.Answer(*engine.solve(cells, 1, None, NODES, 0))
        return answer.outcome == "exhausted" and not answer.solutions


def by_some_lines(position: Position, named: Collection[Place], cells: Iterable[Cell]) -> Position:
    """A position in which only some lines have a rule, and only some cells are known."""
    puzzle = position.puzzle
    rules = [puzzle.rule(place) if place in named else NO_RULE for place in position.places]
    small = replace(
        puzzle,
        row_rules=tuple(rules[: position.height]),
        col_rules=tuple(rules[position.height :]),
    )
    return Position(small, position.only(cells).grid())


def needless(position: Position, reason: Reason, decided: tuple[Cell, Symbol]) -> list[int]:
    """The cells without any one of which the lines still leave a cell no other symbol."""
    return Judge(position).needless(reason, decided)


def needless_of(position: Position, chains: Sequence[Chain], decided: tuple[Cell, Symbol]) -> int:
    """How many cells on which chains rest are or might be needless, by the lines they name."""
    return Judge(position).perhaps_needless(behind(position, chains), decided)


def behind(position: Position, chains: Sequence[Chain]) -> Reason:
    """The reason that chains give: the lines that they name, and the cells on which they rest."""
    lines = set[Place]().union(*(chain.lines for chain in chains))
    numbers = [position.number(place) for place in lines]
    rests = {cell.row * position.width + cell.col for chain in chains for cell in looked_at(chain)}
    return Reason(mask_of_lines(numbers), only_these(position.grid().cells, rests))


def _impossible(position: Position, reason: Reason, cell: Cell, symbol: Symbol, most: int) -> bool:
    grid = Grid(position.height, position.width, reason.cells)
    possible = Candidates.of(grid, position.symbols)
    possible.settle(cell, symbol)
    guesses = iter(range(most))
    return _no_way(position, possible, reason.lines, guesses) is True


def _no_way(
    position: Position, possible: Candidates, lines: int, guesses: Iterator[int]
) -> bool | None:
    """Whether nothing fits what is possible; None if there are no more guesses."""
    dirty = lines
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
        trial = possible.copy()
        trial.settle(at, symbol)
        none = _no_way(position, trial, lines, guesses)
        if not none:
            return none
    return True


def _undecided(position: Position, possible: Candidates, lines: int) -> Cell | None:
    """An open cell in two of the lines; where lines must differ, then one in any of them."""
    height = position.height
    rows = [i for i in bits(lines) if i < height]
    cols = lines >> height
    for row in rows:
        for k in bits(unknown_in(possible.rows[row]) & cols):
            return Cell(row, k)
    if position.puzzle.distinct:
        for i in bits(lines):
            masks = possible.rows[i] if i < height else possible.cols[i - height]
            for k in bits(unknown_in(masks)):
                return position.cell(i, k)
    return None
