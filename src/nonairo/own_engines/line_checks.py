"""Which rule a grid breaks so far, fast enough to be asked at every step of a search.

The same verdicts as `nonairo.checking.check`, but only the first one; what was found out about a
line is remembered.
"""

from __future__ import annotations

from nonairo.grid import UNKNOWN, Cell, Grid, Place
from nonairo.kinds import kind_of
from nonairo.propagation import CROSSING
from nonairo.puzzle import Puzzle

MOST_KEPT = 200_000  # lines that are remembered


class LineChecks:
    """The rules of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._givens = [(k, s) for k, s in enumerate(puzzle.givens.cells) if s != UNKNOWN]
        height, width = puzzle.height, puzzle.width
        self._parts: list[tuple[Place, slice | tuple[int, ...]]] = []
        for place in puzzle.places():
            if place.axis == "row":
                self._parts.append((place, slice(place.index * width, (place.index + 1) * width)))
            elif place.axis == "column":
                self._parts.append((place, slice(place.index, height * width, width)))
            else:
                cells = map(place.cell, range(puzzle.length(place)))
                self._parts.append((place, tuple(row * width + col for row, col in cells)))
        self._known: dict[tuple[Place, str], str | None] = {}

    def reason_against(self, cells: str) -> str | None:
        """Return the first rule that a grid breaks, as a sentence; None if it breaks none.

        >>> from nonairo.kinds import from_id
        >>> LineChecks(from_id("binairo:0./..")).reason_against("00..")
        'row 1: two 0s; expected one 0 and one 1'
        """
        for position, symbol in self._givens:
            if cells[position] not in (symbol, UNKNOWN):
                cell = Cell(*divmod(position, self.puzzle.width))
                return f"{cell}: the given is {symbol}, found {cells[position]}"
        full: dict[tuple[str, str], Place] = {}
        for place, part in self._parts:
            line = cells[part] if isinstance(part, slice) else "".join([cells[k] for k in part])
            key = place, line
            if key not in self._known:
                if len(self._known) >= MOST_KEPT:
                    self._known.clear()
                self._known[key] = self._reason(place, line)
            why = self._known[key]
            if why is not None:
                return why
            if self.puzzle.distinct and UNKNOWN not in line and place.axis in CROSSING:
                twin = full.setdefault((place.axis, line), place)
                if twin != place:
                    return f"{place} is equal to {twin}"
        return None

    def _reason(self, place: Place, line: str) -> str | None:
        kind, rule = kind_of(self.puzzle), self.puzzle.rule(place)
        for violation in kind.line_violations(rule, line, self.puzzle.symbols):
            return f"{place}: {violation.message}"
        return None


def broken_rule(puzzle: Puzzle, grid: Grid) -> str | None:
    """Return why a grid is no solution of a puzzle; None if it is one."""
    if not grid.full:
        return "not every cell is filled"
    return LineChecks(puzzle).reason_against(grid.cells)
