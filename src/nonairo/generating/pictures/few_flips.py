"""Change as few cells of a picture as possible until its clues have one solution.

Two goals: that no other picture has the same clues (`UNIQUE`), or the stronger one that single
lines alone lead to the picture (`LINES`). Good changes are found greedily; then all smaller sets of
changes are tried, and if that comes to its end the number is proved to be the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nonairo.errors import LimitReached
from nonairo.generating.pictures.fewest_flips import fewest
from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.looks import plain_cost
from nonairo.generating.pictures.posing import flipped, left_by_flips
from nonairo.generating.pictures.uniqueness import LINES, UNIQUE, Goal
from nonairo.generating.pictures.worth_flipping import apart, nearby
from nonairo.grid import Cell, Grid

RESTARTS = 4  # greedy ways that are tried; all but the first leave something to chance
PROOF = 10_000  # pieces of work to prove a number of changes smallest
MOST_TRIED = 1500  # flips looked at for one change
TOP = 12  # of them, those that are looked at by search
SMALL = 225  # cells of a picture that is searched at every step
LARGE = 1600  # cells of a picture in which many changes are made at a time
SLACK = 3  # changes more than the best that a further way may make before some are taken back


@dataclass(frozen=True, slots=True)
class Changed:
    """A picture that reaches its goal, and the cells that were changed."""

    picture: Grid
    changed: tuple[Cell, ...]
    exact: bool  # no smaller number of changes does


def flip_few(
    picture: Grid,
    goal: Goal,
    job: Job,
    cost: Sequence[int] | None = None,
    proof: int = PROOF,
) -> Changed:
    """The picture with few cells changed, so that the goal is reached.

    `cost` says for every cell what a change does to the picture; of equally few changes the
    cheaper are taken. Raises LimitReached if nothing is found within the job's limits.
    """
    prices = plain_cost(picture) if cost is None else cost
    best = exact = None
    try:
        best = _greedy_best(picture, goal, job, prices)
        if best:
            left = job.limits.nodes_left()
            most = proof if job.by_runs or left is None else min(proof, left // 2)
            exact = fewest(picture, goal, job, prices, len(best) - 1, most)
    except LimitReached:
        if best is None:
            raise
    if exact is not None and exact.cells is not None:
        best = exact.cells
    proved = not best or (exact is not None and exact.complete)
    return Changed(flipped(picture, *best), cells_of(picture, best), proved)


def cells_of(picture: Grid, places: Iterable[int]) -> tuple[Cell, ...]:
    """Cells that are counted row after row, as rows and columns."""
    return tuple(Cell(*divmod(place, picture.width)) for place in places)


def _greedy_best(picture: Grid, goal: Goal, job: Job, cost: Sequence[int]) -> tuple[int, ...]:
    """The best of a few greedy ways; LimitReached only if not even one came to its end."""
    best: tuple[int, ...] | None = None
    for attempt in range(RESTARTS if len(picture.cells) <= LARGE else 1):
        # To look for other solutions at every step is slow where there are many: large pictures
        # are led to what single lines solve, and changes are then taken back.
        near = goal if attempt % 2 and len(picture.cells) <= SMALL else LINES
        try:
            most = len(picture.cells) if best is None else len(best) + SLACK
            found = greedy(picture, near, job, cost, most, 1 + attempt)
            if found is None:
                continue
            found = taken_back(picture, goal, job, cost, found)
        except LimitReached:
            if best is None:
                raise
            break
        if best is None or _rank(found, cost) < _rank(best, cost):
            best = found
        if len(best) <= 1:
            break
    if best is None:
        raise LimitReached(f"no way was found to make the picture {goal.name}", "patience")
    return best


def _rank(cells: tuple[int, ...], cost: Sequence[int]) -> tuple[int, int, tuple[int, ...]]:
    return len(cells), sum(cost[cell] for cell in cells), cells


def greedy(
    picture: Grid,
    goal: Goal,
    job: Job,
    cost: Sequence[int],
    most: int,
    spread: int,
) -> tuple[int, ...] | None:
    """One change after the other, each leaving the fewest cells open; None if too many."""
    changed: list[int] = []
    now = picture
    while goal.trouble(now, job):
        if len(changed) >= most:
            return None
        open_cells = LINES.trouble(now, job)
        tried = MOST_TRIED if len(picture.cells) <= LARGE else MOST_TRIED // 4
        cells = nearby(now, open_cells, changed, job.draws, tried)
        if not cells:
            return None
        left = left_by_flips(now, cells, job)
        ranked = sorted(zip(left, (cost[cell] for cell in cells), cells, strict=True))
        pick = ranked[job.draws.below(min(spread, len(ranked)))][2]
        if goal is UNIQUE and ranked[0][0] > 0:
            pick = next(
                (cell for _, _, cell in ranked[:TOP] if not goal.trouble(flipped(now, cell), job)),
                pick,
            )
        picks = [pick]
        if len(picture.cells) > LARGE and ranked[0][0] > 0:
            better = [cell for left, _, cell in ranked if left < len(open_cells)]
            picks = apart(better, picture.width)[: 1 + len(open_cells) // 100] or picks
        changed += picks
        now = flipped(now, *picks)
    return tuple(sorted(changed))


def taken_back(
    picture: Grid, goal: Goal, job: Job, cost: Sequence[int], changed: tuple[int, ...]
) -> tuple[int, ...]:
    """The changes without those that turn out not to be needed, dearest first."""
    kept = set(changed)
    for cell in sorted(changed, key=lambda cell: (-cost[cell], cell)):
        if not goal.trouble(flipped(picture, *sorted(kept - {cell})), job):
            kept.discard(cell)
    return tuple(sorted(kept))
