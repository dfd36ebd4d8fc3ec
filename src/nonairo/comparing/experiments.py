"""The experiments: what each measures, and how it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from nonairo.comparing import charts, complexity, paper, tables
from nonairo.comparing.charts import Panel
from nonairo.comparing.groups import TrialGroup
from nonairo.comparing.tables import TextTable
from nonairo.comparing.trials import Trial, TrialJob, jobs_of
from nonairo.puzzle import Puzzle


class Experiment(NamedTuple):
    """What is measured, and how it is shown."""

    jobs: list[TrialJob]
    tables: Callable[[list[Trial], list[TrialGroup]], list[TextTable]]
    panels: Callable[[list[TrialGroup], float | None], list[Panel]]
    gives_up: bool = True  # on engines that are beyond their limit
    more: Callable[[TrialGroup], dict[str, object]] = lambda group: {}  # for JSON: what others say
    note: str = ""  # below a plot
    timed: bool = True  # whether the machine matters


def on_puzzles(
    puzzles: Iterable[Puzzle], engines: Sequence[str], runs: int, seed: int
) -> Experiment:
    """Every engine on every puzzle; medians where there are several of a size."""

    def shown(trials: list[Trial], groups: list[TrialGroup]) -> list[TextTable]:
        several = any(len(group.trials) > 1 for group in groups)
        return [tables.trial_table(trials), *([tables.cost_table(groups)] if several else [])]

    jobs = jobs_of(puzzles, engines, runs=runs, seed=seed)
    return Experiment(jobs, shown, charts.cost_panels, gives_up=False)


def of_paper(
    methods: Sequence[str],
    sides: Sequence[int] | None,
    boards: int | None,
    runs: int | None,
    seed: int,
) -> Experiment:
    """The experiment of Utomo and Makarim."""
    return Experiment(
        list(paper.paper_jobs(methods, sides, boards=boards, runs=runs, seed=seed)),
        lambda _, groups: [tables.paper_table(groups)],
        charts.paper_panels,
        more=lambda group: paper.theirs(group.engine, group.size),
        note=paper.CAVEAT,
    )


def of_blanks(
    methods: Sequence[str],
    boards: int | None,
    runs: int | None,
    seed: int,
    preparation: bool = False,
) -> Experiment:
    """Their figures 7 and 8, which leave `preparation` out."""
    return Experiment(
        list(paper.blanks_jobs(methods, boards=boards, runs=runs, seed=seed)),
        lambda _, groups: [tables.blanks_table(groups, preparation)],
        lambda groups, limit: charts.blanks_panels(groups, limit, preparation),
        note=paper.left_out(preparation),
    )


def of_complexity(boards: int | None, seed: int) -> Experiment:
    """Two published analyses beside our counters, which are the same on every machine."""
    boards = boards or complexity.BOARDS
    return Experiment(
        [*complexity.walk_jobs(boards, seed), *complexity.rows_jobs(boards, seed)],
        lambda _, groups: tables.complexity_tables(groups),
        charts.complexity_panels,
        more=complexity.predicted,
        timed=False,
    )
