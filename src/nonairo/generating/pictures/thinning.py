"""Clues that stand in cells are left out, as long as what is wanted of the puzzle still holds.

A picture with a number in every cell says everything many times over. Without a level, clues are
left out while single lines still solve the puzzle. For a level, further ones are then left out one
by one, until the puzzle needs just that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from nonairo.errors import LimitReached
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import check_kind_has, level_missed, prove_answer
from nonairo.generating.single_lines import decided_by_lines
from nonairo.grading import level_alone
from nonairo.limits import Budget
from nonairo.puzzle import ExtraLine, Puzzle
from nonairo.solving import is_unique

PICTURES = 200  # that are tried for a level
ORDERS = 4  # in which the clues of one picture are left out


def thinned(
    make: Callable[[int], Puzzle], level: int | None, seed: int, limits: Budget, same: bool
) -> Puzzle:
    """Return a puzzle of `make(seed)` with few clues; for a level, also of other seeds.

    `same`: the picture is wanted, and other seeds give the same.
    """
    draws, made = Draws(seed), make(seed)
    check_kind_has(level, made)
    if level is None:
        return _finished(_by_lines(made, draws, limits), made, limits)
    reached: list[int | None] = []
    try:
        for number in range(PICTURES):
            if number % ORDERS == 0 and number and not same:
                made = make(draws.word())
            limits.spend()
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


def _each_without_one(puzzle: Puzzle, draws: Draws) -> Iterator[Callable[[Puzzle], Puzzle]]:
    """For each clue, in random order, what leaves it out."""
    clues = [line for line in puzzle.more_lines if line.at is not None]
    draws.shuffle(clues)
    for clue in clues:

        def leave_out(full: Puzzle, gone: ExtraLine = clue) -> Puzzle:
            return replace(full, more_lines=full.shapes.without(gone))

        yield leave_out


def _by_lines(puzzle: Puzzle, draws: Draws, limits: Budget) -> Puzzle:
    """Leave out what single lines do not need; nothing, if they do not solve the puzzle anyway."""
    fair = decided_by_lines(puzzle, limits).full
    for leave_out in _each_without_one(puzzle, draws):
        limits.poll()
        less = leave_out(puzzle)
        if decided_by_lines(less, limits).full if fair else is_unique(less, limits.left()):
            puzzle = less
    return puzzle


def _to_level(
    puzzle: Puzzle, level: int, draws: Draws, limits: Budget, reached: list[int | None]
) -> Puzzle | None:
    """Leave out further clues until a puzzle has this level; None if it never has."""
    now = level_alone(puzzle, limits.left())
    for leave_out in _each_without_one(puzzle, draws):
        if now == level:
            return puzzle
        limits.poll()
        less = leave_out(puzzle)
        found = level_alone(less, limits.left()) if is_unique(less, limits.left()) else None
        if found is not None:
            reached.append(found)
        if found is not None and found <= level:
            puzzle, now = less, found
    reached.append(now)
    return puzzle if now == level else None
