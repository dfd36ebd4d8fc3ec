"""What a person asks, with any engine: solve, list, count, and whether there is just one."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from nonairo.candidates import masks_of
from nonairo.checking import check
from nonairo.engines import find_engine
from nonairo.engines.base import Counters, Engine, Plan, Run, Stuck
from nonairo.engines.core import MASK, batch_native, count_native, limit_text
from nonairo.errors import EngineError, LimitReached, NonairoError, PuzzleError
from nonairo.events import Event
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.line_solver import kernel
from nonairo.puzzle import Puzzle


class Status(StrEnum):
    """The answer in a word; equal to its text."""

    UNIQUE = "unique"  # exactly one solution
    MULTIPLE = "multiple"  # two different solutions are in hand
    NONE = "none"  # no solution
    SOLVED = "solved"  # one found, and no more were asked for
    STUCK = "stuck"  # an engine that does not guess ran out of deductions
    UNKNOWN = "unknown"  # a limit came first


# Stats and results are not frozen, unlike all other values: freezing them would take longer than
# the core takes for a small puzzle.
@dataclass(slots=True)
class Stats:
    """What it cost."""

    nodes: int = 0  # states entered; 1 when nothing was tried
    backtracks: int = 0
    seconds: float = 0.0
    counters: Counters = field(default_factory=dict)


@dataclass(slots=True)
class Result:
    """The answer to `solve`: a status, witnesses, and the cost."""

    puzzle: Puzzle
    status: Status
    solutions: list[Grid]
    grid: Grid | None  # the solution if there is exactly one, else the cells proved so far
    complete: bool  # all solutions are listed
    engine: str
    stats: Stats
    reason: str | None = None  # one line: why there is none, or what stopped the engine
    error: str | None = None  # why it failed, for puzzles solved in bulk

    @property
    def solution(self) -> Grid | None:
        """The first solution found."""
        return self.solutions[0] if self.solutions else None


@dataclass(frozen=True, slots=True)
class Count:
    """A number of solutions; not exact when a limit came first."""

    value: int
    exact: bool


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
    name, tool, options = find_engine(engine, puzzle)
    if tool.plan is not None and observer is None:
        plan = tool.plan(puzzle)
        assert plan is not None
        return _solve_native(puzzle, name, plan, limit, time_limit, node_limit, seed)
    begin = time.perf_counter()
    run = Run(
        options=options,
        counters=tool.counters,
        time_limit=time_limit,
        node_limit=node_limit,
        solution_limit=limit,
        seed=seed,
        observer=observer,
    )
    found: list[Grid] = []
    status, stopped = _ask(tool, puzzle, run, limit, found)
    complete = status is Status.NONE or (stopped is None and status is not Status.STUCK)
    if status is Status.SOLVED or (status is Status.MULTIPLE and len(found) == limit):
        complete = False
    if status in (Status.UNIQUE, Status.SOLVED):
        grid: Grid | None = found[0]
    else:
        grid = None if status is Status.NONE else run.proved or puzzle.givens
    return Result(
        puzzle=puzzle,
        status=status,
        solutions=found,
        grid=grid,
        complete=complete,
        engine=name,
        stats=Stats(run.nodes, run.backtracks, time.perf_counter() - begin, run.counters),
        reason=why_none(puzzle) if status is Status.NONE else stopped,
    )


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
    outcome, texts, proved, nodes, backtracks, seconds, counters, _ = plan.solve(
        givens.cells, limit, time_limit, node_limit, 0 if seed is None else seed & MASK
    )
    found = [Grid(givens.height, givens.width, text) for text in texts]
    number, complete, reason = len(found), outcome == "exhausted", None
    grid: Grid | None
    if number == 1 == limit or (number == 1 and complete):
        status, grid = (Status.SOLVED if limit == 1 else Status.UNIQUE), found[0]
    elif number == 0 and complete:
        status, grid, reason = Status.NONE, None, why_none(puzzle)
    else:
        status = Status.MULTIPLE if number > 1 else Status.UNKNOWN
        grid = givens if proved is None else Grid(givens.height, givens.width, proved)
        if outcome == "limit":
            reason = limit_text(time_limit, node_limit, nodes)
    stats = Stats(nodes, backtracks, seconds, counters)  # type: ignore[arg-type]
    return Result(puzzle, status, found, grid, complete, engine, stats, reason)


def _ask(
    engine: Engine, puzzle: Puzzle, run: Run, limit: int | None, found: list[Grid]
) -> tuple[Status, str | None]:
    """Let an engine fill `found`; the status, and what stopped it early if anything did."""
    try:
        for grid in engine.search(puzzle, run):
            if grid is None:
                continue
            found.append(grid)
            # A deduction that fills the grid has proved it; only a search has to go on to know.
            if len(found) == limit and engine.complete:
                return (Status.SOLVED if limit == 1 else Status.MULTIPLE), None
    except Stuck as stuck:
        run.proved = stuck.grid
        return Status.STUCK, f"{engine.name} ran out of deductions"
    except LimitReached as reached:
        return (Status.MULTIPLE if len(found) > 1 else Status.UNKNOWN), str(reached)
    return (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(len(found), 2)], None


def why_none(puzzle: Puzzle) -> str | None:
    """One line saying why a puzzle has no solution, where that is seen at once."""
    for violation in check(puzzle, puzzle.givens):
        return violation.message
    obvious = KINDS[puzzle.kind].obvious(puzzle)
    if obvious is not None or not puzzle.distinct:
        return obvious
    for rules, number, length, name in (
        (puzzle.row_rules, puzzle.height, puzzle.width, "rows"),
        (puzzle.col_rules, puzzle.width, puzzle.height, "columns"),
    ):
        if len(set(rules)) == 1:
            legal = kernel(rules[0], length).count(masks_of(UNKNOWN * length))
            if legal < number:
                return f"{number} {name} must differ, but only {legal} are possible"
    return None


def solutions(
    puzzle: Puzzle,
    engine: str = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
) -> Iterator[Grid]:
    """Stream all solutions, in the engine's own order; raises LimitReached if a limit stops it."""
    _, tool, options = find_engine(engine, puzzle)
    run = Run(options=options, time_limit=time_limit, node_limit=node_limit, seed=seed)
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
        raise LimitReached(result.reason or "a limit was reached")
    return result.status is Status.UNIQUE


