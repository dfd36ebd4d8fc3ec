"""The rows that tables of the core share: its times on a set of puzzles, next to its peers."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from nonairo.api import solve
from nonairo.bench.base import BenchOptions, decided, times
from nonairo.bench.peers import available
from nonairo.puzzle import Puzzle
from nonairo.results import Result, Status

COLUMNS = (
    "puzzles", "number", "decided", "per second", "median", "95 %", "worst", "nodes", "no search",
)  # fmt: skip
REPEATS = 5  # a puzzle's time is the middle one of so many, if it is a short one
SHORT = 0.01
PEER_SAMPLE = 12  # puzzles that the peers get: they are slow
PEER_SECONDS = 10.0  # for one puzzle
PEER_PATIENCE = 20.0  # for a row of the table
NUMBERS = {Status.NONE: 0, Status.UNIQUE: 1, Status.MULTIPLE: 2}
NOTE = (
    "The time inside the core, for solution and proof of uniqueness; short times are the median"
    f" of {REPEATS}. The last columns are how many times longer a peer takes, with building its"
    f" model: the median over the first {PEER_SAMPLE} puzzles, in the same run."
)


def columns() -> tuple[str, ...]:
    return COLUMNS + tuple(available())


def solved(puzzle: Puzzle, options: BenchOptions) -> tuple[Result, float]:
    """A result, and the seconds inside the core."""
    results = [solve(puzzle, "core", time_limit=options.time_limit, seed=options.seed)]
    while len(results) < REPEATS and results[0].stats.seconds < SHORT:
        results.append(solve(puzzle, "core", time_limit=options.time_limit, seed=options.seed))
    return results[0], statistics.median(result.stats.seconds for result in results)


def core_row(name: str, puzzles: Sequence[Puzzle], options: BenchOptions) -> tuple[str, ...]:
    """How the core does on these puzzles, and how much longer each peer takes."""
    results, seconds = zip(*(solved(puzzle, options) for puzzle in puzzles), strict=True)
    alone = sum(result.stats.nodes == 1 for result in results)
    return (
        name,
        str(len(puzzles)),
        str(decided(results)),
        f"{len(seconds) / sum(seconds):,.3g}",
        *times(seconds, 0.95),
        f"{statistics.mean(result.stats.nodes for result in results):,.1f}",
        f"{100 * alone / len(puzzles):.0f} %",
        *peer_ratios(puzzles, results, seconds, options),
    )


def peer_ratios(
    puzzles: Sequence[Puzzle],
    results: Sequence[Result],
    seconds: Sequence[float],
    options: BenchOptions,
) -> list[str]:
    """For each peer the median of its time divided by the core's, on the first few puzzles."""
    cells = []
    for peer in available().values():
        ratios: list[float] = []
        late, spent = 0, 0.0
        for puzzle, result, second in zip(puzzles, results, seconds, strict=True):
            if len(ratios) == PEER_SAMPLE or spent > PEER_PATIENCE:
                break
            answer = peer(puzzle, min(PEER_SECONDS, options.time_limit))
            spent += answer.seconds
            ours = NUMBERS.get(result.status)
            if None not in (answer.number, ours) and answer.number != ours:
                raise AssertionError(f"{puzzle.id}: the core says {ours}, a peer {answer.number}")
            late += answer.number is None
            ratios.append(answer.seconds / second)
        more = ">" if late > len(ratios) // 2 else ""
        cells.append(f"{more}{statistics.median(ratios):,.3g}x")
    return cells
