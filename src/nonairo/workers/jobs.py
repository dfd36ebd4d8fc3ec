"""Jobs on any executor: a few at a time, of a size that suits them, tried again after a death."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from nonairo.workers.pace import Pace
from nonairo.workers.processes import Processes

Job = TypeVar("Job")
Piece = TypeVar("Piece")
Timed = tuple[float, list[Piece]]

USUAL_WORKERS = 8  # of an executor that does not say how many it has


class OutOfPatience(Exception):
    """Nobody waits any longer for jobs that are on their way."""


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
    """Whether an executor says that a worker ended; Dask has an error of its own for it."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


def workers_of(executor: Executor) -> int:
    """How many calls an executor works on at a time."""
    told = getattr(executor, "_max_workers", None)
    return told if isinstance(told, int) and told > 0 else USUAL_WORKERS


def run_jobs(
    executor: Executor,
    jobs: Iterator[Job | None],
    work: Work[Job, Piece],
    *,
    pace: Pace,
    ordered: bool,
    ahead: int | None = None,
    patience: Callable[[], float | None] = lambda: None,
) -> Generator[tuple[Job, list[Piece]]]:
    """Each job with its pieces, in order or as they are done; never more than a few ahead.

    Where a worker dies its job is taken apart and tried once more, part by part; what kills a
    worker again is given up, with the reason. A pool that is broken for good is replaced.

    Jobs may follow from what others gave: `jobs` gives None while it waits for one that is on its
    way. `patience` says for how many seconds one may still wait; then OutOfPatience is raised.
    """
    many = workers_of(executor)
    most_running = ahead or 2 * many + 1
    most_held = 4 * most_running if ordered else most_running
    own: Processes | None = None  # in the place of a broken one
    waiting: deque[_Given[Job, Piece]] = deque()
    running: dict[Future[Timed[Piece]], tuple[_Given[Job, Piece], Job]] = {}

    def hand_out(given: _Given[Job, Piece], job: Job) -> None:
        nonlocal own
        try:
            future = (own or executor).submit(timed, work.do, job)
        except BrokenExecutor:
            own = Processes(many)
            future = own.submit(timed, work.do, job)
        running[future] = given, job

    def finished(future: Future[Timed[Piece]]) -> None:
        given, job = running.pop(future)
        error = future.exception()
        if error is None:
            seconds, pieces = future.result()
            given.pieces += pieces
            pace.learn(work.size(job), seconds)
        elif not is_death(error):
            raise error
        elif given.alone:
            given.pieces += work.failed(job, f"{error}, twice")
        else:
            given.alone, given.parts = True, work.split(job)
        if given.parts:
            hand_out(given, given.parts.pop(0))
        else:
            given.done = True

    try:
        more = True
        while more or waiting:
            while more and len(running) < most_running and len(waiting) < most_held:
                try:
                    job = next(jobs)
                except StopIteration:
                    more = False
                    break
                if job is None:
                    break
                given = _Given[Job, Piece](job)
                waiting.append(given)
                hand_out(given, job)
            if running and not (waiting and waiting[0].done):
                done = wait(running, patience(), return_when=FIRST_COMPLETED).done
                if not done:
                    raise OutOfPatience
                for future in done:
                    finished(future)
            if ordered:
                while waiting and waiting[0].done:
                    given = waiting.popleft()
                    yield given.job, given.pieces
            else:
                ready = [given for given in waiting if given.done]
                waiting = deque(given for given in waiting if not given.done)
                for given in ready:
                    yield given.job, given.pieces
    finally:
        for future in running:
            future.cancel()
        if own is not None:
            own.shutdown(wait=False, cancel_futures=True)
