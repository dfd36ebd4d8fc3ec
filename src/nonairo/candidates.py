"""What every cell can still be: one bit mask per line and symbol, for rows and for columns.

    row 0 of a grid of width 4, written  1 . 0 .
    column            0 1 2 3
    can be 0          0 1 1 1      -> mask 0b1110   (bit k is column k)
    can be 1          1 1 0 1      -> mask 0b1011

A cell is known when exactly one mask of its line has its bit, and unknown when several have. With
more symbols there are more masks; nothing else changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid, Line, Place
from nonairo.puzzle import NO_MORE_LINES, MoreLines, Puzzle

Masks: TypeAlias = tuple[int, ...]  # for each symbol, the cells of a line that can be it


@lru_cache(maxsize=64)
def _can_be(symbols: str) -> tuple[dict[int, str], ...]:
    """For each symbol a translation of a line into ones, where it is possible, and zeros."""
    return tuple(
        str.maketrans({cell: str(int(cell in (symbol, UNKNOWN))) for cell in (*symbols, UNKNOWN)})
        for symbol in symbols
    )


def masks_of(line: Line, symbols: str = SYMBOLS) -> Masks:
    """The masks of a line of text.

    >>> [bin(mask) for mask in masks_of("1.0.")]
    ['0b1110', '0b1011']
    """
    turned = line[::-1]
    return tuple([int(turned.translate(table), 2) for table in _can_be(symbols)])


def line_of(masks: Masks, length: int, symbols: str = SYMBOLS) -> Line:
    """The text of a line from its masks; the other way round.

    >>> line_of((0b1110, 0b1011), 4)
    '1.0.'
    """
    if len(masks) == 2:
        zero, one = (format(mask, f"0{length}b")[::-1] for mask in masks)
        return "".join(
            [UNKNOWN if z == o else symbols[o == "1"] for z, o in zip(zero, one, strict=True)]
        )
    cells = [UNKNOWN] * length
    known = ((1 << length) - 1) & ~unknown_in(masks)
    for symbol, mask in zip(symbols, masks, strict=True):
        for k in bits(mask & known):
            cells[k] = symbol
    return "".join(cells)


def bits(mask: int) -> Iterator[int]:
    """The positions of the ones in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def unknown_in(masks: Masks) -> int:
    """The cells of a line that can still be more than one symbol."""
    if len(masks) == 2:
        return masks[0] & masks[1]
    seen = several = 0
    for mask in masks:
        several |= seen & mask
        seen |= mask
    return several


def settled(masks: Masks, k: int, symbol: int) -> Masks:
    """The masks of a line whose cell `k` is the symbol of this number."""
    bit = ~(1 << k)
    if len(masks) == 2:
        zero, one = masks
        return (zero & bit, one) if symbol else (zero, one & bit)
    return tuple([mask if own == symbol else mask & bit for own, mask in enumerate(masks)])


def _without(masks: Masks, k: int, symbol: int) -> Masks:
    """The masks of a line whose cell `k` is not the symbol of this number."""
    return tuple([mask & ~(1 << k) if own == symbol else mask for own, mask in enumerate(masks)])


