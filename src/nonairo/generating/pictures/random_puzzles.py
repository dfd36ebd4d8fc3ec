"""Random nonograms: draw a picture, make it fair, and lead it to the level that was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonairo.errors import LimitReached
from nonairo.generating.pictures.few_flips import apart, nearby
from nonairo.generating.pictures.hardening import (
    graded,
    harden,
    open_count,
    remove_dead_ends,
)
from nonairo.generating.pictures.looks import Bounds, plain_cost
from nonairo.generating.pictures.posing import flipped, left_by_flips
from nonairo.generating.pictures.random_pictures import ROUGHEST, draw_picture
from nonairo.generating.pictures.uniqueness import LINES
from nonairo.generating.random_draws import Draws
from nonairo.grid import Grid
from nonairo.limits import Budget
from nonairo.techniques.climbing import NO_SUPPOSING

REPEATS = 2000  # pictures drawn before, one after the other, until there are no new ones
LEEWAY = 0.03  # how far from the wanted share of filled cells a picture may end
ROUNDS = 60  # of changes, until another picture is drawn
TRIED = 250  # flips looked at in a round
IDLE = 6  # rounds without progress
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


def draw_fair(height: int, width: int, share: float | None, limits: Budget, draws: Draws) -> Grid:
    """A picture that single lines solve."""
    while True:
        limits.spend()
        wanted = FAIR.share if share is None else share
        picture = draw_picture(height, width, wanted, FAIR.roughness, draws)
        fair = make_fair(picture, bounds_of(picture), limits, draws)
        if fair is not None:
            return fair


def draw_level(
    height: int,
    width: int,
    level: int,
    share: float | None,
    limits: Budget,
    draws: Draws,
    reached: list[int | None],
) -> Grid:
    """A picture whose puzzle has this level; `reached` collects the levels of all that were made.

    What is too easy makes the next picture rougher, what is too hard makes it smoother.
    """
    style = RECIPES[level]
    seen: set[str] = set()
    again = easy = 0
    while again < REPEATS:
        limits.spend()
        wanted = style.share if share is None else share
        picture = draw_picture(height, width, wanted, style.roughness, draws)
        bounds = bounds_of(picture)
        made = make_fair(picture, bounds, limits, draws, calm=style.roughness < NOISE)
        if made is not None and level > NO_SUPPOSING:
            made = _beyond_lines(made, level, bounds, limits, draws) or made
        if made is None:
            style = style.smoother() if level <= NO_SUPPOSING else style
            continue
        again = again + 1 if made.cells in seen else 0
        if again:
            continue
        seen.add(made.cells)
        found = graded(made, limits).level
        reached.append(found)
        if found == level:
            return made
        if found is None:
            continue
        easy = easy + 1 if found < level else 0
        if easy == PATIENCE:
            style, easy = style.rougher(), 0
        elif found > level and level <= NO_SUPPOSING:
            style = style.smoother()
    raise LimitReached(f"{REPEATS} pictures in a row were drawn before", "patience")


def _beyond_lines(
    picture: Grid, level: int, bounds: Bounds, limits: Budget, draws: Draws
) -> Grid | None:
    """A unique picture that single lines do not solve."""
    cells = len(picture.cells)
    if level == NO_SUPPOSING + 1:
        enough = min(cells // 5 + 1, 20)
    else:  # so few pictures are that hard that specks must be allowed
        enough, bounds = min(cells * 3 // 4, 80), replace(bounds, edge=0)
    picture = harden(picture, 3 * cells, enough, bounds, limits, draws)
    if not open_count(picture, limits):
        return None
    if level > NO_SUPPOSING + 1:
        picture = remove_dead_ends(picture, 200, bounds, limits, draws)
    return picture


def bounds_of(picture: Grid) -> Bounds:
    """A few cells more or fewer than the picture has."""
    cells = len(picture.cells)
    leeway = max(round(LEEWAY * cells), 1)
    count = picture.cells.count("1")
    return Bounds(max(count - leeway, 1), min(count + leeway, cells))


def make_fair(
    picture: Grid, bounds: Bounds, limits: Budget, draws: Draws, calm: bool = True
) -> Grid | None:
    """The picture changed until single lines solve it; None if that does not come about.

    In a round the best changes are made that do not share a line, so that many small knots in a
    large picture are undone at once; the edges of shapes change first. When not calm, one change
    is made at a time, wherever chance has it: the puzzle is then just barely solved by lines.
    """
    idle = 0
    trouble = LINES.trouble(picture, limits)
    for _ in range(ROUNDS if calm else len(picture.cells)):
        if not trouble or idle > IDLE:
            break
        cells = bounds.allowed(picture, nearby(picture, trouble, (), draws, TRIED))
        if not cells:
            break
        left = left_by_flips(picture, cells, limits)
        cost = plain_cost(picture) if calm else None
        prices = [draws.below(1 << 16) if cost is None else cost[cell] for cell in cells]
        ranked = sorted(zip(left, prices, cells, strict=True))
        better = [cell for now, _, cell in ranked if now < len(trouble)]
        picks = _together(picture, better, bounds) if calm else better[:1]
        if not picks:
            picks = [ranked[draws.below(min(4, len(ranked)))][2]]
        changed = flipped(picture, *picks)
        after = LINES.trouble(changed, limits)
        if len(picks) > 1 and len(after) > ranked[0][0]:
            changed = flipped(picture, picks[0])  # together they are worse than the best alone
            after = LINES.trouble(changed, limits)
        idle = 0 if len(after) < len(trouble) else idle + 1
        picture, trouble = changed, after
    return None if trouble else picture


def _together(picture: Grid, cells: list[int], bounds: Bounds) -> list[int]:
    """The first cells of a list, no two of them in one line, that keep to the bounds together."""
    picks: list[int] = []
    for cell in apart(cells, picture.width):
        if bounds.allowed(picture, (cell,)):
            picks.append(cell)
            picture = flipped(picture, cell)
    return picks
