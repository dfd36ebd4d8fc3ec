"""Lead a picture to a level by flips: harder, easier, and of a given picture as few as possible.

Up to level 5 single lines must do, so every step keeps them going all the way. For the levels
above, single lines must fail while there is still only one solution: first they are made to leave
more open, then, for level 7, the short dead ends are removed. Where a picture is too hard, what the
techniques of the level leave open shows where to flip. Where it is too easy, flips that raise the
score are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonairo.errors import LimitReached
from nonairo.explaining import explain_puzzle
from nonairo.generating.pictures.changing import touched
from nonairo.generating.pictures.drawing import Bounds
from nonairo.generating.pictures.task import (
    PictureTask,
    decided,
    difference,
    flipped,
    is_unique,
    left_open,
)
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import HARDEST_BY_LINES
from nonairo.grading import SEARCH, Grade, grade
from nonairo.grid import OTHER, UNKNOWN, Grid
from nonairo.techniques.dead_end import MOST_ROUNDS
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import narrow_of, probe

PROPOSED = 40  # flips that are looked at before others are drawn
MOST_OPEN = 100  # cells that the single lines of a nonogram may leave open, and
FEWER_OPEN = 40  # those of another kind; with more there is soon only search


def graded(picture: Grid, task: PictureTask) -> Grade:
    """Return how hard the picture's puzzle is; without a level if another picture answers it."""
    found = grade(task.puzzle(picture), time_limit=task.limits.seconds_left())
    task.limits.spend(found.steps + 1)
    return found if task.is_answer(picture) else replace(found, level=None)


def harden(picture: Grid, steps: int, enough: int, bounds: Bounds, task: PictureTask) -> Grid:
    """Return a picture that is still unique, but of which single lines decide less."""
    left = len(left_open(picture, task))
    for _ in range(steps):
        if left >= enough:
            break
        trial = _trial(picture, bounds, task)
        if trial is None:
            continue
        now = len(left_open(trial, task))
        if left <= now <= most_open(task) and (now == 0 or is_unique(trial, task)):
            picture, left = trial, now
    return picture


def remove_dead_ends(picture: Grid, steps: int, bounds: Bounds, task: PictureTask) -> Grid:
    """Return a picture with fewer short dead ends, at best none."""
    best = short_dead_ends(picture, decided(picture, task), len(picture.cells), task)
    for _ in range(steps):
        if best == 0:
            break
        trial = _trial(picture, bounds, task)
        known = None if trial is None else decided(trial, task)
        if trial is None or known is None or not 0 < known.cells.count(UNKNOWN) <= most_open(task):
            continue
        if is_unique(trial, task) and (count := short_dead_ends(trial, known, best, task)) <= best:
            picture, best = trial, count
    return picture


def most_open(task: PictureTask) -> int:
    """Return how many cells single lines may leave open for a search to end soon."""
    return MOST_OPEN if task.by_runs else FEWER_OPEN


def _trial(picture: Grid, bounds: Bounds, task: PictureTask) -> Grid | None:
    """Return the picture with a random cell flipped; None if that cell may not be."""
    cell = bounds.draw(picture, task.draws)
    return None if cell is None else flipped(picture, cell)


def short_dead_ends(picture: Grid, known: Grid, stop: int, task: PictureTask) -> int:
    """Count the cells left open by single lines that fall to a short dead end, up to `stop`.

    Without any, a person needs level 7 at once.
    """
    position = Position(task.puzzle(picture), known)
    narrow = narrow_of(position)
    count = 0
    for cell, symbol in enumerate(known.cells):
        if symbol == UNKNOWN:
            task.limits.spend()
            wrong = OTHER[picture.cells[cell]]
            start = divmod(cell, picture.width)
            count += bool(probe(position, start, wrong, narrow, MOST_ROUNDS).broken)
            if count > stop:
                break
    return count


def flip_to_level(
    picture: Grid,
    level: int,
    cost: Sequence[int],
    task: PictureTask,
    reached: list[int | None],
) -> Grid:
    """Return a picture of this level, from one that is unique; raises LimitReached."""
    start, now = picture, graded(picture, task)
    reached.append(now.level)
    while now.level != level:
        changed = _driven(picture, now, level, cost, task)
        if changed != picture:
            picture, now = changed, graded(changed, task)
        else:
            picture, now = _nearer(picture, now, level, cost, task)
        reached.append(now.level)
    return _given_back(start, picture, level, task)


def _driven(picture: Grid, now: Grade, level: int, cost: Sequence[int], task: PictureTask) -> Grid:
    """Return the picture after flips that aim at the level; the same if nothing does."""
    anything = Bounds(1, len(picture.cells))
    if level > HARDEST_BY_LINES and not left_open(picture, task):
        few = min(len(picture.cells) // 5, 20)
        return harden(picture, 100, few + 1, anything, task)
    if level > HARDEST_BY_LINES + 1:
        return remove_dead_ends(picture, 50, anything, task)
    if level <= HARDEST_BY_LINES and now.level is not None and now.level > level:
        return _softened(picture, level, cost, task)
    return picture


def _softened(picture: Grid, level: int, cost: Sequence[int], task: PictureTask) -> Grid:
    """Return a picture of which the techniques up to a level leave less open, at best nothing."""
    left = _unsolved(picture, level, task)
    tries = 0
    while left and tries < PROPOSED:
        for cell in _cheap(touched(picture, left, task), cost, task.draws):
            tries += 1
            trial = flipped(picture, cell)
            if left_open(trial, task):
                continue
            after = _unsolved(trial, level, task)
            if len(after) <= len(left):
                tries = 0 if len(after) < len(left) else tries
                picture, left = trial, after
                break
    return picture


def _unsolved(picture: Grid, level: int, task: PictureTask) -> list[int]:
    """Return the cells that the techniques up to a level leave open."""
    explained = explain_puzzle(task.puzzle(picture), task.limits.left(), max_level=level)
    task.limits.spend(len(explained.steps) + 1)
    return [cell for cell, symbol in enumerate(explained.grid.cells) if symbol == UNKNOWN]


def _nearer(
    picture: Grid, now: Grade, level: int, cost: Sequence[int], task: PictureTask
) -> tuple[Grid, Grade]:
    """Return the picture after one cheap flip that brings its level nearer, or else its score."""
    for cell in _cheap(range(len(picture.cells)), cost, task.draws):
        trial = flipped(picture, cell)
        if (not left_open(trial, task)) != (level <= HARDEST_BY_LINES):
            continue
        found = graded(trial, task)
        if found.level is not None and _distance(found, level) <= _distance(now, level):
            return trial, found
    return picture, now


def _distance(found: Grade, level: int) -> tuple[int, float]:
    """Return how far a grade is from a level; inside a level, by its score."""
    if found.level is None:
        return SEARCH, 0.0
    toward = found.score if found.level > level else -found.score
    return abs(found.level - level), toward


def _cheap(cells: Sequence[int], cost: Sequence[int], draws: Draws) -> list[int]:
    """Return some of the cells, cheap ones more often than dear ones."""
    dearest = max(cost) + 1
    drawn = [(cost[cell] + draws.below(dearest), cell) for cell in cells]
    return [cell for _, cell in sorted(drawn)[:PROPOSED]]


def _given_back(start: Grid, picture: Grid, level: int, task: PictureTask) -> Grid:
    """Return the picture without the flips that its level does not need."""
    for cell in difference(start, picture):
        trial = flipped(picture, cell)
        try:
            if graded(trial, task).level == level:
                picture = trial
        except LimitReached:
            break
    return picture
