"""How `auto` does on an install without a compiler."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.api import solve
from nonairo.bench.base import (
    Bench,
    BenchOptions,
    NamedSets,
    TextTable,
    decided,
    line_solvable,
    square,
    times,
    without_core,
)

ENGINE = "guess:propagate=lines,cell=tightest"
MOST = 100  # puzzles a row


def sets(options: BenchOptions) -> NamedSets:
    if options.corpus is None:
        yield from options.made("binairo", (min(14, options.largest),), 20)
        yield from options.made("nonogram", (min(25, options.largest),), MOST)
        return
    yield "binarypuzzle 14x14", options.sampled("binairo/binarypuzzle", square(14), MOST)
    yield "puzzle-binairo 20x20", options.sampled("binairo/puzzle-binairo-20", most=MOST)
    lines = options.sampled("nonogram/webpbn", line_solvable(25), MOST)
    yield "webpbn 25x25, line-solvable", lines


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    with without_core():
        for name, puzzles in sets(options):
            results = [solve(puzzle, ENGINE, time_limit=options.time_limit) for puzzle in puzzles]
            seconds = [result.stats.seconds for result in results]
            rows.append((name, f"{decided(results)} of {len(puzzles)}", *times(seconds, 0.95)))
    columns = ("puzzles", "decided", "median", "95 %", "worst")
    yield TextTable(f"Without the compiled core ({ENGINE})", columns, rows)


TABLE = Bench("pure", "the default engine without the compiled core", measure)
