"""Puzzles made by several processes: the same ones, in the same order, as one would make."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from nonairo.errors import EngineError
from nonairo.workers.asked import checked_workers
from nonairo.workers.processes import Processes, WorkerDied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nonairo.puzzle import Puzzle


class Spread:
    """One puzzle for each seed, a few of them made ahead; a seed that fails does not end it."""

    def __init__(self, make: Callable[[int], Puzzle], seeds: Iterator[int], workers: int) -> None:
        self._pool = Processes(checked_workers(workers))
        self._make = partial(self._pool.submit, make)
        self._seeds = seeds
        self._waiting: deque[tuple[int, Future[Puzzle]]] = deque()
        self._ahead = 2 * workers

    def __iter__(self) -> Spread:
        return self

    def __next__(self) -> Puzzle:
        for seed in islice(self._seeds, self._ahead - len(self._waiting)):
            self._waiting.append((seed, self._make(seed)))
        if not self._waiting:
            raise StopIteration
        seed, future = self._waiting.popleft()
        try:
            return future.result()
        except WorkerDied:
            try:
                return self._make(seed).result()
            except WorkerDied as died:
                raise EngineError(f"seed {seed}: {died}, twice") from None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
