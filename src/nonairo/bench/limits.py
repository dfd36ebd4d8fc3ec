"""How far over its time limit each engine, and each question, runs on what it cannot finish."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from nonairo.api import solve
from nonairo.bench.base import (
    Bench,
    BenchOptions,
    TextTable,
    quantile,
    skipped,
    time_text,
    timed,
    times,
)
from nonairo.bench.overdue import LONGEST, measured
from nonairo.comparing.trials import installed
from nonairo.engines import ENGINES
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.results import Status

LIMITS = (0.02, 0.05, 0.1, 0.2)  # seconds
ALLOWED = 0.05  # seconds over the limit, for 99 of 100 runs


def endless() -> list[Puzzle]:
    """Puzzles with more solutions than can be listed, and large ones."""
    binairo = KINDS["binairo"].blank
    stripes = KINDS["nonogram"].read
    return [
        binairo(12, 12, "standard"),
        binairo(40, 40, "no-distinct"),
        binairo(100, 100, "standard"),
        stripes(f"{'/'.join(['1,1,1'] * 20)};{'/'.join(['1,1,1'] * 20)}", "standard"),
        stripes(f"{'/'.join(['9,8,7,6'] * 120)};{'/'.join(['6,7,8,9'] * 120)}", "standard"),
    ]


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    puzzles = endless()
    able, missing = installed(ENGINES)
    for engine in map(ENGINES.__getitem__, able):
        over: list[float] = []
        for puzzle in puzzles:
            if engine.kinds and puzzle.kind not in engine.kinds:
                continue
            for limit in LIMITS[: options.sample]:
                call = partial(solve, puzzle, engine.name, limit=None, time_limit=limit)
                result, seconds = timed(call)
                if result.status in (Status.UNKNOWN, Status.MULTIPLE):
                    over.append(seconds - limit)
        late = f"{time_text(max(quantile(over, 0.99), 0))}" if over else "never stopped"
        rows.append((engine.name, str(len(over)), late, time_text(ALLOWED)))
    columns = ("engine", "runs stopped", "99 % over by at most", "allowed")
    yield TextTable("Time limits", columns, rows, skipped(missing))
    yield questions_overdue(options)


def questions_overdue(options: BenchOptions) -> TextTable:
    """Every question on hard puzzles with limits from 1 ms to 1 s, in processor time."""
    rows = []
    for name, late in measured(options.sample, LONGEST, options.seed).items():
        rows.append((name, str(len(late)), *times(late, 0.99)[1:], time_text(ALLOWED)))
    columns = ("question", "runs", "99 % over by at most", "worst", "allowed")
    return TextTable("Time limits of every question, from 1 ms to 1 s", columns, rows)


TABLE = Bench("limits", "how far over its time limit each engine runs", measure)
