"""An executor on Dask that gives work only to workers whose version and files were checked.

Workers may come while a batch runs. One that has another version of nonairo, or none, or does not
see files that the others see, is refused by name, and the rest go on without it. Every call says
which workers may do it. When the last of them has gone, or the one that has it sends no heartbeats
(it is frozen, or cut off), the call is handed out again: calls give the same however often they are
made, and the last one handed out counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, TypeVar

Value = TypeVar("Value")
Report = Callable[[str], None]
BETWEEN = 1.0  # seconds between two looks at who is there
SILENT = 10.0  # seconds without a heartbeat (there is one every second or so) until work is late


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

    def __init__(
        self,
        client: Any,
        why_not: Callable[[list[str]], dict[str, str | None]],
        first: Callable[[], object] = int,
    ) -> None:
        """`why_not` asks workers, and says why they are not wanted; it may leave some out.

        `first` is something to do for the first worker of a cluster that has none yet.
        """
        self._client = client
        self._first = first
        self._why_not = why_not
        self._known: set[str] = set()  # those that may work with us
        self._good: dict[str, int] = {}  # threads of each that is there, and not silent
        self.refused: dict[str, str] = {}
        self.there: dict[str, int] = {}  # threads of all
        self._beats: dict[str, tuple[float, float]] = {}  # last heartbeat, and when we saw it
        self._beacon: Any = None
        self._reported: set[str] = set()
        self._calls: set[_Call] = set()
        self._lock = Lock()
        self._ended = Event()
        self._watcher: Thread | None = None
        self.look()

    @property
    def _max_workers(self) -> int:
        """The name under which `concurrent.futures` keeps it; here it changes."""
        return max(1, sum(self._good.values()))

    @property
    def ready(self) -> bool:
        """Whether anybody may work."""
        return bool(self._good)

    def look(self) -> None:
        """See who is there, ask who is new, and hand out again what is late or has nobody left."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        self.there = {worker: each["nthreads"] for worker, each in workers.items()}
        new = [each for each in self.there if each not in self._known | self.refused.keys()]
        checked = self._why_not(new) if new else {}
        self.refused |= {worker: why for worker, why in checked.items() if why is not None}
        self._known |= {worker for worker, why in checked.items() if why is None}
        self._known &= self.there.keys()
        self._listen({worker: each["last_seen"] for worker, each in workers.items()})
        silent = self._silent()
        self._good = {each: self.there[each] for each in self._known if each not in silent}
        if self._good:
            self._hand_out_again(silent)
        elif not self.there and (self._beacon is None or self._beacon.done()):
            # A cluster that grows with its work must see that there is some.
            self._beacon = self._client.submit(self._first, pure=False)

    def _listen(self, beats: dict[str, float]) -> None:
        """Note when heartbeats change: by our clock, which need not be the scheduler's."""
        for worker, beat in beats.items():
            if self._beats.get(worker, (None, 0))[0] != beat:
                self._beats[worker] = beat, monotonic()

    def _silent(self) -> set[str]:
        return {each for each in self._known if monotonic() - self._beats[each][1] > SILENT}

    def _hand_out_again(self, silent: set[str]) -> None:
        """Hand out again what nobody is left for, and what a silent worker has or may have.

        A result that is there and did not arrive lies with a worker; that may be the silent one.
        """
        held = self._client.processing(sorted(silent)) if silent else {}
        keys = {key for some in held.values() for key in some}

        def is_held(given: Any) -> bool:
            return given.key in keys or (bool(silent) and given.status == "finished")

        with self._lock:
            late = [
                call
                for call in self._calls
                if not call.workers & self._good.keys()
                or (call.given is not None and is_held(call.given))
            ]
            for call in late:
                call.workers = frozenset(self._good)
        for call in late:
            self._give(call)

    def remarks(self) -> list[str]:
        """Return what a person should know that was not returned before: who is waited for."""
        if not self.there:
            now = {"the scheduler has no workers; waiting for some"}
        else:
            now = set(self.refused.values())
            unasked = self.there.keys() - self._known - self.refused.keys()
            whys = dict.fromkeys(unasked, "does not answer")
            whys |= dict.fromkeys(self._silent(), f"has sent no heartbeat for {SILENT:g} s")
            for worker, why in whys.items():
                if self._good:
                    now.add(f"worker {worker} {why}: other workers do its work")
                else:
                    now.add(f"waiting for worker {worker}, which {why}")
            if not self._good and not whys:
                now.add("no workers are left; waiting for others")
        new = sorted(now - self._reported)
        self._reported = now
        return new

    def watch(self, report: Report) -> None:
        """Look again from time to time, until shut down."""
        self._watcher = Thread(target=self._watch, args=(report,), daemon=True)
        self._watcher.start()

    def _watch(self, report: Report) -> None:
        while not self._ended.wait(BETWEEN):
            try:
                self.look()
            except (
                Exception
            ):  # the connection to the scheduler was lost: code that waits for results sees it
                continue
            for remark in self.remarks():
                report(remark)

    def submit(self, fn: Callable[..., Value], /, *args: Any, **kwargs: Any) -> Future[Value]:
        if kwargs:
            raise TypeError("a call for a cluster accepts positional arguments only")
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
        """Hand out a call, unless it has ended meanwhile; without workers it waits for some."""
        with self._lock:
            if call not in self._calls or not call.workers:
                return
            earlier = call.given
            call.given = given = self._client.submit(
                call.function, *call.arguments, workers=[*call.workers], pure=False
            )
        self._client.loop.add_callback(self._hand_on, call, given)
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
        """Stop looking for workers; with `cancel_futures` drop the results of running calls."""
        self._ended.set()
        if cancel_futures:
            with self._lock:
                calls, self._calls = list(self._calls), set()
            for call in calls:
                call.future.cancel()
        if wait and self._watcher is not None:
            self._watcher.join(BETWEEN)
