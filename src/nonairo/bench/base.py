"""What a benchmark table is made of, how puzzles are chosen, and which machine this is."""

from __future__ import annotations

import platform
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random

from nonairo import line_solver, native
from nonairo.comparing.boards import random_nonograms
from nonairo.comparing.tables import Table as Table  # for the modules of the tables
from nonairo.comparing.tables import time_text as time_text
from nonairo.files import scan
from nonairo.grid import LARGEST_SIDE
from nonairo.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Options:
    """What the person asked for."""

    corpus: Path | None = None
    sample: int = 100  # puzzles per row of a table
    seed: int = 1
    time_limit: float = 10.0  # seconds per puzzle at most; some tables have less patience
    largest: int = LARGEST_SIDE  # side of the puzzles we make; longer ones are left out

    def sides(self, sides: Sequence[int]) -> list[int]:
        """Those of the sides that are not too long."""
        return [side for side in sides if side <= self.largest]


@dataclass(frozen=True, slots=True)
class Bench:
    """A table that can be measured."""

    name: str
    summary: str
    measure: Callable[[Options], Iterator[Table]]
    of_core: bool = False  # there is nothing to measure without the compiled core
    needs: tuple[str, ...] = ()  # modules that an extra installs

    @property
    def missing(self) -> str | None:
        """What it would need and is not installed."""
        if self.of_core and native.compiled is None:
            return "the compiled core"
        return next((name for name in self.needs if find_spec(name) is None), None)


def quantile(numbers: Sequence[float], share: float) -> float:
    """The number below which this share of them lies."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median_text(seconds: Sequence[float]) -> str:
    return time_text(statistics.median(seconds))


def median_nodes(nodes: Sequence[int]) -> str:
    """The median over the decided puzzles; a search that was given up says nothing of its length.

    >>> median_nodes([3, 1, 1200]), median_nodes([])
    ('3', '-')
    """
    return f"{statistics.median(nodes):,.0f}" if nodes else "-"


def machine() -> str:
    """CPU, Python and core in one line."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    level = native.compiled.level() if native.compiled else "none"
    return f"{cpu}, Python {sys.version.split()[0]}, core {level}"


@contextmanager
def without_core() -> Iterator[None]:
    """Run on the Python reference, as an install without a compiler would."""
    compiled = native.compiled
    native.compiled = None  # type: ignore[assignment]
    line_solver.kernel.cache_clear()
    try:
        yield
    finally:
        native.compiled = compiled
        line_solver.kernel.cache_clear()


def sampled(path: Path, number: int, seed: int, keep: Callable[[Puzzle], bool]) -> list[Puzzle]:
    """So many puzzles of a corpus file, always the same ones for a seed."""
    puzzles = [puzzle for puzzle in scan(path) if keep(puzzle)]
    return Random(seed).sample(puzzles, min(number, len(puzzles)))


def made_binairo(side: int, number: int, seed: int) -> list[Puzzle]:
    """Puzzles of our own, solved by single lines."""
    from nonairo.generating.any_kind import generate_binairo

    return [generate_binairo(side, seed=seed + k) for k in range(number)]


def made_nonograms(side: int, number: int, seed: int) -> list[Puzzle]:
    """Random blots, with however many solutions their clues have."""
    return list(random_nonograms(side, number, seed))
