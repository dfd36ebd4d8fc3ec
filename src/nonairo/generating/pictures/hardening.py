"""Make a picture harder: flip cells, and watch how hard the picture's puzzle gets.

Up to level 5 single lines must do, so every step keeps them going all the way. For the levels
above, single lines must fail while there is still only one solution: first they are made to leave
more open, then, for level 7, the short dead ends are removed.
"""

from __future__ import annotations

from nonairo.errors import LimitReached
from nonairo.formats.clues import from_picture
from nonairo.generating.pictures.looks import Bounds
from nonairo.generating.pictures.posing import another, decided, flipped
from nonairo.generating.random_draws import Draws
from nonairo.grading import Grade, grade
from nonairo.grid import OTHER, UNKNOWN, Grid
from nonairo.limits import Budget
from nonairo.techniques.dead_end import MOST_ROUNDS
from nonairo.techniques.position import Position
from nonairo.techniques.probing import by_lines, probe

MOST_OPEN = 100  # cells that single lines may leave open; with more there is soon only search


def graded(picture: Grid, limits: Budget) -> Grade:
    """How hard the picture's puzzle is."""
    left = limits.seconds_left()
    found = grade(from_picture(picture), time_limit=left)
    limits.spend(found.steps + 1)
    return found


def is_unique(picture: Grid, limits: Budget) -> bool:
    """Whether no other picture has the same clues; False also if that is too hard to tell."""
    try:
        return another(picture, limits) is None
    except LimitReached as reached:
        if reached.limit != "patience":
            raise
        return False


def open_count(picture: Grid, limits: Budget) -> int:
    """How many cells single lines leave open."""
    return decided(picture, limits).cells.count(UNKNOWN)


def harden(
    picture: Grid, steps: int, enough: int, bounds: Bounds, limits: Budget, draws: Draws
) -> Grid:
    """A picture that is still unique, but of which single lines tell less, as far as is good."""
    left = open_count(picture, limits)
    for _ in range(steps):
        if left >= enough:
            break
        cell = bounds.draw(picture, draws)
        if cell is None:
            continue
        trial = flipped(picture, cell)
        now = open_count(trial, limits)
        if left <= now <= MOST_OPEN and (now == 0 or is_unique(trial, limits)):
            picture, left = trial, now
    return picture


def short_dead_ends(picture: Grid, known: Grid, stop: int, limits: Budget) -> int:
    """How many cells left open by single lines fall to a short dead end; counted up to `stop`.

    Without any, a person needs level 7 at once.
    """
    position = Position(from_picture(picture), known)
    count = 0
    for cell, symbol in enumerate(known.cells):
        if symbol == UNKNOWN:
            limits.spend()
            wrong = OTHER[picture.cells[cell]]
            start = divmod(cell, picture.width)
            count += bool(probe(position, start, wrong, by_lines, MOST_ROUNDS).broken)
            if count > stop:
                break
    return count


def remove_dead_ends(
    picture: Grid, steps: int, bounds: Bounds, limits: Budget, draws: Draws
) -> Grid:
    """A picture with fewer short dead ends, at best none."""
    best = short_dead_ends(picture, decided(picture, limits), len(picture.cells), limits)
    for _ in range(steps):
        if best == 0:
            break
        cell = bounds.draw(picture, draws)
        if cell is None:
            continue
        trial = flipped(picture, cell)
        known = decided(trial, limits)
        if not 0 < known.cells.count(UNKNOWN) <= MOST_OPEN or not is_unique(trial, limits):
            continue
        count = short_dead_ends(trial, known, best, limits)
        if count <= best:
            picture, best = trial, count
    return picture
