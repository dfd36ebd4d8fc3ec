"""What follows in meaning: is an effect implied by some lines and cells, however hard to see?

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
from nonairo.limits import poll_in_force
from nonairo.propagation import by_lines, fill_in, look_at
from nonairo.techniques.base import NO_RULE
from nonairo.techniques.shared.lines import known, only_these, put
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import equal_lines_of
from nonairo.techniques.shared.steps import Chain, Effect, looked_at

GUESSES = 128  # to find out whether something follows
NODES = 1000  # of the engine, where these are not enough
ENGINE_CALLS = 64
MANY_GUESSES = 1024  # where lines must differ, and the engine is not used,
SMALL = 256  # cells of such a puzzle
A_POLL = 8  # questions that count as a supposition


class Basis(NamedTuple):
    """Lines, rows first, and the cells that are known."""

    lines: int
    cells: str

    @property
    def known(self) -> tuple[int, ...]:
        """The numbers of the cells, in reading order."""
        return known(self.cells)

    def forgetting(self, k: int) -> Basis:
        """Without one cell."""
        return self._replace(cells=put(self.cells, k, UNKNOWN))


def mask_of_lines(lines: Sequence[int]) -> int:
    return sum(1 << i for i in lines)


class Implications:
    """Says what follows in a position from some of its lines and cells, however hard to see."""

    def __init__(
        self, position: Position, poll: Callable[[], None] | None = None, plainly: bool = False
    ) -> None:
        self.position, self._poll, self._questions = position, poll, 0
        self.core = None if plainly else position.core()
        # The engine would also require lines to differ that are not named.
        small = position.height * position.width <= SMALL
        self.guesses = MANY_GUESSES if position.puzzle.distinct and small else GUESSES
        self.engine_calls = ENGINE_CALLS
        self._engines: dict[int, native.Plan | None] = {}

    def follows(self, basis: Basis, decided: Effect) -> bool:
        """Return whether a cell can be nothing else; False also if that is too hard to decide."""
        self._questions += 1
        if self._poll is not None and self._questions % A_POLL == 0:
            self._poll()
        cell, right = decided
        others = self.position.symbols.replace(right, "")
        return all(self._impossible(basis, cell, symbol) for symbol in others)

    def needless(self, basis: Basis, decided: Effect) -> list[int]:
        """The known cells without any one of which it still follows."""
        seen, hard = self._seen_needless(basis, decided)
        return sorted([*seen, *(k for k in hard if self.follows(basis.forgetting(k), decided))])

    def perhaps_needless(self, basis: Basis, decided: Effect) -> int:
        """How many are, or might be if one tried harder."""
        return sum(map(len, self._seen_needless(basis, decided)))

    def _seen_needless(self, basis: Basis, decided: Effect) -> tuple[list[int], list[int]]:
        """Needless cells that some guesses show, and those for which it takes more."""
        if self.core is None:
            seen = [k for k in basis.known if self.follows(basis.forgetting(k), decided)]
            return seen, []
        cell, right = decided
        other = self.position.symbols.replace(right, "")  # the core has two symbols
        excluded = *cell, self.position.symbols.index(other)
        return self.core.spare(basis.cells, list(bits(basis.lines)), excluded, self.guesses)

    def without_cells(self, basis: Basis, decided: Effect, needless: Sequence[int]) -> Basis:
        """A basis without needless cells: those come in question that are so one by one."""
        for k in needless:
            fewer = basis.forgetting(k)
            if self.follows(fewer, decided):
                basis = fewer
        return basis

    def without_lines(self, basis: Basis, decided: Effect) -> Basis:
        """A basis without needless lines."""
        left, self.engine_calls = self.engine_calls, 0  # a line more does no harm
        for i in bits(basis.lines):
            fewer = basis._replace(lines=basis.lines & ~(1 << i))
            if self.follows(fewer, decided):
                basis = fewer
        self.engine_calls = left
        return basis

    def _impossible(self, basis: Basis, cell: Cell, symbol: Symbol) -> bool:
        position = self.position
        if self.core is None:
            return self._impossible_plainly(basis, cell, symbol)
        number, lines = position.symbols.index(symbol), list(bits(basis.lines))
        none = self.core.impossible(basis.cells, lines, *cell, number, self.guesses)
        return self._by_engine(basis, cell, symbol) if none is None else none

    def _impossible_plainly(self, basis: Basis, cell: Cell, symbol: Symbol) -> bool:
        position = self.position
        grid = Grid(position.height, position.width, basis.cells)
        possible = Candidates.in_puzzle(position.puzzle, grid)
        possible.settle(cell, symbol)
        return _no_way(position, possible, basis.lines, iter(range(self.guesses))) is True

    def _by_engine(self, basis: Basis, cell: Cell, symbol: Symbol) -> bool:
        """Whether an engine that learns finds no way for a symbol."""
        position = self.position
        if position.puzzle.distinct or not self.engine_calls:
            return False
        self.engine_calls -= 1
        if basis.lines not in self._engines:
            named = [position.places[i] for i in bits(basis.lines)]
            small = by_some_lines(position, named, ()).puzzle
            self._engines[basis.lines] = native.plan_once(small)
        engine = self._engines[basis.lines]
        if engine is None:
            return False
        k = cell.row * position.width + cell.col
        cells = put(basis.cells, k, symbol)
        answer = native.PlanResult(*engine.solve(cells, 1, None, NODES, 0))
        return answer.outcome == "exhausted" and not answer.solutions


def by_some_lines(position: Position, named: Collection[Place], cells: Iterable[int]) -> Position:
    """A position in which only some lines have a rule, and only some cells are known."""
    puzzle = position.puzzle
    rules = [puzzle.rule(place) if place in named else NO_RULE for place in position.places]
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
    return Position(small, position.only(cells).grid())


def needless(position: Position, basis: Basis, decided: Effect) -> list[int]:
    """The cells without any one of which the lines still leave a cell no other symbol."""
    return Implications(position, poll_in_force()).needless(basis, decided)


def needless_of(position: Position, chains: Sequence[Chain], decided: Effect) -> int:
    """How many cells on which chains rest are or might be needless, by the lines they name."""
    return Implications(position).perhaps_needless(behind(position, chains), decided)


def needless_lines(position: Position, chains: Sequence[Chain], decided: Effect) -> int:
    """How many of the lines that chains name are needless."""
    basis = behind(position, chains)
    fewer = Implications(position).without_lines(basis, decided)
    return (basis.lines & ~fewer.lines).bit_count()


def behind(position: Position, chains: Sequence[Chain]) -> Basis:
    """The basis that chains give: the lines that they name, and the cells on which they rest."""
    lines = set[Place]().union(*(chain.lines for chain in chains))
    numbers = [position.number(place) for place in lines]
    rests = {cell.row * position.width + cell.col for chain in chains for cell in looked_at(chain)}
    return Basis(mask_of_lines(numbers), only_these(position.grid().cells, rests))


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
    if position.puzzle.more_lines:
        return _undecided_in_any(position, possible, lines)
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


def _undecided_in_any(position: Position, possible: Candidates, lines: int) -> Cell | None:
    """The same where cells are part of more than two lines."""
    found = None
    for i in bits(lines):
        place = position.places[i]
        for k in bits(unknown_in(possible.lines(place.axis)[place.index])):
            cell = place.cell(k)
            if (position.mask_through(cell) & lines).bit_count() > 1:
                return cell
            found = found or cell
    return found if position.puzzle.distinct else None
