"""`walk` and `rows`, in Python and in native code: the same counters, side by side."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from nonairo.bench.base import (
    Bench,
    BenchOptions,
    TextTable,
    made_binairo,
    made_nonograms,
    time_text,
)
from nonairo.comparing.boards import FIGURE, FILE
from nonairo.engines import named_engine
from nonairo.engines.base import Run, Search
from nonairo.errors import LimitReached
from nonairo.grid import Grid
from nonairo.kinds import from_id
from nonairo.limits import Budget, Limits
from nonairo.puzzle import Puzzle

ENGINES = ("walk", "walk:check=early", "rows", "rows:check=early")
NODES = 12_000  # of one run: Python takes up to a second for them
LONG = 10_000  # nodes; a run of more is long, and the time of shorter ones is mostly its start
MOST = 3  # puzzles a row


class TimedRun(NamedTuple):
    """What a run came to, and how long it took."""

    seconds: float
    counted: tuple[object, ...]  # solutions, nodes, steps back, counters
    nodes: int


class RunPair(NamedTuple):
    """A run in Python and the same in native code; None where there is none."""

    python: TimedRun
    native: TimedRun | None

    @property
    def ratio(self) -> float:
        return self.python.seconds / self.native.seconds if self.native else 0.0

    @property
    def same(self) -> bool:
        return self.native is None or self.native.counted == self.python.counted


def ran(search: Search, run: Run, limit: int) -> TimedRun:
    found: list[Grid] = []
    begin = time.perf_counter()
    try:
        for grid in search:
            if grid is not None:
                found.append(grid)
            if len(found) == limit:
                break
    except LimitReached:
        pass
    seconds = time.perf_counter() - begin
    counted = found, run.budget.nodes, run.backtracks, dict(run.counters)
    return TimedRun(seconds, counted, run.budget.nodes)


def native_run(engine: str, puzzle: Puzzle, nodes: int | None, limit: int = 2) -> TimedRun | None:
    """A run of an engine's twin; None where it has none for the puzzle."""
    tool, options = named_engine(engine)
    run = Run(Budget(Limits(nodes=nodes)), options=options, counters=tool.counters)
    twin = tool.twin(puzzle, run) if tool.twin else None
    return None if twin is None else ran(twin, run, limit)


def python_run(engine: str, puzzle: Puzzle, nodes: int | None, limit: int = 2) -> TimedRun:
    """A run of an engine as it is written in Python."""
    tool, options = named_engine(engine)
    run = Run(Budget(Limits(nodes=nodes)), options=options, counters=tool.counters)
    return ran(tool.search(puzzle, run), run, limit)


def pair(engine: str, puzzle: Puzzle, nodes: int | None, limit: int = 2) -> RunPair:
    """Both runs; native code is so quick that its best of three is taken."""
    again = [native_run(engine, puzzle, nodes, limit) for _ in range(3)]
    quick = min((run for run in again if run is not None), default=None)
    return RunPair(python_run(engine, puzzle, nodes, limit), quick)


def sets(options: BenchOptions) -> Iterator[tuple[str, list[Puzzle]]]:
    number = min(options.sample, MOST)
    for side in options.sides((6, 8, 10, 12, 14)):
        yield f"binairo {side}x{side}", made_binairo(side, number, options.seed)
    for side in options.sides((5, 10, 15)):
        yield f"nonogram {side}x{side}", made_nonograms(side, number, options.seed)


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows = [
        (name, engine, *summary([pair(engine, puzzle, NODES) for puzzle in puzzles]))
        for name, puzzles in sets(options)
        for engine in ENGINES
    ]
    columns = ("puzzles", "engine", "nodes", "Python", "native", "ratio", "long", "least ratio")
    notes = (
        f"Up to {MOST} puzzles per row, {NODES:,} nodes per puzzle, at most two solutions; all"
        f" counters are compared. Long: the number of runs with over {LONG:,} nodes. Least ratio:"
        " of these runs.",
    )
    yield TextTable("Classics in Python and in native code", (*columns, "counters"), rows, notes)
    if options.largest >= 15:
        yield published()


def summary(pairs: list[RunPair]) -> tuple[str, ...]:
    python = sum(each.python.seconds for each in pairs)
    native = sum(each.native.seconds for each in pairs if each.native)
    long = [each.ratio for each in pairs if each.native and each.python.nodes > LONG]
    return (
        f"{sum(each.python.nodes for each in pairs):,}",
        time_text(python),
        time_text(native) if native else "-",
        f"{python / native:,.0f}x" if native else "-",
        str(len(long)),
        f"{min(long):,.0f}x" if long else "-",
        "same" if all(each.same for each in pairs) else "differ",
    )


def published() -> TextTable:
    """The published boards to the end, in native code."""
    rows = []
    for name, engine, text in (("14x14 figure", "walk", FIGURE), ("data file test3", "rows", FILE)):
        run = native_run(engine, from_id(text), None, limit=1)
        tries = "-" if run is None else f"{run.nodes - 1:,}"
        seconds = "-" if run is None else time_text(run.seconds)
        each = "-" if run is None else time_text(run.seconds / (run.nodes - 1))
        rows.append((name, engine, tries, seconds, each))
    columns = ("puzzles", "engine", "tries", "native", "a try")
    return TextTable("The published boards to their first solution", columns, rows)


TABLE = Bench("classics", "walk and rows, in Python and in native code", measure)
