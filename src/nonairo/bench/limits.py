"""How far over its time limit each engine, and each question, runs on what it cannot finish."""

from __future__ import annotations

import time
from collections.abc import Iterator

from nonairo.bench.base import Bench, Options, Table, quantile, skipped, time_text
from nonairo.bench.overdue import LONGEST, measured
from nonairo.comparing.trials import installed
from nonairo.engines import ENGINES
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

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


def measure(options: Options) -> Iterator[Table]:
    rows = []
    puzzles = endless()
    able, missing = installed(ENGINES)
    for engine in map(ENGINES.__getitem__, able):
        over: list[float] = []
        for puzzle in puzzles:
            if engine.kinds and puzzle.kind not in engine.kinds:
                continue
            for limit in LIMITS[: options.sample]:
                begin = time.perf_counter()
                result = solve(puzzle, engine.name, limit=None, time_limit=limit)
                if result.status in (Status.UNKNOWN, Status.MULTIPLE):
                    over.append(time.perf_counter() - begin - limit)
        late = f"{time_text(max(quantile(over, 0.99), 0))}" if over else "never stopped"
        rows.append((engine.name, str(len(over)), late, time_text(ALLOWED)))
    columns = ("engine", "runs stopped", "99 % over by at most", "allowed")
    yield Table("Time limits", columns, rows, skipped(missing))
    yield questions_overdue(options)


def questions_overdue(options: Options) -> Table:
    """Every question on hard puzzles with limits from 1 ms to 1 s, in processor time."""
    rows = []
    for name, late in measured(options.sample, LONGEST, options.seed).items():
        worst = time_text(max(late)), time_text(quantile(late, 0.99))
        rows.append((name, str(len(late)), worst[1], worst[0], time_text(ALLOWED)))
    columns = ("question", "runs", "99 % over by at most", "worst", "allowed")
    return Table("Time limits of every question, from 1 ms to 1 s", columns, rows)


TABLE = Bench("limits", "how far over its time limit each engine runs", measure)
