"""Explanations by small unsatisfiable subsets, as a peer for named techniques (needs python-sat).

After Espasa, Gent, Hoffmann, Jefferson and others, "Using Small MUSes to Explain How to Solve Pen
and Paper Puzzles" (2021): a cell is explained by lines whose rules, with what is known, leave its
other value no way; no line of them can be left out. One such subset is sought for each open cell,
and the smallest comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from nonairo.clauses import (
    Clauses,
    cell_literals,
    encode_difference,
    encode_line,
    line_literals,
    pairs,
)
from nonairo.engines.sat import undisturbed
from nonairo.grid import UNKNOWN, Cell, Grid, Place
from nonairo.puzzle import Puzzle

CONFLICTS = 2000  # of one question; what is not refuted then counts as not refuted


class Subset(NamedTuple):
    """Lines that together leave a cell one value."""

    cell: Cell
    lines: frozenset[Place]


class Subsets:
    """A puzzle as clauses with a selector for each line, and what is known of its solution."""

    def __init__(self, puzzle: Puzzle, solution: Grid, poll: Callable[[], None]) -> None:
        self.puzzle, self.solution, self.poll = puzzle, solution, poll
        self.selectors, clauses = selected(puzzle)
        self._places = {selector: place for place, selector in self.selectors.items()}
        self._solver = undisturbed("Glucose4")(bootstrap_with=clauses)
        self.open: dict[Cell, int] = {}  # the literal of the right value
        literals = cell_literals(puzzle)
        for k, symbol in enumerate(solution.cells):
            literal = literals[k][puzzle.symbols.index(symbol)]
            self.open[Cell(*divmod(k, puzzle.width))] = literal
        self.learn(
            Cell(*divmod(k, puzzle.width))
            for k, symbol in enumerate(puzzle.givens.cells)
            if symbol != UNKNOWN
        )

    def close(self) -> None:
        """Give back what the solver holds."""
        self._solver.delete()

    def learn(self, cells: Iterable[Cell]) -> None:
        """The right values of some cells are known from now on."""
        for cell in cells:
            self._solver.add_clause([self.open.pop(cell)])

    def refuted(self, cell: Cell, lines: Iterable[Place]) -> frozenset[Place] | None:
        """Those of some lines that leave a cell no other value, found by the solver; or None."""
        self.poll()
        self._solver.conf_budget(CONFLICTS)
        supposed = [-self.open[cell], *(self.selectors[place] for place in lines)]
        if self._solver.solve_limited(supposed) is not False:
            return None
        core = self._solver.get_core() or ()
        return frozenset(self._places[literal] for literal in core if literal in self._places)

    def of(self, cell: Cell) -> Subset | None:
        """Lines for a cell of which none can be left out; its own row or column, if one will do."""
        for place in (Place("row", cell.row), Place("column", cell.col)):
            if self.refuted(cell, [place]) is not None:
                return Subset(cell, frozenset([place]))
        lines = self.refuted(cell, self.selectors)
        if lines is None:
            return None
        for place in sorted(lines, key=lambda place: -_distance(cell, place)):
            if place in lines:
                lines = self.refuted(cell, sorted(lines - {place})) or lines
        return Subset(cell, lines)

    def smallest(self) -> Subset | None:
        """The smallest of the subsets found for the open cells, one for each of them."""
        found = [subset for cell in self.open if (subset := self.of(cell)) is not None]
        return min(found, key=lambda subset: len(subset.lines), default=None)

    def steps(self) -> Iterator[Subset]:
        """The way to the solution: the smallest subset first, and all cells that it decides."""
        while self.open:
            best = self.smallest()
            if best is None:
                return
            lines = sorted(best.lines)
            self.learn([cell for cell in self.open if self.refuted(cell, lines) is not None])
            yield best


def _distance(cell: Cell, place: Place) -> int:
    return abs(place.index - (cell.row if place.axis == "row" else cell.col))


def selected(puzzle: Puzzle) -> tuple[dict[Place, int], list[list[int]]]:
    """A selector for each line, and clauses that hold where the selectors of their lines do.

    Two lines that must differ need both of theirs. Nothing is said of the givens.
    """
    cells = cell_literals(puzzle)
    writer = Clauses(max(map(max, cells)))
    selectors = {place: writer.fresh() for place in puzzle.places()}
    clauses: list[list[int]] = []

    def hold_with(*places: Place) -> None:
        off = [-selectors[place] for place in places]
        clauses.extend([*off, *clause] for clause in writer.clauses)
        writer.clauses.clear()

    if len(puzzle.symbols) > 2:
        for cell in cells:
            writer.add(*cell)
            for k, one in enumerate(cell):
                for other in cell[:k]:
                    writer.add(-one, -other)
        hold_with()
    for place in puzzle.places():
        encode_line(writer, puzzle, place)
        hold_with(place)
    if puzzle.distinct:
        for first, second in pairs(puzzle):
            encode_difference(writer, line_literals(puzzle, first), line_literals(puzzle, second))
            hold_with(first, second)
    return selectors, clauses
