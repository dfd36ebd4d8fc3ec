"""Lines of any shape, as Mosaic has them, and Binairo with regions: whole calls, next to peers.

Every such puzzle has lines of its own, so each call pays for its plan, too: a puzzle is read again
before it is solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from nonairo.bench.base import Bench, BenchOptions, TextTable, median_text, times
from nonairo.bench.compared import PEER_SAMPLE, REPEATS, peer_ratios
from nonairo.bench.peers import available
from nonairo.bench.signs import solved
from nonairo.generating.any_kind import generate
from nonairo.puzzle import Puzzle

SETS = (
    ("mosaic", 10, "standard"),
    ("mosaic", 20, "standard"),
    ("binairo", 8, "regions"),
    ("binairo", 12, "regions"),
    ("binairo", 8, "diagonals"),
    ("binairo", 12, "regions+diagonals"),
)
NOTE = (
    "The time of whole calls, with preparation for the puzzle: the median of"
    f" {REPEATS} for each. The last columns are how many times longer a peer takes, with building"
    f" its model: the median over the first {PEER_SAMPLE} puzzles, in the same run."
)


def puzzles(name: str, side: int, rules: str, number: int, seed: int) -> list[Puzzle]:
    """Our own puzzles; those of Binairo with no needless given."""
    own = {"minimal": True} if name == "binairo" else {}
    make = partial(generate, name, side, rules=rules, **own)
    return [make(seed=seed + k).about() for k in range(number)]


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    for name, side, rules in SETS:
        if side > options.largest:
            continue
        made = puzzles(name, side, rules, min(options.sample, 50), options.seed)
        results, seconds = zip(*map(solved, made), strict=True)
        inside = median_text([result.stats.seconds for result in results])
        ratios = peer_ratios(made, results, seconds, options)
        kind = name if rules == "standard" else f"{name}, {rules}"
        rows.append((f"{kind} {side}x{side}", str(len(made)), *times(seconds), inside, *ratios))
    heads = ("puzzles", "number", "median", "worst", "in the core", *available())
    yield TextTable("Lines of any shape", heads, rows, (NOTE,))


TABLE = Bench("shapes", "lines of any shape, next to CaDiCaL and CP-SAT", measure, of_core=True)
