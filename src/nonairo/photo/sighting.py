"""What vision sees in a picture: a grid, its cells, signs and clues, each with probabilities.

Nothing here is decided. Every cell, sign and clue has candidates, likeliest first, whose
probabilities add up to 1 or a little less (the rest is what nobody thought of). They are
calibrated: of 1,000 cells read with probability 0.99, about 10 are wrong. So the probability of a
whole reading is the product over its parts, and the solver can look for the likeliest reading that
has exactly one solution.

Positions are in pixels of the picture as given, x to the right and y down, from its upper left
corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from nonairo.grid import Cell

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[
    Point, Point, Point, Point
]  # upper left, upper right, lower right, lower left
Kind: TypeAlias = Literal["binairo", "nonogram"]
Look: TypeAlias = Literal["digits", "letters", "discs", "tiles", "sky", "cells"]


class Likely(NamedTuple):
    """A symbol of a cell (`0`, `1`, `.` for empty) or a sign (`=`, `x`, `.` for none)."""

    value: str
    probability: float


class LikelyNumber(NamedTuple):
    """A number that may stand in one place of a clue."""

    value: int
    probability: float


class LikelyClue(NamedTuple):
    """A whole clue of a line; () is an empty one, however it was written."""

    clue: tuple[int, ...]
    probability: float
    inks: tuple[
        int, ...
    ] = ()  # for each number its index in `Sighting.palette`; () without colours


@dataclass(frozen=True, slots=True)
class SeenCell:
    """A cell of the grid.

    In a Binairo `1` is the digit 1, the dark or filled disc, the darker tile, the sun or X, and `0`
    the digit 0, the light or hollow disc, the lighter tile, the moon or O. In a nonogram `1` is
    filled (`1`, `2`, ... are the colours of `Sighting.palette`), `0` crossed out or dotted.
    """

    quad: Quad
    candidates: tuple[Likely, ...]
    given: float = 1.0  # the probability that a symbol here was printed, not entered by the player


@dataclass(frozen=True, slots=True)
class SeenNumber:
    """One number of a clue, where it stands."""

    quad: Quad
    candidates: tuple[LikelyNumber, ...]
    ink: int | None = None  # its index in `Sighting.palette`
    struck: bool = False  # the player has crossed it out


@dataclass(frozen=True, slots=True)
class SeenClue:
    """The clue of one line: at most `MOST_CLUES` readings of all its numbers."""

    candidates: tuple[LikelyClue, ...]
    numbers: tuple[SeenNumber, ...] = ()  # of the likeliest reading, in its order
    quad: Quad | None = None  # the strip beside the line in which its numbers stand
    blank: bool = False  # nothing is written there, not even a 0


@dataclass(frozen=True, slots=True)
class Sighting:
    """One grid in a picture. Signs and clues are empty tuples where there are none."""

    kind: Kind
    height: int
    width: int
    corners: Quad  # of the cells together, without clues
    cells: tuple[tuple[SeenCell, ...], ...]  # row by row
    right: tuple[tuple[tuple[Likely, ...], ...], ...] = ()  # signs: height rows of width - 1
    below: tuple[tuple[tuple[Likely, ...], ...], ...] = ()  # signs: height - 1 rows of width
    rows: tuple[SeenClue, ...] = ()
    cols: tuple[SeenClue, ...] = ()
    palette: tuple[str, ...] = ()  # `rrggbb` of each colour of the clues; () in black and white
    look: Look = "cells"  # what the symbols look like
    score: float = 1.0  # the probability that this is such a grid, of this size
    others: tuple[Sighting, ...] = ()  # other ways to see the same grid
    weight: float = 1.0  # how likely this way is, against the others
    line: tuple[str, str] | None = None  # of one of `others`: it has a line more or less than this
    # grid, which is called `row 0` or `column 10`, with `ZERO` if it has it and `NONE` if not

    def likeliest(self) -> tuple[str, ...]:
        """Return the rows with the likeliest symbol in each cell."""
        return tuple("".join(cell.candidates[0].value for cell in row) for row in self.cells)

    def each_cell(self) -> Iterator[tuple[Cell, SeenCell]]:
        """Yield every cell with its place, row by row."""
        for r, row in enumerate(self.cells):
            for c, seen in enumerate(row):
                yield Cell(r, c), seen


MOST_CLUES = 20  # readings of one clue
ZERO, NONE = "0", "none"  # a line without a clue is empty, or no part of the puzzle
