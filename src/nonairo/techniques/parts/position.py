"""A position while it is being explained: the text and the masks of every line, kept in step.

Lines have one number each, rows first: line `i` crosses line `crossing(i, k)[0]` at its cell `k`.
Nothing is ever looked at twice for nothing: `changes` is a log of the lines that changed, and every
technique remembers how much of it has been read.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.candidates import Candidates, Masks, masks_of
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid, Line, Place
from nonairo.line_solver import LineKernel, kernel
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule
from nonairo.techniques.parts.lines import put


class Position:
    """What is known of a puzzle so far. Mutable; `copy` to try something."""

    __slots__ = (
        "_fruitful",
        "blanks",
        "cells",
        "changes",
        "height",
        "kernels",
        "lines",
        "masks",
        "places",
        "puzzle",
        "rules",
        "spoilt",
        "width",
    )

    def __init__(self, puzzle: Puzzle, grid: Grid) -> None:
        self.puzzle = puzzle
        self.height, self.width = puzzle.height, puzzle.width
        self.places: tuple[Place, ...] = tuple(puzzle.places())
        self.rules: tuple[LineRule, ...] = (*puzzle.row_rules, *puzzle.col_rules)
        self.kernels: tuple[LineKernel, ...] = tuple(
            kernel(rule, puzzle.length(place))
            for rule, place in zip(self.rules, self.places, strict=True)
        )
        self.lines: list[Line] = [*grid.rows(), *grid.cols()]
        self.masks: list[Masks] = [masks_of(line) for line in self.lines]
        rows = [[Cell(row, col) for col in range(self.width)] for row in range(self.height)]
        self.cells: tuple[Sequence[Cell], ...] = (*rows, *zip(*rows, strict=True))  # by line
        self.changes: list[int] = list(range(len(self.lines)))
        self.blanks = grid.cells.count(UNKNOWN)
        self.spoilt: int | None = None  # a line that has no completion
        self._fruitful: list[str | None] = [None] * len(self.lines)

    def copy(self) -> Position:
        """An independent copy, with an empty log."""
        twin = object.__new__(Position)
        for name in ("puzzle", "height", "width", "places", "rules", "kernels", "cells"):
            setattr(twin, name, getattr(self, name))
        twin.blanks, twin.spoilt = self.blanks, self.spoilt
        twin.lines, twin.masks = self.lines.copy(), self.masks.copy()
        twin.changes, twin._fruitful = [], self._fruitful.copy()
        return twin

    def possible(self) -> Candidates:
        """What the cells can still be, as a copy to try things on."""
        return Candidates(self.masks[: self.height], self.masks[self.height :])

    def crossing(self, line: int, k: int) -> tuple[int, int]:
        """The line through the k-th cell of a line, and where along it that cell is."""
        height = self.height
        return (height + k, line) if line < height else (k, line - height)

    def cell(self, line: int, k: int) -> Cell:
        """The k-th cell of a line."""
        return self.cells[line][k]

    def settle(self, line: int, k: int, symbol: str) -> None:
        """Say what the k-th cell of a line is."""
        self.blanks -= 1
        other = SYMBOLS.index(symbol) ^ 1
        for i, p in ((line, k), self.crossing(line, k)):
            bit = ~(1 << p)
            self.lines[i] = put(self.lines[i], p, symbol)
            zero, one = self.masks[i]
            self.masks[i] = (zero, one & bit) if other else (zero & bit, one)
            self.changes.append(i)
            self._fruitful[i] = None

    def forget(self, cell: Cell) -> Position:
        """A copy in which one cell is unknown again."""
        twin = self.copy()
        for i, p in ((cell.row, cell.col), (self.height + cell.col, cell.row)):
            bit = 1 << p
            twin.lines[i] = put(twin.lines[i], p, UNKNOWN)
            zero, one = twin.masks[i]
            twin.masks[i] = zero | bit, one | bit
            twin._fruitful[i] = None
        twin.blanks += 1
        return twin

    def fruitful(self, line: int) -> str:
        """The symbols that the line by itself decides somewhere: else it is not worth a look."""
        found = self._fruitful[line]
        if found is None:
            masks = self.masks[line]
            narrowed = self.kernels[line].squeeze(masks)
            if narrowed is None:
                found = ""
                if self.spoilt is None:
                    self.spoilt = line
            else:
                zeros, ones = narrowed[1] != masks[1], narrowed[0] != masks[0]
                found = ("01" if zeros else "1") if ones else "0" if zeros else ""
            self._fruitful[line] = found
        return found

    def parallels(self, line: int) -> range:
        """The lines along the same axis, the line itself included."""
        return range(self.height) if line < self.height else range(self.height, len(self.lines))

    def grid(self) -> Grid:
        """The cells that are known, as a grid."""
        return Grid(self.height, self.width, "".join(self.lines[: self.height]))
