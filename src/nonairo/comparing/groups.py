"""Trials of one engine and one size taken together: medians, and how many finished."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from nonairo.comparing.trials import Trial
from nonairo.results import Status


def median_of(finished: Sequence[float], number: int) -> float | None:
    """The middle one of `number` trials, of which those that did not finish would take longest.

    None if the middle one did not finish: an average of what happened to finish would say nothing.

    >>> median_of([1, 3, 9], 3), median_of([1, 3], 3), median_of([1], 3)
    (3, 3, None)
    """
    if not number:
        return None
    middle = statistics.median([*sorted(finished), *[math.inf] * (number - len(finished))])
    return None if math.isinf(middle) else middle


@dataclass(frozen=True, slots=True)
class Group:
    """The trials of an engine on puzzles of one family and size."""

    family: str
    engine: str
    size: int
    trials: tuple[Trial, ...]

    @property
    def decided(self) -> list[Trial]:
        return [trial for trial in self.trials if trial.decided]

    @property
    def finished(self) -> str:
        """How many were decided, and what stopped the others: limits, or no deduction.

        >>> Group("binairo", "walk", 16, ()).finished
        '0 of 0'
        """
        limits = {str(trial.result.limit) for trial in self.trials if trial.cut}
        limits |= {"stuck"} if self.stuck else set()
        told = f" ({', '.join(sorted(limits))})" if limits else ""
        return f"{len(self.decided)} of {len(self.trials)}{told}"

    def median(self, cost: Callable[[Trial], float | None]) -> float | None:
        """The median of a cost over all trials; None where it has none, or over half have none."""
        costs = [cost(trial) for trial in self.decided]
        return median_of([number for number in costs if number is not None], len(self.trials))

    def counter(self, name: str) -> float | None:
        """The median of a counter."""
        return self.median(lambda trial: counted(trial, name))

    @property
    def seconds(self) -> float | None:
        return self.median(lambda trial: trial.result.stats.seconds)

    @property
    def nodes(self) -> float | None:
        return self.median(lambda trial: trial.result.stats.nodes)

    @property
    def stuck(self) -> int:
        """How many ended without an answer of their own accord."""
        return sum(trial.result.status is Status.STUCK for trial in self.trials)

    def to_json(self) -> dict[str, object]:
        """As data: medians, null where they are beyond the limit."""
        return {
            "type": "summary",
            "family": self.family,
            "size": self.size,
            "engine": self.engine,
            "trials": len(self.trials),
            "decided": len(self.decided),
            "stuck": self.stuck,
            "median": {"seconds": self.seconds, "nodes": self.nodes},
            "counters": {name: self.counter(name) for name in self._counters()},
        }

    def _counters(self) -> list[str]:
        """The counters that are numbers, as the engine names them."""
        names = (name for trial in self.decided for name in trial.result.stats.counters)
        return [name for name in dict.fromkeys(names) if counted(self.decided[0], name) is not None]


def counted(trial: Trial, name: str) -> float | None:
    """A counter of a trial that is a number; None if the engine has no such."""
    number = trial.result.stats.counters.get(name)
    return number if isinstance(number, int | float) else None


def grouped(trials: Iterable[Trial]) -> list[Group]:
    """The groups, by family and size, the engines as they came. Who takes no such puzzle has none.

    >>> grouped([])
    []
    """
    found: dict[tuple[str, str, int], list[Trial]] = {}
    for trial in trials:
        if trial.result.error is None:
            job = trial.job
            found.setdefault((job.family, job.engine, job.size), []).append(trial)
    groups = [Group(*key, tuple(each)) for key, each in found.items()]
    families = list(dict.fromkeys(group.family for group in groups))
    return sorted(groups, key=lambda group: (families.index(group.family), group.size))
