"""A lane: a bounded number of processes, and those who wait for one."""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from itertools import count

from nonairo.serving.process import Hand, Lost
from nonairo.serving.settings import Settings

LOG = logging.getLogger(__name__)  # warnings go to where the server was started
CLOSING = "the server is closing"
NONE_STARTED = "no process could be started"
FAILURES = 3  # starts in a row that may fail until those who wait are told


class Lane:
    """Lends out processes, the next one to whoever is first in the queue.

    `kept` of them are there from the start and replaced when they end; more, up to `most`, are
    started when they are asked for and go home when they were idle for a while. Some may be
    `reserved` for rank 0: there is always one that nobody else is working with.
    """

    def __init__(
        self, settings: Settings, *, kept: int, most: int, nice: int, reserved: int = 0
    ) -> None:
        self.settings = settings
        self.kept = kept
        self.most = most
        self.nice = nice
        self.hands: set[Hand] = set()
        self.idle: list[Hand] = []
        self._starts: set[asyncio.Task[None]] = set()
        self._failures = 0  # in a row
        self._ordinary = 0  # lent to others than rank 0,
        self._most_ordinary = max(most - reserved, 1)  # of which there may be so many
        self._waiting: list[tuple[int, int, asyncio.Future[Hand]]] = []
        self._numbers = count()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many wait for a process."""
        return len(self._waiting)

    async def open(self) -> None:
        """Start the processes that are always there."""
        self._fill()
        while self._tasks:  # one that fails is followed by another
            await asyncio.gather(*self._tasks)
        if self.kept and not self.idle:
            raise Lost(NONE_STARTED)

    @asynccontextmanager
    async def lent(self, rank: int, until: float | None = None) -> AsyncIterator[Hand]:
        """A process for one request; those of lower rank get theirs first.

        Raises TimeoutError if there is none `until` then, by the clock of the event loop.
        """
        async with asyncio.timeout_at(until):
            hand = await self._get(rank)
        try:
            yield hand
        finally:
            if hand.busy:
                self._later(self._settle(hand, rank))
            else:
                self._back(hand, rank)

    def at_hand(self, rank: int) -> bool:
        """Whether nobody of this rank would have to wait."""
        return bool(self.idle) and self._may(rank)

    def _may(self, rank: int) -> bool:
        return rank == 0 or self._ordinary < self._most_ordinary

    async def _get(self, rank: int) -> Hand:
        if self._closed:
            raise Lost(CLOSING)
        while self.at_hand(rank):
            hand = self.idle.pop()
            if hand.alive:
                self._ordinary += rank > 0
                return hand
            self._dismiss(hand)
        future: asyncio.Future[Hand] = asyncio.get_running_loop().create_future()
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
                self._back(future.result(), rank)
            raise

    async def _settle(self, hand: Hand, rank: int) -> None:
        await hand.settle()
        self._back(hand, rank)

    def _back(self, hand: Hand, rank: int = 0) -> None:
        """Take a process back: for the next in the queue, or for later."""
        self._ordinary -= rank > 0
        if not hand.alive or self._closed:
            self._dismiss(hand)
            return
        future = self._next()
        if future is not None:
            future.set_result(hand)
        else:
            self.idle.append(hand)

    def _next(self) -> asyncio.Future[Hand] | None:
        """Whoever is to get the next process; from then on it counts as lent."""
        while self._waiting:
            rank, _, future = self._waiting[0]
            if not future.done() and not self._may(rank):
                return None
            heapq.heappop(self._waiting)
            if not future.done():
                self._ordinary += rank > 0
                return future
        return None

    def _dismiss(self, hand: Hand) -> None:
        """Let a process go, and start another if it is missed."""
        if hand not in self.hands:
            return
        self.hands.discard(hand)
        self._later(hand.end())
        self._fill()

    def _missed(self) -> bool:
        """Whether there are fewer processes than are kept, or than are waited for."""
        there = len(self.hands) + len(self._starts)
        wanted = there < self.kept or self.waiting > len(self._starts)
        return wanted and there < self.most and not self._closed

    def _fill(self) -> None:
        """Start what is missed; where that fails all the time, one by one."""
        while self._missed() and not (self._starts and self._failures >= FAILURES):
            task = self._later(self._start())
            self._starts.add(task)
            task.add_done_callback(self._starts.discard)

    async def _start(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        try:
            hand = await Hand.start(self.settings, self.nice)
        except (Lost, OSError) as error:
            self._starts.discard(task)
            self._failures += 1
            LOG.warning("nonairo: a process could not be started: %s", error)
            if self._failures < FAILURES:
                self._fill()
            else:  # the next who asks, or the next round of `tidy`, tries again
                self._fail(NONE_STARTED)
            return
        self._starts.discard(task)
        self._failures = 0
        self.hands.add(hand)
        self._back(hand)
        self._fill()

    def _fail(self, why: str) -> None:
        """Tell all who wait that there is nothing to wait for."""
        for _, _, future in self._waiting:
            if not future.done():
                future.set_exception(Lost(why))
        self._waiting.clear()

    def _later(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def tidy(self, longest: float) -> None:
        """Replace what is missed or ended while idle; send home what nobody needed for long."""
        now = time.monotonic()
        for hand in list(self.idle):
            spare = len(self.hands) > self.kept and now - hand.idle_since > longest
            if spare or not hand.alive:
                self.idle.remove(hand)
                self._dismiss(hand)
        self._fill()

    async def close(self) -> None:
        """End everything, and wait until nothing is left."""
        self._closed = True
        self._fail(CLOSING)
        for task in self._starts:
            task.cancel()
        for hand in self.hands:
            hand.kill()  # then those who wait for it to settle are done at once
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(hand.end() for hand in self.hands))
        self.hands.clear()
        self.idle.clear()
