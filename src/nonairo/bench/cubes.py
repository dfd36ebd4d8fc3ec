"""One hard puzzle by one worker, and taken apart for two: in turn, so that both meet the same."""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections.abc import Iterator
from random import Random

from nonairo.api import count, solve
from nonairo.bench.base import Bench, BenchOptions, TextTable, time_text
from nonairo.bench.nonograms import noise
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.results import Result

WORKERS = 2
ROUNDS = 3
SURVEY = ("Thing", "Gettys", "Meow", "Knotty", "Marley", "Nature", "Hot")  # the hardest
NOTE = (
    "Medians over {rounds} of each, in turn. CPU is that of all processes together. A puzzle with"
    " no cubes was decided in the first moment, in this process."
)


def domino(number: int) -> Puzzle:
    """A puzzle of the n-domino family, with one solution that is hard to prove."""
    rows = ["3", "1", *["3,1", "1"] * (number - 1), "1"]
    cols = ["1", *["1", "1,3"] * (number - 1), "1", "3"]
    return KINDS["nonogram"].read(f"{'/'.join(rows)};{'/'.join(cols)}", "standard")


def kakurasu(side: int, seed: int) -> Puzzle:
    """The totals of a random picture."""
    rng = Random(f"{seed}/{side}/kakurasu")
    picture = Grid(side, side, "".join(rng.choices("01", k=side * side)))
    return KINDS["kakurasu"].pose(picture, "standard")


def cases(options: BenchOptions) -> Iterator[tuple[str, str, Puzzle]]:
    """Names, tasks and puzzles."""
    if options.corpus is not None:
        survey = options.scanned("nonogram/survey")
        named = {str(puzzle.extra.get("short")): puzzle for puzzle in survey}
        yield from ((name, "solve", named[name]) for name in SURVEY if name in named)
    for side in options.sides((25, 29, 33)):
        yield f"{(side - 1) // 2}-domino", "solve", domino((side - 1) // 2)
    for side in options.sides((70,)):
        yield f"random {side}x{side}", "solve", noise(side, 1, options.seed)[0]
    for side in options.sides((13,)):
        yield f"Kakurasu {side}x{side}", "solve", kakurasu(side, options.seed)
    for side in options.sides((8, 11)):
        yield f"Kakurasu {side}x{side}", "count", kakurasu(side, options.seed + 2)


def processor_seconds() -> float:
    """CPU time of this process and of those that it has ended."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and thread.daemon:
            thread.join(2)  # it waits for its process
    return sum(os.times()[:4])


class Timings:
    """What some runs took, and what was found."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.cpu: list[float] = []
        self.answer = "-"
        self.cubes = "-"

    def run(self, task: str, puzzle: Puzzle, workers: int | None, limit: float) -> None:
        cpu, begin = -processor_seconds(), time.perf_counter()
        found = (
            solve(puzzle, time_limit=limit, workers=workers)
            if task == "solve"
            else count(puzzle, time_limit=limit, workers=workers)
        )
        self.wall.append(time.perf_counter() - begin)
        self.cpu.append(cpu + processor_seconds())
        if isinstance(found, Result):
            self.answer = str(found.status)
            self.cubes = str(found.stats.counters.get("cubes", "-"))
        else:
            self.answer = str(found)

    def cells(self) -> tuple[str, str]:
        return time_text(statistics.median(self.wall)), time_text(statistics.median(self.cpu))


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    rounds = min(ROUNDS, options.sample)
    for name, task, puzzle in cases(options):
        one, many = Timings(), Timings()
        for _ in range(rounds):
            one.run(task, puzzle, None, options.time_limit)
            many.run(task, puzzle, WORKERS, options.time_limit)
        answer = f"{task}: {one.answer}"
        if one.answer != many.answer:
            answer += f", by two {many.answer}"
        rows.append((name, answer, *one.cells(), *many.cells(), many.cubes))
    heads = ("puzzles", "task", "one, wall", "one, CPU", "two, wall", "two, CPU", "cubes")
    yield TextTable("One puzzle, two workers", heads, rows, (NOTE.format(rounds=rounds),))


TABLE = Bench("cubes", "one hard puzzle on one worker, and split over two", measure)
