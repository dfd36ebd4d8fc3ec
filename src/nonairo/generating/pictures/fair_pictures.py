"""Make a random picture fair: flip cells, many at a time, until single lines solve its puzzle."""

from __future__ import annotations

from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.looks import Bounds, plain_cost
from nonairo.generating.pictures.posing import flipped, left_by_flips
from nonairo.generating.pictures.uniqueness import LINES
from nonairo.generating.pictures.worth_flipping import apart, nearby
from nonairo.grid import Grid

LEEWAY = 0.03  # how far from the wanted share of filled cells a picture may end
ROUNDS = 60  # of changes, until another picture is drawn
TRIED = 250  # flips looked at in a round
IDLE = 6  # rounds without progress


def bounds_of(picture: Grid) -> Bounds:
    """A few cells more or fewer than the picture has."""
    cells = len(picture.cells)
    leeway = max(round(LEEWAY * cells), 1)
    count = picture.cells.count("1")
    return Bounds(max(count - leeway, 1), min(count + leeway, cells))


def make_fair(picture: Grid, bounds: Bounds, job: Job, calm: bool = True) -> tuple[Grid, int]:
    """The picture changed until single lines solve it, or nearly: and how many cells are open.

    In a round the best changes are made that do not share a line, so that many small knots in a
    large picture are undone at once; the edges of shapes change first. When not calm, one change
    is made at a time, wherever chance has it: the puzzle is then just barely solved by lines.
    """
    idle = 0
    trouble = LINES.trouble(picture, job)
    for _ in range(ROUNDS if calm else len(picture.cells)):
        if not trouble or idle > IDLE:
            break
        cells = bounds.allowed(picture, nearby(picture, trouble, (), job.draws, TRIED))
        if not cells or not _affordable(len(cells), job):
            break
        left = left_by_flips(picture, cells, job)
        cost = plain_cost(picture) if calm else None
        prices = [job.draws.below(1 << 16) if cost is None else cost[cell] for cell in cells]
        ranked = sorted(zip(left, prices, cells, strict=True))
        better = [cell for now, _, cell in ranked if now < len(trouble)]
        picks = _together(picture, better, bounds) if calm else better[:1]
        if not picks:
            picks = [ranked[job.draws.below(min(4, len(ranked)))][2]]
        changed = flipped(picture, *picks)
        after = LINES.trouble(changed, job)
        if len(picks) > 1 and len(after) > ranked[0][0]:
            changed = flipped(picture, picks[0])  # together they are worse than the best alone
            after = LINES.trouble(changed, job)
        idle = 0 if len(after) < len(trouble) else idle + 1
        picture, trouble = changed, after
    return picture, len(trouble)


def _affordable(flips: int, job: Job) -> bool:
    """Whether so many flips can be looked at, and one or two of them made."""
    left = job.limits.nodes_left()
    return left is None or flips + 2 <= left


def _together(picture: Grid, cells: list[int], bounds: Bounds) -> list[int]:
    """The first cells of a list, no two of them in one line, that keep to the bounds together."""
    picks: list[int] = []
    for cell in apart(cells, picture.width):
        if bounds.allowed(picture, (cell,)):
            picks.append(cell)
            picture = flipped(picture, cell)
    return picks
