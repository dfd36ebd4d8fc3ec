"""Lead a picture of a thing to level 4, so that the thing can still be recognised.

A nonogram of level 4 takes many sweeps over its lines, and single lines solve it. So cells at the
edges of shapes are flipped, one after the other, each time one after which it takes many sweeps.
No part of the thing may appear, vanish, split or join another, so eyes and legs stay:

    . # # .        . # # #                   . # # .
    # # # #   ->   # # # #  an edge, or      # . # #  a hole: not allowed
    # # # #        # # # #                   # # # #

Level 5 needs a line that is hard by itself, and smooth shapes have hardly any: dots around the
thing, like stars, make such lines, but finding them takes seconds.
"""

from __future__ import annotations

from nonairo.generating.pictures.drawing import unlike
from nonairo.generating.pictures.task import PictureTask, difference, flipped, left_by_flips
from nonairo.grid import Grid
from nonairo.line_sweeps import level_by_sweeps, sweep

BY_SWEEPS = 4  # the level
LEAST_HARD_SIDE = 10  # below, hardly any thing but hearts gets there
SCENES = 100  # that are tried before a blot is drawn
WAYS = 6  # to flip cells of each of them: with fewer, most are hearts and moons
QUICK = 400  # cells; larger scenes take so long that there is one way
CHANGED = 25  # one cell in so many may be flipped
COMPARED = 24  # flips of which the sweeps are counted, before one is made
FALL = 1  # sweeps fewer than before that a flip may leave
RING = ((0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1))


def most_changed(scene: Grid) -> int:
    """Return how many cells of a scene may be flipped.

    >>> most_changed(Grid.blank(10, 10))
    4
    """
    return max(len(scene.cells) // CHANGED, 2)


def ways_of(scene: Grid) -> int:
    """Return how often to start again with a scene."""
    return WAYS if len(scene.cells) <= QUICK else 1


def jagged(scene: Grid, picture: Grid, task: PictureTask) -> Grid | None:
    """Return the picture with so many edges flipped that it takes many sweeps; None if none helps.

    The picture is the scene with few cells flipped, so that single lines solve it.
    """
    flips = set(difference(scene, picture))
    before = _sweeps(picture, task)
    while not _many_sweeps(picture, task):
        cells = [cell for cell in _edges(picture) if cell not in flips]
        ranked = _by_sweeps(picture, cells, task)
        if not ranked or len(flips) >= most_changed(scene):
            return None
        sweeps, cell = ranked[task.draws.below(min(2, len(ranked)))]
        if sweeps < before - FALL:
            return None
        picture, before = flipped(picture, cell), sweeps
        flips.add(cell)
    return picture


def _sweeps(picture: Grid, task: PictureTask) -> int:
    """Return how many sweeps a picture takes that single lines solve."""
    return sweep(task.puzzle(picture)).count or 0


def _many_sweeps(picture: Grid, task: PictureTask) -> bool:
    puzzle = task.puzzle(picture)
    return level_by_sweeps(puzzle, BY_SWEEPS - 1, sweep(puzzle)) == BY_SWEEPS


def _by_sweeps(picture: Grid, cells: list[int], task: PictureTask) -> list[tuple[int, int]]:
    """Return some cells that may be flipped, each with the sweeps it takes then, most first."""
    task.draws.shuffle(cells)
    open_cells = left_by_flips(picture, cells, task)
    solved = [cell for cell, left in zip(cells, open_cells, strict=True) if not left]
    found = [(_sweeps(flipped(picture, cell), task), cell) for cell in solved[:COMPARED]]
    return sorted(found, key=lambda each: -each[0])


def _edges(picture: Grid) -> list[int]:
    """Return the cells at corners of shapes whose flip keeps all shapes whole and apart."""
    cells = range(len(picture.cells))
    corners = [cell for cell in cells if 2 <= unlike(picture, cell) <= 3]
    return [cell for cell in corners if keeps_parts(picture, cell)]


def keeps_parts(picture: Grid, cell: int) -> bool:
    """Whether a flip neither makes, removes, splits nor joins shapes or holes.

    That is so if the filled ones among the eight cells around are one group that touches a side
    of the cell (Yokoi's connectivity number is 1).

    >>> [keeps_parts(Grid.parse(rows), 4) for rows in ("110/110/000", "010/010/010", "000/010/000")]
    [True, False, False]
    """
    row, col = divmod(cell, picture.width)
    around = [_filled(picture, row + down, col + right) for down, right in (*RING, RING[0])]
    sides = ((around[k], around[k + 1], around[k + 2]) for k in range(0, len(RING), 2))
    return sum(side and not (corner and after) for side, corner, after in sides) == 1


def _filled(picture: Grid, row: int, col: int) -> bool:
    """Whether a cell is filled; beyond the border all is empty."""
    inside = 0 <= row < picture.height and 0 <= col < picture.width
    return inside and picture.cells[row * picture.width + col] == "1"
