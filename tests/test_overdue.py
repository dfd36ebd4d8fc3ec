"""Time limits of every question: hardly any work is done when the time is up.

In a process of its own: what the suite has left behind takes time to tidy up.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys

import nonairo as nn
from nonairo.bench.base import quantile
from nonairo.bench.overdue import overdue
from nonairo.clauses_layers import _reached
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.kinds.kakurasu import Total
from nonairo.limits import Limits
from nonairo.native import transition_table
from nonairo.solving import solve_listing

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
    number, longest, seed = (100, 1.0, 1) if full else (8, 0.02, 2)
    late = measured(number, longest, seed)
    assert set(late) >= {"solve", "count", "explain", "hint", "grade", "generate", "repair"}
    slow = {name for name, seconds in late.items() if quantile(seconds, 0.99) >= ALLOWED}
    if slow:  # of so few tries one may be late because the machine is: then it is not late again
        again = measured(number, longest, seed)
        slow = {name for name in slow if quantile(again[name], 0.99) >= ALLOWED}
    assert not slow


def test_a_list_of_all_solutions_is_made_as_they_come() -> None:
    loose = KINDS["binairo"].blank(10, 10, "standard")
    late = [
        overdue(
            lambda puzzle, seconds: nn.solve(puzzle, limit=None, time_limit=seconds), loose, 0.2
        )
        for _ in range(3)
    ]
    assert min(late) < ALLOWED
    taken: list[Grid] = []
    result = solve_listing(loose, "core", taken.append, limits=Limits(nodes=500))
    assert (result.status, result.limit, result.complete) == ("multiple", "nodes", False)
    assert result.solutions == taken[:2]
    assert len(taken) > 2
    listed = nn.solve(loose, "core", limit=None, node_limit=500)
    assert listed.solutions == taken


def test_the_garbage_collector_does_not_look_through_tables() -> None:
    table = transition_table(Total(20), 12)
    reached = _reached(Total(20), 12, "01", lambda: None)
    for _ in range(2):  # what holds tuples may be looked at before they are
        gc.collect()
    assert table is not None
    assert not any(map(gc.is_tracked, table))
    assert not any(gc.is_tracked(targets) for layer in reached for targets in layer.values())
