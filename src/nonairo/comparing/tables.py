"""Comparisons as tables: what a terminal shows, and Markdown and JSON have, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from nonairo.comparing import complexity, paper
from nonairo.comparing.groups import TrialGroup
from nonairo.comparing.trials import Trial
from nonairo.plain import duration
from nonairo.puzzle import Puzzle
from nonairo.results import Status

Item = TypeVar("Item")
MEDIANS = (
    "Medians over all trials, those that did not end counted as the longest; - where that is the"
    " middle one. A mean is - unless all trials ended. An engine that is stuck has not decided."
)
WALK_NOTE = (
    "The analysis: 2^k * H(n) for k empty cells. H(n) as reads: 1 count, 12 neighbours,"
    " and for a row and a column n cells and n values each; a line that ends on givens counts"
    " for the try before them. The published board is the 14x14 figure of the cell walker."
)
ROWS_NOTE = (
    "The analysis: S * (G + V). S at most: the ways to write the first row, the first two, and"
    " so on, added up. The published nonogram is the data file test3 of the row search."
)


@dataclass(frozen=True, slots=True)
class TextTable:
    """A finished table."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()  # columns that a narrow screen goes without, the first ones first

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
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


def table_of(
    title: str,
    items: Iterable[Item],
    columns: Mapping[str, Callable[[Item], object]],
    notes: tuple[str, ...] = (),
    spare: tuple[str, ...] = (),
) -> TextTable:
    """A row for each item; each column says what it shows of an item."""
    rows = [tuple(str(show(item)) for show in columns.values()) for item in items]
    return TextTable(title, tuple(columns), rows, notes, spare)


def time_text(seconds: float | None) -> str:
    """A time with a unit that suits it.

    >>> time_text(0.0000125), time_text(0.25), time_text(None)
    ('12.5 us', '250 ms', '-')
    """
    return "-" if seconds is None else duration(seconds, fine=True)


def number_text(number: float | None) -> str:
    """A number that may be very large.

    >>> number_text(1234567.0), number_text(2.0**100), number_text(8.875)
    ('1,234,567', '1.27e+30', '8.9')
    """
    if number is None:
        return "-"
    if number >= 1e12:
        return f"{number:.3g}"
    return f"{number:,.0f}" if number == int(number) or number >= 100 else f"{number:,.1f}"


def size_text(puzzle: Puzzle) -> str:
    return f"{puzzle.height}x{puzzle.width}"


def trial_table(trials: Sequence[Trial]) -> TextTable:
    """Every trial: status, nodes, seconds and all counters that are not 0."""
    columns: dict[str, Callable[[Trial], object]] = {
        "puzzle": lambda trial: trial.job.puzzle.name,
        "size": lambda trial: size_text(trial.job.puzzle),
        "engine": lambda trial: trial.job.engine,
        "status": _status,
        "nodes": lambda trial: "-" if trial.result.error else number_text(trial.result.stats.nodes),
        "time": lambda trial: "-" if trial.result.error else time_text(trial.result.stats.seconds),
        "counters": lambda trial: trial.result.error or _counters(trial),
    }
    return table_of("Trials", trials, columns, spare=("counters", "size"))


def _status(trial: Trial) -> str:
    result = trial.result
    limit = f" ({result.limit})" if result.status is Status.UNKNOWN and result.limit else ""
    return ("refused" if result.error else str(result.status)) + limit


def _counters(trial: Trial) -> str:
    counters = trial.result.stats.counters
    known = ((name, trial.counted(name)) for name in counters)
    return ", ".join(f"{name} {number:,}" for name, number in known if number)


def cost_table(groups: Sequence[TrialGroup]) -> TextTable:
    """Medians for each kind, size and engine."""
    columns: dict[str, Callable[[TrialGroup], object]] = {
        "puzzles": lambda group: f"{group.family} {size_text(group.puzzle)}",
        "engine": lambda group: group.engine,
        "decided": lambda group: group.finished,
        "nodes": lambda group: number_text(group.nodes),
        "time": lambda group: time_text(group.seconds),
        "mean time": lambda group: time_text(group.mean(paper.cost(True))),
    }
    return table_of("Medians", groups, columns, (MEDIANS,))


