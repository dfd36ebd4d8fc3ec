"""Trials of one engine and one size taken together: medians, and how many finished."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from nonairo.comparing.trials import Trial
from nonairo.puzzle import Puzzle
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
class TrialGroup:
    """The trials of an engine on puzzles of one family and size."""

    family: str
    engine: str
    size: int
    trials: tuple[Trial, ...]

    @property
    def puzzle(self) -> Puzzle:
        """The first of its puzzles."""
        return self.trials[0].job.puzzle

    @property
    def decided(self) -> list[Trial]:
        return [trial for trial in self.trials if trial.decided]

    @property
    def finished(self) -> str:
        """How many were decided, what stopped the others, and who needed another system.

        >>> TrialGroup("binairo", "walk", 16, ()).finished
        '0 of 0'
        """
        limits = {str(trial.result.limit) for trial in self.trials if trial.cut}
        limits |= {"stuck"} if self.stuck else set()
        if any(trial.counted("fallbacks") for trial in self.decided):
            limits.add("some by the other system")
        reasons = f" ({', '.join(sorted(limits))})" if limits else ""
        return f"{len(self.decided)} of {len(self.trials)}{reasons}"

    def median(self, cost: Callable[[Trial], float | None]) -> float | None:
        """The median of a cost over all trials; None where it has none, or over half have none."""
        costs = [cost(trial) for trial in self.decided]
        return median_of([number for number in costs if number is not None], len(self.trials))

    def counter(self, name: str) -> float | None:
        """The median of a counter."""
        return self.median(lambda trial: trial.counted(name))

    def mean(self, cost: Callable[[Trial], float | None]) -> float | None:
        """The mean of a cost over all trials; None unless all of them have it."""
        costs = [cost(trial) for trial in self.decided]
        known = [number for number in costs if number is not None]
        return statistics.mean(known) if known and len(known) == len(self.trials) else None

    @property
    def seconds(self) -> float | None:
        return self.median(lambda trial: trial.seconds)

    @property
    def nodes(self) -> float | None:
        return self.median(lambda trial: trial.result.stats.nodes)

    @property
    def stuck(self) -> int:
        """How many ended without an answer of their own accord."""
        return sum(trial.result.status is Status.STUCK for trial in self.trials)

    def to_json(self) -> dict[str, object]:
        """As data: medians, null where they are beyond the limit; means, null unless all ended."""
        return {
            "type": "summary",
            "family": self.family,
            "size": self.size,
            "engine": self.engine,
            "trials": len(self.trials),
            "decided": len(self.decided),
            "stuck": self.stuck,
            "median": {"seconds": self.seconds, "nodes": self.nodes},
            "mean": {
                "seconds": self.mean(lambda trial: trial.seconds),
                "nodes": self.mean(lambda trial: trial.result.stats.nodes),
            },
            "without_preparation": {
                "median": self.median(lambda trial: trial.seconds_solving),
                "mean": self.mean(lambda trial: trial.seconds_solving),
            },
            "counters": {name: self.counter(name) for name in self._counters()},
        }

    def _counters(self) -> list[str]:
        """The counters that are numbers, as the engine names them."""
        names = (name for trial in self.decided for name in trial.result.stats.counters)
        return [name for name in dict.fromkeys(names) if self.decided[0].counted(name) is not None]


def grouped(trials: Iterable[Trial]) -> list[TrialGroup]:
    """The groups, by family and size, the engines as they came. Who takes no such puzzle has none.

    >>> grouped([])
    []
    """
    found: dict[tuple[str, str, int], list[Trial]] = {}
    for trial in trials:
        if trial.result.error is None:
            job = trial.job
            found.setdefault((job.family, job.engine, job.size), []).append(trial)
    groups = [TrialGroup(*key, tuple(each)) for key, each in found.items()]
    families = list(dict.fromkeys(group.family for group in groups))
    return sorted(groups, key=lambda group: (families.index(group.family), group.size))
