"""Puzzles made from seeds: by one process or several, always the same ones in the same order."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING

from nonairo.cli.executors import processes
from nonairo.errors import EngineError
from nonairo.workers.protocol import WorkerDied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Future

    from nonairo.puzzle import Puzzle


class Seeded:
    """One puzzle for each seed, made here or, a few ahead, by workers.

    An error about one seed does not end it.
    """

    def __init__(
        self, make: Callable[[int], Puzzle], seeds: Iterable[int], workers: int | None = None
    ) -> None:
        self._pool = processes(workers) if workers else None
        self._make = make
        self._seeds = iter(seeds)
        self._waiting: deque[tuple[int, Future[Puzzle]]] = deque()
        self._ahead = 2 * (workers or 0)

    def __iter__(self) -> Seeded:
        return self

    def __next__(self) -> Puzzle:
        if self._pool is None:
            return self._make(next(self._seeds))
        for seed in islice(self._seeds, self._ahead - len(self._waiting)):
            self._waiting.append((seed, self._pool.submit(self._make, seed)))
        if not self._waiting:
            raise StopIteration
        seed, future = self._waiting.popleft()
        try:
            return future.result()
        except WorkerDied:
            try:
                return self._pool.submit(self._make, seed).result()
            except WorkerDied as died:
                raise EngineError(f"seed {seed}: {died}, twice") from None

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
