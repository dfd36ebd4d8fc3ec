"""What it takes to explain, to hint and to grade."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from nonairo.api import solve
from nonairo.bench.base import (
    Bench,
    BenchOptions,
    NamedSets,
    TextTable,
    line_solvable,
    square,
    timed,
    times,
)
from nonairo.explaining import explain
from nonairo.grading import grade, sweep
from nonairo.grid import Grid
from nonairo.hinting import hint
from nonairo.puzzle import Puzzle
from nonairo.results import Status

STATES = 8  # positions of each solution path that get a hint


def sets(options: BenchOptions) -> NamedSets:
    """Binairo of three sizes, and nonograms that single lines solve."""
    if options.corpus is None:
        yield from options.made("binairo", (10, 14), 20)
        for name, puzzles in options.made("nonogram", (min(25, options.largest),)):
            yield name, [puzzle for puzzle in puzzles if sweep(puzzle).simple]
        return
    for side in (10, 14, 20):
        name = f"puzzle-binairo {side}x{side}"
        yield name, options.sampled(f"binairo/puzzle-binairo-{side}")
    yield "binarypuzzle 14x14", options.sampled("binairo/binarypuzzle", square(14))
    lines = options.sampled("nonogram/webpbn", line_solvable(25))
    yield "webpbn 25x25, line-solvable", lines
    for name in ("misc", "janko", "webpbn", "webpbn_hard", "tournament_unique"):
        yield f"{name}, one solution", options.sampled(f"nonogram/{name}", has_one_solution)


def has_one_solution(puzzle: Puzzle) -> bool:
    """Whether a puzzle has just one solution, found soon."""
    return solve(puzzle, time_limit=5).status is Status.UNIQUE


def cpu_seconds(task: Callable[[], object]) -> float:
    """CPU seconds: the machine may have other work."""
    return timed(task, time.process_time)[1]


def on_the_way(puzzle: Puzzle, random: Random) -> list[Grid]:
    """Some states on the way to the solution; garbage is collected, so that no hint has to."""
    grid, states = puzzle.givens, []
    for step in explain(puzzle).steps:
        states.append(grid)
        grid = grid.fill(dict(step.effects))
    hint(puzzle)  # the first one solves the puzzle
    gc.collect()
    gc.freeze()
    return random.sample(states, min(STATES, len(states)))


def hints_on_the_way(puzzle: Puzzle, random: Random) -> Iterator[float]:
    """What hints take at some states on the way to the solution."""
    for state in on_the_way(puzzle, random):
        yield cpu_seconds(partial(hint, puzzle, state))


def hints_at_mistakes(puzzle: Puzzle, random: Random) -> Iterator[float]:
    """The same with one wrong entry more: the hint says why it is wrong."""
    solution = solve(puzzle).solution
    assert solution is not None
    for state in on_the_way(puzzle, random):
        cell = random.choice(list(state.unknown()))
        wrong = random.choice(puzzle.symbols.replace(solution[cell], ""))
        yield cpu_seconds(partial(hint, puzzle, state.fill({cell: wrong})))


def measure(options: BenchOptions) -> Iterator[TextTable]:
    random = Random(options.seed)
    tasks: dict[str, Callable[[Puzzle], Iterable[float]]] = {
        "explain": lambda puzzle: [cpu_seconds(partial(explain, puzzle))],
        "hint": lambda puzzle: [cpu_seconds(partial(hint, puzzle))],
        "hint on the way": lambda puzzle: hints_on_the_way(puzzle, random),
        "hint at a mistake": lambda puzzle: hints_at_mistakes(puzzle, random),
        "grade": lambda puzzle: [cpu_seconds(partial(grade, puzzle))],
    }
    rows = []
    for name, puzzles in sets(options):
        for task, measured in tasks.items():
            seconds = [each for puzzle in puzzles for each in measured(puzzle)]
            if seconds:
                rows.append((name, task, str(len(seconds)), *times(seconds, 0.95, 0.99)))
    columns = ("puzzles", "task", "number", "median", "95 %", "99 %", "worst")
    yield TextTable("Explain, hint, grade (CPU time)", columns, rows)


TABLE = Bench("explaining", "the cost of explaining, hinting and grading", measure)
