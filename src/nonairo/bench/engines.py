"""Puzzles per second of every engine, by kind and size."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.api import solve
from nonairo.bench.base import (
    Bench,
    BenchOptions,
    NamedSets,
    TextTable,
    median_nodes,
    skipped,
    square,
)
from nonairo.comparing.trials import installed
from nonairo.engines import ENGINES
from nonairo.plain import many
from nonairo.puzzle import Puzzle
from nonairo.results import Status

PATIENCE = 2.0  # seconds per row of the table: slow engines are measured on fewer puzzles


def sets(options: BenchOptions) -> NamedSets:
    """Named sets of puzzles, small to large."""
    if options.corpus is None:
        yield from options.made("binairo", (6, 8, 10, 14))
        yield from options.made("nonogram", (5, 10, 15, 20))
        return
    for side in (6, 8, 10, 14, 20):
        yield f"binairo {side}x{side}", options.sampled(f"binairo/puzzle-binairo-{side:02}")
    for side in (10, 15, 20, 25):
        yield f"nonogram {side}x{side}", options.sampled("nonogram/janko", square(side))


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    able, missing = installed(ENGINES)
    for name, puzzles in sets(options):
        for engine in map(ENGINES.__getitem__, able):
            if not puzzles or (engine.kinds and puzzles[0].kind not in engine.kinds):
                continue
            rows.append((name, *engine_row(engine.name, puzzles, options)))
    columns = ("puzzles", "engine", "tried", "decided", "per second", "median nodes")
    notes = (
        f"Up to {many(options.sample, 'puzzle')} per row, {PATIENCE:g} s per row and at most"
        f" {patience(options):g} s per puzzle; `limit=2`, so `unique` is proved. A puzzle on which"
        " an engine is stuck is not decided. Nodes: of the decided puzzles.",
    )
    yield TextTable("Engines", columns, rows, notes + skipped(missing))


def patience(options: BenchOptions) -> float:
    """Seconds per puzzle, so that slow engines do not hold up a table."""
    return min(1.0, options.time_limit)


def engine_row(engine: str, puzzles: list[Puzzle], options: BenchOptions) -> tuple[str, ...]:
    spent, tried, nodes = 0.0, 0, []
    for puzzle in puzzles:
        result = solve(puzzle, engine, time_limit=patience(options), seed=options.seed)
        spent += result.stats.seconds
        tried += 1
        if result.status not in (Status.UNKNOWN, Status.STUCK):
            nodes.append(result.stats.nodes)
        if spent > PATIENCE:
            break
    return engine, str(tried), str(len(nodes)), f"{tried / spent:,.3g}", median_nodes(nodes)


TABLE = Bench("engines", "puzzles per second of every engine", measure)
