"""Where every generator begins and ends: options checked, a puzzle proved, or a limit reported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.random_draws import fresh_seed
from nonairo.grading import NAMES, levels_of
from nonairo.grid import Grid
from nonairo.limits import Budget, Limits
from nonairo.plain import brief, shown, whole
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve
from nonairo.techniques.base import NO_SUPPOSING

HARDEST_BY_LINES = NO_SUPPOSING  # harder levels suppose something
LARGEST = 100  # a side
WORK = 1_000  # for each cell of a board: suppositions, rounds of techniques, boards drawn
PICTURE_WORK = 1_000_000  # for a nonogram: flips looked at, steps of grades


Size: TypeAlias = int | tuple[int, int] | str  # n, (height, width), or "6x10"


def size_of(size: object) -> tuple[int, int]:
    """Return height and width from n or (height, width), or from a text such as `6x10`.

    >>> size_of(8), size_of((6, 10)), size_of("6x10")
    ((8, 8), (6, 10), (6, 10))
    """
    if isinstance(size, str):  # as on the command line
        parts = size.lower().split("x")
        if all(part.isascii() and part.isdigit() and len(part) < 9 for part in parts):
            size = int(parts[0]) if len(parts) == 1 else tuple(map(int, parts))
    sides = (size, size) if whole(size) is not None else size
    if not isinstance(sides, tuple | list) or len(sides) != 2:
        raise PuzzleError(f"expected a size n or (height, width), found {brief(size)}")
    height, width = (_side(*each) for each in zip(sides, ("rows", "columns"), strict=True))
    return height, width


def _side(side: object, name: str) -> int:
    number = whole(side)
    if number is None or not 1 <= number <= LARGEST:
        raise PuzzleError(f"expected 1 to {LARGEST} {name}, found {shown(side)}")
    return number


def limits_of(budget: object, time_limit: float | None, work: int) -> Budget:
    """Return the limits of a request. A budget counts work and not time: all machines end alike."""
    number = work if budget is None else whole(budget)
    if number is None or number < 1:
        raise PuzzleError(f"expected a budget of at least 1, found {brief(budget)}")
    return Budget(Limits.of(time_limit, number))


def check_kind_has(level: int | None, blank: Puzzle) -> None:
    """Raise PuzzleError for a level that no puzzle of this kind can have."""
    if level is not None and level not in (levels := levels_of(blank)):
        raise PuzzleError(f"{blank.kind} has levels {', '.join(map(str, levels))}, not {level}")


def seed_of(seed: object) -> int:
    """Return the seed, or a fresh one if there is none."""
    number = fresh_seed() if seed is None else whole(seed)
    if number is None:
        raise PuzzleError(f"expected a whole number as seed, found {brief(seed)}")
    return number


def prove_answer(puzzle: Puzzle, answer: Grid, limits: Budget) -> None:
    """Raise PuzzleError unless a puzzle that was made has this solution and no other.

    Then the kind poses or draws its answers by other rules than those that its lines obey. Raises
    LimitReached where the proof takes too long.
    """
    found = solve(puzzle, limits=limits.left())
    if found.status is Status.UNKNOWN:
        limits.poll()
        raise LimitReached(found.reason or "a limit was reached", found.limit or "patience")
    if found.status is not Status.UNIQUE or found.solution != answer:
        solutions = {Status.NONE: "no solution", Status.MULTIPLE: "several solutions"}
        wrong = solutions.get(found.status, "a solution other than the one it was made from")
        raise PuzzleError(f"{puzzle.kind}: the puzzle that was made has {wrong}")


def level_missed(
    level: int, reached: Iterable[int | None], limits: Budget, limit: LimitReached | None = None
) -> LimitReached:
    """Return the error of a generator that gives up; it names the limit and the nearest level."""
    found = {other for other in reached if other is not None}
    wanted = f"no puzzle of level {level} ({NAMES[level - 1]}) was found"
    spent, name = f"in {limits.nodes:,} search steps", "nodes"
    if limit is not None and limit.limit == "memory":
        spent, name = f"before {limit}", "memory"
    elif limits.seconds_left() == 0:
        spent, name = f"before {limits.limits.reached('time')}", "time"
    if not found:
        return LimitReached(f"{wanted} {spent}, and none of another level", name)
    nearest = min(found, key=lambda other: (abs(other - level), other))
    return LimitReached(f"{wanted} {spent}; the closest has level {nearest}", name)
