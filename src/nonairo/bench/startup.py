"""What it costs to import the package, and to solve one small puzzle from the shell."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator

from nonairo.bench.base import Bench, Options, Table, median_text

PUZZLE = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
RUNS = 15
TASKS = {
    "python -c pass": ["-c", "pass"],
    "python -c 'import nonairo'": ["-c", "import nonairo"],
    "nonairo solve, one 6x6": ["-m", "nonairo", "solve", PUZZLE],
}


def measure(options: Options) -> Iterator[Table]:
    rows = []
    for name, arguments in TASKS.items():
        elapsed, busy = [], []
        for _ in range(RUNS):
            begin, used = time.perf_counter(), _children()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
            elapsed.append(time.perf_counter() - begin)
            busy.append(_children() - used)
        rows.append((name, median_text(elapsed), median_text(busy)))
    yield Table("Start-up", ("what", "median", "median CPU time"), rows)


def _children() -> float:
    """The CPU time of finished child processes: steadier than the clock on a shared machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


TABLE = Bench("startup", "import, and one small puzzle from the shell", measure)
