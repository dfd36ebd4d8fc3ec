"""How much work is handed over at a time."""

from __future__ import annotations

from dataclasses import dataclass

SECONDS = 0.2  # for a job: long beside handing it over, short beside a person's patience
GROWTH = 4.0  # a pace grows at most so much at once


@dataclass(slots=True)
class Pace:
    """How large the next job should be, in whatever unit: learnt from those that are done."""

    size: float
    most: float
    least: float = 1
    seconds: float = SECONDS

    def learn(self, size: float, seconds: float) -> None:
        if not size:
            return  # how long nothing takes says nothing
        wanted = size * self.seconds / max(seconds, 1e-6)
        self.size = max(self.least, min(wanted, self.most, self.size * GROWTH))
