"""Lead a picture to a level: flip cells, and watch how hard the picture's puzzle gets.

Up to level 5 single lines must do, so every step keeps them going all the way. For the levels
above, single lines must fail while there is still only one solution: first they are made to leave
more open, then, for level 7, the short dead ends are removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonairo.engines.base import Run
from nonairo.errors import LimitReached
from nonairo.formats.clues import from_picture
from nonairo.generating.closure import another, decided, flipped
from nonairo.generating.lots import Lots
from nonairo.generating.pictures import borders
from nonairo.grading import SEARCH, Grade, grade
from nonairo.grid import OTHER, UNKNOWN, Grid
from nonairo.techniques.dead_end import MOST_ROUNDS
from nonairo.techniques.position import Position
from nonairo.techniques.probing import by_lines, probe

HARDEST_BY_LINES = 5  # levels up to this one need no assumption
PROPOSED = 40  # flips that are graded before others are drawn


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many cells of a picture may be filled; and no border is to be emptied."""

    least: int
    most: int

    def allowed(self, picture: Grid, cells: Sequence[int]) -> list[int]:
        """Those of the cells whose flip keeps to the bounds, or comes nearer to them."""
        filled = picture.cells.count("1")
        needed = {
            ones[0]
            for side in borders(picture.height, picture.width)
            if len(ones := [cell for cell in side if picture.cells[cell] == "1"]) == 1
        }
        return [
            cell
            for cell in cells
            if (
                filled < self.most
                if picture.cells[cell] == "0"
                else filled > self.least and cell not in needed
            )
        ]

    def draw(self, picture: Grid, lots: Lots) -> int | None:
        """A cell that may be flipped; None if the one drawn may not."""
        cell = lots.below(len(picture.cells))
        return cell if self.allowed(picture, (cell,)) else None


def graded(picture: Grid, run: Run) -> Grade:
    """How hard the picture's puzzle is."""
    left = run.time_left()
    found = grade(from_picture(picture), time_limit=None if left is None else max(left, 1e-9))
    for _ in range(found.steps + 1):
        run.spend()
    return found


def is_unique(picture: Grid, run: Run) -> bool:
    """Whether no other picture has the same clues; False also if that is too hard to tell."""
    try:
        return another(picture, run) is None
    except LimitReached:
        run.poll()
        return False


def open_count(picture: Grid, run: Run) -> int:
    """How many cells single lines leave open."""
    return decided(picture, run).cells.count(UNKNOWN)


def harden(picture: Grid, steps: int, enough: int, bounds: Bounds, run: Run, lots: Lots) -> Grid:
    """A picture that is still unique, but of which single lines tell less."""
    left = open_count(picture, run)
    for _ in range(steps):
        if left >= enough:
            break
        cell = bounds.draw(picture, lots)
        if cell is None:
            continue
        trial = flipped(picture, cell)
        now = open_count(trial, run)
        if now >= left and (now == 0 or is_unique(trial, run)):
            picture, left = trial, now
    return picture


def short_dead_ends(picture: Grid, known: Grid, stop: int, run: Run) -> int:
    """How many cells left open by single lines fall to a short dead end; counted up to `stop`.

    Without any, a person needs level 7 at once.
    """
    position = Position(from_picture(picture), known)
    count = 0
    for cell, symbol in enumerate(known.cells):
        if symbol == UNKNOWN:
            run.spend()
            wrong = OTHER[picture.cells[cell]]
            start = divmod(cell, picture.width)
            count += bool(probe(position, start, wrong, by_lines, MOST_ROUNDS).broken)
            if count > stop:
                break
    return count


def remove_dead_ends(picture: Grid, steps: int, bounds: Bounds, run: Run, lots: Lots) -> Grid:
    """A picture with fewer short dead ends, at best none."""
    best = short_dead_ends(picture, decided(picture, run), len(picture.cells), run)
    for _ in range(steps):
        if best == 0:
            break
        cell = bounds.draw(picture, lots)
        if cell is None:
            continue
        trial = flipped(picture, cell)
        known = decided(trial, run)
        if UNKNOWN not in known.cells or not is_unique(trial, run):
            continue
        count = short_dead_ends(trial, known, best, run)
        if count <= best:
            picture, best = trial, count
    return picture


def lead(
    picture: Grid,
    level: int,
    cost: Sequence[int],
    run: Run,
    lots: Lots,
    reached: list[int | None],
) -> Grid:
    """A picture of this level, by cheap flips one after the other; from one that is unique.

    A flip stays when the level comes nearer, or when the score does. Runs until a limit is reached.
    """
    start, now = picture, graded(picture, run)
    anything = Bounds(1, len(picture.cells))
    reached.append(now.level)
    while now.level != level:
        if level > HARDEST_BY_LINES and _solved_by_lines(picture, run):
            few = min(len(picture.cells) // 5, 20)
            picture = harden(picture, 100, few + 1, anything, run, lots)
            now = graded(picture, run)
        elif level > HARDEST_BY_LINES + 1:
            picture = remove_dead_ends(picture, 50, anything, run, lots)
            now = graded(picture, run)
        reached.append(now.level)
        if now.level == level:
            break
        for cell in _cheap(cost, lots):
            trial = flipped(picture, cell)
            if _solved_by_lines(trial, run) != (level <= HARDEST_BY_LINES):
                continue
            found = graded(trial, run)
            reached.append(found.level)
            if found.level is not None and _distance(found, level) <= _distance(now, level):
                picture, now = trial, found
                break
    return _given_back(start, picture, level, run)


def _solved_by_lines(picture: Grid, run: Run) -> bool:
    return UNKNOWN not in decided(picture, run).cells


def _distance(found: Grade, level: int) -> tuple[int, float]:
    """How far a grade is from a level; inside a level, by its score."""
    if found.level is None:
        return SEARCH, 0.0
    toward = found.score if found.level > level else -found.score
    return abs(found.level - level), toward


def _cheap(cost: Sequence[int], lots: Lots) -> list[int]:
    """Some cells, cheap ones more often than dear ones."""
    dearest = max(cost) + 1
    drawn = [(price + lots.below(dearest), cell) for cell, price in enumerate(cost)]
    return [cell for _, cell in sorted(drawn)[:PROPOSED]]


def _given_back(start: Grid, picture: Grid, level: int, run: Run) -> Grid:
    """The picture without the flips that its level does not need."""
    for cell, (before, after) in enumerate(zip(start.cells, picture.cells, strict=True)):
        if before != after:
            trial = flipped(picture, cell)
            try:
                if graded(trial, run).level == level:
                    picture = trial
            except LimitReached:
                break
    return picture
