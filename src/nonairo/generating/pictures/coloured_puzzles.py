"""Random puzzles in several colours: draw a picture, make it fair, and see which level it has."""

from __future__ import annotations

from nonairo.errors import LimitReached
from nonairo.generating.pictures.coloured_pictures import draw_coloured
from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.random_puzzles import FAIR, RECIPES
from nonairo.generating.pictures.recolouring import recolour
from nonairo.generating.pictures.uniqueness import LINES, UNIQUE
from nonairo.generating.request import HARDEST_BY_LINES, level_missed
from nonairo.grading import level_alone
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

PATIENCE = 6  # pictures in a row that are too easy or too hard, until another kind is drawn


def random_coloured(
    size: tuple[int, int], level: int | None, share: float | None, job: Job
) -> tuple[Puzzle, Grid]:
    """A puzzle over all the colours of a job, and its picture."""
    reached: list[int | None] = []
    recipe = FAIR if level is None else RECIPES[level]
    goal = LINES if level is None or level <= HARDEST_BY_LINES else UNIQUE
    easy = hard = 0
    while True:
        try:
            job.limits.spend()
            wanted = recipe.share if share is None else share
            colours = len(job.symbols) - 1
            picture = draw_coloured(*size, wanted, recipe.roughness, colours, job.draws)
            made = recolour(picture, goal, job, max(4, len(picture.cells) // 8))
            if made is None:
                recipe = recipe.smoother() if goal is LINES else recipe
                continue
            puzzle = job.puzzle(made)
            if level is None:
                return puzzle, made
            job.limits.spend(len(made.cells))
            found = level_alone(puzzle, job.limits.seconds_left())
        except LimitReached as struck:
            if level is None:
                raise
            raise level_missed(level, reached, job.limits, struck) from None
        reached.append(found)
        if found == level:
            return puzzle, made
        easy, hard = (easy + 1, 0) if found is not None and found < level else (0, hard + 1)
        if easy == PATIENCE:
            recipe, easy = recipe.rougher(), 0
        elif hard == PATIENCE:
            recipe, hard = recipe.smoother(), 0
