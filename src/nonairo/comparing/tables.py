"""Comparisons as tables: what a terminal shows, and Markdown and JSON have, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonairo.comparing import complexity, paper
from nonairo.comparing.groups import Group
from nonairo.comparing.trials import Trial
from nonairo.plain import duration
from nonairo.results import Status


@dataclass(frozen=True, slots=True)
class Table:
    """A finished table."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()  # columns that a narrow screen goes without, the first ones first

    def to_json(self) -> dict[str, object]:
        """As data."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "notes": list(self.notes),
        }

    def markdown(self) -> str:
        """As a table of Markdown."""
        lines = [f"### {self.title}", ""]
        for row in (self.columns, ("---",) * len(self.columns), *self.rows):
            lines.append("| " + " | ".join(row) + " |")
        return "\n".join([*lines, "", *self.notes])


def time_text(seconds: float) -> str:
    """A time with a unit that suits it.

    >>> time_text(0.0000125), time_text(0.25)
    ('12.5 us', '250 ms')
    """
    return duration(seconds, fine=True)


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else time_text(seconds)


def _number(number: float | None) -> str:
    """A number that may be very large.

    >>> _number(1234567.0), _number(2.0**100), _number(8.875)
    ('1,234,567', '1.27e+30', '8.9')
    """
    if number is None:
        return "-"
    if number >= 1e12:
        return f"{number:.3g}"
    return f"{number:,.0f}" if number == int(number) or number >= 100 else f"{number:,.1f}"


def trial_table(trials: Sequence[Trial]) -> Table:
    """Every trial: status, nodes, seconds and all counters that are not 0."""
    rows = []
    for trial in trials:
        result, job = trial.result, trial.job
        told = result.error or ", ".join(
            f"{name} {number:,}"
            for name, number in result.stats.counters.items()
            if isinstance(number, int | float) and number
        )
        status = "refused" if result.error else str(result.status)
        if result.status is Status.UNKNOWN and result.limit:
            status += f" ({result.limit})"
        cost = ("-", "-") if result.error else (_number(result.stats.nodes),
                                                time_text(result.stats.seconds))  # fmt: skip
        size = f"{job.puzzle.height}x{job.puzzle.width}"
        rows.append((job.puzzle.name, size, job.engine, status, *cost, told))
    columns = ("puzzle", "size", "engine", "status", "nodes", "time", "counters")
    return Table("Trials", columns, rows, spare=("counters", "size"))


def cost_table(groups: Sequence[Group]) -> Table:
    """Medians for each kind, size and engine."""
    rows = []
    for group in groups:
        puzzle = group.trials[0].job.puzzle
        name = f"{group.family} {puzzle.height}x{puzzle.width}"
        medians = _number(group.nodes), _time(group.seconds)
        rows.append((name, group.engine, group.finished, *medians))
    columns = ("puzzles", "engine", "decided", "nodes", "time")
    return Table("Medians", columns, rows, (MEDIANS,))


MEDIANS = (
    "Medians over all trials, those that did not end counted as the longest; - where that is the"
    " middle one. An engine that is stuck has not decided."
)


def paper_table(groups: Sequence[Group]) -> Table:
    """The paper's table: preparing, solving, in all, and their own time."""
    rows = [
        (
            f"{group.size}x{group.size}",
            group.engine,
            group.finished,
            _time(group.counter("seconds.prepare")),
            _time(group.counter("seconds.solve")),
            _time(group.seconds),
            paper.published(group.engine, group.size),
        )
        for group in groups
    ]
    columns = ("boards", "engine", "decided", "preparing", "solving", "in all", "published")
    return Table("The paper's experiment", columns, rows, (MEDIANS, paper.CAVEAT))


def blanks_table(groups: Sequence[Group]) -> Table:
    """Time against the number of blanks."""
    rows = [
        (group.family, str(group.size), group.engine, group.finished, _time(group.seconds))
        for group in groups
    ]
    columns = ("boards", "blanks", "engine", "decided", "time")
    return Table("Time against blanks, as the paper's figures 7 and 8", columns, rows, (MEDIANS,))


def complexity_tables(groups: Sequence[Group]) -> list[Table]:
    """Counters of the cell walker and of the row search, each beside what was predicted."""
    walks = [group for group in groups if group.engine in complexity.WALKS]
    searches = [group for group in groups if group.engine in complexity.ROWS]
    return [_walk_table(walks), _rows_table(searches)]


def _walk_table(groups: Sequence[Group]) -> Table:
    rows = []
    for group in groups:
        side = group.trials[0].job.puzzle.width
        rows.append(
            (
                group.family,
                str(group.size),
                group.engine,
                group.finished,
                _number(group.counter("visited")),
                _number(group.median(lambda trial: trial.result.stats.nodes - 1)),
                _number(float(complexity.paths(group.size))),
                _number(group.median(complexity.reads_a_try)),
                _number(complexity.validation(side)),
            )
        )
    columns = ("boards", "empty k", "engine", "decided", "visited", "tries", "2^k", "reads a try",
               "H(n)")  # fmt: skip
    note = (
        "The analysis: 2^k * H(n) for k empty cells. H(n) as reads: 1 count, 12 neighbours, 2n"
        " values of lines. The published board is the 14x14 figure of the cell walker."
    )
    return Table("walk: visited cells against 2^k * H(n)", columns, rows, (note,), ("decided",))


def _rows_table(groups: Sequence[Group]) -> Table:
    rows = []
    for group in groups:
        puzzle = group.trials[0].job.puzzle
        rows.append(
            (
                f"{group.family} {puzzle.height}x{puzzle.width}",
                group.engine,
                group.finished,
                *map(_number, _searched(group)),
                _number(group.median(complexity.reads_a_successor)),
                _number(puzzle.height * puzzle.width),
            )
        )
    columns = ("puzzles", "engine", "decided", "S", "S at most", "V", "G", "cells a successor",
               "cells n")  # fmt: skip
    note = (
        "The analysis: S * (G + V). S at most: the ways to write the first row, the first two, and"
        " so on, added up. The published nonogram is the data file test3 of the row search."
    )
    return Table(
        "rows: S, V and G against their bounds", columns, rows, (note,), ("decided", "cells n")
    )


def _searched(group: Group) -> tuple[float | None, ...]:
    counter: Callable[[str], float | None] = group.counter
    bound = complexity.bound_of(group)
    return counter("successors"), bound, counter("cells_read"), counter("goal_checks")
