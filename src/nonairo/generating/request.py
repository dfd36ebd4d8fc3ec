"""What a person may ask of a generator, checked; and how a generator says that it gives up."""

from __future__ import annotations

from collections.abc import Iterable

from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.random_draws import fresh_seed
from nonairo.grading import NAMES, levels_of
from nonairo.limits import Budget
from nonairo.plain import whole
from nonairo.puzzle import Puzzle
from nonairo.techniques.base import NO_SUPPOSING

HARDEST_BY_LINES = NO_SUPPOSING  # harder levels suppose something
LARGEST = 100  # a side
WORK = 1_000  # for each cell of a board: suppositions, rounds of techniques, boards drawn
PICTURE_WORK = 1_000_000  # for a nonogram: flips looked at, steps of grades


def size_of(size: object) -> tuple[int, int]:
    """Height and width from n or (height, width), or from a text such as `6x10`.

    >>> size_of(8), size_of((6, 10)), size_of("6x10")
    ((8, 8), (6, 10), (6, 10))
    """
    if isinstance(size, str):  # as on the command line
        parts = size.lower().split("x")
        if all(part.isascii() and part.isdigit() and len(part) < 9 for part in parts):
            size = int(parts[0]) if len(parts) == 1 else tuple(map(int, parts))
    sides = (size, size) if whole(size) is not None else size
    if not isinstance(sides, tuple | list) or len(sides) != 2:
        raise PuzzleError(f"expected a size n or (height, width), found {size!r:.40}")
    height, width = (_side(*each) for each in zip(sides, ("rows", "columns"), strict=True))
    return height, width


def _side(side: object, name: str) -> int:
    number = whole(side)
    if number is None or not 1 <= number <= LARGEST:
        raise PuzzleError(f"expected 1 to {LARGEST} {name}, found {side!r:.40}")
    return number


def limits_of(budget: object, time_limit: float | None, work: int) -> Budget:
    """The limits of a request. A budget counts work and not time: all machines end alike."""
    number = work if budget is None else whole(budget)
    if number is None or number < 1:
        raise PuzzleError(f"expected a budget of at least 1, found {budget!r:.40}")
    return Budget(time_limit=time_limit, node_limit=number)


def check_kind_has(level: int | None, blank: Puzzle) -> None:
    """Raise PuzzleError for a level that no puzzle of this kind can have."""
    if level is not None and level not in (levels := levels_of(blank)):
        raise PuzzleError(f"{blank.kind} has levels {', '.join(map(str, levels))}, not {level}")


def seed_of(seed: object) -> int:
    """The seed, or a fresh one if there is none."""
    number = fresh_seed() if seed is None else whole(seed)
    if number is None:
        raise PuzzleError(f"expected a whole number as seed, found {seed!r:.40}")
    return number


def level_missed(
    level: int, reached: Iterable[int | None], limits: Budget, struck: LimitReached | None = None
) -> LimitReached:
    """The error of a generator that gives up: what was asked, what struck, what came nearest."""
    found = {other for other in reached if other is not None}
    wanted = f"no puzzle of level {level} ({NAMES[level - 1]}) was found"
    spent, limit = f"after {limits.nodes:,} pieces of work", "nodes"
    if struck is not None and struck.limit == "memory":
        spent, limit = f"before {struck}", "memory"
    elif limits.seconds_left() == 0:
        spent, limit = f"before the limit of {limits.time_limit:g} s was reached", "time"
    if not found:
        return LimitReached(f"{wanted} {spent}, and none of another level", limit)
    nearest = min(found, key=lambda other: (abs(other - level), other))
    return LimitReached(f"{wanted} {spent}; the nearest reached was level {nearest}", limit)
