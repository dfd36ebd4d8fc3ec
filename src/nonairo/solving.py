"""Solve a puzzle with any engine: find solutions, list them, count them, or trace the search.

These functions take puzzles, and `Limits`. The public ones, which also accept text and check their
numbers, are in `nonairo.api`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from nonairo import native
from nonairo.checking import why_none
from nonairo.engines import ENGINES, find_engine, named_engine
from nonairo.engines.base import Engine, Run, Stuck
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import Grid
from nonairo.limits import (
    NO_LIMITS,
    Budget,
    Limits,
    enclosing,
    in_force,
    poll_supervision,
    supervised,
)
from nonairo.memory import NO_MEMORY, check_memory, names_memory
from nonairo.native import known_plan
from nonairo.puzzle import Puzzle
from nonairo.results import Count, Result, Stats, Status, conclude

UNIQUE = Status.UNIQUE  # to ask an enum for a member is slow

if TYPE_CHECKING:
    from nonairo.events import Event
    from nonairo.native import Answer, Plan

    Observer: TypeAlias = Callable[[Event, Run], None]  # which may read what the run has counted

FEW = 1000  # solutions that the core lists in one call; more are handed over as they come
USUAL_MEMORY = 1 << 30  # bytes for solutions, where nobody says: as in the core
BESIDE_CELLS = 150  # bytes that a solution takes besides its cells

BY_CORE = ("auto", "core")  # the engines that are the core, where it takes a puzzle


def solve(
    puzzle: Puzzle,
    engine: str = "auto",
    limit: int | None = 2,
    limits: Limits = NO_LIMITS,
    seed: int | None = None,
    observer: Observer | None = None,
) -> Result:
    """Find up to `limit` solutions (None: all) within `limits`.

    >>> from nonairo.kinds import from_id
    >>> solve(from_id("binairo:0./..")).status.value
    'unique'
    """
    try:
        if observer is None and engine in BY_CORE and limit is not None and limit <= FEW:
            plan = known_plan(puzzle)
            if plan is not None:
                return _solve_native(puzzle, "core", plan, limit, limits, seed)
        return _search(puzzle, engine, limit, limits, seed, observer)
    except (MemoryError, SystemError) as error:  # as `names_memory`, which would be another call
        check_memory(error)
    raise LimitReached(NO_MEMORY, "memory")


@names_memory
def solve_listing(
    puzzle: Puzzle,
    engine: str,
    take: Callable[[Grid], None],
    *,
    limits: Limits = NO_LIMITS,
    seed: int | None = None,
) -> Result:
    """Find all solutions and call `take` with each as it comes; the result has the first two."""
    return _search(puzzle, engine, None, limits, seed, take=take)


def _search(
    puzzle: Puzzle,
    engine: str,
    limit: int | None,
    limits: Limits,
    seed: int | None,
    observer: Observer | None = None,
    take: Callable[[Grid], None] | None = None,
) -> Result:
    """Find the engine, and let it search within what is left of the time."""
    if limits.memory is not None:  # also for what has no budget of its own
        with supervised(Limits(memory=limits.memory)):
            bare = limits._replace(memory=None)
            return _search(puzzle, engine, limit, bare, seed, observer, take)
    budget = Budget(limits)
    try:
        with supervised(limits):
            name, tool, options, plan = find_engine(engine, puzzle)
    except LimitReached as reached:  # even the tables of its lines take longer
        return _stopped(puzzle, engine, limit, reached)
    if plan is not None and limit is not None and limit <= FEW and observer is None:
        return _solve_native(puzzle, name, plan, limit, budget.left(limits.nodes), seed)
    run = Run(budget, options=options, counters=tool.counters, seed=seed)
    if observer is not None:
        observed(run, tool, lambda event: observer(event, run))
    return with_reason(_solve(puzzle, name, tool, limit, run, take))


def observed(run: Run, engine: Engine, observer: Callable[[Event], None]) -> None:
    """Let somebody observe a run; an error if the engine has no trace."""
    if not engine.traces:
        raise no_trace(engine)
    run.observer = observer


def with_reason(result: Result) -> Result:
    """Say in a result without solution why there is none, where that is plain to see."""
    if result.grid is None:  # of all statuses only `none` has no grid
        result.reason = why_none(result.puzzle) or result.reason
    return result


def forecast(puzzle: Puzzle, engine: str) -> str | None:
    """What an engine will need for a puzzle, in a line, where that is much; before it begins."""
    name, tool, options, _ = find_engine(engine, puzzle)
    line = tool.forecast(puzzle, options) if tool.forecast is not None else None
    return None if line is None else f"{name}: {line}"


def _solve_native(
    puzzle: Puzzle, engine: str, plan: Plan, limit: int, limits: Limits, seed: int | None
) -> Result:
    """One call of an engine in native code."""
    # Everything is handed over by position, and the usual answer is written down as it is: names,
    # loops and further calls would cost as much as the core's own work on a small puzzle.
    givens = puzzle.givens
    left = most_nodes = memory = None
    outer = enclosing()
    if outer is not None:
        limits = outer.bound(limits)
    if limits is not NO_LIMITS:
        left, most_nodes, memory, _ = limits
        if left is not None and left <= 0:  # the core looks at its clock only after some work
            return _stopped(puzzle, engine, limit, limits.reached("time"))
    if seed is not None:
        seed &= native.MASK
    answer = plan.solve(givens.cells, limit, left, most_nodes, seed or 0, memory)
    return _concluded(puzzle, engine, answer, limit, limits)


def _concluded(
    puzzle: Puzzle, engine: str, answer: Answer, limit: int, limits: Limits = NO_LIMITS
) -> Result:
    """The result that an answer of the core stands for."""
    outcome, found, proved, nodes, backtracks, seconds, counters, reached = answer
    height, width = puzzle.givens.height, puzzle.givens.width
    stats = Stats(nodes, backtracks, seconds, counters)
    if proved is None and limit != 1:  # the only solution says it all
        grid = Grid(height, width, found[0])
        return Result(puzzle, UNIQUE, [grid], grid, True, engine, stats)
    result = conclude(
        puzzle,
        engine,
        [Grid(height, width, cells) for cells in found],
        limit,
        None if proved is None else Grid(height, width, proved),
        stats,
        outcome == "exhausted",
        reached,
        None if reached is None else str(limits.reached(reached)),
    )
    return with_reason(result)


def solve_at_once(puzzle: Puzzle) -> Result | None:
    """Find up to two solutions of a puzzle with the rules of the one before, in one call.

    None if its rules are others, if some limit is in force, or without the core.
    """
    if enclosing() is not None or native.compiled is None:
        return None
    try:
        answer = native.answer(puzzle)
    except (MemoryError, SystemError) as error:
        check_memory(error)
        raise LimitReached(NO_MEMORY, "memory") from None
    if answer is None or type(answer) is Result:
        return answer
    return _concluded(puzzle, "core", answer, 2)  # type: ignore[arg-type]


native.learn_classes(Puzzle, Grid, Stats, Result, UNIQUE, "core")


def _stopped(puzzle: Puzzle, engine: str, limit: int | None, reached: LimitReached) -> Result:
    """What is known when a limit comes before the search begins: what is given."""
    name = named_engine(engine)[0].name
    return conclude(
        puzzle, name, [], limit, puzzle.givens, Stats(), False, reached.limit, str(reached)
    )


def _solve(
    puzzle: Puzzle,
    name: str,
    engine: Engine,
    limit: int | None,
    run: Run,
    take: Callable[[Grid], None] | None = None,
) -> Result:
    """Let an engine list solutions until there are enough, or no more.

    With `take`, each solution is handed over at once, and only the first two are kept.
    """
    begin = time.monotonic()
    found: list[Grid] = []
    limits = run.budget.limits
    most = max(FEW, (limits.memory or USUAL_MEMORY) // (len(puzzle.givens.cells) + BESIDE_CELLS))
    exhausted = stuck = False
    stopped = reason = None
    try:
        for grid in engine.start(puzzle, run):
            if grid is None:
                continue
            if take is not None:
                take(grid)
                run.poll()  # who takes it may be slow
            if take is None or len(found) < 2:
                found.append(grid)
            if len(found) > most:
                raise limits.reached("memory")
            # A deduction that fills the grid has proved it; only a search has to go on to know.
            if len(found) == limit and engine.complete:
                break
        else:
            exhausted = True
    except Stuck as halt:
        run.proved, stuck = halt.grid, True
        reason = f"{engine.name} ran out of deductions"
    except LimitReached as reached:
        stopped, reason = reached.limit, str(reached)
    seconds = time.monotonic() - begin - run.budget.rested
    result = conclude(
        puzzle,
        name,
        found,
        limit,
        run.proved,
        Stats(run.budget.nodes, run.backtracks, seconds, run.counters),
        exhausted,
        stopped,
        reason,
        searched=engine.complete,
        stuck=stuck,
    )
    result.reason = result.reason or run.remark
    return result


def no_trace(engine: Engine) -> EngineError:
    """Return the error for an engine whose search cannot be observed."""
    able = ", ".join(name for name, other in ENGINES.items() if other.traces)
    return EngineError(f"engine {engine.name} has no trace; these engines have one: {able}")


def solutions(
    puzzle: Puzzle, engine: str = "auto", *, limits: Limits = NO_LIMITS, seed: int | None = None
) -> Iterator[Grid]:
    """Stream all solutions, in the engine's own order, in constant memory."""
    budget = Budget(limits)
    with supervised(budget.left()):  # to plan takes time, too
        _, tool, options, _ = find_engine(engine, puzzle)
    return _stream(tool, puzzle, Run(budget, options=options, seed=seed))


