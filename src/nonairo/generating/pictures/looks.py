"""The looks of a picture: which of its cells may be flipped, and what a flip costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonairo.generating.pictures.random_pictures import borders
from nonairo.generating.random_draws import Draws
from nonairo.grid import Grid


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

    def draw(self, picture: Grid, draws: Draws) -> int | None:
        """A cell that may be flipped; None if the one drawn may not.

        Cells inside shapes or in the open stay as they are, so that no specks appear.
        """
        cell = draws.below(len(picture.cells))
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


def plain_cost(picture: Grid) -> list[int]:
    """What a flip costs the looks of a picture: how many of the four neighbours are alike.

    >>> plain_cost(Grid.parse("110/110/000"))
    [2, 2, 1, 2, 2, 2, 1, 2, 2]
    """
    height, width, cells = picture.height, picture.width, picture.cells
    costs = []
    for cell, symbol in enumerate(cells):
        row, col = divmod(cell, width)
        costs.append(
            (row > 0 and cells[cell - width] == symbol)
            + (row + 1 < height and cells[cell + width] == symbol)
            + (col > 0 and cells[cell - 1] == symbol)
            + (col + 1 < width and cells[cell + 1] == symbol)
        )
    return costs
