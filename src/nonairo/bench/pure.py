"""How `auto` does on an install without a compiler."""

from __future__ import annotations

from collections.abc import Iterator

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
    without_core,
)
from nonairo.bench.engines import square
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

ENGINE = "guess:propagate=lines,cell=tightest"


def sets(options: Options) -> Iterator[tuple[str, list[Puzzle]]]:
    number = min(options.sample, 100)
    if options.corpus is None:
        yield "binairo 14x14", made_binairo(14, min(number, 20), options.seed)
        yield "nonogram 25x25", made_nonograms(25, number, options.seed)
        return
    binairo, nonogram = options.corpus / "binairo", options.corpus / "nonogram"
    yield (
        "binarypuzzle 14x14",
        sampled(binairo / "binarypuzzle.jsonl", number, options.seed, square(14)),
    )
    yield (
        "puzzle-binairo 20x20",
        sampled(binairo / "puzzle-binairo-20.jsonl", number, options.seed, bool),
    )

    def line_solvable(puzzle: Puzzle) -> bool:
        return square(25)(puzzle) and bool(puzzle.extra.get("line_solvable"))

    yield (
        "webpbn 25x25, line-solvable",
        sampled(nonogram / "webpbn.jsonl", number, options.seed, line_solvable),
    )


def measure(options: Options) -> Iterator[Table]:
    rows = []
    with without_core():
        for name, puzzles in sets(options):
            results = [solve(puzzle, ENGINE, time_limit=options.time_limit) for puzzle in puzzles]
            seconds = [result.stats.seconds for result in results]
            decided = sum(result.status is not Status.UNKNOWN for result in results)
            rows.append(
                (
                    name,
                    f"{decided} of {len(puzzles)}",
                    median_text(seconds),
                    time_text(quantile(seconds, 0.95)),
                    time_text(max(seconds)),
                )
            )
    columns = ("puzzles", "decided", "median", "95 %", "worst")
    yield Table(f"Without the compiled core ({ENGINE})", columns, rows)


TABLE = Bench("pure", "the default engine without the compiled core", measure)
