"""Nonograms of one's own: from chance, from a picture, or from a few words."""

from __future__ import annotations

from nonairo.engines.base import Run
from nonairo.errors import LimitReached, PuzzleError
from nonairo.formats.clues import from_picture
from nonairo.generating.drawing import draw_fair, draw_level
from nonairo.generating.lots import Lots, fresh_seed
from nonairo.generating.request import BUDGET, check_level, level_missed, size_of
from nonairo.generating.steering import graded
from nonairo.puzzle import Puzzle


def generate_random(size, level=None, seed=None, density=None, budget=BUDGET, time_limit=None):
    height, width = size_of(size)
    run = Run(node_limit=budget, time_limit=time_limit)
    lots = Lots(seed)
    if level is None:
        picture = draw_fair(height, width, density, run, lots)
        return from_picture(picture)
    reached = []
    try:
        picture, found = draw_level(height, width, level, density, run, lots, reached)
    except LimitReached:
        raise level_missed(level, reached, run) from None
    return from_picture(picture)