class Candidates:
    """The masks of all lines of a grid, kept in step. Mutable; copy to branch."""

    __slots__ = ("cols", "height", "others", "rows", "shapes", "symbols", "width")

    def __init__(
        self,
        rows: list[Masks],
        cols: list[Masks],
        symbols: str = SYMBOLS,
        shapes: MoreLines = NO_MORE_LINES,
        others: list[Masks] | None = None,
    ) -> None:
        self.rows = rows
        self.cols = cols
        self.height = len(rows)
        self.width = len(cols)
        self.symbols = symbols
        self.shapes = shapes  # lines besides rows and columns,
        self.others = others or []  # and their masks

    @classmethod
    def of(
        cls, grid: Grid, symbols: str = SYMBOLS, shapes: MoreLines = NO_MORE_LINES
    ) -> Candidates:
        """What a grid's known cells leave possible, in its rows, its columns and other lines."""
        rows = [masks_of(row, symbols) for row in grid.rows()]
        cols = [masks_of(col, symbols) for col in grid.cols()]
        others = [masks_of(grid.line(place), symbols) for place in shapes.places]
        return cls(rows, cols, symbols, shapes, others)

    @classmethod
    def in_puzzle(cls, puzzle: Puzzle, grid: Grid | None = None) -> Candidates:
        """What the known cells of a grid leave possible in a puzzle; else its givens."""
        return cls.of(puzzle.givens if grid is None else grid, puzzle.symbols, puzzle.shapes)

    def copy(self) -> Candidates:
        """An independent copy."""
        others = self.others.copy()
        return Candidates(self.rows.copy(), self.cols.copy(), self.symbols, self.shapes, others)

    def grid(self) -> Grid:
        """The cells that are known, as a grid."""
        cells = "".join([line_of(masks, self.width, self.symbols) for masks in self.rows])
        return Grid(self.height, self.width, cells)

    def lines(self, axis: str) -> list[Masks]:
        """The masks of all rows, of all columns, or of all others."""
        if axis == "row":
            return self.rows
        return self.cols if axis == "column" else self.others

    def narrow(self, place: Place, masks: Masks) -> int:
        """Put narrower masks on a line; gives the cells of the line that changed."""
        if self.others:
            return self._narrow_any(place, masks)
        lines, crossing = self.lines(place.axis), self.cols if place.axis == "row" else self.rows
        before = lines[place.index]
        lines[place.index] = masks
        bit = ~(1 << place.index)
        changed = 0
        two = len(masks) == 2  # nearly always, and most of the work of Python is done here
        for symbol, (old, new) in enumerate(zip(before, masks, strict=True)):
            dropped = old & ~new
            changed |= dropped
            while dropped:
                low = dropped & -dropped
                dropped ^= low
                position = low.bit_length() - 1
                crossed = crossing[position]
                if two:
                    zero, one = crossed
                    crossing[position] = (zero, one & bit) if symbol else (zero & bit, one)
                else:
                    crossing[position] = tuple(
                        [mask & bit if k == symbol else mask for k, mask in enumerate(crossed)]
                    )
        return changed

    def _narrow_any(self, place: Place, masks: Masks) -> int:
        """The same where cells are part of more than two lines."""
        changed = 0
        for symbol, (old, new) in enumerate(
            zip(self.lines(place.axis)[place.index], masks, strict=True)
        ):
            changed |= old & ~new
            for k in bits(old & ~new):
                row, col = cell = place.cell(k)
                self.rows[row] = _without(self.rows[row], col, symbol)
                self.cols[col] = _without(self.cols[col], row, symbol)
                for line, position in self.shapes.through(cell):
                    self.others[line] = _without(self.others[line], position, symbol)
        self.lines(place.axis)[place.index] = masks
        return changed

    def crossed(self, place: Place, changed: int) -> Iterator[Place]:
        """The other lines through some cells of a line; one may come again."""
        if not self.others:
            across = "column" if place.axis == "row" else "row"
            for position in bits(changed):
                yield Place(across, position)
            return
        for position in bits(changed):
            for other in self.shapes.all_through(place.cell(position)):
                if other != place:
                    yield other

    def settle(self, cell: Cell, symbol: str) -> None:
        """Say what one cell is."""
        row, col = cell
        number = self.symbols.index(symbol)
        self.rows[row] = settled(self.rows[row], col, number)
        self.cols[col] = settled(self.cols[col], row, number)
        if self.others:
            for line, position in self.shapes.through(cell):
                self.others[line] = settled(self.others[line], position, number)

    def symbol(self, place: Place, k: int) -> str:
        """What the k-th cell of a line is; UNKNOWN while it can be several symbols."""
        found = UNKNOWN
        for symbol, mask in zip(self.symbols, self.lines(place.axis)[place.index], strict=True):
            if mask >> k & 1:
                if found != UNKNOWN:
                    return UNKNOWN
                found = symbol
        return found

    def unknown_count(self) -> int:
        """How many cells are not known yet."""
        return sum([unknown_in(masks).bit_count() for masks in self.rows])