@names_memory
def _stream(engine: Engine, puzzle: Puzzle, run: Run) -> Iterator[Grid]:
    try:
        for grid in engine.start(puzzle, run):
            if grid is not None:
                yield grid
    except Stuck:
        raise EngineError(
            f"{engine.name} ran out of deductions and cannot list the solutions"
        ) from None


def is_unique(puzzle: Puzzle, limits: Limits = NO_LIMITS) -> bool:
    """Return whether a puzzle has exactly one solution; raise LimitReached at a limit."""
    result = solve(puzzle, limits=limits)
    if result.status is Status.UNKNOWN:
        raise LimitReached(result.reason or "a limit was reached", result.limit or "time")
    return result.status is Status.UNIQUE


@names_memory
def count(puzzle: Puzzle, *, limit: int | None = None, limits: Limits = NO_LIMITS) -> Count:
    """Count the solutions: never past `limit`, and as far as `limits` allow."""
    with supervised(limits):
        return _count(puzzle, limit)


def _count(puzzle: Puzzle, limit: int | None) -> Count:
    try:
        poll_supervision()
        counted = native.count(puzzle, limit, in_force())
    except LimitReached as reached:  # even the tables of its lines take longer
        return Count(0, False, reached.limit, puzzle, str(reached))
    if counted is not None:
        return Count(*counted, puzzle)
    number = 0
    try:
        for _ in solutions(puzzle):
            if number == limit:
                return Count(number, False, None, puzzle)
            number += 1
    except LimitReached as reached:
        return Count(number, False, reached.limit, puzzle, str(reached))
    return Count(number, True, None, puzzle)


def engine_to_watch(puzzle: Puzzle) -> str:
    """The engine whose steps are shown unless another is named: `walk` needs rows and columns."""
    return "guess" if puzzle.more_lines else "walk"


def trace(
    puzzle: Puzzle,
    engine: str,
    *,
    limit: int | None = None,
    limits: Limits = NO_LIMITS,
    seed: int | None = None,
) -> Iterator[Event]:
    """Yield what an engine does, event by event, as it happens."""
    _, tool, options, _ = find_engine(engine, puzzle)
    run = Run(Budget(limits), options=options, counters=tool.counters, seed=seed)
    waiting: deque[Event] = deque()
    observed(run, tool, waiting.append)
    return _events(tool, puzzle, run, waiting, limit)


@names_memory
def _events(
    engine: Engine, puzzle: Puzzle, run: Run, waiting: deque[Event], limit: int | None
) -> Iterator[Event]:
    found = 0
    try:
        for grid in engine.start(puzzle, run):
            while waiting:
                yield waiting.popleft()
            found += grid is not None
            if found == limit:
                return
    except (Stuck, LimitReached):
        pass
    yield from waiting
