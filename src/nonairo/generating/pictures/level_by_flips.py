"""Lead a given picture to a level by few and cheap flips.

Where it is too hard, what the techniques of the level leave open shows where to flip, and how far
there is to go. Where it is too easy, flips that raise the score are kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.errors import LimitReached
from nonairo.explaining import explain
from nonairo.generating.pictures.hardening import (
    graded,
    harden,
    open_count,
    remove_dead_ends,
)
from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.looks import Bounds
from nonairo.generating.pictures.posing import flipped
from nonairo.generating.pictures.worth_flipping import touched
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import HARDEST_BY_LINES
from nonairo.grading import SEARCH, Grade
from nonairo.grid import UNKNOWN, Grid

PROPOSED = 40  # flips that are looked at before others are drawn


def flip_to_level(
    picture: Grid,
    level: int,
    cost: Sequence[int],
    job: Job,
    reached: list[int | None],
) -> Grid:
    """A picture of this level, from one that is unique. Raises LimitReached if that fails."""
    start, now = picture, graded(picture, job)
    reached.append(now.level)
    while now.level != level:
        changed = _driven(picture, now, level, cost, job)
        if changed != picture:
            picture, now = changed, graded(changed, job)
        else:
            picture, now = _nearer(picture, now, level, cost, job)
        reached.append(now.level)
    return _given_back(start, picture, level, job)


def _driven(picture: Grid, now: Grade, level: int, cost: Sequence[int], job: Job) -> Grid:
    """The picture after flips that aim at the level; the same if there is nothing to aim at."""
    anything = Bounds(1, len(picture.cells))
    if level > HARDEST_BY_LINES and not open_count(picture, job):
        few = min(len(picture.cells) // 5, 20)
        return harden(picture, 100, few + 1, anything, job)
    if level > HARDEST_BY_LINES + 1:
        return remove_dead_ends(picture, 50, anything, job)
    if level <= HARDEST_BY_LINES and now.level is not None and now.level > level:
        return _softened(picture, level, cost, job)
    return picture


def _softened(picture: Grid, level: int, cost: Sequence[int], job: Job) -> Grid:
    """A picture of which the techniques up to a level leave less open, at best nothing."""
    left = _left_open(picture, level, job)
    tries = 0
    while left and tries < PROPOSED:
        for cell in _cheap(touched(picture, left), cost, job.draws):
            tries += 1
            trial = flipped(picture, cell)
            if open_count(trial, job):
                continue
            after = _left_open(trial, level, job)
            if len(after) <= len(left):
                tries = 0 if len(after) < len(left) else tries
                picture, left = trial, after
                break
    return picture


def _left_open(picture: Grid, level: int, job: Job) -> list[int]:
    """The cells that the techniques up to a level leave open."""
    told = explain(job.puzzle(picture), level, time_limit=job.limits.seconds_left())
    job.limits.spend(len(told.steps) + 1)
    return [cell for cell, symbol in enumerate(told.grid.cells) if symbol == UNKNOWN]


def _nearer(
    picture: Grid, now: Grade, level: int, cost: Sequence[int], job: Job
) -> tuple[Grid, Grade]:
    """The picture after one cheap flip that brings its level nearer, or else its score."""
    for cell in _cheap(range(len(picture.cells)), cost, job.draws):
        trial = flipped(picture, cell)
        if (open_count(trial, job) == 0) != (level <= HARDEST_BY_LINES):
            continue
        found = graded(trial, job)
        if found.level is not None and _distance(found, level) <= _distance(now, level):
            return trial, found
    return picture, now


def _distance(found: Grade, level: int) -> tuple[int, float]:
    """How far a grade is from a level; inside a level, by its score."""
    if found.level is None:
        return SEARCH, 0.0
    toward = found.score if found.level > level else -found.score
    return abs(found.level - level), toward


def _cheap(cells: Sequence[int], cost: Sequence[int], draws: Draws) -> list[int]:
    """Some of the cells, cheap ones more often than dear ones."""
    dearest = max(cost) + 1
    drawn = [(cost[cell] + draws.below(dearest), cell) for cell in cells]
    return [cell for _, cell in sorted(drawn)[:PROPOSED]]


def _given_back(start: Grid, picture: Grid, level: int, job: Job) -> Grid:
    """The picture without the flips that its level does not need."""
    for cell, (before, after) in enumerate(zip(start.cells, picture.cells, strict=True)):
        if before != after:
            trial = flipped(picture, cell)
            try:
                if graded(trial, job).level == level:
                    picture = trial
            except LimitReached:
                break
    return picture
