"""Binairo with signs (Tango): whole calls of `solve`, next to the peers.

Every puzzle with signs has rules of its own, so each call pays for its plan, too: a puzzle is read
again before it is solved.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

from nonairo.api import solve
from nonairo.bench.base import Bench, BenchOptions, TextTable, median_text, timed, times
from nonairo.bench.compared import PEER_SAMPLE, REPEATS, peer_ratios
from nonairo.bench.peers import available
from nonairo.generating.any_kind import generate
from nonairo.kinds import from_id
from nonairo.puzzle import Puzzle
from nonairo.results import Result

SETS = (("tango", 6), ("tango", 8), ("binairo", 6), ("binairo", 10), ("binairo", 14))
SHARE = 0.3
NOTE = (
    "The time of whole calls, with preparation for the puzzle: the median of"
    f" {REPEATS} for each. The last columns are how many times longer a peer takes, with building"
    f" its model: the median over the first {PEER_SAMPLE} puzzles, in the same run."
)


def puzzles(name: str, side: int, number: int, seed: int) -> list[Puzzle]:
    """Our own puzzles with signs, none of them needless."""
    make = partial(generate, name, side, signs=SHARE, minimal=True)
    return [make(seed=seed + k).about() for k in range(number)]


def solved(puzzle: Puzzle) -> tuple[Result, float]:
    """A result, and the seconds of a whole call."""
    calls = [timed(partial(solve, from_id(puzzle.id))) for _ in range(REPEATS)]
    return calls[-1][0], statistics.median(seconds for _, seconds in calls)


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    for name, side in SETS:
        if side > options.largest:
            continue
        made = puzzles(name, side, min(options.sample, 100), options.seed)
        results, seconds = zip(*map(solved, made), strict=True)
        inside = median_text([result.stats.seconds for result in results])
        ratios = peer_ratios(made, results, seconds, options)
        rows.append((f"{name} {side}x{side}", str(len(made)), *times(seconds), inside, *ratios))
    heads = ("puzzles", "number", "median", "worst", "in the core", *available())
    yield TextTable("Binairo with signs", heads, rows, (NOTE,))


TABLE = Bench("signs", "Binairo with signs, next to CaDiCaL and CP-SAT", measure, of_core=True)
