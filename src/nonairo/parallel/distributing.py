"""Cubes handed out to workers, the largest first, until all are done or enough is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from time import monotonic
from typing import TYPE_CHECKING

from nonairo.errors import LimitReached
from nonairo.grid import UNKNOWN
from nonairo.limits import Budget
from nonairo.parallel.splitting import Parts
from nonairo.parallel.worker_task import Ask, CubeJob, CubeResult, attempt
from nonairo.puzzle import Puzzle
from nonairo.results import Counters
from nonairo.workers.jobs import OutOfPatience, Pace, Work, run_jobs
from nonairo.workers.processes import Processes

if TYPE_CHECKING:
    from concurrent.futures import Executor

SHARE = 5  # of all the time that was spent, a cube may have this part
CROWDED = 8.0  # processors may have other work: a clock counts up to so many times theirs
SPARE = 4  # of the nodes lent to a job, this part is kept for taking it apart
FEWEST_NODES = 1000  # of a job: less is not worth handing over


@dataclass(frozen=True, slots=True)
class SplitSettings:
    """How soon a puzzle is split, and into how many cubes."""

    first: float = 0.2  # seconds in this process, if any: what is decided then stays whole
    least: float = 0.5  # seconds for a cube
    cubes: int = 8  # for each worker, to begin with
    whole: bool = True  # one worker goes on with the whole puzzle, where parts lose what it learns


@dataclass(slots=True)
class Campaign:
    """All cubes of a puzzle, who works on which, and what it cost.

    `enough` receives every answer, and returns whether no other is needed. Nodes are lent: a job
    has a share of what is left, and returns what it did not use.
    """

    puzzle: Puzzle
    ask: Ask
    budget: Budget
    settings: SplitSettings
    enough: Callable[[CubeJob, CubeResult], bool]
    executor: Executor | None
    workers: int
    seed: int = 0
    pace: float | None = None  # nodes in a second of one processor, where they are counted
    crowd: float = CROWDED  # seconds on a clock for one of a processor
    exhausted: bool = False  # all cubes are done
    tally: Parts = field(default_factory=lambda: Parts([]))
    cubes: int = 0  # that were handed out
    backtracks: int = 0
    counters: Counters = field(default_factory=dict)
    _waiting: list[tuple[int, str]] = field(default_factory=list)
    _working: set[str] = field(default_factory=set)
    _whole: bool = False  # somebody works on the whole puzzle
    _apart: bool = False  # nobody shall any more
    _lent: int = 0
    _begin: float = field(default_factory=monotonic)

    def run(self, root: str, parts: Parts) -> None:
        """Conquer these parts of the root; raises LimitReached when a limit comes first."""
        self.take_in(parts)
        if not self._waiting:
            self.exhausted = True
            return
        pool = Processes(self.workers) if self.executor is None else self.executor
        work: Work[CubeJob, CubeResult] = Work(
            do=partial(attempt, self.ask, self.puzzle, self.seed),
            split=lambda job: [job],
            failed=lambda job, why: [CubeResult(cells=job.cells, lost=why)],
            size=lambda job: 1,
        )
        slots = self.workers
        jobs = run_jobs(
            pool, self._jobs(root, slots), work,
            pace=Pace(1, 1), ordered=False, ahead=slots, patience=self.budget.seconds_left,
        )  # fmt: skip
        try:
            with closing(jobs):
                for job, answers in jobs:
                    (result,) = answers
                    if self._answered(job, result):
                        return
                    if not self._waiting and not self._working:
                        self.exhausted = True
                        return
            self.budget.spend(1)  # nobody could be given any more nodes
        except OutOfPatience:
            raise self.budget.limits.reached("time") from None
        finally:
            if self.executor is None:
                pool.shutdown(wait=False, cancel_futures=True)

    def take_in(self, parts: Parts) -> None:
        """New cubes; what they cost is counted."""
        for cells in parts.cubes:
            self._put(cells)
        self.tally.splits += parts.splits
        self.tally.refuted += parts.refuted
        self.tally.probes += parts.probes

    def counted(self) -> Counters:
        """What it cost, with the number of cubes and what became of them."""
        tally = self.tally
        return self.counters | {
            "workers": self.workers,
            "cubes": self.cubes,
            "splits": tally.splits,
            "refuted": tally.refuted,
        }

    def live(self) -> list[str]:
        """What is known of the cubes that are not done."""
        return [*self._working, *(cells for _, cells in self._waiting)]

    def _put(self, cells: str) -> None:
        heappush(self._waiting, (-cells.count(UNKNOWN), cells))

    def _jobs(self, root: str, slots: int) -> Iterator[CubeJob | None]:
        """The next job; None where all that is left is being worked on, or all nodes are lent."""
        self._apart = not self.settings.whole or slots == 1
        while True:
            nodes = self._share()
            if nodes == 0:
                if not self._working and not self._whole:
                    return
                yield None
            elif not self._apart and not self._whole:
                # Processes of ours can be ended, those of others only when their time is over.
                seconds = self.budget.seconds_left()
                if self.executor is not None:
                    seconds = self._at_most(max(self.settings.least, monotonic() - self._begin))
                self._whole = True
                yield self._given(CubeJob(root, seconds, nodes, whole=True))
            elif self._waiting:
                _, cells = heappop(self._waiting)
                self._working.add(cells)
                self.cubes += 1
                few = self._node_slice(nodes)
                spare = None if nodes is None else nodes - (few or 0)
                yield self._given(CubeJob(cells, self._slice(), few, spare))
            else:
                yield None

    def _given(self, job: CubeJob) -> CubeJob:
        self._lent += job.lent
        return job

    def _slice(self) -> float:
        """Seconds for a cube, which grow with those that were spent on all."""
        spent = monotonic() - self._begin
        seconds = max(self.settings.least, spent / SHARE)
        return self._at_most(self.crowd * seconds)

    def _node_slice(self, most: int | None) -> int | None:
        """Nodes for a cube, likewise: on a busy machine they measure better than a clock."""
        if self.pace is None:
            return most
        nodes = int(max(self.settings.least * self.pace, self.budget.nodes / self.workers / SHARE))
        return max(nodes if most is None else min(nodes, most - most // SPARE), 1)

    def _at_most(self, seconds: float) -> float:
        left = self.budget.seconds_left()
        return seconds if left is None else min(seconds, left)

    def _share(self) -> int | None:
        left = self.budget.nodes_left()
        if left is None:
            return None
        left = max(left - self._lent, 0)
        return max(left // self.workers, min(left, FEWEST_NODES))

    def _answered(self, job: CubeJob, result: CubeResult) -> bool:
        """Take an answer in; whether that is the end."""
        self._lent -= job.lent
        self.budget.nodes += result.stats.nodes
        self.backtracks += result.stats.backtracks
        for name, number in result.stats.counters.items():
            known = self.counters.get(name, 0)
            if isinstance(number, int | float) and isinstance(known, int | float):
                self.counters[name] = known + number
        if job.whole:
            return self._answered_whole(job, result)
        if result.lost is not None:
            raise LimitReached(f"a part of the puzzle was lost: {result.lost}", "worker")
        self._working.remove(job.cells)
        if not result.done:
            if result.parts is not None:
                self.take_in(result.parts)
            else:
                self._put(result.cells)
        if self.enough(job, result):
            return True
        if result.limit not in (None, "time", "nodes"):  # which splitting does not help
            raise LimitReached(result.reason or "a limit was reached", result.limit)
        return False

    def _answered_whole(self, job: CubeJob, result: CubeResult) -> bool:
        """The whole in one go: if it is decided so are all cubes; if it cannot be, they go on."""
        self._whole = False
        self._apart = result.lost is not None or result.limit not in (None, "time")
        self.exhausted = result.done
        return self.enough(job, result) or result.done
