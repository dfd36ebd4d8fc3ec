"""What it takes to explain, to hint and to grade."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

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


def measure(options: Options) -> Iterator[Table]:
    tasks: dict[str, Callable[[Puzzle], object]] = {
        "explain": explain,
        "hint": hint,
        "grade": grade,
    }
    rows = []
    for name, puzzles in sets(options):
        for task, function in tasks.items():
            seconds = []
            for puzzle in puzzles:
                begin = time.process_time()  # the machine may have other work
                function(puzzle)
                seconds.append(time.process_time() - begin)
            if seconds:
                rows.append(
                    (
                        name,
                        task,
                        str(len(seconds)),
                        median_text(seconds),
                        time_text(quantile(seconds, 0.95)),
                        time_text(max(seconds)),
                        time_text(1000 * sum(seconds) / len(seconds)),
                    )
                )
    columns = ("puzzles", "task", "number", "median", "95 %", "worst", "1,000 of them")
    yield Table("Explain, hint, grade (CPU time)", columns, rows)


TABLE = Bench("explaining", "what it takes to explain, hint and grade", measure)
