"""Solve many puzzles in this process, in others or on any executor; similar ones in one batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from nonairo import native
from nonairo.checking import why_none
from nonairo.engines import named_engine, no_engine
from nonairo.errors import EngineError, NonairoError, PuzzleError
from nonairo.grid import Grid
from nonairo.limits import NO_LIMITS, Limits, in_force, number_of, seed_of
from nonairo.memory import names_memory
from nonairo.plain import shown, truth
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.results import Result, Stats, Status, failed
from nonairo.rules import Anything
from nonairo.solving import solve
from nonairo.workers.checks import checked_place
from nonairo.workers.jobs import Pace

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from nonairo.native import Batch

MOST_TOGETHER = 256  # puzzles of one job
FEW = 3  # so many alike are not worth a batch
QUICK_NODES = 1000  # for each puzzle of a batch, under a millisecond: harder ones are solved alone


class SolveOptions(NamedTuple):
    """How each of many is solved: as in `solve`."""

    engine: str = "auto"
    limit: int | None = 2
    limits: Limits = NO_LIMITS
    seed: int | None = None

    @property
    def plain(self) -> bool:
        """Whether a native batch answers just this; who names an engine wants what it counted."""
        usual = self.engine == "auto" and self.limit == 2 and self.seed is None
        return usual and self.limits.seconds != 0  # for which the core would still solve some


def solve_one(puzzle: PuzzleLike, options: SolveOptions) -> Result:
    """Solve; an error becomes a result that says so."""
    try:
        puzzle = puzzle_of(puzzle)
        engine, limit, limits, seed = options
        return solve(puzzle, engine, limit=limit, limits=limits, seed=seed)
    except NonairoError as error:
        return failed(_shown(puzzle), options.engine, error)


def _shown(puzzle: PuzzleLike) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else unread(puzzle)


def unread(source: object) -> Puzzle:
    """What stands in a result for a text that is no puzzle: a cell of which nothing is known."""
    rules = (Anything(),)
    return Puzzle("unread", Grid.blank(1, 1), rules, rules, extra={"id": shown(source)})


def solve_some(puzzles: list[PuzzleLike], options: SolveOptions) -> list[Result]:
    """Solve a few together, as a job for a worker."""
    return list(solving(puzzles, options))


def solving(puzzles: list[PuzzleLike], options: SolveOptions) -> Iterator[Result]:
    """Solve a few: those of one size and rule in one native batch, the others one by one.

    A batch returns neither the second solution nor the counters of a search: boards with several
    solutions, and those that a limit stopped, are solved again alone.
    """
    results: list[Result | None] = [None] * len(puzzles)
    if options.plain and len(puzzles) > FEW:
        read: list[Puzzle | None] = []
        for puzzle in puzzles:
            try:
                read.append(puzzle_of(puzzle))
            except NonairoError:
                read.append(None)  # reported below
        for batch, places in _alike(read):
            together = [found for place in places if (found := read[place]) is not None]
            for place, result in zip(places, _batched(batch, together, options), strict=True):
                results[place] = result
    for puzzle, result in zip(puzzles, results, strict=True):
        yield solve_one(puzzle, options) if result is None else result


def _alike(puzzles: list[Puzzle | None]) -> Iterator[tuple[Batch, list[int]]]:
    """The places of puzzles that one native call solves, for each such call."""
    groups: dict[int, tuple[Batch, list[int]]] = {}
    for place, puzzle in enumerate(puzzles):
        if puzzle is None:
            continue
        batch = native.batch(puzzle)
        if batch is not None:
            plan = id(native.plan_of(puzzle))  # kept by `batch`, so that no other gets its identity
            groups.setdefault(plan, (batch, []))[1].append(place)
    return (group for group in groups.values() if len(group[1]) > FEW)


def _batched(batch: Batch, puzzles: list[Puzzle], options: SolveOptions) -> Iterator[Result | None]:
    """The results of one native batch, with None for those that have to be solved alone.

    The time limit of one puzzle is that of the batch; a puzzle that is not done then gets it again,
    alone.
    """
    begin = perf_counter()
    cells = memoryview("".join([puzzle.givens.cells for puzzle in puzzles]).encode())
    seconds, allowed, memory, _ = options.limits
    nodes = QUICK_NODES if allowed is None else min(QUICK_NODES, allowed)
    solutions, counts = batch(cells, 2, 1, nodes, seconds, memory)
    each = (perf_counter() - begin) / len(puzzles)
    text = solutions.decode()
    name = named_engine("auto")[0].name
    for number, (puzzle, count) in enumerate(zip(puzzles, counts, strict=True)):
        height, width = puzzle.givens.height, puzzle.givens.width
        size = height * width
        if count == 1:
            grid = Grid(height, width, text[number * size : (number + 1) * size])
            yield Result(puzzle, Status.UNIQUE, [grid], grid, True, name, Stats(0, 0, each))
        elif count == 0:
            reason = why_none(puzzle)
            yield Result(puzzle, Status.NONE, [], None, True, name, Stats(0, 0, each), reason)
        else:
            yield None


@names_memory
def solve_many(
    puzzles: Iterable[PuzzleLike],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    ordered: bool = True,
    engine: str = "auto",
    limit: int | None = 2,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
    memory_limit: int | None = None,
) -> Iterator[Result]:
    """Solve many puzzles, ids or texts, lazily: only a few are read ahead.

    They are solved in this process, by `workers` processes, or by an `executor`: any of
    `concurrent.futures`, or one of Dask. `ordered` results come in the order of the puzzles.
    `engine`, `limit`, `time_limit`, `node_limit`, `seed` and `memory_limit` are those of `solve`,
    for each. Puzzles of one size and rule are solved in one native batch, whose results have no
    nodes counted. A puzzle that cannot be read or solved, or whose worker died twice, gives a
    result with `error`.

    >>> for result in solve_many(["binairo:0./..", "binairo:0/", "nonogram:1/1;1/1"]):
    ...     print(result.status, result.error)
    unique None
    unknown line 1: row 2: expected 1 cell, found 0
    multiple None
    """
    if isinstance(puzzles, str | bytes | Puzzle):
        puzzles = [puzzles]  # one is a few, too; nobody means its letters
    if not isinstance(puzzles, Iterable):
        raise PuzzleError(f"expected puzzles, ids or texts, found {shown(puzzles)}")
    workers = checked_place(executor, workers)
    limit = number_of(limit, "a limit", 1)  # an error that concerns all puzzles is raised at once
    limits = Limits.of(time_limit, node_limit, memory_limit)
    limits = limits._replace(memory=in_force(limits).memory)  # workers know of no supervision
    if not isinstance(engine, str):
        raise no_engine(engine)
    seed = None if seed is None else seed_of(seed)
    ordered = truth(ordered, "ordered")
    options = SolveOptions(engine, limit, limits, seed)
    if executor is None and workers is None:
        return _here(iter(puzzles), options)
    return _elsewhere(iter(puzzles), executor, workers or 1, ordered, options)


@names_memory
def _here(puzzles: Iterator[PuzzleLike], options: SolveOptions) -> Iterator[Result]:
    """One, and then at most as many at a time as were wanted before: nobody waits for the rest."""
    pace, done = Pace(1, MOST_TOGETHER), 0
    while some := list(islice(puzzles, min(int(pace.size), done or 1))):
        begin = perf_counter()
        waited = 0.0  # while our caller was busy
        for result in solving(some, options):
            waited -= perf_counter()
            yield result
            waited += perf_counter()
        pace.learn(len(some), perf_counter() - begin - waited)
        done += len(some)


@names_memory
def _elsewhere(
    puzzles: Iterator[PuzzleLike],
    executor: Executor | None,
    workers: int,
    ordered: bool,
    options: SolveOptions,
) -> Iterator[Result]:
    from nonairo.workers.jobs import Work, run_jobs  # threads and processes take long to load
    from nonairo.workers.processes import Processes

    pace = Pace(1, MOST_TOGETHER)
    work: Work[list[PuzzleLike], Result] = Work(
        do=partial(solve_some, options=options),
        split=lambda some: [[puzzle] for puzzle in some],
        failed=lambda some, why: [_lost(puzzle, options, why) for puzzle in some],
        size=len,
    )

    def jobs() -> Iterator[list[PuzzleLike]]:
        while some := list(islice(puzzles, int(pace.size))):
            yield some

    pool = Processes(workers) if executor is None else executor
    try:
        for _, results in run_jobs(pool, jobs(), work, pace=pace, ordered=ordered):
            yield from results
    finally:
        if executor is None:
            pool.shutdown(wait=False, cancel_futures=True)


def _lost(puzzle: PuzzleLike, options: SolveOptions, why: str) -> Result:
    with suppress(NonairoError):
        puzzle = puzzle_of(puzzle)
    return failed(_shown(puzzle), options.engine, EngineError(why))
