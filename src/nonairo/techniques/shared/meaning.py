"""Reasons in meaning: does an effect follow from some lines and cells, however hard to see?

Everything is tried, so that nothing depends on how a technique looks. The core has the same
(`impossible` of a prober).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nonairo import native
from nonairo.candidates import Candidates, bits, unknown_in
from nonairo.grid import UNKNOWN, Cell, Grid, Place, Symbol
from nonairo.propagation import by_lines, fill_in, look_at
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import equal_lines_of
from nonairo.techniques.shared.steps import Chain, looked_at

GUESSES = 64  # to find out whether something follows
MANY_GUESSES = 512  # the same for cases inside cases


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


def needless(position: Position, reason: Reason, decided: tuple[Cell, Symbol]) -> list[int]:
    """The cells without any one of which the lines still leave a cell no other symbol."""
    core = position.core()
    if core is not None:
        (row, col), symbol = decided
        other = 1 - position.symbols.index(symbol)
        return core.spare(reason.cells, list(bits(reason.lines)), (row, col, other), GUESSES)
    return [k for k in reason.known if in_meaning(position, core, reason.forgetting(k), decided)]


def needless_of(
    position: Position, chains: Sequence[Chain], decided: tuple[Cell, Symbol]
) -> list[Cell]:
    """The same for chains, by the lines that they name and the cells on which they rest."""
    found = needless(position, behind(position, chains), decided)
    return [Cell(*divmod(k, position.width)) for k in found]


def needless_together(
    position: Position, chains: Sequence[Chain], decided: tuple[Cell, Symbol]
) -> list[int | Cell]:
    """Lines that chains name and cells on which they rest, and that are needless in meaning.

    The effect still follows without all of them together. The numbers of lines come first.
    """
    whole = behind(position, chains)
    fewer = _fewer_lines(position, whole, decided)
    kept = set(least_in_meaning(position, fewer, decided, guesses=MANY_GUESSES).known)
    cells = [Cell(*divmod(k, position.width)) for k in whole.known if k not in kept]
    return [*bits(whole.lines & ~fewer.lines), *cells]


def _fewer_lines(position: Position, reason: Reason, decided: tuple[Cell, Symbol]) -> Reason:
    core = position.core()
    for i in bits(reason.lines):
        fewer = reason._replace(lines=reason.lines & ~(1 << i))
        if in_meaning(position, core, fewer, decided, MANY_GUESSES):
            reason = fewer
    return reason


def least_in_meaning(
    position: Position,
    reason: Reason,
    decided: tuple[Cell, Symbol],
    last_first: bool = False,
    guesses: int = GUESSES,
) -> Reason:
    """A reason without cells that are needless in meaning, however hard that is to see."""
    core = position.core()
    for k in reversed(reason.known) if last_first else reason.known:
        fewer = reason.forgetting(k)
        if in_meaning(position, core, fewer, decided, guesses):
            reason = fewer
    return reason


def behind(position: Position, chains: Sequence[Chain]) -> Reason:
    """The reason that chains give: the lines that they name, and the cells on which they rest."""
    lines = set[Place]().union(*(chain.lines for chain in chains))
    numbers = [position.number(place) for place in lines]
    rests = {cell.row * position.width + cell.col for chain in chains for cell in looked_at(chain)}
    return Reason(mask_of_lines(numbers), only_these(position.grid().cells, rests))


def in_meaning(
    position: Position,
    core: native.Prober | None,
    reason: Reason,
    decided: tuple[Cell, Symbol],
    guesses: int = GUESSES,
) -> bool:
    """Whether a cell can be nothing else by the rules of some lines: everything is tried.

    False also where that would take too many guesses.
    """
    (row, col), right = decided
    for number, symbol in enumerate(position.symbols):
        if symbol == right:
            continue
        if core is not None:
            lines = list(bits(reason.lines))
            none = core.impossible(reason.cells, lines, row, col, number, guesses)
        else:
            none = _impossible(position, reason, Cell(row, col), symbol, guesses)
        if not none:
            return False
    return True


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
