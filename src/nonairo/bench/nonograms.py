"""The core on nonograms: real puzzles, hard ones by name, random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from nonairo.api import solve
from nonairo.bench.base import Bench, BenchOptions, NamedSets, TextTable, decided, time_text
from nonairo.bench.compared import NOTE, columns, core_row
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.results import Result
from nonairo.symmetry import images

FILES = (
    "janko", "webpbn", "webpbn_hard", "nonopy", "nonojs", "ndom", "tournament", "tournament_unique",
)  # fmt: skip
SEEDS = 5
RANDOM_SIDES = (25, 30, 40, 50)


def noise(side: int, number: int, seed: int) -> list[Puzzle]:
    """Random pictures, every cell filled with even chances: the hardest kind for their size."""
    rng = Random(f"{seed}/{side}/noise")
    puzzles = []
    for _ in range(number):
        cells = "".join(rng.choice("01") for _ in range(side * side))
        puzzles.append(KINDS["nonogram"].pose(Grid(side, side, cells), "standard"))
    return puzzles


def sets(options: BenchOptions) -> NamedSets:
    """The corpus by file, or our own; and random ones."""
    if options.corpus is None:
        yield from options.made("nonogram", (10, 20, 30), prefix="made")
    else:
        yield from ((name, options.sampled(f"nonogram/{name}")) for name in FILES)
    for side in options.sides(RANDOM_SIDES):
        few = min(options.sample, 100 if side <= 30 else 20)
        yield f"random {side}x{side}", noise(side, few, options.seed)


def measure_sets(options: BenchOptions) -> Iterator[TextTable]:
    rows = [core_row(name, puzzles, options) for name, puzzles in sets(options)]
    yield TextTable("Nonograms", columns(), rows, (NOTE,))


def measure_survey(options: BenchOptions) -> Iterator[TextTable]:
    """Every puzzle of the survey by name: all its images, five seeds each, with the worst time."""
    if options.corpus is None:
        return
    rows = []
    for puzzle in options.scanned("nonogram/survey"):
        results: list[Result] = []
        for image, seed in product(images(puzzle), range(SEEDS)):
            results.append(solve(image, "core", time_limit=120, seed=seed))
            if results[-1].stats.seconds > 30:
                break
        seconds = [result.stats.seconds for result in results]
        undecided = len(results) - decided(results)
        name = str(puzzle.extra.get("short") or puzzle.extra.get("id"))
        status = str(results[0].status) if not undecided else f"{undecided} of {len(results)} open"
        size = f"{puzzle.height}x{puzzle.width}"
        rows.append(
            (
                name,
                size,
                status,
                str(len(results)),
                time_text(min(seconds)),
                time_text(max(seconds)),
            )
        )
    heads = ("puzzle", "size", "status", "runs", "best", "worst")
    yield TextTable("Nonograms, the survey's puzzles by name", heads, rows)


def measure(options: BenchOptions) -> Iterator[TextTable]:
    for part in (measure_sets, measure_survey):
        yield from part(options)


TABLE = Bench(
    "nonograms", "the core on nonograms, next to CaDiCaL and CP-SAT", measure, of_core=True
)
