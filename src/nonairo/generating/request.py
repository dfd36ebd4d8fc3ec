"""What a person may ask of a generator, checked; and how a generator says that it gives up."""

from __future__ import annotations

from collections.abc import Iterable

from nonairo.errors import EngineError, LimitReached, PuzzleError
from nonairo.generating.random_draws import fresh_seed
from nonairo.grading import NAMES, SEARCH
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.techniques import ladder_of

LEVELS = range(1, SEARCH)  # level 8 needs search: nobody asks for that
LARGEST = 100  # a side
WORK = 1_000  # for each cell of a Binairo: suppositions, rounds of techniques, boards drawn
PICTURE_WORK = 1_000_000  # for a picture: flips looked at, steps of grades


def size_of(size: object) -> tuple[int, int]:
    """Height and width from n or (height, width).

    >>> size_of(8), size_of((6, 10))
    ((8, 8), (6, 10))
    """
    sides = (size, size) if isinstance(size, int) else size
    if not isinstance(sides, tuple | list) or len(sides) != 2:
        raise PuzzleError(f"expected a size n or (height, width), found {size!r:.40}")
    height, width = sides
    for side, name in ((height, "rows"), (width, "columns")):
        if not isinstance(side, int) or isinstance(side, bool) or not 1 <= side <= LARGEST:
            raise PuzzleError(f"expected 1 to {LARGEST} {name}, found {side!r:.40}")
    return height, width


def limits_of(budget: int | None, time_limit: float | None, work: int) -> Budget:
    """The limits of a request. A budget counts work and not time: all machines end alike."""
    if budget is not None and (not isinstance(budget, int) or budget < 1):
        raise PuzzleError(f"expected a budget of at least 1, found {budget!r:.40}")
    return Budget(time_limit=time_limit, node_limit=budget or work)


def check_level(level: object) -> None:
    """Raise PuzzleError unless this is no level, or one that can be asked for."""
    if level is None or (isinstance(level, int) and level in LEVELS and level is not True):
        return
    raise PuzzleError(f"expected a level from {LEVELS[0]} to {LEVELS[-1]}, found {level!r:.40}")


def check_kind_has(level: int | None, blank: Puzzle) -> None:
    """Raise PuzzleError for a level that no puzzle of this kind can have."""
    if level is None:
        return
    try:
        rungs = [technique.level for technique in ladder_of(blank)]
    except EngineError as error:
        raise PuzzleError(f"{blank.kind} has no levels: {error}") from None
    levels = range(min(rungs), max(rungs) + 1)
    if level not in levels:
        raise PuzzleError(f"{blank.kind} has levels {', '.join(map(str, levels))}, not {level}")


def seed_of(seed: object) -> int:
    """The seed, or a fresh one if there is none."""
    if seed is None:
        return fresh_seed()
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise PuzzleError(f"expected a whole number as seed, found {seed!r:.40}")
    return seed


def level_missed(level: int, reached: Iterable[int | None], limits: Budget) -> LimitReached:
    """The error of a generator that gives up: what was asked, and what came nearest."""
    found = {other for other in reached if other is not None}
    wanted = f"no puzzle of level {level} ({NAMES[level - 1]}) was found"
    spent, limit = f"after {limits.nodes:,} pieces of work", "nodes"
    if limits.seconds_left() == 0:
        spent, limit = f"before the limit of {limits.time_limit:g} s was reached", "time"
    if not found:
        return LimitReached(f"{wanted} {spent}, and none of another level", limit)
    nearest = min(found, key=lambda other: (abs(other - level), other))
    return LimitReached(f"{wanted} {spent}; the nearest reached was level {nearest}", limit)
