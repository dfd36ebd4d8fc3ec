"""What a person asks, with any engine: solve, list, count, and whether there is just one."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.checking import why_none
from nonairo.engines import find_engine
from nonairo.engines.base import Engine, Run, Stuck
from nonairo.errors import EngineError, LimitReached, PuzzleError
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.results import Count, Result, Stats, Status, conclude

if TYPE_CHECKING:
    from nonairo.events import Event
    from nonairo.native import Plan


def solve(
    puzzle: Puzzle,
    engine: str = "auto",
    limit: int | None = 2,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
    observer: Callable[[Event], None] | None = None,
) -> Result:
    """Solve a puzzle, and say whether the solution is the only one.

    >>> from nonairo.kinds import from_id
    >>> result = solve(from_id("binairo:1..0../..00.1/.00..1/....../00.1../.1..00"))
    >>> result.status.value, result.solution.rows()[0]
    ('unique', '101010')
    """
    if limit is not None and limit < 1:
        raise EngineError(f"expected a limit of at least 1, found {limit}")
    name, tool, options, plan = find_engine(engine, puzzle)
    if plan is not None and observer is None:
        result = _solve_native(puzzle, name, plan, limit, time_limit, node_limit, seed)
    else:
        run = Run(
            Budget(time_limit, node_limit),
            options=options,
            counters=tool.counters,
            seed=seed,
            observer=observer,
        )
        result = _solve(puzzle, name, tool, limit, run)
    if result.grid is None:  # of all statuses only `none` has no grid
        result.reason = why_none(puzzle)
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
    givens = puzzle.givens
    height, width = givens.height, givens.width
    seed = 0 if seed is None else seed & native.MASK
    answer = plan.solve(givens.cells, limit, time_limit, node_limit, seed)
    struck, proved = answer.limit, answer.proved
    # Handed over by position: names would cost as much as the core's own work on a small puzzle.
    return conclude(
        puzzle,
        engine,
        [Grid(height, width, cells) for cells in answer.solutions],
        limit,
        None if proved is None else Grid(height, width, proved),
        Stats(answer.nodes, answer.backtracks, answer.seconds, answer.counters),  # type: ignore[arg-type]
        answer.outcome == "exhausted",
        struck,
        None if struck is None else native.limit_text(struck, time_limit, node_limit),
    )


def _solve(puzzle: Puzzle, name: str, engine: Engine, limit: int | None, run: Run) -> Result:
    """Let an engine in Python list solutions until there are enough, or no more."""
    begin = time.perf_counter()
    found: list[Grid] = []
    exhausted = stuck = False
    struck = reason = None
    try:
        for grid in engine.search(puzzle, run):
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
    seconds = time.perf_counter() - begin
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


def solutions(
    puzzle: Puzzle,
    engine: str = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
) -> Iterator[Grid]:
    """Stream all solutions, in the engine's own order; raises LimitReached if a limit stops it."""
    _, tool, options, _ = find_engine(engine, puzzle)
    run = Run(Budget(time_limit, node_limit), options=options, seed=seed)
    return _stream(tool, puzzle, run)


def _stream(engine: Engine, puzzle: Puzzle, run: Run) -> Iterator[Grid]:
    try:
        for grid in engine.search(puzzle, run):
            if grid is not None:
                yield grid
    except Stuck:
        raise EngineError(
            f"{engine.name} ran out of deductions and cannot list the solutions"
        ) from None


def is_unique(
    puzzle: Puzzle, time_limit: float | None = None, node_limit: int | None = None
) -> bool:
    """Whether there is exactly one solution; raises LimitReached if a limit stops it."""
    result = solve(puzzle, limit=2, time_limit=time_limit, node_limit=node_limit)
    if result.status is Status.UNKNOWN:
        raise LimitReached(result.reason or "a limit was reached", result.limit or "time")
    return result.status is Status.UNIQUE


