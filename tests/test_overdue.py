"""Time limits of every question: hardly any work is done when the time is up.

In a process of its own: what the suite has left behind takes time to tidy up.
"""

from __future__ import annotations

import json
import subprocess
import sys

from nonairo.bench.base import quantile

ALLOWED = 0.05  # seconds of processor time, for 99 of 100
MEASURE = """
import json, sys
from nonairo.bench.overdue import measured
print(json.dumps(measured(int(sys.argv[1]), float(sys.argv[2]), seed=int(sys.argv[3]))))
"""


def measured(number: int, longest: float, seed: int) -> dict[str, list[float]]:
    words = [sys.executable, "-c", MEASURE, str(number), str(longest), str(seed)]
    told = subprocess.run(words, capture_output=True, text=True, check=True)
    late: dict[str, list[float]] = json.loads(told.stdout)
    return late


def test_every_question_ends_when_its_time_is_up(full: bool) -> None:
    late = measured(100, 1.0, 1) if full else measured(8, 0.02, 2)
    assert set(late) >= {"solve", "count", "explain", "hint", "grade", "generate", "repair"}
    for name, seconds in late.items():
        assert quantile(seconds, 0.99) < ALLOWED, name
