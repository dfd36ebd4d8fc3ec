"""Jobs on any executor: a few at a time, of a size that suits them, tried again after a death."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Generic, TypeVar

from nonairo.memory import NO_MEMORY
from nonairo.workers.processes import Processes
from nonairo.workers.protocol import WorkerDied

Job = TypeVar("Job")
Piece = TypeVar("Piece")
Timed = tuple[float, list[Piece]]

USUAL_WORKERS = 8  # of an executor that does not say how many it has
SECONDS = 0.2  # for a job: long beside handing it over, short beside a person's patience
GROWTH = 4.0  # a pace grows at most so much at once


class OutOfPatience(Exception):
    """Nobody waits any longer for jobs that are on their way."""


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


@dataclass(frozen=True, slots=True)
class Work(Generic[Job, Piece]):
    """What is done with a job, how it is taken apart, and what stands for one that killed twice."""

    do: Callable[[Job], list[Piece]]  # importable by name, or a partial of such
    split: Callable[[Job], list[Job]]
    failed: Callable[[Job, str], list[Piece]]
    size: Callable[[Job], float]


@dataclass(slots=True, eq=False)
class _Given(Generic[Job, Piece]):
    """A job that was handed out: as a whole, or after a death in parts."""

    job: Job
    parts: list[Job] = field(default_factory=list)  # still to be tried, one after the other
    pieces: list[Piece] = field(default_factory=list)
    alone: bool = False  # a second death is the end
    done: bool = False


def timed(do: Callable[[Job], list[Piece]], job: Job) -> Timed[Piece]:
    """What a job gives, and how long it took where it was done."""
    begin = time.perf_counter()
    pieces = do(job)
    return time.perf_counter() - begin, pieces


def is_death(error: BaseException | None) -> bool:
    """Whether a worker ended, by what its executor says (Dask has an error of its own for it), or
    had no memory left: what the machine did, and not the job.
    """
    machine = isinstance(error, WorkerDied | BrokenExecutor | MemoryError)
    return machine or type(error).__name__ == "KilledWorker"


def workers_of(executor: Executor) -> int:
    """How many calls an executor works on at a time."""
    number = getattr(executor, "_max_workers", None)
    return number if isinstance(number, int) and number > 0 else USUAL_WORKERS


class _Hands(Generic[Job, Piece]):
    """What was handed out and has not come back yet."""

    def __init__(self, executor: Executor, work: Work[Job, Piece], pace: Pace) -> None:
        self._executor = executor
        self._own: Processes | None = None  # in the place of a broken one
        self._work = work
        self._pace = pace
        self.running: dict[Future[Timed[Piece]], tuple[_Given[Job, Piece], Job]] = {}

    def hand_out(self, given: _Given[Job, Piece], job: Job) -> None:
        """A job, or a part of one; a pool that is broken for good is replaced."""
        try:
            future = (self._own or self._executor).submit(timed, self._work.do, job)
        except BrokenExecutor:
            self._own = Processes(workers_of(self._executor))
            future = self._own.submit(timed, self._work.do, job)
        self.running[future] = given, job

    def wait(self, patience: float | None) -> None:
        """Until something has come back, but for no more than so many seconds."""
        done = wait(self.running, patience, return_when=FIRST_COMPLETED).done
        if not done:
            raise OutOfPatience
        for future in done:
            self._take(future)

    def _take(self, future: Future[Timed[Piece]]) -> None:
        given, job = self.running.pop(future)
        error = future.exception()
        if error is None:
            seconds, pieces = future.result()
            given.pieces += pieces
            self._pace.learn(self._work.size(job), seconds)
        elif not is_death(error):
            raise error
        elif given.alone:
            given.pieces += self._work.failed(job, f"{str(error) or NO_MEMORY}, twice")
        else:
            given.alone, given.parts = True, self._work.split(job)
        if given.parts:
            self.hand_out(given, given.parts.pop(0))
        else:
            given.done = True

    def close(self) -> None:
        for future in self.running:
            future.cancel()
        if self._own is not None:
            self._own.shutdown(wait=False, cancel_futures=True)


def run_jobs(
    executor: Executor,
    jobs: Iterator[Job | None],
    work: Work[Job, Piece],
    *,
    pace: Pace,
    ordered: bool,
    ahead: int | None = None,
    backlog: int = 2,
    patience: Callable[[], float | None] = lambda: None,
) -> Generator[tuple[Job, list[Piece]]]:
    """Each job with its pieces, in order or as they are done; never more than a few ahead:
    `ahead`, or `backlog` for each worker.

    Where a worker dies its job is taken apart and tried once more, part by part; what kills a
    worker again is given up, with the reason.

    Jobs may follow from what others gave: `jobs` gives None while it waits for one that is on its
    way. `patience` says for how many seconds one may still wait; then OutOfPatience is raised.
    """
    waiting: deque[_Given[Job, Piece]] = deque()
    hands = _Hands(executor, work, pace)
    try:
        more = True
        while more or waiting:
            workers = workers_of(executor)  # a cluster may grow meanwhile
            most = ahead or backlog * workers + 1
            held = max(most, 4 * (ahead or 2 * workers + 1)) if ordered else most
            while more and len(hands.running) < most and len(waiting) < held:
                try:
                    job = next(jobs)
                except StopIteration:
                    more = False
                    break
                if job is None:
                    break
                waiting.append(_Given(job))
                hands.hand_out(waiting[-1], job)
            if hands.running and not (waiting and waiting[0].done):
                hands.wait(patience())
            ready = list(takewhile(_is_done, waiting) if ordered else filter(_is_done, waiting))
            waiting = deque(given for given in waiting if given not in ready)
            for given in ready:
                yield given.job, given.pieces
    finally:
        hands.close()


def _is_done(given: _Given[Job, Piece]) -> bool:
    return given.done
