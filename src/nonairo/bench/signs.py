"""Binairo with signs (Tango): whole calls of `solve`, next to the peers.

Every puzzle with signs has rules of its own, so each call pays for its plan, too: a puzzle is read
anew before it is solved.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from nonairo.bench.base import Bench, Options, Table, median_text, time_text
from nonairo.bench.compared import PEER_SAMPLE, PEER_SECONDS, REPEATS, peer_ratios
from nonairo.bench.peers import available
from nonairo.generating.any_kind import generate
from nonairo.kinds import from_id
from nonairo.puzzle import Puzzle
from nonairo.results import Result
from nonairo.solving import solve

SETS = (("tango", 6), ("tango", 8), ("binairo", 6), ("binairo", 10), ("binairo", 14))
SHARE = 0.3
NOTE = (
    "Seconds are those of whole calls, what is prepared for a puzzle included: the middle one of"
    f" {REPEATS} for each. The last columns say how many times longer a peer takes, model building"
    f" included: the median over the first {PEER_SAMPLE} puzzles, in the same run."
)


def puzzles(name: str, side: int, number: int, seed: int) -> list[Puzzle]:
    """Our own puzzles with signs, none of them needless."""
    return [
        generate(name, side, seed=seed + k, signs=SHARE, minimal=True).about()
        for k in range(number)
    ]


def timed(puzzle: Puzzle) -> tuple[Result, float]:
    """A result, and the seconds of a whole call."""
    seconds = []
    for _ in range(REPEATS):
        anew = from_id(puzzle.id)
        begin = time.perf_counter()
        result = solve(anew)
        seconds.append(time.perf_counter() - begin)
    return result, statistics.median(seconds)


def measure(options: Options) -> Iterator[Table]:
    rows = []
    for name, side in SETS:
        if side > options.largest:
            continue
        made = puzzles(name, side, min(options.sample, 100), options.seed)
        pairs = [timed(puzzle) for puzzle in made]
        results, seconds = [result for result, _ in pairs], [second for _, second in pairs]
        inside = [result.stats.seconds for result in results]
        limit = min(PEER_SECONDS, options.time_limit)
        rows.append((
            f"{name} {side}x{side}", str(len(made)), median_text(seconds), time_text(max(seconds)),
            median_text(inside), *peer_ratios(made, results, seconds, limit),
        ))  # fmt: skip
    heads = ("puzzles", "number", "median", "worst", "in the core", *available())
    yield Table("Binairo with signs", heads, rows, (NOTE,))


TABLE = Bench("signs", "Binairo with signs, next to CaDiCaL and CP-SAT", measure, of_core=True)
