"""A lane: a bounded number of processes, and the requests that wait for one."""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, TypeVar

from nonairo.serving.process import WorkerProcess
from nonairo.serving.settings import Settings
from nonairo.workers.protocol import WorkerDied

Value = TypeVar("Value")

LOG = logging.getLogger(__name__)  # warnings go to where the server was started
CLOSING = "the server is closing"
NONE_STARTED = "no process could be started"
FAILURES = 3  # starts in a row that may fail until waiting requests are refused


class Lane:
    """Lends out processes, the next one to the first request in the queue.

    `kept` of them are started at once and replaced when they end; more, up to `most`, are started
    when they are needed and ended after they were idle for a while. Some may be `reserved` for rank
    0: there is always one that no other request uses.
    """

    def __init__(
        self, settings: Settings, *, kept: int, most: int, nice: int, reserved: int = 0
    ) -> None:
        self.settings = settings
        self.kept = kept
        self.most = most
        self.nice = nice
        self.processes: set[WorkerProcess] = set()
        self.idle: list[WorkerProcess] = []
        self._starts: set[asyncio.Task[None]] = set()
        self._failures = 0  # in a row
        self._ordinary = 0  # lent to others than rank 0,
        self._most_ordinary = max(most - reserved, 1)  # of which there may be so many
        self._waiting: list[tuple[int, int, asyncio.Future[WorkerProcess]]] = []
        self._numbers = count()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self.on_death: Callable[[str], object] = bool  # is passed why a process ended

    @property
    def waiting(self) -> int:
        """How many requests wait for a process."""
        return len(self._waiting)

    def waiting_at(self, rank: int) -> int:
        """How many requests of this rank wait: each rank has a queue of its own."""
        return sum(each == rank for each, _, _ in self._waiting)

    async def open(self) -> None:
        """Start the processes that are always there."""
        self._fill()
        while self._tasks:  # one that fails is followed by another
            await asyncio.gather(*self._tasks)
        if self.kept and not self.idle:
            raise WorkerDied(NONE_STARTED)

    @asynccontextmanager
    async def borrowed(self, rank: int, until: float | None = None) -> AsyncIterator[WorkerProcess]:
        """A process for one request; requests of lower rank get theirs first.

        Raises TimeoutError if there is none `until` then, by the clock of the event loop.
        """
        async with asyncio.timeout_at(until):
            process = await self._get(rank)
        try:
            yield process
        finally:
            if process.busy or process.doubted:
                self._later(self._settle(process, rank))
            else:
                self._give_back(process, rank)

    def is_free(self, rank: int) -> bool:
        """Whether a request of this rank would not have to wait."""
        return bool(self.idle) and self._may(rank)

    def _may(self, rank: int) -> bool:
        return rank == 0 or self._ordinary < self._most_ordinary

    async def _get(self, rank: int) -> WorkerProcess:
        if self._closed:
            raise WorkerDied(CLOSING)
        while self.is_free(rank):
            process = self.idle.pop()
            if process.alive:
                self._ordinary += rank > 0
                return process
            self._dismiss(process)
        future: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        place = rank, next(self._numbers), future
        heapq.heappush(self._waiting, place)
        self._fill()
        try:
            return await future
        except asyncio.CancelledError:
            if place in self._waiting:
                self._waiting.remove(place)
                heapq.heapify(self._waiting)
            if future.done() and not future.cancelled() and future.exception() is None:
                self._give_back(future.result(), rank)
            raise

    async def _settle(self, process: WorkerProcess, rank: int) -> bool:
        """Take a process back when it is idle; return False if it failed an examination."""
        await process.stop()
        right = await process.examine() if process.doubted and process.alive else True
        self._give_back(process, rank)
        return right

    async def examine(self) -> int:
        """Ask every process a known question; replace and count those that answer wrong.

        Idle processes are asked now, the others when they are done with their request.
        """
        for process in self.processes:
            process.doubted = True
        idle, self.idle = self.idle, []
        tasks = [self._later(self._settle(process, 0)) for process in idle]
        if tasks:
            await asyncio.wait(tasks)  # unlike gather it leaves them alone when it is cancelled
        return sum(not task.result() for task in tasks)

    def _give_back(self, process: WorkerProcess, rank: int = 0) -> None:
        """Take a process back: for the next in the queue, or for later."""
        self._ordinary -= rank > 0
        if not process.alive or self._closed:
            self._dismiss(process)
            return
        future = self._next()
        if future is not None:
            future.set_result(process)
        else:
            self.idle.append(process)

    def _next(self) -> asyncio.Future[WorkerProcess] | None:
        """The request that gets the next process; from then on it counts as lent."""
        while self._waiting:
            rank, _, future = self._waiting[0]
            if not future.done() and not self._may(rank):
                return None
            heapq.heappop(self._waiting)
            if not future.done():
                self._ordinary += rank > 0
                return future
        return None

    def _dismiss(self, process: WorkerProcess) -> None:
        """End a process, and start another if it is needed."""
        if process not in self.processes:
            return
        self.processes.discard(process)
        self._later(process.end())
        self._fill()

    def _too_few(self) -> bool:
        """Whether there are fewer processes than are kept, or than requests wait for."""
        there = len(self.processes) + len(self._starts)
        wanted = there < self.kept or self.waiting > len(self._starts)
        return wanted and there < self.most and not self._closed

    def _fill(self) -> None:
        """Start what is missing; one by one while starts fail."""
        while self._too_few() and not (self._starts and self._failures >= FAILURES):
            task = self._later(self._start())
            self._starts.add(task)
            task.add_done_callback(self._starts.discard)

    async def _start(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        try:
            process = await WorkerProcess.start(self.settings, self.nice)
        except (WorkerDied, OSError) as error:
            self._starts.discard(task)
            self._failures += 1
            LOG.warning("nonairo: a process could not be started: %s", error)
            if self._failures < FAILURES:
                self._fill()
            else:  # the next request, or the next round of `tidy`, tries again
                self._fail(NONE_STARTED)
            return
        self._starts.discard(task)
        self._failures = 0
        process.on_death = self._died
        self.processes.add(process)
        self._give_back(process)
        self._fill()

    def _died(self, reason: str) -> None:
        if not self._closed:
            self.on_death(reason)

    def _fail(self, why: str) -> None:
        """Refuse all requests that wait."""
        for _, _, future in self._waiting:
            if not future.done():
                future.set_exception(WorkerDied(why))
        self._waiting.clear()

    def _later(self, work: Coroutine[None, None, Value]) -> asyncio.Task[Value]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def tidy(self, longest: float) -> None:
        """Replace what is missing or has ended; end spare processes that are idle for long."""
        now = time.monotonic()
        for process in list(self.idle):
            spare = len(self.processes) > self.kept and now - process.idle_since > longest
            if spare or not process.alive:
                self.idle.remove(process)
                self._dismiss(process)
        self._fill()

    async def close(self) -> None:
        """End everything, and wait until nothing is left."""
        self._closed = True
        self._fail(CLOSING)
        for task in self._starts:
            task.cancel()
        for process in self.processes:
            process.kill()  # then whoever waits for it to stop is done at once
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in self.processes))
        self.processes.clear()
        self.idle.clear()
