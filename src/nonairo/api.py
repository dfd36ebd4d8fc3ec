"""The public functions that check, solve, list, count and trace one puzzle.

A puzzle may be given as a Puzzle, its id or its text: public functions, here and in other modules,
turn it into a Puzzle, and check their numbers. Internal functions accept nothing but a Puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from nonairo import checking, solving
from nonairo.engines import no_engine
from nonairo.errors import EngineError
from nonairo.grid import Grid, GridLike
from nonairo.limits import LARGEST, NO_LIMITS, Limits, number_of, seed_of
from nonairo.memory import names_memory
from nonairo.plain import shown
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.results import Count, Result, Violation
from nonairo.solving import solve as solve_puzzle
from nonairo.solving import solve_at_once
from nonairo.workers.checks import checked_place

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from nonairo.events import Event

AUTO, USUAL = "auto", 2  # the usual engine and limit: Python has just one object for each
SPREAD = solving.BY_CORE  # the engines that work on many processors


@names_memory
def check(puzzle: PuzzleLike, grid: Grid | GridLike) -> list[Violation]:
    """List the rules that a grid, finished or not, breaks so far; empty if none.

    `puzzle` is a Puzzle, its id or its text; `grid` is a Grid, its text, nested lists of 0, 1 and
    None, or a numpy array.

    >>> [violation.message for violation in check("binairo:0./..", [[1, None], [None, 1]])]
    ['r1c1: the given is 0, found 1']
    """
    return checking.check(puzzle_of(puzzle), grid)


def solve(
    puzzle: PuzzleLike,
    engine: str = "auto",
    *,
    limit: int | None = 2,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
    observer: Callable[[Event], None] | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    memory_limit: int | None = None,
) -> Result:
    """Solve a puzzle and report whether the solution is unique.

    `puzzle` is a Puzzle, its id or its text. `engine` is a name of `nn.ENGINES`, with options if
    needed (`walk:order=most-constrained`). The search stops at `limit` solutions (None: lists all),
    after `time_limit` seconds or `node_limit` nodes, or when it would use more than `memory_limit`
    bytes; `seed` is for engines that use random numbers, and `observer` is called with every event.

    One hard puzzle can be split: its parts are solved by `workers` processes or on an
    `executor`, as in `solve_many`. Only the engines `auto` and `core` support that.

    >>> result = solve("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    >>> result.status.value, result.solution.rows()[0]
    ('unique', '101010')
    """
    # No decorator and few calls: all this may take no longer than the core takes for a small one.
    if type(puzzle) is not Puzzle:
        puzzle = puzzle_of(puzzle)
    if (
        engine is AUTO
        and limit is USUAL
        and time_limit is node_limit is memory_limit is seed is workers is None
        and observer is None
        and executor is None
    ):
        result = solve_at_once(puzzle)
        if result is not None:
            return result
    if type(limit) is not int or limit != 2:
        limit = number_of(limit, "a limit", 1)
    limits = NO_LIMITS
    if time_limit is not None or node_limit is not None or memory_limit is not None:
        limits = Limits.of(time_limit, node_limit, memory_limit)
    if seed is not None:
        seed = seed_of(seed)
    if type(engine) is not str and not isinstance(engine, str):
        raise no_engine(engine)
    if observer is None and workers is None and executor is None:
        return solve_puzzle(puzzle, engine, limit, limits, seed)
    if observer is not None and not callable(observer):
        raise EngineError(f"expected a function as observer, found {shown(observer)}")
    if workers is not None or executor is not None:
        workers = checked_place(executor, workers)
        if engine not in SPREAD or observer is not None:
            raise not_spread(engine, "workers", observer is not None)
        if workers != 1:
            return _solve_apart(puzzle, engine, limit, limits, seed, workers, executor)
    watch = None if observer is None else lambda event, _: observer(event)
    return solve_puzzle(puzzle, engine, limit, limits, seed, watch)


@names_memory
def _solve_apart(
    puzzle: Puzzle,
    engine: str,
    limit: int | None,
    limits: Limits,
    seed: int | None,
    workers: int | None,
    executor: Executor | None,
) -> Result:
    from nonairo.parallel.parallel_solving import (
        solve_apart,  # threads and processes take long to load
    )

    apart = solve_apart(puzzle, solving.solve, engine, limit, limits, seed, workers, executor)
    return solving.with_reason(apart)


def not_spread(engine: object, option: str, observed: bool) -> EngineError:
    """The error for an engine that cannot use many processors, or for one that is observed."""
    if observed:
        return EngineError(
            f"{option}: a search on several workers can be neither watched nor traced"
        )
    able = " and ".join(SPREAD)
    return EngineError(f"{option} is for the engines {able}, not for {shown(engine)}")


@names_memory
def solutions(
    puzzle: PuzzleLike,
    engine: str = "auto",
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
    memory_limit: int | None = None,
) -> Iterator[Grid]:
    """Stream all solutions of a puzzle, in the engine's own order, in constant memory.

    `engine`, `time_limit`, `node_limit`, `seed` and `memory_limit` are those of `solve`; it
    raises LimitReached when it reaches a limit.

    >>> sorted(str(grid).split() for grid in solutions("nonogram:1/1;1/1"))
    [['01', '10'], ['10', '01']]
    """
    puzzle = puzzle_of(puzzle)
    seed = None if seed is None else seed_of(seed)
    limits = Limits.of(time_limit, node_limit, memory_limit)
    return solving.solutions(puzzle, engine, limits=limits, seed=seed)


def is_unique(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
) -> bool:
    """Return whether a puzzle has exactly one solution; raise LimitReached at a limit.

    The limits are `time_limit` in seconds, `node_limit`, the states of a search, and `memory_limit`
    in bytes.

    >>> is_unique("binairo:0./.."), is_unique("nonogram:1/1;1/1")
    (True, False)
    """
    limits = Limits.of(time_limit, node_limit, memory_limit)
    return solving.is_unique(puzzle_of(puzzle), limits)


@names_memory
def count(
    puzzle: PuzzleLike,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    memory_limit: int | None = None,
) -> Count:
    """Count the solutions of a puzzle, up to `limit`, for at most `time_limit` seconds.

    It uses at most `memory_limit` bytes. When a limit stops it, the count is a lower bound and
    not `exact`; `str()` of a count is its number. `workers` and `executor` are those of `solve`:
    they count the parts of a hard puzzle.

    >>> count("binairo:..../..../..../....")
    Count(value=72, exact=True)
    """
    puzzle = puzzle_of(puzzle)
    limit = number_of(limit, "a limit", 1)
    limit = None if limit == LARGEST else limit  # the core looks for one more
    limits = Limits.of(time_limit, None, memory_limit)
    if workers is not None or executor is not None:
        workers = checked_place(executor, workers)
        if workers != 1:
            from nonairo.parallel.parallel_solving import count_apart

            return count_apart(puzzle, solving.count, limit, limits, workers, executor)
    return solving.count(puzzle, limit=limit, limits=limits)


@names_memory
def trace(
    puzzle: PuzzleLike,
    engine: str = "walk",
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
    memory_limit: int | None = None,
) -> Iterator[Event]:
    """Yield what an engine does, event by event, as it happens.

    `puzzle`, `engine`, `limit`, `time_limit`, `node_limit`, `seed` and `memory_limit` are those of
    `solve`. When a limit stops the engine, or it gets stuck, the trace ends; `solve` reports which.
    (The memory limit applies to the search, not to the tables made before it.)

    >>> for event in trace("nonogram:1;1", "rows"):
    ...     print(event.kind, event.place)
    visit row 1
    successor row 1
    goal None
    solution None
    undo row 1
    """
    return solving.trace(
        puzzle_of(puzzle),
        engine,
        limit=number_of(limit, "a limit", 1),
        limits=Limits.of(time_limit, node_limit, memory_limit),
        seed=None if seed is None else seed_of(seed),
    )
