"""Where steps were made, so that each of them can be shown in the grid before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonairo.grid import Cell, Grid, Symbol
from nonairo.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Route:
    """A puzzle, the grid that the steps begin with, and what each of them decides.

    Grids are made when they are asked for: most steps are never drawn.
    """

    puzzle: Puzzle
    start: Grid
    effects: Sequence[tuple[tuple[Cell, Symbol], ...]] = ()

    def before(self, number: int) -> Grid:
        """The grid before a step, counted from 0."""
        known: dict[Cell, Symbol] = {}
        for effects in self.effects[:number]:
            known |= dict(effects)
        return self.start.fill(known)
