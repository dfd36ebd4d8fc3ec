"""Random puzzles: draw a picture, make it fair, and lead it to the level that was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonairo.errors import LimitReached
from nonairo.generating.boards.board_levels import at_level
from nonairo.generating.pictures.added_givens import flips_first, with_givens
from nonairo.generating.pictures.fair_pictures import bounds_of, make_fair
from nonairo.generating.pictures.hardening import (
    graded,
    harden,
    open_count,
    remove_dead_ends,
)
from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.looks import Bounds
from nonairo.generating.pictures.random_pictures import ROUGHEST, draw_picture
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import HARDEST_BY_LINES, level_missed
from nonairo.grid import Grid
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle

REPEATS = 2000  # pictures drawn before, one after the other, until there are no new ones
PATIENCE = 8  # pictures of a kind in a row that are too easy, until a rougher kind is drawn
NOISE = 9  # kinds of pictures that are so rough have no edges to keep


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a level's pictures begin with: how rough they are, and what share is filled."""

    roughness: int
    share: float

    def smoother(self) -> Recipe:
        """For easier puzzles; those that are as smooth as can be are filled more."""
        if self.roughness > 0:
            return Recipe(self.roughness - 1, self.share)
        return Recipe(0, min(self.share + 0.01, 0.8))

    def rougher(self) -> Recipe:
        """For harder puzzles; those that are as rough as can be are filled less."""
        if self.roughness < ROUGHEST:
            return Recipe(self.roughness + 1, self.share)
        return Recipe(ROUGHEST, max(self.share - 0.01, 0.3))


FAIR = Recipe(2, 0.55)
RECIPES = {
    1: Recipe(0, 0.65),
    2: Recipe(2, 0.55),
    3: Recipe(4, 0.45),
    4: Recipe(4, 0.42),
    5: Recipe(5, 0.4),
    6: Recipe(3, 0.5),
    7: Recipe(8, 0.42),
}


def random_puzzle(
    size: tuple[int, int], level: int | None, share: float | None, job: Job
) -> tuple[Puzzle, Grid]:
    """A puzzle and its picture: by flips alone, or else with a few givens as well."""
    reached: list[int | None] = []
    nearly: list[tuple[int, Grid]] = []

    def by_flips(part: Job) -> Grid:
        if level is None:
            return draw_fair(size, share, part, nearly)
        try:
            return draw_level(size, level, share, part, reached)
        except LimitReached as struck:
            raise level_missed(level, reached, part.limits, struck) from None

    picture = flips_first(job, size[0] * size[1], by_flips)
    if picture is not None:
        return job.puzzle(picture), picture
    recipe = FAIR if level is None else RECIPES[level]

    def drawing(draws: Draws, limits: Budget) -> tuple[Puzzle, Grid]:
        limits.spend()
        picture = draw_picture(*size, share or recipe.share, recipe.roughness, draws)
        return job.puzzle(picture), picture

    if level is not None:
        return at_level(drawing, level, job.draws, job.limits, searched=False)
    if not nearly:
        return with_givens(*drawing(job.draws, job.limits), job)
    picture = min(nearly, key=lambda made: made[0])[1]
    return with_givens(job.puzzle(picture), picture, job)


def draw_fair(
    size: tuple[int, int], share: float | None, job: Job, nearly: list[tuple[int, Grid]]
) -> Grid:
    """A picture that single lines solve; `nearly` collects others, with the cells left open."""
    while True:
        job.limits.spend()
        wanted = FAIR.share if share is None else share
        picture = draw_picture(*size, wanted, FAIR.roughness, job.draws)
        made, left = make_fair(picture, bounds_of(picture), job)
        if not left:
            return made
        nearly.append((left, made))


def draw_level(
    size: tuple[int, int], level: int, share: float | None, job: Job, reached: list[int | None]
) -> Grid:
    """A picture whose puzzle has this level; `reached` collects the levels of all that were made.

    What is too easy makes the next picture rougher, what is too hard makes it smoother.
    """
    style = RECIPES[level]
    seen: set[str] = set()
    again = easy = 0
    while again < REPEATS:
        job.limits.spend()
        wanted = style.share if share is None else share
        picture = draw_picture(*size, wanted, style.roughness, job.draws)
        bounds = bounds_of(picture)
        made, left = make_fair(picture, bounds, job, calm=style.roughness < NOISE)
        if left:
            style = style.smoother() if level <= HARDEST_BY_LINES else style
            continue
        if level > HARDEST_BY_LINES:
            made = _beyond_lines(made, level, bounds, job) or made
        again = again + 1 if made.cells in seen else 0
        if again:
            continue
        seen.add(made.cells)
        found = graded(made, job).level
        reached.append(found)
        if found == level:
            return made
        if found is None:
            continue
        easy = easy + 1 if found < level else 0
        if easy == PATIENCE:
            style, easy = style.rougher(), 0
        elif found > level and level <= HARDEST_BY_LINES:
            style = style.smoother()
    raise LimitReached(f"{REPEATS} pictures in a row were drawn before", "patience")


def _beyond_lines(picture: Grid, level: int, bounds: Bounds, job: Job) -> Grid | None:
    """A unique picture that single lines do not solve."""
    cells = len(picture.cells)
    if level == HARDEST_BY_LINES + 1:
        enough = min(cells // 5 + 1, 20)
    else:  # so few pictures are that hard that specks must be allowed
        enough, bounds = min(cells * 3 // 4, 80), replace(bounds, edge=0)
    picture = harden(picture, 3 * cells, enough, bounds, job)
    if not open_count(picture, job):
        return None
    if level > HARDEST_BY_LINES + 1:
        picture = remove_dead_ends(picture, 200, bounds, job)
    return picture
