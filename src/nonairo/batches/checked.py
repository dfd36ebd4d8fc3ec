"""An executor of Dask, of which only those workers get work that were asked who they are.

Workers may come while a batch runs. One that has another version of nonairo, or none, or does not
see files that the others see, is refused by name, and the rest go on without it. Every call says
which workers may do it; when the last of them has gone, it is handed out again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import Any, TypeVar

Value = TypeVar("Value")
Tell = Callable[[str], None]
BETWEEN = 1.0  # seconds between two looks at who is there


@dataclass(slots=True, eq=False)
class _Call:
    """A call that was handed out: to whom, and what Dask and our caller know it by."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: Future[Any] = field(default_factory=Future)
    given: Any = None  # a future of Dask
    workers: frozenset[str] = frozenset()


class Checked(Executor):
    """Hands out calls to the workers for which `why_not` gives None."""

    def __init__(self, client: Any, why_not: Callable[[list[str]], dict[str, str | None]]) -> None:
        """`why_not` asks workers, and says why they are not wanted; it may leave some out."""
        self._client = client
        self._why_not = why_not
        self._good: dict[str, int] = {}  # threads of each
        self.refused: dict[str, str] = {}
        self._calls: set[_Call] = set()
        self._lock = Lock()
        self._ended = Event()
        self._watcher: Thread | None = None
        self.look()

    @property
    def _max_workers(self) -> int:
        """The name under which `concurrent.futures` keeps it; here it changes."""
        return max(1, sum(self._good.values()))

    def look(self) -> None:
        """See who is there, ask who is new, and hand out again what nobody is left for."""
        there: dict[str, int] = self._client.nthreads()
        known = self._good.keys() | self.refused.keys()
        new = [worker for worker in there if worker not in known]
        asked = self._why_not(new) if new else {}
        self.refused |= {worker: why for worker, why in asked.items() if why is not None}
        good = {worker for worker, why in asked.items() if why is None} | self._good.keys()
        self._good = {worker: there[worker] for worker in there if worker in good}
        if self._good:
            with self._lock:
                alone = [call for call in self._calls if not call.workers & self._good.keys()]
                for call in alone:
                    call.workers = frozenset(self._good)
            for call in alone:
                self._give(call)

    def watch(self, tell: Tell) -> None:
        """Look again from time to time, until shut down."""
        self._watcher = Thread(target=self._watch, args=(tell,), daemon=True)
        self._watcher.start()

    def _watch(self, tell: Tell) -> None:
        told: set[str] = set(self.refused)
        waits = False
        while not self._ended.wait(BETWEEN):
            try:
                self.look()
            except Exception:  # the scheduler has gone: whoever waits for results is told
                continue
            for worker in self.refused.keys() - told:
                tell(self.refused[worker])
                told.add(worker)
            if not self._good and not waits:
                tell("no workers are left; waiting for others")
            waits = not self._good

    def submit(self, fn: Callable[..., Value], /, *args: Any, **kwargs: Any) -> Future[Value]:
        if kwargs:
            raise TypeError("a call for a cluster takes arguments by position")
        call = _Call(fn, args)
        with self._lock:
            self._calls.add(call)
            call.workers = frozenset(self._good)
        self._give(call)
        call.future.add_done_callback(lambda _: self._drop(call))
        return call.future

    def _drop(self, call: _Call) -> None:
        """What our caller has cancelled is not wanted of Dask, either."""
        with self._lock:
            wanted = call in self._calls
            self._calls.discard(call)
        if wanted and call.given is not None:
            call.given.cancel()

    def _give(self, call: _Call) -> None:
        """Hand out a call; one for which there are no workers waits until there are some."""
        if not call.workers:
            return
        earlier = call.given
        call.given = self._client.submit(
            call.function, *call.arguments, workers=[*call.workers], pure=False
        )
        self._client.loop.add_callback(self._hand_on, call, call.given)
        if earlier is not None:
            earlier.cancel()

    async def _hand_on(self, call: _Call, given: Any) -> None:
        """Wait for what Dask makes of a call. (Its own executor takes a result that gets lost while
        it is fetched for an error, and cannot read it.)
        """
        value, error = None, None
        try:
            value = await given
        except BaseException as raised:
            error = raised
        with self._lock:
            if call.given is not given or call not in self._calls:
                return  # it was handed out again
            self._calls.discard(call)
        if isinstance(error, CancelledError | asyncio.CancelledError):
            call.future.cancel()
        if not call.future.set_running_or_notify_cancel():
            return
        if error is None:
            call.future.set_result(value)
        else:
            call.future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Look no more; with `cancel_futures` nobody hears of what is still being done."""
        self._ended.set()
        if cancel_futures:
            with self._lock:
                calls, self._calls = list(self._calls), set()
            for call in calls:
                call.future.cancel()
        if wait and self._watcher is not None:
            self._watcher.join(BETWEEN)
