"""What each heuristic is worth: the same algorithm with and without it, on the same puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from nonairo.api import solve
from nonairo.bench.base import Bench, BenchOptions, TextTable, median_nodes, median_text
from nonairo.bench.engines import patience, sets
from nonairo.engines import ENGINES
from nonairo.plain import many
from nonairo.puzzle import Puzzle
from nonairo.results import Status

LARGEST = 10  # a side; the plain versions get no further in reasonable time


def variants(name: str) -> Iterator[str]:
    """An engine with every combination of its options' values."""
    options = ENGINES[name].options
    for values in product(*options.values()):
        if "auto" not in values:
            yield f"{name}:" + ",".join(map("=".join, zip(options, values, strict=True)))


def compared(kind: str) -> list[str]:
    """The engines of the table for puzzles of a kind; the three rules are Binairo's."""
    names = [name for engine in ("walk", "rows", "guess") for name in variants(engine)]
    return [name for name in names if kind == "binairo" or "propagate=rules" not in name]


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    number = min(options.sample, 20)
    for name, puzzles in sets(options):
        small = [puzzle for puzzle in puzzles if puzzle.height <= LARGEST][:number]
        if small:
            for engine in compared(small[0].kind):
                rows.append((name, engine, *variant_row(engine, small, options)))
    columns = ("puzzles", "engine", "decided", "median nodes", "median time")
    notes = (
        f"{many(number, 'puzzle')} per row, {patience(options):g} s each. Nodes: of the decided"
        " puzzles. Time: of all puzzles, up to the limit for those that reached it.",
    )
    yield TextTable("Heuristics", columns, rows, notes)


def variant_row(engine: str, puzzles: list[Puzzle], options: BenchOptions) -> tuple[str, ...]:
    limit = patience(options)
    results = [solve(puzzle, engine, time_limit=limit, seed=options.seed) for puzzle in puzzles]
    nodes = [result.stats.nodes for result in results if result.status is not Status.UNKNOWN]
    seconds = [result.stats.seconds for result in results]
    return f"{len(nodes)} of {len(puzzles)}", median_nodes(nodes), median_text(seconds)


TABLE = Bench("heuristics", "each engine with and without its heuristics", measure)
