"""A position while it is being explained: the text and the masks of every line, kept in step.

Lines have one number each, rows first: line `i` crosses line `crossing(i, k)[0]` at its cell `k`.
Nothing is ever looked at twice for nothing: `changes` is a log of the lines that changed, and every
technique remembers how much of it has been read.

What is known of a cell is its symbol, or nothing, as on paper. With more than two symbols a line
may exclude some without deciding: `excluded` has what steps have said of that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from nonairo import native
from nonairo.candidates import Candidates, Masks, masks_of, settled, unknown_in
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid, Line, Place
from nonairo.kinds import appearance_of
from nonairo.line_solver import LineKernel, kernel
from nonairo.puzzle import Puzzle
from nonairo.rules import Anything, Balanced, ColouredRuns, LineRule, Ones, balance_of
from nonairo.techniques.shared.lines import put
from nonairo.techniques.shared.steps import Effect


def rule_of(puzzle: Puzzle) -> type[LineRule]:
    """The very class of rule that the lines obey; `Anything` if they do not all obey the same.

    Lines without a rule do not count, nor do signs that balanced lines have besides. With more than
    two symbols it is `Anything`, but for coloured blocks: who knows another rule by its class knows
    it for zeros and ones. Lines of other shapes that count ones may go with any of the two rules
    that count: they have techniques of their own in both ladders.
    """
    rules = {id(rule): rule for rule in (*puzzle.row_rules, *puzzle.col_rules)}  # most are shared
    classes = {type(balance_of(rule) or rule) for rule in rules.values()} - {Anything}
    if puzzle.more_lines:
        classes |= {type(line.rule) for line in puzzle.more_lines} - {Anything}
        if classes == {Balanced, Ones}:
            classes = {Balanced}
        if not classes <= {Balanced, Ones}:
            return Anything
    if len(classes) != 1:
        return Anything
    (only,) = classes
    return only if puzzle.symbols == SYMBOLS or only is ColouredRuns else Anything


@lru_cache(maxsize=8)  # each up to 10,000 objects for the garbage collector to look through
def cells_by_line(height: int, width: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells of all rows, and then of all columns."""
    rows = [tuple([Cell(row, col) for col in range(width)]) for row in range(height)]
    return *rows, *zip(*rows, strict=True)


