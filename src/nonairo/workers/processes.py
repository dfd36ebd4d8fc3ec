"""Executors: worker processes, of which one that dies fails only its own call; or this process."""

from __future__ import annotations

import pickle
import signal
import subprocess
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from nonairo.workers.protocol import RETURNED, Frame, WorkerDied, call_frame, command, environment

Value = TypeVar("Value")


class Here(Executor):
    """Every call at once, in this process."""

    _max_workers = 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes(Executor):
    """So many worker processes, each with a thread that feeds it. They start when there is work.

    Unlike those of `concurrent.futures` they do not import the main program again, and one that
    dies is replaced. Functions must be importable by name.

    >>> with Processes(1) as pool:
    ...     pool.submit(divmod, 17, 5).result()
    (3, 2)
    """

    def __init__(self, workers: int) -> None:
        self._max_workers = workers  # the name under which `concurrent.futures` keeps it
        self._calls: SimpleQueue[tuple[bytes, Future[Any]] | None] = SimpleQueue()
        self._children: set[subprocess.Popen[bytes]] = set()
        self._threads: list[Thread] = []
        self._lock = Lock()
        self._closed = False

    def submit(self, fn: Callable[..., Value], /, *args: Any, **kwargs: Any) -> Future[Value]:
        if kwargs:
            raise TypeError("a call for a worker process accepts positional arguments only")
        call = call_frame(0, fn, *args)
        future: Future[Value] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("these processes have been shut down")
            self._calls.put((call, future))
            if len(self._threads) < self._max_workers:
                thread = Thread(target=self._serve, daemon=True)
                self._threads.append(thread)
                thread.start()
        return future

    def _serve(self) -> None:
        """Feed one process, and its successors, until there is nothing more to do."""
        child: subprocess.Popen[bytes] | None = None
        while (item := self._calls.get()) is not None:
            call, future = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                child = child or self._start()
                answer = _ask(child, call)
                value = pickle.loads(answer.data)
            except BaseException as error:
                if child is not None:
                    self._end(child)
                    child = None
                future.set_exception(error)
                continue
            if answer.kind == RETURNED:
                future.set_result(value)
            else:
                future.set_exception(value)
        if child is not None:
            self._end(child)

    def _start(self) -> subprocess.Popen[bytes]:
        child = subprocess.Popen(
            command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            start_new_session=True,  # Ctrl-C is for us, also while Python starts there
        )
        with self._lock:
            self._children.add(child)
            if self._closed:  # while it started
                child.kill()
        return child

    def _end(self, child: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._children.discard(child)
        child.kill()
        child.communicate()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As in `concurrent.futures`; with `cancel_futures` what runs is ended as well."""
        with self._lock:
            self._closed = True
            threads = list(self._threads)
            if cancel_futures:
                for child in self._children:
                    child.kill()
        if cancel_futures:
            while not self._calls.empty():
                item = self._calls.get()
                if item is not None:
                    item[1].cancel()
        for _ in threads:
            self._calls.put(None)
        if wait:
            for thread in threads:
                thread.join()


def _ask(child: subprocess.Popen[bytes], call: bytes) -> Frame:
    assert child.stdin is not None
    assert child.stdout is not None
    answer = None
    with suppress(OSError):
        child.stdin.write(call)
        child.stdin.flush()
        answer = Frame.read(child.stdout)  # type: ignore[arg-type]
    if answer is None:
        raise WorkerDied(_how_it_ended(child))
    return answer


def _how_it_ended(child: subprocess.Popen[bytes]) -> str:
    code = child.wait()
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return f"its worker was ended by {name}"
    return f"its worker ended with code {code}"
