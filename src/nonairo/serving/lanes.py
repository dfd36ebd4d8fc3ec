"""A lane: a bounded number of processes, and those who wait for one."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count

from nonairo.serving.process import Hand, Lost
from nonairo.serving.settings import Settings


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
        self._starting = 0
        self._ordinary = 0  # lent to others than rank 0,
        self._most_ordinary = most - reserved  # of which there may be so many
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
        for _ in range(self.kept):
            self._start()
        await asyncio.gather(*self._tasks)
        if self.kept and not self.idle:
            raise Lost("no process could be started")

    @asynccontextmanager
    async def lent(self, rank: int) -> AsyncIterator[Hand]:
        """A process for one request; those of lower rank get theirs first."""
        hand = await self._get(rank)
        try:
            yield hand
        finally:
            if hand.busy:
                self._later(self._settle(hand, rank))
            else:
                self._back(hand, rank)

    def _may(self, rank: int) -> bool:
        return rank == 0 or self._ordinary < self._most_ordinary

    async def _get(self, rank: int) -> Hand:
        while self.idle and self._may(rank):
            hand = self.idle.pop()
            if hand.alive:
                self._ordinary += rank > 0
                return hand
            self._dismiss(hand)
        if len(self.hands) + self._starting < self.most:
            self._start()
        future: asyncio.Future[Hand] = asyncio.get_running_loop().create_future()
        place = rank, next(self._numbers), future
        heapq.heappush(self._waiting, place)
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
        missed = len(self.hands) + self._starting < self.kept or self.waiting > self._starting
        if missed and not self._closed:
            self._start()

    def _start(self) -> None:
        self._starting += 1
        self._later(self._started())

    async def _started(self) -> None:
        try:
            hand = await Hand.start(self.settings, self.nice)
        except (Lost, OSError) as error:
            while self._waiting:
                _, _, future = heapq.heappop(self._waiting)
                if not future.done():
                    future.set_exception(Lost(str(error)))
                    break
            return
        finally:
            self._starting -= 1
        self.hands.add(hand)
        self._back(hand)

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def tidy(self, longest: float) -> None:
        """Replace processes that ended while idle; send home those that nobody needed for long."""
        now = time.monotonic()
        for hand in list(self.idle):
            spare = len(self.hands) > self.kept and now - hand.idle_since > longest
            if spare or not hand.alive:
                self.idle.remove(hand)
                self._dismiss(hand)

    async def close(self) -> None:
        """End everything, and wait until nothing is left."""
        self._closed = True
        for _, _, future in self._waiting:
            if not future.done():
                future.set_exception(Lost("the server is closing"))
        for task in list(self._tasks):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(hand.end() for hand in self.hands))
        self.hands.clear()
        self.idle.clear()