def paper_table(groups: Sequence[TrialGroup]) -> TextTable:
    """The paper's table: preparing, solving, in all, and their own time."""
    columns: dict[str, Callable[[TrialGroup], object]] = {
        "boards": lambda group: f"{group.size}x{group.size}",
        "engine": lambda group: group.engine,
        "decided": lambda group: group.finished,
        "preparing": lambda group: time_text(group.counter("seconds.prepare")),
        "solving": lambda group: time_text(group.counter("seconds.solve")),
        "in all": lambda group: time_text(group.seconds),
        "mean in all": lambda group: time_text(group.mean(paper.cost(True))),
        "what theirs is": lambda group: paper.measured(group.engine, group.size),
        "published": lambda group: paper.published(group.engine, group.size),
    }
    notes = (MEDIANS, paper.CAVEAT, paper.RAW_DATA)
    spare = ("what theirs is", "mean in all")
    return table_of("The paper's experiment", groups, columns, notes, spare)


def blanks_table(groups: Sequence[TrialGroup], preparation: bool = False) -> TextTable:
    """Time against the number of blanks, without `preparation` as in the paper."""
    columns: dict[str, Callable[[TrialGroup], object]] = {
        "boards": lambda group: group.family,
        "blanks": lambda group: group.size,
        "engine": lambda group: group.engine,
        "decided": lambda group: group.finished,
        "time": lambda group: time_text(group.median(paper.cost(preparation))),
        "mean time": lambda group: time_text(group.mean(paper.cost(preparation))),
    }
    title = "Time against blanks, as the paper's figures 7 and 8"
    return table_of(title, groups, columns, (MEDIANS, paper.left_out(preparation)))


def complexity_tables(groups: Sequence[TrialGroup]) -> list[TextTable]:
    """Counters of the cell walker and of the row search, each beside what was predicted."""
    walks = [group for group in groups if group.engine in complexity.WALKS]
    searches = [group for group in groups if group.engine in complexity.ROWS]
    return [_walk_table(walks), _rows_table(searches)]


def _walk_table(groups: Sequence[TrialGroup]) -> TextTable:
    columns: dict[str, Callable[[TrialGroup], object]] = {
        "boards": lambda group: group.family,
        "empty k": lambda group: group.size,
        "engine": lambda group: group.engine,
        "decided": lambda group: group.finished,
        "visited": partial(_counter, name="visited"),
        "tries": lambda group: number_text(group.median(lambda t: t.result.stats.nodes - 1)),
        "2^k": lambda group: number_text(float(complexity.paths(group.size))),
        "reads a try": lambda group: number_text(group.median(complexity.reads_a_try)),
        "H(n)": lambda group: number_text(complexity.validation(group.puzzle.width)),
    }
    title = "walk: visited cells against 2^k * H(n)"
    return table_of(title, groups, columns, (WALK_NOTE,), ("decided",))


def _rows_table(groups: Sequence[TrialGroup]) -> TextTable:
    columns: dict[str, Callable[[TrialGroup], object]] = {
        "puzzles": lambda group: f"{group.family} {size_text(group.puzzle)}",
        "engine": lambda group: group.engine,
        "decided": lambda group: group.finished,
        "S": partial(_counter, name="successors"),
        "S at most": lambda group: number_text(complexity.bound_of(group)),
        "V": partial(_counter, name="cells_read"),
        "G": partial(_counter, name="goal_checks"),
        "cells a successor": lambda group: number_text(group.median(complexity.reads_a_successor)),
        "cells n": lambda group: number_text(group.puzzle.height * group.puzzle.width),
    }
    title = "rows: S, V and G against their bounds"
    return table_of(title, groups, columns, (ROWS_NOTE,), ("decided", "cells n"))


def _counter(group: TrialGroup, name: str) -> str:
    return number_text(group.counter(name))