def count(puzzle: Puzzle, limit: int | None = None, time_limit: float | None = None) -> Count:
    """How many solutions there are; never counts past `limit`.

    >>> from nonairo.kinds import KINDS
    >>> count(KINDS["binairo"].blank(4, 4, "standard"))
    Count(value=72, exact=True)
    """
    if limit is not None and limit < 0:
        raise EngineError(f"expected a limit of at least 0, found {limit}")
    counted = native.count(puzzle, limit, time_limit)
    if counted is not None:
        return Count(*counted, puzzle)
    number, struck = 0, None
    try:
        for _ in solutions(puzzle, time_limit=time_limit):
            if number == limit:
                return Count(number, False, None, puzzle)
            number += 1
    except LimitReached as reached:
        struck = reached.limit
    return Count(number, struck is None, struck, puzzle)


def solve_batch(
    kind: str,
    height: int,
    width: int,
    cells: bytes | bytearray | memoryview,
    limit: int = 2,
    threads: int = 1,
    rules: str = "standard",
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> tuple[bytes, bytes]:
    """Solve many puzzles of one size that lie end to end in a buffer over `0`, `1` and `.`.

    Gives the first solution of each (all `.` if there is none or a limit came first) and a byte for
    each: 0, 1, 2 (two or more) or 255 (a limit came first). `node_limit` is for each puzzle,
    `time_limit` for all of them. More threads than there are processors are not started.

    >>> solutions, counts = solve_batch("binairo", 2, 2, b"0......." + b"00..")
    >>> solutions[:4], list(counts)
    (b'0110', [1, 2, 0])
    """
    if kind not in KINDS:
        raise PuzzleError(f"expected a kind of {', '.join(KINDS)}, found {kind!r:.40}")
    if not 1 <= limit <= 2:
        raise EngineError(f"expected a limit of 1 or 2, found {limit}")
    if threads < 1:
        raise EngineError(f"expected at least 1 thread, found {threads}")
    if KINDS[kind].posed:
        raise PuzzleError(f"a batch is cells, and the question of a {kind} is beside its lines")
    blank = KINDS[kind].blank(height, width, rules)
    view = memoryview(cells)
    if not view.contiguous or view.nbytes % (height * width):
        raise PuzzleError(
            f"expected a contiguous buffer of puzzles of {height * width} bytes,"
            f" found {view.nbytes} bytes"
        )
    many = native.batch(blank)
    if many is not None:
        try:
            return many(view, limit, threads, node_limit, time_limit)
        except ValueError as error:
            raise PuzzleError(str(error)) from None
    return _one_by_one(blank, bytes(view), limit, node_limit, Budget(time_limit))


def _one_by_one(
    blank: Puzzle, cells: bytes, limit: int, node_limit: int | None, budget: Budget
) -> tuple[bytes, bytes]:
    """A batch without the core: the same answers, a puzzle at a time."""
    size = blank.height * blank.width
    solved, counts = bytearray(), bytearray()
    for start in range(0, len(cells), size):
        text = cells[start : start + size].decode("ascii", "replace")
        puzzle = blank.with_givens(Grid.flat(blank.height, blank.width, text))
        left = budget.seconds_left()
        result = solve(puzzle, limit=limit, time_limit=left, node_limit=node_limit)
        unknown = result.status is Status.UNKNOWN
        answer = None if unknown else result.solution
        solved += (answer.cells if answer else UNKNOWN * size).encode()
        counts.append(255 if unknown else len(result.solutions))
    return bytes(solved), bytes(counts)


def trace(
    puzzle: Puzzle,
    engine: str = "walk",
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
) -> Iterator[Event]:
    """What an engine does, event by event, as it happens.

    A trace that a limit or a dead end stops just ends; `solve` says which it was.
    """
    _, tool, options, _ = find_engine(engine, puzzle)
    if not tool.traces:
        raise EngineError(f"engine {tool.name} has no trace")
    waiting: deque[Event] = deque()
    budget = Budget(time_limit, node_limit)
    run = Run(budget, options=options, counters=tool.counters, seed=seed, observer=waiting.append)
    return _events(tool, puzzle, run, waiting, limit)


def _events(
    engine: Engine, puzzle: Puzzle, run: Run, waiting: deque[Event], limit: int | None
) -> Iterator[Event]:
    found = 0
    try:
        for grid in engine.search(puzzle, run):
            while waiting:
                yield waiting.popleft()
            found += grid is not None
            if found == limit:
                return
    except (Stuck, LimitReached):
        pass
    yield from waiting
