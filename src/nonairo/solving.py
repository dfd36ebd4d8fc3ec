"""What a person asks, with any engine: solve, list, count, and whether there is just one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.accepting import PuzzleLike, puzzle_of
from nonairo.checking import why_none
from nonairo.engines import ENGINES, find_engine, named_engine
from nonairo.engines.base import Engine, Run, Stuck
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import Grid
from nonairo.limits import (
    LARGEST,
    Budget,
    clock,
    memory_in_force,
    memory_of,
    number_of,
    seconds_for_core,
    seconds_of,
    supervised,
    supervision,
)
from nonairo.plain import shown, whole
from nonairo.puzzle import Puzzle
from nonairo.results import Count, Result, Stats, Status, conclude
from nonairo.workers.asked import checked_place

UNIQUE = Status.UNIQUE  # to ask an enum for a member is slow

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from nonairo.events import Event
    from nonairo.native import Plan

BY_CORE = ("auto", "core")  # the engines that are the core, where it takes a puzzle
SPREAD = BY_CORE  # the engines that work on many processors


def solve(
    puzzle: PuzzleLike,
    engine: str = "auto",
    limit: int | None = 2,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
    observer: Callable[[Event], None] | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    memory_limit: int | None = None,
) -> Result:
    """Solve a puzzle, and say whether the solution is the only one.

    `puzzle` is a Puzzle, its id or its text. `engine` is a name of `nn.ENGINES`, with options if
    wanted (`walk:order=most-constrained`). The search stops at `limit` solutions (None: lists all),
    after `time_limit` seconds or `node_limit` nodes, or when it would take more than `memory_limit`
    bytes; `seed` is for engines that draw lots, and `observer` is told of every event.

    A puzzle that takes long is taken apart, and its parts are solved by `workers` processes of our
    own or on an `executor`, as in `solve_many`; only the engines `auto` and `core` do that.

    >>> from nonairo.kinds import from_id
    >>> result = solve(from_id("binairo:1..0../..00.1/.00..1/....../00.1../.1..00"))
    >>> result.status.value, result.solution.rows()[0]
    ('unique', '101010')
    """
    if type(puzzle) is not Puzzle:  # a hundredth of what the core takes for a small one
        puzzle = puzzle_of(puzzle)
    if limit != 2 or type(limit) is not int:
        limit = number_of(limit, "a limit", 1)
    if time_limit is not None:
        time_limit = seconds_of(time_limit)
    if node_limit is not None:
        node_limit = number_of(node_limit, "a node limit", 0)
    if seed is not None:
        seed = _seed(seed)
    if workers is not None or executor is not None:
        workers = checked_place(executor, workers)
        if engine not in SPREAD or observer is not None:
            raise not_spread(engine, "workers", observer is not None)
        if workers != 1:
            from nonairo.cubes.asking import solve_apart  # threads and processes take long to load

            memory = memory_in_force(memory_limit)  # for each of the workers
            part = solve if memory is None else partial(solve, memory_limit=memory)
            apart = solve_apart(
                puzzle, part, engine, limit, time_limit, node_limit, seed, workers, executor
            )
            return _with_reason(apart)
    if memory_limit is not None:
        with supervised(memory_limit=memory_limit):
            return solve(puzzle, engine, limit, time_limit, node_limit, seed, observer)
    plan = native.known_plan(puzzle)
    if plan is not None and observer is None and engine in BY_CORE:
        return _solve_native(puzzle, "core", plan, limit, time_limit, node_limit, seed)
    if time_limit is not None and plan is None:
        budget = Budget(time_limit)
        try:
            with supervised(time_limit):
                found = find_engine(engine, puzzle)
        except LimitReached as reached:  # even the tables of its lines take longer
            return _stopped(puzzle, engine, limit, reached)
        time_limit = budget.seconds_left()
    else:
        found = find_engine(engine, puzzle)
    name, tool, options, plan = found
    if plan is not None and observer is None:
        return _solve_native(puzzle, name, plan, limit, time_limit, node_limit, seed)
    run = _run(tool, options, Budget(time_limit, node_limit), seed, observer)
    return _with_reason(_solve(puzzle, name, tool, limit, run))


def solve_watched(
    puzzle: Puzzle,
    engine: str,
    observer: Callable[[Event, Run], None],
    *,
    limit: int | None = 2,
    time_limit: float | None = None,
    seed: int | None = None,
) -> Result:
    """As `solve`, for an observer that reads at every event what the run has counted so far."""
    name, tool, options, _ = find_engine(engine, puzzle)
    run = _run(tool, options, Budget(time_limit), seed, lambda event: observer(event, run))
    return _with_reason(_solve(puzzle, name, tool, limit, run))


def _run(
    engine: Engine,
    options: Mapping[str, str],
    budget: Budget,
    seed: int | None,
    observer: Callable[[Event], None] | None,
) -> Run:
    """A use of an engine; an error if it is to be observed and has nothing to tell."""
    if observer is not None and not engine.traces:
        raise no_trace(engine)
    return Run(budget, options=options, counters=engine.counters, seed=seed, observer=observer)


def _with_reason(result: Result) -> Result:
    if result.grid is None:  # of all statuses only `none` has no grid
        result.reason = why_none(result.puzzle)
    return result


def forecast(puzzle: Puzzle, engine: str) -> str | None:
    """What an engine will need for a puzzle, in a line, where that is much; before it begins."""
    name, tool, options, _ = find_engine(engine, puzzle)
    line = tool.forecast(puzzle, options) if tool.forecast is not None else None
    return None if line is None else f"{name}: {line}"


def _solve_native(
    puzzle: Puzzle,
    engine: str,
    plan: Plan,
    limit: int | None,
    time_limit: float | None,
    node_limit: int | None,
    seed: int | None,
) -> Result:
    """One call of an engine in native code."""
    # Everything is handed over by position, and the usual answer is written down as it is: names,
    # loops and further calls would cost as much as the core's own work on a small puzzle.
    givens = puzzle.givens
    left, memory = time_limit, None
    over = supervision()
    if over is not None:
        left, time_limit = seconds_for_core(time_limit)
        memory = over.memory
    outcome, found, proved, nodes, backtracks, seconds, counters, struck = plan.solve(
        givens.cells, limit, left, node_limit, 0 if seed is None else seed & native.MASK, memory
    )
    height, width = givens.height, givens.width
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
        struck,
        None if struck is None else native.limit_text(struck, time_limit, node_limit),
    )
    return _with_reason(result)


def _stopped(puzzle: Puzzle, engine: str, limit: int | None, reached: LimitReached) -> Result:
    """What is known when a limit comes before the search begins: what is given."""
    name = named_engine(engine)[0].name
    return conclude(
        puzzle, name, [], limit, puzzle.givens, Stats(), False, reached.limit, str(reached)
    )


def _solve(puzzle: Puzzle, name: str, engine: Engine, limit: int | None, run: Run) -> Result:
    """Let an engine in Python list solutions until there are enough, or no more."""
    begin = clock()
    found: list[Grid] = []
    exhausted = stuck = False
    struck = reason = None
    try:
        for grid in engine.start(puzzle, run):
            if grid is None:
                continue
            found.append(grid)
            # A deduction that fills the grid has proved it; only a search has to go on to know.
            if len(found) == limit and engine.complete:
                break
        else:
            exhausted = True
    except Stuck as halt:
        run.proved, stuck = halt.grid, True
        reason = f"{engine.name} ran out of deductions"
    except LimitReached as reached:
        struck, reason = reached.limit, str(reached)
    seconds = clock() - begin
    return conclude(
        puzzle,
        name,
        found,
        limit,
        run.proved,
        Stats(run.budget.nodes, run.backtracks, seconds, run.counters),
        exhausted,
        struck,
        reason,
        searched=engine.complete,
        stuck=stuck,
    )


def not_spread(engine: object, asked: str, observed: bool) -> EngineError:
    """The error of an engine that was asked to work on many processors, or while it is observed."""
    if observed:
        return EngineError(f"{asked}: what many workers do is neither watched nor traced")
    able = " and ".join(SPREAD)
    return EngineError(f"{asked} is for the engines {able}, and not for {shown(engine)}")


def no_trace(engine: Engine) -> EngineError:
    """The error of an engine that was asked to tell what it does and cannot."""
    able = ", ".join(name for name, other in ENGINES.items() if other.traces)
    return EngineError(f"engine {engine.name} has no trace; those that have one are {able}")


def _seed(seed: object) -> int:
    number = whole(seed)
    if number is None:
        raise EngineError(f"expected a whole number as seed, found {shown(seed)}")
    return number


def solutions(
    puzzle: PuzzleLike,
    engine: str = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
    memory_limit: int | None = None,
) -> Iterator[Grid]:
    """Stream all solutions of a puzzle, in the engine's own order, in constant memory.

    `engine`, `time_limit`, `node_limit`, `seed` and `memory_limit` are those of `solve`; a limit
    that stops it raises LimitReached.

    >>> sorted(str(grid).split() for grid in solutions("nonogram:1/1;1/1"))
    [['01', '10'], ['10', '01']]
    """
    puzzle = puzzle_of(puzzle)
    seed = None if seed is None else _seed(seed)
    with supervised(memory_limit=memory_of(memory_limit)):
        budget = Budget(time_limit, node_limit)
    with supervised(budget.seconds_left()):  # to plan takes time, too
        _, tool, options, _ = find_engine(engine, puzzle)
    return _stream(tool, puzzle, Run(budget, options=options, seed=seed))


def _stream(engine: Engine, puzzle: Puzzle, run: Run) -> Iterator[Grid]:
    try:
        for grid in engine.start(puzzle, run):
            if grid is not None:
                yield grid
    except Stuck:
        raise EngineError(
            f"{engine.name} ran out of deductions and cannot list the solutions"
        ) from None


def is_unique(
    puzzle: PuzzleLike,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
) -> bool:
    """Whether a puzzle has exactly one solution; raises LimitReached if a limit stops it.

    The limits are `time_limit` in seconds, `node_limit`, the states of a search, and `memory_limit`
    in bytes.

    >>> is_unique("binairo:0./.."), is_unique("nonogram:1/1;1/1")
    (True, False)
    """
    result = solve(
        puzzle, limit=2, time_limit=time_limit, node_limit=node_limit, memory_limit=memory_limit
    )
    if result.status is Status.UNKNOWN:
        raise LimitReached(result.reason or "a limit was reached", result.limit or "time")
    return result.status is Status.UNIQUE


def count(
    puzzle: PuzzleLike,
    limit: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    memory_limit: int | None = None,
) -> Count:
    """How many solutions a puzzle has; never counts past `limit`, nor for longer than `time_limit`.

    Nor does it take more than `memory_limit` bytes.
    What was counted until then is not `exact`; `str()` of a count is its number. `workers` and
    `executor` are those of `solve`: a puzzle that takes long is counted in parts.

    >>> count("binairo:..../..../..../....")
    Count(value=72, exact=True)
    """
    puzzle = puzzle_of(puzzle)
    limit = number_of(limit, "a limit", 1)
    limit = None if limit == LARGEST else limit  # the core is asked for one more
    time_limit = seconds_of(time_limit)
    if workers is not None or executor is not None:
        workers = checked_place(executor, workers)
        if workers != 1:
            from nonairo.cubes.asking import count_apart

            memory = memory_in_force(memory_limit)  # for each of the workers
            part = count if memory is None else partial(count, memory_limit=memory)
            return count_apart(puzzle, part, limit, time_limit, workers, executor)
    with supervised(time_limit, memory_limit=memory_of(memory_limit)):
        return _count(puzzle, limit, time_limit)


def _count(puzzle: Puzzle, limit: int | None, time_limit: float | None) -> Count:
    try:
        counted = native.count(puzzle, limit, seconds_for_core(time_limit)[0])
    except LimitReached as reached:  # even the tables of its lines take longer
        return Count(0, False, reached.limit, puzzle, str(reached))
    if counted is not None:
        return Count(*counted, puzzle)
    number = 0
    try:
        for _ in solutions(puzzle, time_limit=time_limit):
            if number == limit:
                return Count(number, False, None, puzzle)
            number += 1
    except LimitReached as reached:
        return Count(number, False, reached.limit, puzzle, str(reached))
    return Count(number, True, None, puzzle)


def trace(
    puzzle: PuzzleLike,
    engine: str = "walk",
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
    memory_limit: int | None = None,
) -> Iterator[Event]:
    """What an engine does, event by event, as it happens.

    `puzzle`, `engine`, `limit`, `time_limit`, `node_limit`, `seed` and `memory_limit` are those of
    `solve`, and a trace that one of them or a dead end stops just ends; `solve` says which it was.
    (The limit of memory is looked at while searching, not while tables are made.)

    >>> for event in trace("nonogram:1;1", "rows"):
    ...     print(event.kind, event.place)
    visit row 1
    successor row 1
    goal None
    solution None
    undo row 1
    """
    puzzle = puzzle_of(puzzle)
    _, tool, options, _ = find_engine(engine, puzzle)
    limit = number_of(limit, "a limit", 1)
    seed = None if seed is None else _seed(seed)
    waiting: deque[Event] = deque()
    with supervised(memory_limit=memory_of(memory_limit)):
        budget = Budget(time_limit, node_limit)
    run = _run(tool, options, budget, seed, waiting.append)
    return _events(tool, puzzle, run, waiting, limit)


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
