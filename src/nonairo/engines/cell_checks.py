"""What `walk` checks after every step, and what that costs: the H(n) of the original's analysis.

1. *count*: the symbols of the row and of the column stay within their quota. The numbers are kept
   as symbols come and go, so this is O(1).
2. *adjacent*: left, right, up, down, left-right, top-bottom, two cells each, 12 cells in all; a
   pair that leaves the board still reads its one cell.
3. *distinct*: when the walk stands on the last cell of a line, a given one too, the line's n cells
   are read to make its binary value, which is stored. That value is then read and compared with the
   values of the lines before it, the nearest first: O(n) reads and comparisons. Off the published
   path (givens before the walk, `order=most-constrained`, `check=early`) a line is compared as soon
   as it is full, with all other full ones.

Rules other than Binairo's have one check instead of the first two: *prefix*, which reads a line up
to its first blank and asks whether the rule can go on from there.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonairo.candidates import Masks, masks_of
from nonairo.engines.base import Run
from nonairo.engines.binairo_rules import of_binairo
from nonairo.engines.rejections import FailedCheck, check_reason
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid, Place
from nonairo.line_solver import LineKernel, kernel
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule

COUNTED = (
    "check.count",
    "check.adjacent",
    "check.adjacent.cells",  # read
    "check.prefix",
    "check.prefix.cells",  # read
    "check.distinct",
    "check.distinct.cells",  # read to make the values of full lines
    "check.distinct.compared",  # values of other full lines
    "check.distinct.reads",  # of values: the line's own, and each that it is compared with
    "check.ahead",
)
GIVENS = "givens."  # before the name of a counter: what was spent on the givens


def lines_ended(puzzle: Puzzle) -> dict[Cell, list[Place]]:
    """For each blank, the lines that end there or on the givens walked over to the next blank."""
    height, width = puzzle.height, puzzle.width
    ends = [(width * (row + 1) - 1, Place("row", row)) for row in range(height)]
    ends += [(width * (height - 1) + col, Place("column", col)) for col in range(width)]
    ended: dict[Cell, list[Place]] = {}
    for last, place in sorted(ends, key=lambda end: end[0]):  # in the corner the row comes first
        blank = puzzle.givens.cells.rfind(UNKNOWN, 0, last + 1)
        if blank >= 0:  # lines before the first blank are full of givens
            ended.setdefault(Cell(*divmod(blank, width)), []).append(place)
    return ended


class Walker:
    """The grid under the walker's feet, with everything that its checks look up."""

    def __init__(self, puzzle: Puzzle, run: Run) -> None:
        self.puzzle = puzzle
        self.run = run
        self.whose = ""  # GIVENS while these are validated
        self.early = run.options["check"] == "early"
        self.published = not self.early and run.options["order"] == "reading"
        self.ended = lines_ended(puzzle) if self.published and puzzle.distinct else {}
        self.two = puzzle.symbols == SYMBOLS
        self.cells = [list(row) for row in puzzle.givens.rows()]
        self.blanks = {place: puzzle.length(place) for place in puzzle.places()}
        self.index = {symbol: k for k, symbol in enumerate(puzzle.symbols)}
        self.counts = {place: [0] * len(puzzle.symbols) for place in puzzle.places()}
        self.values: dict[Place, int] = {}  # of lines that were full when last looked at

    def lines(self, cell: Cell) -> list[Place]:
        """Return the row and the column of a cell."""
        return [Place("row", cell.row), Place("column", cell.col)]

    def put(self, cell: Cell, symbol: str) -> None:
        self.cells[cell.row][cell.col] = symbol
        self._count_in(cell, self.index[symbol], 1)

    def wipe(self, cell: Cell) -> None:
        symbol = self.cells[cell.row][cell.col]
        self.cells[cell.row][cell.col] = UNKNOWN
        self._count_in(cell, self.index[symbol], -1)

    def _count_in(self, cell: Cell, digit: int, sign: int) -> None:
        for place in self.lines(cell):
            self.blanks[place] -= sign
            self.counts[place][digit] += sign

    def text(self, place: Place) -> str:
        if place.axis == "row":
            return "".join(self.cells[place.index])
        return "".join(row[place.index] for row in self.cells)

    def count(self, name: str, number: int = 1) -> None:
        """Add to a counter, the givens' own while they are validated."""
        self.run.count(self.whose + name, number)

    def failed_check(self, cell: Cell) -> FailedCheck | None:
        """The first check that the symbol in this cell fails, or None."""
        lines = self.lines(cell)
        rules = [self.puzzle.rule(place) for place in lines]
        lengths = map(self.puzzle.length, lines)
        balanced = self.two and all(map(of_binairo, rules, lengths))
        checks = (self._count, self._adjacent) if balanced else (self._prefix,)
        for check in checks:
            failed = check(cell, lines, rules)
            if failed is not None:
                return failed
        if self.puzzle.distinct:
            walking = self.published and not self.whose
            for place in self.ended.get(cell, ()) if walking else lines:
                if not self._differs(place):
                    return FailedCheck("distinct", place)
        if self.early:
            for place in lines:
                if not self._has_future(place):
                    return FailedCheck("look-ahead", place)
        return None

    def reason(self, failed: FailedCheck | None) -> str | None:
        """What failed, in words: the line, and the count or the prefix."""
        if failed is None:
            return None
        cells = "".join(map("".join, self.cells))
        return check_reason(self.puzzle, Grid(self.puzzle.height, self.puzzle.width, cells), failed)

    def _count(self, cell: Cell, lines: list[Place], rules: list[LineRule]) -> FailedCheck | None:
        self.count("check.count")
        for place, rule in zip(lines, rules, strict=True):
            assert isinstance(rule, Balanced)
            zeros, ones = self.counts[place]
            if zeros > rule.zeros or ones > rule.ones:
                return FailedCheck("count", place)
        return None

    def _adjacent(
        self, cell: Cell, lines: list[Place], rules: list[LineRule]
    ) -> FailedCheck | None:
        """Left, right, up, down, left-right, top-bottom: two cells each that must not be alike."""
        self.count("check.adjacent")
        row, col = cell
        symbol = self.cells[row][col]
        read = 0
        for pair in (
            ((row, col - 1), (row, col - 2)),
            ((row, col + 1), (row, col + 2)),
            ((row - 1, col), (row - 2, col)),
            ((row + 1, col), (row + 2, col)),
            ((row, col - 1), (row, col + 1)),
            ((row - 1, col), (row + 1, col)),
        ):
            there = [self.cells[r][c] for r, c in pair if self._on_board(r, c)]
            read += len(there)
            if there == [symbol, symbol]:
                self.count("check.adjacent.cells", read)
                return FailedCheck("adjacent", None, (cell, *(Cell(r, c) for r, c in pair)))
        self.count("check.adjacent.cells", read)
        return None

    def _on_board(self, row: int, col: int) -> bool:
        return 0 <= row < self.puzzle.height and 0 <= col < self.puzzle.width

    def _prefix(self, cell: Cell, lines: list[Place], rules: list[LineRule]) -> FailedCheck | None:
        self.count("check.prefix")
        for place, rule in zip(lines, rules, strict=True):
            text = self.text(place)
            known = text.partition(UNKNOWN)[0]
            self.count("check.prefix.cells", len(known))
            state = rule.start
            for symbol in known:
                after = rule.step(state, symbol)
                if after is None:
                    return FailedCheck("prefix", place)
                state = after
            if len(known) == len(text) and not rule.accepts(state):
                return FailedCheck("prefix", place)
        return None

    def _differs(self, place: Place) -> bool:
        """Compare a full line with the full ones beside it; early, look at two blanks, too."""
        blanks = self.blanks[place]
        if blanks and not (self.early and blanks == 2):
            return True
        if blanks:
            self.count("check.ahead")
            return self._can_still_differ(place)
        self.count("check.distinct")
        self.values[place] = self._value(place)
        compared = 0
        equal = False
        for other in self._beside(place):
            if not self.blanks[other]:
                compared += 1
                equal = self.values[other] == self.values[place]
                if equal:
                    break
        self.count("check.distinct.compared", compared)
        self.count("check.distinct.reads", compared + 1)
        return not equal

    def _value(self, place: Place) -> int:
        """Return the symbols of a full line as the digits of a number: for 0 and 1 a binary one."""
        line = self.text(place)
        self.count("check.distinct.cells", len(line))
        return int(line, len(self.puzzle.symbols))

    def _beside(self, place: Place) -> Iterable[Place]:
        """The other lines along the axis; for the published check those before, nearest first."""
        if self.published and not self.whose:
            return (Place(place.axis, k) for k in range(place.index - 1, -1, -1))
        number = self.puzzle.height if place.axis == "row" else self.puzzle.width
        return (Place(place.axis, k) for k in range(number) if k != place.index)

    def _can_still_differ(self, place: Place) -> bool:
        taken = {self.text(other) for other in self._beside(place) if not self.blanks[other]}
        line, masks = self._line(place)
        return any(text not in taken for text in line.completions(masks))

    def _has_future(self, place: Place) -> bool:
        self.count("check.ahead")
        line, masks = self._line(place)
        return line.possible(masks)

    def _line(self, place: Place) -> tuple[LineKernel, Masks]:
        symbols, text = self.puzzle.symbols, self.text(place)
        return kernel(self.puzzle.rule(place), len(text), symbols), masks_of(text, symbols)

    def givens_hold(self) -> bool:
        """Put down the givens one by one and validate each of them."""
        givens = self.puzzle.givens
        known = [
            Cell(*divmod(position, givens.width))
            for position, symbol in enumerate(givens.cells)
            if symbol != UNKNOWN
        ]
        for cell in known:
            self.cells[cell.row][cell.col] = UNKNOWN
        self.whose = GIVENS
        for cell in known:
            self.run.poll()
            self.put(cell, givens[cell])
            failed = self.failed_check(cell)
            if failed is not None:
                if self.run.observer:
                    why = self.reason(failed)
                    self.run.emit("reject", 0, cell, ((cell, givens[cell]),), False, why)
                return False
        self.whose = ""
        return True

    def most_constrained(self) -> Cell | None:
        """The blank whose row and column have the fewest blanks.

        Of equals the one in the fuller row, then the first.
        """
        puzzle = self.puzzle
        rows = [(self.blanks[Place("row", k)], k) for k in range(puzzle.height)]
        cols = [(self.blanks[Place("column", k)], k) for k in range(puzzle.width)]
        best, found = puzzle.height + puzzle.width + 1, None
        for in_row, row in sorted(pair for pair in rows if pair[0]):
            if in_row + 1 >= best:
                break
            for in_col, col in cols:
                if in_row + in_col < best and self.cells[row][col] == UNKNOWN:
                    best, found = in_row + in_col, Cell(row, col)
        return found
