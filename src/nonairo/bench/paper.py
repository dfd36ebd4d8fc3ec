"""The experiment of a paper on Binairo, a run a board; `nonairo compare --paper` has all of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isinf

from nonairo.bench.base import Bench, BenchOptions, TextTable, skipped
from nonairo.comparing.groups import grouped
from nonairo.comparing.paper import BOARDS, METHODS, SIZES, paper_jobs
from nonairo.comparing.tables import paper_table
from nonairo.comparing.trials import Trial, attempt, installed
from nonairo.plain import many

LARGEST = 12  # a side: where two of the paper's four methods end


def trials(options: BenchOptions) -> Iterator[Trial]:
    """The paper's methods on its sizes; of each board the first solution."""
    methods, _ = installed(METHODS)
    sides = [side for side in options.sides(SIZES) if side <= LARGEST]
    boards = min(options.sample, BOARDS)
    for job in paper_jobs(methods, sides, boards=boards, runs=1, seed=options.seed):
        yield attempt(job, options.time_limit)


def measure(options: BenchOptions) -> Iterator[TextTable]:
    table = paper_table(grouped(trials(options)))
    within = (
        "without a time limit"
        if isinf(options.time_limit)
        else f"in at most {options.time_limit:g} s per board"
    )
    boards = many(min(options.sample, BOARDS), "board")
    about = f"{boards} per size; up to the first solution, {within}."
    missing = skipped(installed(METHODS)[1])
    yield replace(table, notes=(about, *table.notes, *missing))


TABLE = Bench("paper", "the four methods of a paper on boards like its own", measure)