def count(puzzle: Puzzle, limit: int | None = None, time_limit: float | None = None) -> Count:
    """How many solutions there are; never counts past `limit`.

    >>> from nonairo.kinds import KINDS
    >>> count(KINDS["binairo"].blank(4, 4, "standard"))
    Count(value=72, exact=True)
    """
    if limit is not None and limit < 0:
        raise EngineError(f"expected a limit of at least 0, found {limit}")
    plan = find_engine("auto", puzzle)[1].plan
    counted = plan and count_native(puzzle, limit, time_limit)
    if counted:
        return Count(*counted)
    number = 0
    try:
        for _ in solutions(puzzle, time_limit=time_limit):
            if number == limit:
                return Count(number, exact=False)
            number += 1
    except LimitReached:
        return Count(number, exact=False)
    return Count(number, exact=True)


def solve_batch(
    kind: str,
    height: int,
    width: int,
    cells: bytes | bytearray | memoryview,
    limit: int = 2,
    threads: int = 1,
    rules: str = "standard",
    node_limit: int | None = None,
) -> tuple[bytes, bytes]:
    """Solve many puzzles of one size that lie end to end in a buffer over `0`, `1` and `.`.

    Gives the first solution of each (all `.` if there is none or a limit came first) and a byte for
    each: 0, 1, 2 (two or more) or 255 (a limit came first).

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
    blank = KINDS[kind].blank(height, width, rules)
    view = memoryview(cells)
    if not view.contiguous or view.nbytes % (height * width):
        raise PuzzleError(
            f"expected a contiguous buffer of puzzles of {height * width} bytes,"
            f" found {view.nbytes} bytes"
        )
    native = batch_native(blank)
    if native is not None:
        try:
            return native(view, limit, threads, node_limit)
        except ValueError as error:
            raise PuzzleError(str(error)) from None
    return _one_by_one(blank, bytes(view), limit, node_limit)


def _one_by_one(
    blank: Puzzle, cells: bytes, limit: int, node_limit: int | None
) -> tuple[bytes, bytes]:
    """A batch without the core: the same answers, a puzzle at a time."""
    size = blank.height * blank.width
    solved, counts = bytearray(), bytearray()
    for start in range(0, len(cells), size):
        text = cells[start : start + size].decode("ascii", "replace")
        puzzle = blank.with_givens(Grid.flat(blank.height, blank.width, text))
        result = solve(puzzle, limit=limit, node_limit=node_limit)
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
    _, tool, options = find_engine(engine, puzzle)
    if not tool.traces:
        raise EngineError(f"engine {tool.name} has no trace")
    waiting: deque[Event] = deque()
    run = Run(
        options=options,
        counters=tool.counters,
        time_limit=time_limit,
        node_limit=node_limit,
        seed=seed,
        observer=waiting.append,
    )
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


def failed(puzzle: Puzzle, engine: str, error: NonairoError) -> Result:
    """The result of a puzzle that could not be tried: status unknown, and the error."""
    return Result(
        puzzle, Status.UNKNOWN, [], puzzle.givens, False, engine, Stats(), error=str(error)
    )
