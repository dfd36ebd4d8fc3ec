"""What every cell can still be: one bit mask per line and symbol, for rows and for columns.

    row 0 of a grid of width 4, written  1 . 0 .
    column            0 1 2 3
    can be 0          0 1 1 1      -> mask 0b1110   (bit k is column k)
    can be 1          1 1 0 1      -> mask 0b1011

A cell is known when exactly one mask of its line has its bit, and unknown when several have. More
than two symbols would be more masks, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid, Line, Place

Masks: TypeAlias = tuple[int, ...]  # for each symbol, the cells of a line that can be it

CAN_BE = tuple(
    str.maketrans({cell: str(int(cell in (symbol, UNKNOWN))) for cell in (*SYMBOLS, UNKNOWN)})
    for symbol in SYMBOLS
)


def masks_of(line: Line) -> Masks:
    """The masks of a line of text.

    >>> [bin(mask) for mask in masks_of("1.0.")]
    ['0b1110', '0b1011']
    """
    turned = line[::-1]
    return tuple(int(turned.translate(table), 2) for table in CAN_BE)


def line_of(masks: Masks, length: int) -> Line:
    """The text of a line from its masks; the other way round."""
    zero, one = (format(mask, f"0{length}b")[::-1] for mask in masks)
    return "".join(UNKNOWN if z == o else SYMBOLS[o == "1"] for z, o in zip(zero, one, strict=True))


def bits(mask: int) -> Iterator[int]:
    """The positions of the ones in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def unknown_in(masks: Masks) -> int:
    """The cells of a line that can still be more than one symbol."""
    seen = several = 0
    for mask in masks:
        several |= seen & mask
        seen |= mask
    return several


class Candidates:
    """The masks of all rows and all columns of a grid, kept in step. Mutable; copy to branch."""

    __slots__ = ("cols", "height", "rows", "width")

    def __init__(self, rows: list[Masks], cols: list[Masks]) -> None:
        self.rows = rows
        self.cols = cols
        self.height = len(rows)
        self.width = len(cols)

    @classmethod
    def of(cls, grid: Grid) -> Candidates:
        """What a grid's known cells leave possible."""
        return cls([masks_of(row) for row in grid.rows()], [masks_of(col) for col in grid.cols()])

    def copy(self) -> Candidates:
        """An independent copy."""
        return Candidates(self.rows.copy(), self.cols.copy())

    def grid(self) -> Grid:
        """The cells that are known, as a grid."""
        cells = "".join(line_of(masks, self.width) for masks in self.rows)
        return Grid(self.height, self.width, cells)

    def lines(self, axis: str) -> list[Masks]:
        """The masks of all rows, or of all columns."""
        return self.rows if axis == "row" else self.cols

    def narrow(self, place: Place, masks: Masks) -> int:
        """Put narrower masks on a line; gives the cells of the line that changed."""
        lines, crossing = self.lines(place.axis), self.cols if place.axis == "row" else self.rows
        before = lines[place.index]
        lines[place.index] = masks
        bit = ~(1 << place.index)
        changed = 0
        for symbol, (old, new) in enumerate(zip(before, masks, strict=True)):
            dropped = old & ~new
            changed |= dropped
            for position in bits(dropped):
                crossed = crossing[position]
                crossing[position] = tuple(
                    mask & bit if k == symbol else mask for k, mask in enumerate(crossed)
                )
        return changed

    def settle(self, cell: Cell, symbol: str) -> None:
        """Say what one cell is."""
        bit = 1 << cell.col
        masks = tuple(
            mask if SYMBOLS[k] == symbol else mask & ~bit
            for k, mask in enumerate(self.rows[cell.row])
        )
        self.narrow(Place("row", cell.row), masks)

    def unknown_count(self) -> int:
        """How many cells are not known yet."""
        return sum(unknown_in(masks).bit_count() for masks in self.rows)
