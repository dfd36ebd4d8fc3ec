"""The cell walker: from top left to bottom right, 0 then 1, and a step back when both fail.

After the Binairo backtracker of A. Wallien's bt_playground. A symbol is put down first and then
validated by separate checks in a fixed order; there is no propagation. Walking off the board at the
front means that there is no (further) solution.

What a check costs is what the original's analysis of H(n) counts:

1. *count*: the symbols of the row and of the column stay within their quota. The numbers are kept
   as symbols come and go, so this is O(1).
2. *adjacent*: left, right, up, down, left-right, top-bottom; at most 12 cells are read.
3. *distinct*: when a line is full, its binary value, kept per line, is compared with those of the
   other full lines along the axis: O(n).

Rules other than Binairo's have one check instead of the first two: *prefix*, which reads a line up
to its first blank and asks whether the rule can go on from there.

Where the original was wrong: it never checked the givens themselves, so three given ones in a row
passed; here every given is validated before the walk starts. It compared lines only when the walk
stood on their last cell, so lines finished by a given escaped; here a line is compared when its
last blank is filled, wherever that is.

The chapter on heuristics, never written there, is two options here. `order=most-constrained` walks
on to the blank whose row and column have the fewest blanks. `check=early` looks ahead: a line must
still have a completion (quotas and runs), and a line with two blanks left must not be bound to
equal a full one.

Solutions come in reading order of the walk, 0 before 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.candidates import Masks, masks_of
from nonairo.engines.base import Engine, Run, Search
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid, Place
from nonairo.line_solver import LineKernel, kernel
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule


class Walker:
    """The grid under the walker's feet, with everything that its checks look up."""

    def __init__(self, puzzle: Puzzle, run: Run) -> None:
        self.puzzle = puzzle
        self.run = run
        self.early = run.options["check"] == "early"
        self.two = puzzle.symbols == SYMBOLS
        self.cells = [list(row) for row in puzzle.givens.rows()]
        self.blanks = {place: puzzle.length(place) for place in puzzle.places()}
        self.index = {symbol: k for k, symbol in enumerate(puzzle.symbols)}
        self.counts = {place: [0] * len(puzzle.symbols) for place in puzzle.places()}
        # The symbols of a line as the digits of a number; with two symbols, a binary one.
        self.values = dict.fromkeys(puzzle.places(), 0)
        sides = range(max(puzzle.height, puzzle.width))
        self.worth = [len(puzzle.symbols) ** k for k in sides]

    def lines(self, cell: Cell) -> tuple[tuple[Place, int], tuple[Place, int]]:
        """The row and the column of a cell, with the cell's position in each."""
        return (Place("row", cell.row), cell.col), (Place("column", cell.col), cell.row)

    def put(self, cell: Cell, symbol: str) -> None:
        self.cells[cell.row][cell.col] = symbol
        self._count_in(cell, self.index[symbol], 1)

    def wipe(self, cell: Cell) -> None:
        symbol = self.cells[cell.row][cell.col]
        self.cells[cell.row][cell.col] = UNKNOWN
        self._count_in(cell, self.index[symbol], -1)

    def _count_in(self, cell: Cell, digit: int, sign: int) -> None:
        for place, position in self.lines(cell):
            self.blanks[place] -= sign
            self.counts[place][digit] += sign
            self.values[place] += sign * digit * self.worth[position]

    def text(self, place: Place) -> str:
        if place.axis == "row":
            return "".join(self.cells[place.index])
        return "".join(row[place.index] for row in self.cells)

    def fault(self, cell: Cell) -> str | None:
        """The first check that the symbol in this cell fails, or None."""
        lines = [place for place, _ in self.lines(cell)]
        rules = [self.puzzle.rule(place) for place in lines]
        balanced = self.two and all(type(rule) is Balanced and rule.longest == 2 for rule in rules)
        checks = (self._count, self._adjacent) if balanced else (self._prefix,)
        for check in checks:
            fault = check(cell, lines, rules)
            if fault is not None:
                return fault
        if self.puzzle.distinct and not all(map(self._differs, lines)):
            return "distinct"
        if self.early and not all(map(self._has_future, lines)):
            return "look-ahead"
        return None

    def _count(self, cell: Cell, lines: list[Place], rules: list[LineRule]) -> str | None:
        self.run.count("check.count")
        for place, rule in zip(lines, rules, strict=True):
            assert isinstance(rule, Balanced)
            zeros, ones = self.counts[place]
            if zeros > rule.zeros or ones > rule.ones:
                return "count"
        return None

    def _adjacent(self, cell: Cell, lines: list[Place], rules: list[LineRule]) -> str | None:
        """Left, right, up, down, left-right, top-bottom: two cells each that must not be alike."""
        self.run.count("check.adjacent")
        row, col = cell
        symbol = self.cells[row][col]
        read = 0
        for (r1, c1), (r2, c2) in (
            ((row, col - 1), (row, col - 2)),
            ((row, col + 1), (row, col + 2)),
            ((row - 1, col), (row - 2, col)),
            ((row + 1, col), (row + 2, col)),
            ((row, col - 1), (row, col + 1)),
            ((row - 1, col), (row + 1, col)),
        ):
            if min(r1, r2, c1, c2) < 0 or max(r1, r2) >= self.puzzle.height:
                continue
            if max(c1, c2) >= self.puzzle.width:
                continue
            read += 2
            if self.cells[r1][c1] == symbol == self.cells[r2][c2]:
                self.run.count("check.adjacent.cells", read)
                return "adjacent"
        self.run.count("check.adjacent.cells", read)
        return None

    def _prefix(self, cell: Cell, lines: list[Place], rules: list[LineRule]) -> str | None:
        self.run.count("check.prefix")
        for place, rule in zip(lines, rules, strict=True):
            text = self.text(place)
            known = text.partition(UNKNOWN)[0]
            self.run.count("check.prefix.cells", len(known))
            state = rule.start
            for symbol in known:
                after = rule.step(state, symbol)
                if after is None:
                    return "prefix"
                state = after
            if len(known) == len(text) and not rule.accepts(state):
                return "prefix"
        return None

    def _differs(self, place: Place) -> bool:
        """Compare a full line with the full ones beside it (early: one with two blanks, too)."""
        blanks = self.blanks[place]
        if blanks and not (self.early and blanks == 2):
            return True
        self.run.count("check.distinct")
        if blanks:
            return self._can_still_differ(place)
        value, count = self.values[place], self._beside(place)
        return not any(not self.blanks[other] and self.values[other] == value for other in count)

    def _beside(self, place: Place) -> Iterator[Place]:
        number = self.puzzle.height if place.axis == "row" else self.puzzle.width
        return (Place(place.axis, k) for k in range(number) if k != place.index)

    def _can_still_differ(self, place: Place) -> bool:
        taken = {self.text(other) for other in self._beside(place) if not self.blanks[other]}
        line, masks = self._line(place)
        return any(text not in taken for text in line.completions(masks))

    def _has_future(self, place: Place) -> bool:
        self.run.count("check.ahead")
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
        for cell in known:
            self.run.poll()
            self.put(cell, givens[cell])
            if self.fault(cell) is not None:
                if self.run.observer:
                    changes = ((cell, givens[cell]),)
                    self.run.tell("reject", 0, cell, changes, False, self.fault(cell))
                return False
        return True

    def most_constrained(self) -> Cell | None:
        """The blank whose row and column have the fewest blanks; the first of equals."""
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


