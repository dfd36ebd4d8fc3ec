"""What it takes to explain, to hint and to grade."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from nonairo.bench.base import (
    Bench,
    Options,
    Table,
    made_binairo,
    made_nonograms,
    median_text,
    quantile,
    sampled,
    time_text,
)
from nonairo.bench.engines import square
from nonairo.explaining import explain, hint
from nonairo.grading import grade, sweep
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

STATES = 8  # of each way at which a hint is asked for


def sets(options: Options) -> Iterator[tuple[str, list[Puzzle]]]:
    """Binairo of three sizes, and nonograms that single lines solve."""
    number, seed = options.sample, options.seed
    if options.corpus is None:
        for side in (10, 14):
            yield f"binairo {side}x{side}", made_binairo(side, min(number, 20), seed)
        lines = [puzzle for puzzle in made_nonograms(25, number, seed) if sweep(puzzle).simple]
        yield "nonogram 25x25", lines
        return
    binairo, nonogram = options.corpus / "binairo", options.corpus / "nonogram"
    for side in (10, 14, 20):
        path = binairo / f"puzzle-binairo-{side}.jsonl"
        yield f"puzzle-binairo {side}x{side}", sampled(path, number, seed, bool)
    path = binairo / "binarypuzzle.jsonl"
    yield "binarypuzzle 14x14", sampled(path, number, seed, square(14))

    def simple(puzzle: Puzzle) -> bool:
        return square(25)(puzzle) and bool(puzzle.extra.get("line_solvable"))

    path = nonogram / "webpbn.jsonl"
    yield "webpbn 25x25, line-solvable", sampled(path, number, seed, simple)
    for name in ("janko", "webpbn_hard", "tournament_unique"):
        path = nonogram / f"{name}.jsonl"
        yield f"{name}, one solution", sampled(path, number, seed, has_one_solution)


def has_one_solution(puzzle: Puzzle) -> bool:
    """Whether a puzzle has just one solution, found soon."""
    return solve(puzzle, time_limit=5).status is Status.UNIQUE


def timed(task: Callable[[], object]) -> float:
    """CPU seconds: the machine may have other work."""
    begin = time.process_time()
    task()
    return time.process_time() - begin


def hints_on_the_way(puzzle: Puzzle, random: Random) -> Iterator[float]:
    """What hints take at some states on the way to the solution."""
    grid, states = puzzle.givens, []
    for step in explain(puzzle).steps:
        states.append(grid)
        grid = grid.fill(dict(step.effects))
    hint(puzzle)  # the first one solves the puzzle
    for state in random.sample(states, min(STATES, len(states))):
        yield timed(partial(hint, puzzle, state))


def measure(options: Options) -> Iterator[Table]:
    random = Random(options.seed)
    tasks: dict[str, Callable[[Puzzle], Iterable[float]]] = {
        "explain": lambda puzzle: [timed(partial(explain, puzzle))],
        "hint": lambda puzzle: [timed(partial(hint, puzzle))],
        "hint on the way": lambda puzzle: hints_on_the_way(puzzle, random),
        "grade": lambda puzzle: [timed(partial(grade, puzzle))],
    }
    rows = []
    for name, puzzles in sets(options):
        for task, measured in tasks.items():
            seconds = [each for puzzle in puzzles for each in measured(puzzle)]
            if seconds:
                rows.append(
                    (
                        name,
                        task,
                        str(len(seconds)),
                        median_text(seconds),
                        time_text(quantile(seconds, 0.95)),
                        time_text(quantile(seconds, 0.99)),
                        time_text(max(seconds)),
                    )
                )
    columns = ("puzzles", "task", "number", "median", "95 %", "99 %", "worst")
    yield Table("Explain, hint, grade (CPU time)", columns, rows)


TABLE = Bench("explaining", "what it takes to explain, hint and grade", measure)
