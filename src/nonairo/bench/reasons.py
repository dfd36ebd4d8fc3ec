"""How small our reasons are, and how long they take, beside unsatisfiable subsets of lines."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import NamedTuple

from nonairo.bench.base import Bench, BenchOptions, NamedSets, TextTable, time_text, timed
from nonairo.bench.explaining import has_one_solution
from nonairo.bench.subsets import Subsets
from nonairo.errors import LimitReached
from nonairo.explaining import Explanation, explain
from nonairo.generating.any_kind import generate
from nonairo.puzzle import Puzzle
from nonairo.step_pictures import grid_before
from nonairo.techniques.shared.steps import Step

FILES = {  # of the corpus, and the most cells of a puzzle
    "binairo/janko": 150,
    "binairo/puzzle-binairo-10": 100,
    "nonogram/janko": 230,
    "nonogram/webpbn_hard": 230,
}
MOST = 20  # puzzles of a row: one is explained by subsets in seconds to minutes
HARD = 6  # the level of the puzzles we make: chains
COLUMNS = (
    "puzzles", "number", "our steps", "their steps", "our lines", "their lines", "no more lines",
    "our time", "their time", "ratio",
)  # fmt: skip
NOTES = (
    "Theirs: for each open cell one subset of lines (python-sat, with a selector for each line;"
    " lines are left out one by one), the smallest first. Steps and CPU time: of the puzzles that"
    " they explained to the end. If their time ran out, the ratio counts the time until then."
    " Lines: the mean number in our hardest step, and in the smallest subset found for any cell"
    " at the same position.",
)


class BothWays(NamedTuple):
    """What was found for a puzzle, ours beside theirs."""

    name: str  # of the puzzle, with the technique of our hardest step
    steps: tuple[int, int]
    lines: tuple[int, int]
    seconds: tuple[float, float]
    ended: bool  # whether theirs came to the end

    @property
    def more(self) -> bool:
        """Whether our step names more lines."""
        return self.lines[0] > self.lines[1]


def cells(found: Sequence[BothWays]) -> tuple[str, ...]:
    """The cells of a row, in the order of the columns."""
    number, ended = len(found), [each for each in found if each.ended]
    steps = [f"{sum(each.steps[k] for each in ended):,.0f}" for k in (0, 1)]
    seconds = [time_text(sum(each.seconds[k] for each in ended)) for k in (0, 1)]
    ours, theirs = (sum(each.seconds[k] for each in found) for k in (0, 1))
    return (
        f"{len(ended)} of {number}",
        *(steps if ended else ["-", "-"]),
        *(f"{statistics.mean(each.lines[k] for each in found):.2f}" for k in (0, 1)),
        f"{sum(not each.more for each in found)} of {number}",
        *(seconds if ended else ["-", "-"]),
        f"{theirs / ours:,.0f}x",
    )


def hardest(way: Explanation) -> Step:
    """The first of the steps with the highest level and, of these, the highest score."""
    return max(way.steps, key=lambda step: (step.level, step.score))


def until(seconds: float) -> Callable[[], None]:
    """What raises LimitReached after so many seconds of CPU time: the machine may be busy."""
    end = time.process_time() + seconds

    def poll() -> None:
        if time.process_time() >= end:
            raise LimitReached(f"the limit of {seconds:g} s was reached", "time")

    return poll


def compare(puzzle: Puzzle, seconds: float) -> BothWays | None:
    """Explain a puzzle both ways, theirs for at most so many seconds; None if that is too short."""
    way, ours = timed(partial(explain, puzzle), time.process_time)
    if not way.solved or not way.steps:
        return None
    step = hardest(way)
    there = grid_before(puzzle.givens, way.steps, step.number + 1)
    with suppress(LimitReached), closing(subsets_of(puzzle.with_givens(there), way, seconds)) as at:
        best = at.smallest()
        if best is not None:
            lines = len(step.lines), len(best.lines)
            name = f"{puzzle.name} ({step.name} {lines[0]}, {lines[1]})"
            (number, ended), theirs = timed(
                partial(their_way, puzzle, way, seconds), time.process_time
            )
            return BothWays(name, (len(way.steps), number), lines, (ours, theirs), ended)
    return None


def subsets_of(puzzle: Puzzle, way: Explanation, seconds: float) -> Subsets:
    return Subsets(puzzle, way.grid, until(seconds))


def their_way(puzzle: Puzzle, way: Explanation, seconds: float) -> tuple[int, bool]:
    """Steps by subsets, and whether they led to the end."""
    steps = 0
    with closing(subsets_of(puzzle, way, seconds)) as subsets:
        try:
            steps = sum(1 for _ in subsets.steps())
        except LimitReached:
            return steps, False
        return steps, not subsets.open


def sets(options: BenchOptions) -> NamedSets:
    """Puzzles that are small enough for subsets."""
    if options.corpus is None:
        side = min(options.largest, 10)
        yield from options.made("binairo", (side,), MOST)
        make = partial(generate, "nonogram", side, level=HARD, time_limit=options.time_limit)
        seeds = range(options.seed, options.seed + min(options.sample, MOST))
        yield f"nonogram {side}x{side}", [make(seed=seed) for seed in seeds]
        return
    for name, most in FILES.items():
        puzzles = options.sampled(name, partial(_small, most=most), MOST)
        yield name.replace("/", ", "), puzzles


def _small(puzzle: Puzzle, most: int) -> bool:
    return puzzle.height * puzzle.width <= most and has_one_solution(puzzle)


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows, everything = [], []
    for name, puzzles in sets(options):
        compared = (compare(puzzle, options.time_limit) for puzzle in puzzles)
        found = [each for each in compared if each is not None]
        if found:
            rows.append((name, *cells(found)))
            everything += found
    if len(rows) > 1:
        rows.append(("all", *cells(everything)))
    more = "; ".join(each.name for each in everything if each.more)
    listed = (f"More lines than theirs (ours, theirs): {more}.",) if more else ()
    yield TextTable("Reasons beside unsatisfiable subsets", COLUMNS, rows, (*NOTES, *listed))


TABLE = Bench(
    "reasons",
    "how small our reasons are, beside unsatisfiable subsets",
    measure,
    needs=("pysat",),
)