def search(puzzle: Puzzle, run: Run) -> Search:
    """Walk, and give every full grid that passes all checks."""
    walker = Walker(puzzle, run)
    empty = [k for k, symbol in enumerate(puzzle.givens.cells) if symbol == UNKNOWN]
    constrained = run.options["order"] == "most-constrained"
    run.count("empty", len(empty))
    run.spend()
    if not walker.givens_hold():
        return
    path: list[Cell] = []  # the cells walked so far
    tried: list[int] = []  # how many symbols each of them has seen
    ahead = True
    while True:
        run.poll()
        if ahead:
            if len(path) == len(empty):
                if run.observer:
                    run.tell("goal", len(path), valid=True)
                    run.tell("solution", len(path), unknowns=0)
                yield Grid(puzzle.height, puzzle.width, "".join(map("".join, walker.cells)))
                ahead = False
                continue
            cell = walker.most_constrained() if constrained else None
            cell = cell or Cell(*divmod(empty[len(path)], puzzle.width))
            path.append(cell)
            tried.append(0)
            run.count("visited")
            if run.observer:
                run.tell("visit", len(path), cell, unknowns=len(empty) - len(path) + 1)
                yield None
        if not path:
            return
        cell = path[-1]
        if walker.cells[cell.row][cell.col] != UNKNOWN:
            walker.wipe(cell)
            if run.observer:
                run.tell("undo", len(path), cell, ((cell, UNKNOWN),))
        ahead = False
        while tried[-1] < len(puzzle.symbols) and not ahead:
            run.spend()
            symbol = puzzle.symbols[tried[-1]]
            tried[-1] += 1
            walker.put(cell, symbol)
            fault = walker.fault(cell)
            ahead = fault is None
            if run.observer:
                run.tell("place", len(path), cell, ((cell, symbol),), ahead, fault)
                yield None
            if not ahead:
                walker.wipe(cell)
        if not ahead:
            path.pop()
            tried.pop()
            run.backtracks += 1
            run.count("backtracks")


ENGINE = Engine(
    name="walk",
    summary="visits cells from top left to bottom right, tries 0 then 1, steps back when both fail",
    search=search,
    options={"order": ("reading", "most-constrained"), "check": ("late", "early")},
    counters=(
        "empty",
        "visited",
        "check.count",
        "check.adjacent",
        "check.adjacent.cells",
        "check.prefix",
        "check.prefix.cells",
        "check.distinct",
        "check.ahead",
        "backtracks",
    ),
)
