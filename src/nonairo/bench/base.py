"""What a benchmark table is made of, how its numbers are written, and which machine this is."""

from __future__ import annotations

import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TypeVar

from nonairo import line_solver, native
from nonairo.comparing.boards import random_nonograms
from nonairo.comparing.tables import TextTable as TextTable  # for the modules of the tables
from nonairo.comparing.tables import time_text as time_text
from nonairo.grid import LARGEST_SIDE
from nonairo.puzzle import Puzzle
from nonairo.reading import scan
from nonairo.results import Result, Status

Value = TypeVar("Value")
NamedSets = Iterator[tuple[str, list[Puzzle]]]  # what a row of a table is called, and its puzzles


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """Which puzzles are measured, and how long each may take."""

    corpus: Path | None = None
    sample: int = 100  # puzzles per row of a table
    seed: int = 1
    time_limit: float = 10.0  # seconds per puzzle at most; some tables have less patience
    largest: int = LARGEST_SIDE  # side of the puzzles we make; longer ones are left out

    def sides(self, sides: Sequence[int]) -> list[int]:
        """Those of the sides that are not too long."""
        return [side for side in sides if side <= self.largest]

    def made(
        self, kind: str, sides: Sequence[int], most: int | None = None, prefix: str | None = None
    ) -> NamedSets:
        """Puzzles of our own: for each side the sample, or at `most` so many."""
        make = {"binairo": made_binairo, "nonogram": made_nonograms}[kind]
        number = self.sample if most is None else min(self.sample, most)
        for side in self.sides(sides):
            yield f"{prefix or kind} {side}x{side}", make(side, number, self.seed)

    def scanned(self, file: str) -> Iterator[Puzzle]:
        """All puzzles of a file of the corpus, such as `binairo/janko`."""
        assert self.corpus is not None
        return scan(self.corpus / f"{file}.jsonl")

    def sampled(
        self, file: str, keep: Callable[[Puzzle], bool] = bool, most: int | None = None
    ) -> list[Puzzle]:
        """The sample of a file of the corpus, or at `most` so many; the same ones for a seed."""
        puzzles = [puzzle for puzzle in self.scanned(file) if keep(puzzle)]
        number = self.sample if most is None else min(self.sample, most)
        return Random(self.seed).sample(puzzles, min(number, len(puzzles)))


@dataclass(frozen=True, slots=True)
class Bench:
    """A table that can be measured."""

    name: str
    summary: str
    measure: Callable[[BenchOptions], Iterator[TextTable]]
    of_core: bool = False  # there is nothing to measure without the compiled core
    needs: tuple[str, ...] = ()  # modules that an extra installs

    @property
    def missing(self) -> str | None:
        """What it would need and is not installed."""
        if self.of_core and native.compiled is None:
            return "the compiled core"
        return next((name for name in self.needs if find_spec(name) is None), None)


def made_binairo(side: int, number: int, seed: int) -> list[Puzzle]:
    """Puzzles of our own, solved by single lines."""
    from nonairo.generating.any_kind import generate_binairo

    return [generate_binairo(side, seed=seed + k) for k in range(number)]


def made_nonograms(side: int, number: int, seed: int) -> list[Puzzle]:
    """Random blots, with however many solutions their clues have."""
    return list(random_nonograms(side, number, seed))


def square(side: int) -> Callable[[Puzzle], bool]:
    """Return whether a puzzle is a square of this side, as a condition."""
    return lambda puzzle: puzzle.height == puzzle.width == side


def line_solvable(side: int) -> Callable[[Puzzle], bool]:
    """The same for squares that the corpus says single lines solve."""
    return lambda puzzle: square(side)(puzzle) and bool(puzzle.extra.get("line_solvable"))


def timed(
    call: Callable[[], Value], clock: Callable[[], float] = time.perf_counter
) -> tuple[Value, float]:
    """What a call returns, and the seconds that it takes."""
    begin = clock()
    value = call()
    return value, clock() - begin


def decided(results: Iterable[Result]) -> int:
    """How many results are no `unknown`."""
    return sum(result.status is not Status.UNKNOWN for result in results)


def quantile(numbers: Sequence[float], share: float) -> float:
    """The number below which this share of them lies."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median_text(seconds: Sequence[float]) -> str:
    return time_text(statistics.median(seconds))


def times(seconds: Sequence[float], *shares: float) -> tuple[str, ...]:
    """The median, the quantiles of these shares and the worst, as cells of a table."""
    quantiles = [quantile(seconds, share) for share in shares]
    return (median_text(seconds), *map(time_text, quantiles), time_text(max(seconds)))


def median_nodes(nodes: Sequence[int]) -> str:
    """The median over the decided puzzles; a search that was given up says nothing of its length.

    >>> median_nodes([3, 1, 1200]), median_nodes([])
    ('3', '-')
    """
    return f"{statistics.median(nodes):,.0f}" if nodes else "-"


def skipped(missing: Iterable[str]) -> tuple[str, ...]:
    """Notes about the engines that are not there, from what is said of each."""
    return tuple(f"Skipped: {line}." for line in missing)


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
