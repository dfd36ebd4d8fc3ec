"""The summary of a batch: how many of each status and level, and which took longest."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from nonairo.batches.tasks import Answered

SLOWEST = 10
LONGEST_NAME = 80


@dataclass(slots=True)
class Tally:
    """Counts that can be added up."""

    statuses: Counter[str] = field(default_factory=Counter)
    levels: Counter[int] = field(default_factory=Counter)
    slowest: list[tuple[float, str]] = field(default_factory=list)

    @property
    def records(self) -> int:
        return self.statuses.total()

    def add(self, name: str, answered: Answered) -> None:
        self.statuses[answered.status] += 1
        if answered.level is not None:
            self.levels[answered.level] += 1
        if answered.seconds:  # nothing was tried with a record that could not be read
            self._took(round(answered.seconds, 6), name[:LONGEST_NAME])

    def _took(self, seconds: float, name: str) -> None:
        if len(self.slowest) < SLOWEST:
            heapq.heappush(self.slowest, (seconds, name))
        elif seconds > self.slowest[0][0]:
            heapq.heapreplace(self.slowest, (seconds, name))

    def include(self, other: Tally) -> None:
        self.statuses.update(other.statuses)
        self.levels.update(other.levels)
        for seconds, name in other.slowest:
            self._took(seconds, name)

    def to_json(self) -> dict[str, Any]:
        levels = {str(level): number for level, number in self.levels.items()}
        found = {"statuses": dict(self.statuses), "levels": levels, "slowest": self.slowest}
        return {name: value for name, value in found.items() if value}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        return cls(
            Counter(
                {str(status): int(number) for status, number in data.get("statuses", {}).items()}
            ),
            Counter({int(level): int(number) for level, number in data.get("levels", {}).items()}),
            [(float(seconds), str(name)) for seconds, name in data.get("slowest", ())],
        )
