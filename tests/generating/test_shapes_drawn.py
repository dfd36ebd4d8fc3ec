"""Shapes are filled row by row as their definition says point by point."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from nonairo.generating.pictures.scenes import FULL, Canvas, Point
from nonairo.generating.random_draws import Draws


def covered(canvas: Canvas, covers: Callable[[int, int], bool]) -> list[int]:
    """The canvas with a 1 in every cell whose middle is covered."""
    left, top, right, bottom = canvas.frame
    cells = []
    for row in range(canvas.height):
        y = ((2 * row + 1) * FULL // (2 * canvas.height) - top) * FULL // (bottom - top)
        for col in range(canvas.width):
            x = ((2 * col + 1) * FULL // (2 * canvas.width) - left) * FULL // (right - left)
            cells.append(int(covers(x, y)))
    return cells


def inside(corners: list[Point], x: int, y: int) -> bool:
    """Whether a ray from the point crosses an odd number of edges."""
    odd = False
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y1 > y) != (y2 > y):
            reach = (y - y1) * (x2 - x1) - (x - x1) * (y2 - y1)
            odd ^= reach > 0 if y2 > y1 else reach < 0
    return odd


@pytest.mark.parametrize("seed", range(40))
def test_shapes_cover_the_cells_whose_middles_they_hold(seed: int) -> None:
    random = Random(seed)

    def point() -> int:
        return random.randint(-100, 1100)

    def blank() -> Canvas:
        return Canvas(*size, Draws(seed), frame)

    size = random.randint(5, 30), random.randint(5, 30)
    frame = random.randint(-50, 400), random.randint(-50, 400), 1000 + random.randint(-50, 50), 1000
    left, top, right, bottom = point(), point(), point(), point()
    canvas = blank()
    canvas.box(1, left, top, right, bottom)
    assert canvas.cells == covered(canvas, lambda x, y: left <= x < right and top <= y < bottom)
    across, down = random.randint(1, 500), random.randint(1, 500)
    canvas = blank()
    canvas.disc(1, left, top, across, down)
    limit = (across * down) ** 2
    assert canvas.cells == covered(
        canvas, lambda x, y: ((x - left) * down) ** 2 + ((y - top) * across) ** 2 <= limit
    )
    corners = [(point(), point()) for _ in range(random.randint(3, 8))]
    canvas = blank()
    canvas.polygon(1, *corners)
    assert canvas.cells == covered(canvas, lambda x, y: inside(corners, x, y))
