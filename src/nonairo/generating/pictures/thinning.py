"""Clues that stand in cells are left out, as long as what is wanted of the puzzle still holds.

A picture with a number in every cell says everything many times over. Without a level, clues are
left out while single lines still solve the puzzle; for an easy level, further ones one by one,
until the puzzle needs just that. For a level that supposes something, all clues are left out that
uniqueness does not need, and some come back where that is too hard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from nonairo.errors import LimitReached
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import (
    HARDEST_BY_LINES,
    check_kind_has,
    level_missed,
    prove_answer,
)
from nonairo.generating.single_lines import decided_by_lines
from nonairo.grading import level_alone
from nonairo.limits import Budget
from nonairo.puzzle import ExtraLine, Puzzle
from nonairo.solving import is_unique

PICTURES = 400  # that are tried for a level
ORDERS = 4  # in which the clues of one picture are left out


class Make(Protocol):
    """Makes a puzzle with all clues, from a level that decides how rough its picture is."""

    def __call__(self, level: int | None, seed: int) -> Puzzle: ...


def thinned(make: Make, level: int | None, seed: int, limits: Budget, same: bool) -> Puzzle:
    """Return a puzzle of `make` with few clues; for a level, also of other seeds.

    `same`: the picture is wanted, and other seeds give the same.
    """
    hard = level is not None and level > HARDEST_BY_LINES
    shaped = level if hard and not same else None
    draws, made = Draws(seed), make(shaped, seed)
    check_kind_has(level, made)
    if level is None:
        return _finished(_by_lines(made, draws, limits), made, limits)
    reached: list[int | None] = []
    try:
        for number in range(PICTURES):
            if number % (1 if hard else ORDERS) == 0 and number and not same:
                made = make(shaped, draws.word())
            limits.spend()
            if hard:
                found = _searched(made, level, draws, limits, reached)
            else:
                found = _to_level(_by_lines(made, draws, limits), level, draws, limits, reached)
            if found is not None:
                extra = {**made.extra, "seed": seed, "level": level}
                return _finished(replace(found, extra=extra), made, limits)
    except LimitReached as limit:
        raise level_missed(level, reached, limits, limit) from None
    raise level_missed(level, reached, limits)


def _finished(puzzle: Puzzle, made: Puzzle, limits: Budget) -> Puzzle:
    assert made.solution is not None
    prove_answer(puzzle, made.solution, limits)
    return puzzle


def _clues(puzzle: Puzzle, draws: Draws) -> list[ExtraLine]:
    """Return the clues in random order."""
    clues = [line for line in puzzle.more_lines if line.at is not None]
    draws.shuffle(clues)
    return clues


def _without(puzzle: Puzzle, clue: ExtraLine) -> Puzzle:
    return replace(puzzle, more_lines=puzzle.shapes.without(clue))


def _leave_out(
    puzzle: Puzzle, draws: Draws, limits: Budget, keeps: Callable[[Puzzle], bool]
) -> Puzzle:
    """Return the puzzle without the clues for whose absence `keeps` returns True."""
    for clue in _clues(puzzle, draws):
        limits.poll()
        less = _without(puzzle, clue)
        if keeps(less):
            puzzle = less
    return puzzle


def _by_lines(puzzle: Puzzle, draws: Draws, limits: Budget) -> Puzzle:
    """Leave out what single lines do not need; nothing, if they do not solve the puzzle anyway."""
    if decided_by_lines(puzzle, limits).full:
        return _leave_out(puzzle, draws, limits, lambda less: decided_by_lines(less, limits).full)
    return _leave_out(puzzle, draws, limits, lambda less: is_unique(less, limits.left()))


def _to_level(
    puzzle: Puzzle, level: int, draws: Draws, limits: Budget, reached: list[int | None]
) -> Puzzle | None:
    """Leave out further clues until a puzzle has this level; None if it never has."""
    now = level_alone(puzzle, limits.left())
    for clue in _clues(puzzle, draws):
        if now == level:
            return puzzle
        limits.poll()
        less = _without(puzzle, clue)
        found = level_alone(less, limits.left()) if is_unique(less, limits.left()) else None
        if found is not None:
            reached.append(found)
        if found is not None and found <= level:
            puzzle, now = less, found
    reached.append(now)
    return puzzle if now == level else None


def _searched(
    full: Puzzle, level: int, draws: Draws, limits: Budget, reached: list[int | None]
) -> Puzzle | None:
    """Leave out what uniqueness does not need; then add clues until the level is reached."""
    puzzle = _leave_out(full, draws, limits, lambda less: is_unique(less, limits.left()))
    now = level_alone(puzzle, limits.left())
    reached.append(now)
    left_out = [clue for clue in _clues(full, draws) if clue not in puzzle.more_lines]
    while now != level and now is not None and now > level and left_out:
        limits.poll()
        clue = left_out.pop()
        kept = {*puzzle.more_lines, clue}
        more = replace(puzzle, more_lines=tuple(x for x in full.more_lines if x in kept))
        found = level_alone(more, limits.left())
        reached.append(found)
        if found is not None and found >= level:
            puzzle, now = more, found
    return puzzle if now == level else None
