"""The core on nonograms: real puzzles, hard ones by name, random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from nonairo.bench.base import Bench, Options, Table, made_nonograms, sampled, time_text
from nonairo.bench.compared import NOTE, columns, core_row
from nonairo.files import scan
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.results import Result, Status
from nonairo.solving import solve
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


def measure_sets(options: Options) -> Iterator[Table]:
    rows = []
    number, seed = options.sample, options.seed
    if options.corpus is None:
        for side in options.sides((10, 20, 30)):
            rows.append(
                core_row(f"made {side}x{side}", made_nonograms(side, number, seed), options)
            )
    else:
        for name in FILES:
            path = options.corpus / "nonogram" / f"{name}.jsonl"
            rows.append(core_row(name, sampled(path, number, seed, bool), options))
    for side in options.sides(RANDOM_SIDES):
        few = min(number, 100 if side <= 30 else 20)
        rows.append(core_row(f"random {side}x{side}", noise(side, few, seed), options))
    yield Table("Nonograms", columns(), rows, (NOTE,))


def measure_survey(options: Options) -> Iterator[Table]:
    """Every puzzle of the survey by name: all its images, five seeds each, the worst time told."""
    if options.corpus is None:
        return
    rows = []
    for puzzle in scan(options.corpus / "nonogram" / "survey.jsonl"):
        results: list[Result] = []
        for image, seed in product(images(puzzle), range(SEEDS)):
            results.append(solve(image, "core", time_limit=120, seed=seed))
            if results[-1].stats.seconds > 30:
                break
        worst = max(result.stats.seconds for result in results)
        best = min(result.stats.seconds for result in results)
        undecided = sum(result.status is Status.UNKNOWN for result in results)
        name = str(puzzle.extra.get("short") or puzzle.extra.get("id"))
        status = str(results[0].status) if not undecided else f"{undecided} of {len(results)} open"
        size = f"{puzzle.height}x{puzzle.width}"
        rows.append((name, size, status, str(len(results)), time_text(best), time_text(worst)))
    heads = ("puzzle", "size", "status", "runs", "best", "worst")
    yield Table("Nonograms, the survey's puzzles by name", heads, rows)


def measure(options: Options) -> Iterator[Table]:
    for part in (measure_sets, measure_survey):
        yield from part(options)


TABLE = Bench(
    "nonograms", "the core on nonograms, next to CaDiCaL and CP-SAT", measure, of_core=True
)
