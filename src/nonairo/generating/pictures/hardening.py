"""Make a picture harder: flip cells, and watch how hard the picture's puzzle gets.

Up to level 5 single lines must do, so every step keeps them going all the way. For the levels
above, single lines must fail while there is still only one solution: first they are made to leave
more open, then, for level 7, the short dead ends are removed.
"""

from __future__ import annotations

from nonairo.generating.pictures.job import Job
from nonairo.generating.pictures.looks import Bounds
from nonairo.generating.pictures.posing import decided, flipped, is_unique
from nonairo.grading import Grade, grade
from nonairo.grid import OTHER, UNKNOWN, Grid
from nonairo.techniques.dead_end import MOST_ROUNDS
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import narrow_of, probe

MOST_OPEN = 100  # cells that the single lines of a nonogram may leave open, and
FEWER_OPEN = 40  # those of another kind; with more there is soon only search


def graded(picture: Grid, job: Job) -> Grade:
    """How hard the picture's puzzle is."""
    found = grade(job.puzzle(picture), time_limit=job.limits.seconds_left())
    job.limits.spend(found.steps + 1)
    return found


def open_count(picture: Grid, job: Job) -> int:
    """How many cells single lines leave open."""
    return decided(picture, job).cells.count(UNKNOWN)


def harden(picture: Grid, steps: int, enough: int, bounds: Bounds, job: Job) -> Grid:
    """A picture that is still unique, but of which single lines tell less, as far as is good."""
    left = open_count(picture, job)
    for _ in range(steps):
        if left >= enough:
            break
        trial = _trial(picture, bounds, job)
        if trial is None:
            continue
        now = open_count(trial, job)
        if left <= now <= most_open(job) and (now == 0 or is_unique(trial, job)):
            picture, left = trial, now
    return picture


def remove_dead_ends(picture: Grid, steps: int, bounds: Bounds, job: Job) -> Grid:
    """A picture with fewer short dead ends, at best none."""
    best = short_dead_ends(picture, decided(picture, job), len(picture.cells), job)
    for _ in range(steps):
        if best == 0:
            break
        trial = _trial(picture, bounds, job)
        known = None if trial is None else decided(trial, job)
        if trial is None or known is None or not 0 < known.cells.count(UNKNOWN) <= most_open(job):
            continue
        if is_unique(trial, job) and (count := short_dead_ends(trial, known, best, job)) <= best:
            picture, best = trial, count
    return picture


def most_open(job: Job) -> int:
    """How many cells single lines may leave open, so that search can tell if there is one way."""
    return MOST_OPEN if job.by_runs else FEWER_OPEN


def _trial(picture: Grid, bounds: Bounds, job: Job) -> Grid | None:
    """The picture with one cell flipped; None if the cell drawn may not be."""
    cell = bounds.draw(picture, job.draws)
    return None if cell is None else flipped(picture, cell)


def short_dead_ends(picture: Grid, known: Grid, stop: int, job: Job) -> int:
    """How many cells left open by single lines fall to a short dead end; counted up to `stop`.

    Without any, a person needs level 7 at once.
    """
    position = Position(job.puzzle(picture), known)
    narrow = narrow_of(position)
    count = 0
    for cell, symbol in enumerate(known.cells):
        if symbol == UNKNOWN:
            job.limits.spend()
            wrong = OTHER[picture.cells[cell]]
            start = divmod(cell, picture.width)
            count += bool(probe(position, start, wrong, narrow, MOST_ROUNDS).broken)
            if count > stop:
                break
    return count