class Position:
    """What is known of a puzzle so far. Mutable; `copy` to try something."""

    __slots__ = (
        "blanks",
        "cells",
        "changes",
        "cores",
        "due",
        "excluded",
        "height",
        "kernels",
        "lines",
        "masks",
        "places",
        "puzzle",
        "rule",
        "rules",
        "spoilt",
        "symbols",
        "width",
        "words",
    )

    def __init__(self, puzzle: Puzzle, grid: Grid) -> None:
        self.puzzle, self.symbols = puzzle, puzzle.symbols
        self.height, self.width = puzzle.height, puzzle.width
        self.places: tuple[Place, ...] = tuple(puzzle.places())
        self.rule = rule_of(puzzle)
        self.rules: tuple[LineRule, ...] = puzzle.line_rules()
        self.kernels: tuple[LineKernel, ...] = tuple(
            kernel(rule, puzzle.length(place), puzzle.symbols)
            for rule, place in zip(self.rules, self.places, strict=True)
        )
        self.lines: list[Line] = [*grid.rows(), *grid.cols()]
        self.lines += map(grid.line, puzzle.shapes.places)
        self.masks: list[Masks] = [masks_of(line, puzzle.symbols) for line in self.lines]
        self.cells = cells_by_line(self.height, self.width)
        if puzzle.more_lines:
            self.cells += tuple([place.cells for place in puzzle.shapes.places])
        self.changes: list[int] = list(range(len(self.lines)))
        self.blanks = grid.cells.count(UNKNOWN)
        self.spoilt: int | None = None  # a line that has no completion
        self.due: list[str | None] = [None] * len(self.lines)  # `fruitful`, where it is known
        self.cores: dict[bool, native.Prober | None] = {}  # `core`, once it was needed
        self.words = appearance_of(puzzle).words  # how sentences call the symbols
        self.excluded: dict[Cell, str] = {}  # what steps have said that cells are not

    def copy(self) -> Position:
        """An independent copy, with an empty log."""
        twin = object.__new__(Position)
        for name in (
            "puzzle", "symbols", "height", "width", "places", "rule", "rules", "kernels", "cells",
            "blanks", "spoilt", "cores", "words",
        ):  # fmt: skip
            setattr(twin, name, getattr(self, name))
        twin.lines, twin.masks = self.lines.copy(), self.masks.copy()
        twin.changes, twin.due = [], self.due.copy()
        twin.excluded = {}  # who supposes something looks at known cells alone
        return twin

    def core(self, patterns: bool = False) -> native.Prober | None:
        """What supposes things in this puzzle; None where the core does not take it."""
        if patterns not in self.cores:
            self.cores[patterns] = native.prober(self.puzzle, patterns=patterns)
        return self.cores[patterns]

    def possible(self) -> Candidates:
        """What the cells can still be, as a copy to try things on."""
        height, crossing = self.height, self.height + self.width
        rows, cols, others = (
            self.masks[:height], self.masks[height:crossing], self.masks[crossing:]
        )  # fmt: skip
        return Candidates(rows, cols, self.symbols, self.puzzle.shapes, others)

    def through(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """The lines that a cell is part of, and where along each."""
        row, col = cell
        crossing = (row, col), (self.height + col, row)
        if not self.puzzle.more_lines:
            return crossing
        first = self.height + self.width
        return *crossing, *((first + line, k) for line, k in self.puzzle.shapes.through(cell))

    def mask_through(self, cell: Cell) -> int:
        """The same lines as a mask."""
        return sum(1 << line for line, _ in self.through(cell))

    def crossing(self, line: int, k: int) -> tuple[int, int]:
        """The line through the k-th cell of a line, and where along it that cell is."""
        height = self.height
        return (height + k, line) if line < height else (k, line - height)

    def cell(self, line: int, k: int) -> Cell:
        """The k-th cell of a line."""
        return self.cells[line][k]

    def number(self, place: Place) -> int:
        """The number of a line."""
        if place.axis == "row":
            return place.index
        return self.height + place.index + (0 if place.axis == "column" else self.width)

    def line(self, place: Place) -> Line:
        """A line as it is known."""
        return self.lines[self.number(place)]

    def settle(self, line: int, k: int, symbol: str) -> None:
        """Say what the k-th cell of a line is."""
        self.blanks -= 1
        number = self.symbols.index(symbol)
        lines, masks = self.lines, self.masks
        several: Iterable[tuple[int, int]] = ((line, k), self.crossing(line, k))
        if self.puzzle.more_lines:
            several = self.through(self.cells[line][k])
        for i, p in several:
            text = lines[i]
            lines[i] = text[:p] + symbol + text[p + 1 :]
            masks[i] = settled(masks[i], p, number)
            self.changes.append(i)
            self.due[i] = None

    def settle_along(self, line: int, effects: Iterable[tuple[int, str]]) -> None:
        """Say what some cells of a row or column are, where a cell is part of two lines."""
        lines, masks, due, changes = self.lines, self.masks, self.due, self.changes
        text, mine = lines[line], masks[line]
        changes.append(line)
        for k, symbol in effects:
            self.blanks -= 1
            number = self.symbols.index(symbol)
            text = text[:k] + symbol + text[k + 1 :]
            mine = settled(mine, k, number)
            i, p = self.crossing(line, k)
            other = lines[i]
            lines[i] = other[:p] + symbol + other[p + 1 :]
            masks[i] = settled(masks[i], p, number)
            due[i] = None
            changes.append(i)
        lines[line], masks[line], due[line] = text, mine, None

    def exclude(self, cell: Cell, symbol: str) -> None:
        """Note what a cell is not. Only techniques that ask for it know."""
        self.excluded[cell] = self.excluded.get(cell, "") + symbol

    def cell_at(self, number: int) -> Cell:
        """The cell of this number, in reading order."""
        return self.cells[number // self.width][number % self.width]

    def only(self, numbers: Iterable[int]) -> Position:
        """A copy in which only some of the known cells are known, by their numbers."""
        twin = self.copy()
        twin.lines = [UNKNOWN * len(line) for line in self.lines]
        twin.masks = [((1 << len(line)) - 1,) * len(self.symbols) for line in self.lines]
        for number in numbers:
            row, col = divmod(number, self.width)
            twin.settle(row, col, self.lines[row][col])
        return twin

    def forget(self, cell: Cell) -> Position:
        """A copy in which one cell is unknown again."""
        twin = self.copy()
        for i, p in self.through(cell):
            twin.lines[i] = put(twin.lines[i], p, UNKNOWN)
            twin.masks[i] = tuple(mask | 1 << p for mask in twin.masks[i])
            twin.due[i] = None
        twin.blanks += 1
        return twin

    def fruitful(self, line: int) -> str:
        """The symbols that the line by itself decides somewhere: else it is not worth a look."""
        found = self.due[line]
        if found is None:
            masks = self.masks[line]
            narrowed = self.kernels[line].squeeze(masks)
            found = ""
            if narrowed is None:
                if self.spoilt is None:
                    self.spoilt = line
            elif narrowed != masks:
                if len(masks) == 2:  # of two symbols, the one that the other made room for
                    zeros, ones = narrowed[1] != masks[1], narrowed[0] != masks[0]
                    found = SYMBOLS if zeros and ones else SYMBOLS[ones]
                else:
                    decided = unknown_in(masks) & ~unknown_in(narrowed)
                    several = zip(self.symbols, narrowed, strict=True)
                    found = "".join([symbol for symbol, mask in several if mask & decided])
            self.due[line] = found
        return found

    def parallels(self, line: int) -> range:
        """The lines along the same axis, the line itself included; for others just that."""
        crossing = self.height + self.width
        if line >= crossing:
            return range(line, line + 1)
        return range(self.height) if line < self.height else range(self.height, crossing)

    def grid(self) -> Grid:
        """The cells that are known, as a grid."""
        return Grid(self.height, self.width, "".join(self.lines[: self.height]))

    def known_of(self, cells: Iterable[Effect]) -> set[Cell]:
        """Of some cells those that are known."""
        return {cell for cell, _ in cells if self.lines[cell.row][cell.col] != UNKNOWN}

    def otherwise(self, cells: Iterable[Effect]) -> set[Cell]:
        """Of some cells those that are known to be something else."""
        return {
            cell
            for cell, symbol in cells
            if self.lines[cell.row][cell.col] not in (UNKNOWN, symbol)
        }
