"""How small our reasons are, and how soon told: beside small unsatisfiable subsets of lines."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from nonairo.bench.base import Bench, Options, Table, made_binairo, sampled, time_text
from nonairo.bench.explaining import has_one_solution
from nonairo.bench.subsets import Subsets
from nonairo.errors import LimitReached
from nonairo.explaining import Explanation, explain
from nonairo.generating.any_kind import generate
from nonairo.puzzle import Puzzle
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
    "puzzles",
    "number",
    "our steps",
    "their steps",
    "our lines",
    "their lines",
    "no more lines",
    "our time",
    "their time",
    "ratio",
)
NOTES = (
    "Theirs: for each open cell one subset of lines (python-sat, a selector for each line, lines"
    " left out one at a time), the smallest first. Steps and CPU time are those of all puzzles that"
    " they explained to the end; where the time was up, the ratio counts what they took until then."
    " Lines: the mean number named in our hardest step, and in the smallest subset found for any"
    " cell at that same position.",
)


@dataclass(slots=True)
class Row:
    """What was found for some puzzles, ours beside theirs."""

    steps: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    lines: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    ended: list[bool] = field(default_factory=list)  # whether theirs came to the end
    more: list[str] = field(default_factory=list)  # where our step names more lines

    def add(self, other: Row) -> None:
        """Count those of another row, too."""
        for number in (0, 1):
            self.steps[number].extend(other.steps[number])
            self.lines[number].extend(other.lines[number])
            self.seconds[number].extend(other.seconds[number])
        self.ended += other.ended
        self.more += other.more

    def cells(self) -> tuple[str, ...]:
        """As texts, in the order of the columns."""
        number = len(self.ended)
        fewer = sum(mine <= theirs for mine, theirs in zip(*self.lines, strict=True))
        both = [[sum(each for each, end in zip(many, self.ended, strict=True) if end)
                 for many in pair] for pair in (self.steps, self.seconds)]  # fmt: skip
        (our_steps, their_steps), (ours, theirs) = both
        ended = any(self.ended)
        return (
            f"{sum(self.ended)} of {number}",
            *([f"{our_steps:,.0f}", f"{their_steps:,.0f}"] if ended else ["-", "-"]),
            *(f"{statistics.mean(many):.2f}" for many in self.lines),
            f"{fewer} of {number}",
            *([time_text(ours), time_text(theirs)] if ended else ["-", "-"]),
            f"{sum(self.seconds[1]) / sum(self.seconds[0]):,.0f}x",
        )


def hardest(told: Explanation) -> Step:
    """The first of the steps with the highest level and, of these, the highest score."""
    return max(told.steps, key=lambda step: (step.level, step.score))


def until(seconds: float) -> Callable[[], None]:
    """What raises LimitReached after so many seconds of CPU time: the machine may be busy."""
    end = time.process_time() + seconds

    def poll() -> None:
        if time.process_time() >= end:
            raise LimitReached(f"the limit of {seconds:g} s was reached", "time")

    return poll


def compare(row: Row, puzzle: Puzzle, seconds: float) -> None:
    """Explain a puzzle both ways; theirs for at most so many seconds."""
    begin = time.process_time()
    told = explain(puzzle)
    ours = time.process_time() - begin
    if not told.solved or not told.steps:
        return
    step = hardest(told)
    there = puzzle.givens.fill(
        {cell: symbol for each in told.steps[: step.number] for cell, symbol in each.effects}
    )
    position = Subsets(puzzle.with_givens(there), told.grid, until(seconds))
    try:
        best = position.smallest()
    except LimitReached:
        return
    finally:
        position.close()
    if best is None:
        return
    row.lines[0].append(len(step.lines))
    row.lines[1].append(len(best.lines))
    if len(step.lines) > len(best.lines):
        named = puzzle.name or f"{puzzle.kind} {puzzle.height}x{puzzle.width}"
        row.more.append(f"{named} ({step.technique} {len(step.lines)}, {len(best.lines)})")
    theirs, ended, end = their_way(puzzle, told, seconds)
    for count, number in zip(row.steps, (len(told.steps), theirs), strict=True):
        count.append(number)
    for clock, spent in zip(row.seconds, (ours, end), strict=True):
        clock.append(spent)
    row.ended.append(ended)


def their_way(puzzle: Puzzle, told: Explanation, seconds: float) -> tuple[int, bool, float]:
    """Steps by subsets, whether they led to the end, and the CPU time."""
    begin, steps, ended = time.process_time(), 0, True
    whole = Subsets(puzzle, told.grid, until(seconds))
    try:
        steps = sum(1 for _ in whole.steps())
        ended = not whole.open
    except LimitReached:
        ended = False
    finally:
        whole.close()
    return steps, ended, time.process_time() - begin


def sets(options: Options) -> Iterator[tuple[str, list[Puzzle]]]:
    """Puzzles that are small enough for subsets."""
    number, seed = min(options.sample, MOST), options.seed
    if options.corpus is None:
        side = min(options.largest, 10)
        yield f"binairo {side}x{side}", made_binairo(side, number, seed)
        make = partial(generate, "nonogram", side, HARD, time_limit=options.time_limit)
        yield f"nonogram {side}x{side}", [make(seed=seed + k) for k in range(number)]
        return
    for name, cells in FILES.items():
        path = options.corpus / f"{name}.jsonl"
        small = partial(_small, most=cells)
        yield name.replace("/", ", "), sampled(path, number, seed, small)


def _small(puzzle: Puzzle, most: int) -> bool:
    return puzzle.height * puzzle.width <= most and has_one_solution(puzzle)


def measure(options: Options) -> Iterator[Table]:
    rows, everything = [], Row()
    for name, puzzles in sets(options):
        row = Row()
        for puzzle in puzzles:
            compare(row, puzzle, options.time_limit)
        if row.ended:
            rows.append((name, *row.cells()))
            everything.add(row)
    if len(rows) > 1:
        rows.append(("all", *everything.cells()))
    more = "; ".join(everything.more)
    listed = (f"More lines than theirs (ours, theirs): {more}.",) if more else ()
    yield Table("Reasons beside unsatisfiable subsets", COLUMNS, rows, (*NOTES, *listed))


TABLE = Bench(
    "reasons",
    "how small our reasons are, beside unsatisfiable subsets",
    measure,
    needs=("pysat",),
)
