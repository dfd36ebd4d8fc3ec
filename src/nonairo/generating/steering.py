"""Lead a picture to a level: flip cells, and watch how hard the picture's puzzle gets.

Up to level 5 single lines must do, so every step keeps them going all the way. For the levels
above, single lines must fail while there is still only one solution: first they are made to leave
more open, then, for level 7, the short dead ends are removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonairo.errors import LimitReached
from nonairo.formats.clues import from_picture
from nonairo.generating.closure import another, decided, flipped
from nonairo.generating.lots import Lots
from nonairo.generating.pictures import borders
from nonairo.grading import Grade, grade
from nonairo.grid import OTHER, UNKNOWN, Grid
from nonairo.limits import Budget
from nonairo.propagation import by_lines
from nonairo.techniques.dead_end import MOST_ROUNDS
from nonairo.techniques.parts.position import Position
from nonairo.techniques.parts.probing import probe

MOST_OPEN = 100  # cells that single lines may leave open; with more there is soon only search


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many cells of a picture may be filled; and no border is to be emptied."""

    least: int
    most: int
    edge: int = 2  # neighbours of another kind that a cell drawn at random must have

    def allowed(self, picture: Grid, cells: Sequence[int]) -> list[int]:
        """Those of the cells whose flip keeps to the bounds, or comes nearer to them."""
        filled = picture.cells.count("1")
        needed = {
            ones[0]
            for side in borders(picture.height, picture.width)
            if len(ones := [cell for cell in side if picture.cells[cell] == "1"]) == 1
        }
        return [
            cell
            for cell in cells
            if (
                filled < self.most
                if picture.cells[cell] == "0"
                else filled > self.least and cell not in needed
            )
        ]

    def draw(self, picture: Grid, lots: Lots) -> int | None:
        """A cell that may be flipped; None if the one drawn may not.

        Cells inside shapes or in the open stay as they are, so that no specks appear.
        """
        cell = lots.below(len(picture.cells))
        if unlike(picture, cell) < self.edge:
            return None
        return cell if self.allowed(picture, (cell,)) else None


def unlike(picture: Grid, cell: int) -> int:
    """How many of the up to four neighbours of a cell are not like it; beyond the border is paper.

    >>> unlike(Grid.parse("110/110/000"), 4)
    2
    """
    row, col = divmod(cell, picture.width)
    height, width, cells = picture.height, picture.width, picture.cells
    count = 0
    for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        there = cells[r * width + c] if 0 <= r < height and 0 <= c < width else "0"
        count += there != cells[cell]
    return count


def graded(picture: Grid, limits: Budget) -> Grade:
    """How hard the picture's puzzle is."""
    left = limits.seconds_left()
    found = grade(from_picture(picture), time_limit=left)
    limits.spend(found.steps + 1)
    return found


def is_unique(picture: Grid, limits: Budget) -> bool:
    """Whether no other picture has the same clues; False also if that is too hard to tell."""
    try:
        return another(picture, limits) is None
    except LimitReached as reached:
        if reached.limit != "patience":
            raise
        return False


def open_count(picture: Grid, limits: Budget) -> int:
    """How many cells single lines leave open."""
    return decided(picture, limits).cells.count(UNKNOWN)


def harden(
    picture: Grid, steps: int, enough: int, bounds: Bounds, limits: Budget, lots: Lots
) -> Grid:
    """A picture that is still unique, but of which single lines tell less, as far as is good."""
    left = open_count(picture, limits)
    for _ in range(steps):
        if left >= enough:
            break
        cell = bounds.draw(picture, lots)
        if cell is None:
            continue
        trial = flipped(picture, cell)
        now = open_count(trial, limits)
        if left <= now <= MOST_OPEN and (now == 0 or is_unique(trial, limits)):
            picture, left = trial, now
    return picture


def short_dead_ends(picture: Grid, known: Grid, stop: int, limits: Budget) -> int:
    """How many cells left open by single lines fall to a short dead end; counted up to `stop`.

    Without any, a person needs level 7 at once.
    """
    position = Position(from_picture(picture), known)
    count = 0
    for cell, symbol in enumerate(known.cells):
        if symbol == UNKNOWN:
            limits.spend()
            wrong = OTHER[picture.cells[cell]]
            start = divmod(cell, picture.width)
            count += bool(probe(position, start, wrong, by_lines, MOST_ROUNDS).broken)
            if count > stop:
                break
    return count


def remove_dead_ends(picture: Grid, steps: int, bounds: Bounds, limits: Budget, lots: Lots) -> Grid:
    """A picture with fewer short dead ends, at best none."""
    best = short_dead_ends(picture, decided(picture, limits), len(picture.cells), limits)
    for _ in range(steps):
        if best == 0:
            break
        cell = bounds.draw(picture, lots)
        if cell is None:
            continue
        trial = flipped(picture, cell)
        known = decided(trial, limits)
        if not 0 < known.cells.count(UNKNOWN) <= MOST_OPEN or not is_unique(trial, limits):
            continue
        count = short_dead_ends(trial, known, best, limits)
        if count <= best:
            picture, best = trial, count
    return picture
