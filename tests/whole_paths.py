"""Whole paths of real puzzles: solved, every step checked and as small as can be; every hint timed.

    python tests/whole_paths.py [--number N] [--states N] [--every K] [--files NAME ...]
                                [--seconds S] [--minutes M] [--workers W]

For each file of the corpus: the unique puzzles among so many, how many were explained to the end,
the steps that do not hold or name something needless, the chains with a premise that is needless in
meaning, and what hints take (CPU time) at the states on the way: all of them, so many, or every
K-th. `--seconds` is the time limit of one explanation; after `--minutes` a file is left as it is,
and the line says how many puzzles were looked at. `--workers` processes share a file's puzzles.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import inf
from multiprocessing import TimeoutError as NoMoreTime
from multiprocessing import get_context
from pathlib import Path
from random import Random

import nonairo as nn
from minimal import Meaning, needless

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
EASY = {"pair", "sandwich", "last_cell", "count_out", "edge", "cap", "mercury", "reach",
        "rest_filled", "line_done", "overlap", "overlap_seen"}  # fmt: skip
MOST_CELLS = 2500  # of a puzzle: 50 x 50
MOST_EASY = 400  # steps of each easy technique that are checked for a file, by each worker,
EASY_CHECKED: Counter[str] = Counter()  # and how many there were


@dataclass(slots=True)
class Report:
    """What was found in a file."""

    name: str
    puzzles: int = 0
    stopped: list[str] = field(default_factory=list)  # puzzles that were not explained to the end
    checked: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)  # steps that do not hold, or are not minimal
    chains: Counter[str] = field(default_factory=Counter)
    loose: Counter[str] = field(default_factory=Counter)  # with a premise needless in meaning
    explained: list[float] = field(default_factory=list)  # seconds
    hints: list[float] = field(default_factory=list)
    spent: float = 0.0  # CPU seconds in all
    cut: bool = False  # there was no more time

    def add(self, other: Report) -> None:
        """Join what was found in another puzzle of the file."""
        self.puzzles += other.puzzles
        self.spent += other.spent
        for mine, theirs in ((self.checked, other.checked), (self.chains, other.chains),
                             (self.loose, other.loose)):  # fmt: skip
            mine.update(theirs)
        for own, more in ((self.stopped, other.stopped), (self.wrong, other.wrong)):
            own.extend(more)
        for seconds, longer in ((self.explained, other.explained), (self.hints, other.hints)):
            seconds.extend(longer)

    def __str__(self) -> str:
        def times(seconds: list[float]) -> str:
            ordered = sorted(seconds) or [0.0]
            last = len(ordered) - 1
            parts = (ordered[last // 2], ordered[int(last * 0.99)], ordered[last])
            return " / ".join(f"{1000 * part:.1f}" for part in parts)

        loose = ", ".join(f"{k} {self.loose[k]} of {n}" for k, n in sorted(self.chains.items()))
        return (
            f"{self.name}: {self.puzzles} puzzles{' (no more time)' * self.cut},"
            f" {self.puzzles - len(self.stopped)} to the end;"
            f" {self.checked.total()} steps checked, {len(self.wrong)} wrong;"
            f" needless in meaning: {loose or '-'};"
            f" explain {times(self.explained)} ms, {len(self.hints)} hints {times(self.hints)} ms"
            f" (median / 99 % / worst); {self.spent / max(self.puzzles, 1):.2f} CPU-s a puzzle"
        )


def unique(path: Path, number: int, most_cells: int) -> Iterator[nn.Puzzle]:
    """So many puzzles of a file that have one solution, always the same ones."""
    puzzles = [p.about() for p in nn.scan(path) if p.height * p.width <= most_cells]
    gc.freeze()  # else every hint that happens to collect garbage looks through all of them
    found = 0
    for puzzle in Random(path.name).sample(puzzles, len(puzzles)):
        if nn.solve(puzzle, time_limit=5).status == "unique":
            yield puzzle
            found += 1
        if found == number:
            return


def check_file(
    path: Path,
    number: int,
    seconds: float | None,
    states: int | None,
    most_cells: int = MOST_CELLS,
    *,
    every: int = 1,
    workers: int = 1,
    minutes: float | None = None,
) -> Report:
    """Explain puzzles of a file, check every step, and ask for hints at states on the way."""
    report = Report(f"{path.parent.name}/{path.name}")
    end = inf if minutes is None else time.monotonic() + 60 * minutes
    look = partial(check_puzzle, seconds=seconds, states=states, every=every)
    puzzles = unique(path, number, most_cells)
    if workers == 1:
        EASY_CHECKED.clear()
        for puzzle in puzzles:
            report.add(look(puzzle))
            if time.monotonic() > end:
                report.cut = True
                break
        return report
    with get_context("spawn").Pool(workers) as pool:
        found = pool.imap_unordered(look, puzzles)
        try:
            while True:
                report.add(found.next(None if end == inf else max(0.0, end - time.monotonic())))
        except StopIteration:
            pass
        except NoMoreTime:
            report.cut = True
    return report


def check_puzzle(
    puzzle: nn.Puzzle,
    seconds: float | None,
    states: int | None,
    every: int = 1,
) -> Report:
    """The same for one puzzle."""
    report, start = Report("", 1), time.process_time()
    begin = time.process_time()
    told = nn.explain(puzzle, time_limit=seconds)
    report.explained.append(time.process_time() - begin)
    if not told.solved:
        report.stopped.append(f"{puzzle.name or puzzle.id:.60}: {told.limit or told.reason}")
    check_steps(puzzle, told, report)
    check_hints(puzzle, told, report, states, every)
    report.spent = time.process_time() - start
    return report


def check_steps(puzzle: nn.Puzzle, told: nn.Explanation, report: Report) -> None:
    grid, meaning = puzzle.givens, None
    for step in told.steps:
        if step.technique not in EASY or EASY_CHECKED[step.technique] < MOST_EASY:
            EASY_CHECKED[step.technique] += 1
            report.checked[step.technique] += 1
            wrong = needless(puzzle, grid, step)
            if wrong is not None:
                report.wrong.append(f"{puzzle.id}\n{grid}\n{step}\n{wrong}")
        if step.chains:
            meaning = meaning or Meaning(puzzle)
            report.chains[step.technique] += 1
            report.loose[step.technique] += bool(meaning.needless(grid, step))
        grid = grid.fill(dict(step.effects))
    if meaning is not None:
        meaning.solver.delete()


def check_hints(
    puzzle: nn.Puzzle, told: nn.Explanation, report: Report, states: int | None, every: int
) -> None:
    grid, on_the_way = puzzle.givens, []
    for step in told.steps:
        on_the_way.append(grid)
        grid = grid.fill(dict(step.effects))
    nn.hint(puzzle)  # the first one solves the puzzle
    if states is not None and states < len(on_the_way):
        on_the_way = Random(puzzle.id).sample(on_the_way, states)
    for state in on_the_way[::every]:
        begin = time.process_time()
        hint = nn.hint(puzzle, state)
        report.hints.append(time.process_time() - begin)
        if hint.kind != "step":
            report.wrong.append(f"{puzzle.id}\n{state}\nno hint: {hint}")


def files() -> list[Path]:
    """All files of puzzles with two symbols."""
    return [path for path in sorted(CORPUS.glob("*/*.jsonl")) if path.name != "coloured.jsonl"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--states", type=int)
    parser.add_argument("--files", nargs="*", default=[])
    parser.add_argument("--every", type=int, default=1, choices=range(1, 1000), metavar="K")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    for path in files():
        if not options.files or any(name in str(path) for name in options.files):
            report = check_file(
                path, options.number, options.seconds, options.states, every=options.every,
                workers=options.workers, minutes=options.minutes,
            )  # fmt: skip
            print(report, *report.stopped, *report.wrong[:3], sep="\n  ", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
