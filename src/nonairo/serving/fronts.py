"""Several front processes behind one port: each reads requests, sends answers and has workers.

This process listens, and passes every connection on to the next front process (as a file
descriptor), so that each has as many. It reads no request. A front process that ends is replaced,
unless that does not help; they end with us, because their channel is closed.
"""

from __future__ import annotations

import logging
import os
import pickle
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from nonairo.errors import NonairoError
from nonairo.serving.metrics import SIZE, Metrics
from nonairo.serving.settings import Settings
from nonairo.serving.shared import Shared
from nonairo.workers.protocol import environment

LOG = logging.getLogger(__name__)
READY, CONNECTION = b"R", b"C"  # from a front process; to one, with a connection
PATIENCE = 60.0  # seconds until all must be ready
LAST = 8.0  # seconds in which they must end
LAST_WORDS = 1.0  # seconds to end by itself, with an exit code of its own
YOUNG, FAILURES = 10.0, 5  # so many in a row that end before so many seconds: something is wrong
PAUSE = 0.5  # seconds until one that ended young twice in a row is replaced; then twice as long
PROGRAM = "from nonairo.serving.front import main; main()"
FULL = 64  # connections accepted at a time


@dataclass(eq=False)
class Front:
    """One front process."""

    number: int
    process: subprocess.Popen[bytes]
    channel: socket.socket
    since: float  # when it began; later, when it was ready
    ready: bool = False

    def give(self, connection: socket.socket) -> bool:
        """Pass a connection on; return False if it does not take one now."""
        try:
            socket.send_fds(self.channel, [CONNECTION], [connection.fileno()])
        except OSError:
            return False
        return True


class Fronts:
    """All front processes of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.shared = Shared(settings.processes + 1, SIZE)  # ours are the last
        self.metrics = Metrics(self.shared, settings.processes)
        self.selector = selectors.DefaultSelector()
        self.fronts: dict[int, Front] = {}
        self.failures = [0] * settings.processes  # by number: young ones that ended, in a row
        self.due: dict[int, float] = {}  # when which of them is replaced
        self._next = 0

    @property
    def all_ready(self) -> bool:
        return not self.due and all(front.ready for front in self.fronts.values())

    def start(self, number: int) -> None:
        Metrics(self.shared, number).reset_gauges()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        files = theirs.fileno(), self.shared.file
        words = [sys.executable, "-P", "-c", PROGRAM]
        with theirs:
            process = subprocess.Popen(
                [*words, *map(str, (number, *files))],
                stdin=subprocess.PIPE,
                pass_fds=files,
                start_new_session=True,  # Ctrl-C is for us
                env=environment(),
            )
        ours.setblocking(False)
        self.fronts[number] = front = Front(number, process, ours, time.monotonic())
        assert process.stdin is not None
        with suppress(BrokenPipeError), process.stdin:
            process.stdin.write(pickle.dumps(self.settings))
        self.selector.register(ours, selectors.EVENT_READ, front)

    def hear(self, front: Front) -> None:
        """A front process is ready, or has ended: then another is to take its place."""
        data = b""
        with suppress(BlockingIOError, ConnectionError):
            data = front.channel.recv(64)
        if data:
            front.ready, front.since = True, time.monotonic()
            return
        with suppress(subprocess.TimeoutExpired):  # it closed its channel because it ends
            front.process.wait(LAST_WORDS)
        code = self.drop(front)
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        LOG.warning("nonairo: front process %d ended: %s", front.process.pid, how)
        self.metrics.death("front")
        now = time.monotonic()
        young = not front.ready or now - front.since < YOUNG
        failures = self.failures[front.number] + 1 if young else 0
        if failures >= FAILURES:
            raise NonairoError(f"cannot serve: front processes end soon after their start: {how}")
        self.failures[front.number] = failures
        self.due[front.number] = now + (PAUSE * 2 ** (failures - 2) if failures > 1 else 0.0)

    def replace(self) -> None:
        """Start the front processes that are due."""
        now = time.monotonic()
        for number in [number for number, due in self.due.items() if due <= now]:
            del self.due[number]
            self.start(number)

    def drop(self, front: Front) -> int:
        """End a front process; return its exit code."""
        self.selector.unregister(front.channel)
        front.channel.close()
        with suppress(ProcessLookupError):
            front.process.kill()
        del self.fronts[front.number]
        return front.process.wait()

    def accept(self, listener: socket.socket) -> None:
        """Pass on the connections that wait, to each front process in turn."""
        for _ in range(FULL):
            try:
                connection, _ = listener.accept()
            except OSError:  # no more, or too many open files
                return
            with connection:
                self._pass_on(connection)

    def _pass_on(self, connection: socket.socket) -> None:
        for _ in range(self.settings.processes):
            self._next = (self._next + 1) % self.settings.processes
            front = self.fronts.get(self._next)
            if front is not None and front.ready and front.give(connection):
                return

    def end(self) -> None:
        """Ask all to end, and end those that do not."""
        for front in self.fronts.values():
            with suppress(ProcessLookupError):
                front.process.terminate()
        until = time.monotonic() + LAST
        for front in [*self.fronts.values()]:
            with suppress(subprocess.TimeoutExpired):
                front.process.wait(max(0.0, until - time.monotonic()))
            self.drop(front)
        self.selector.close()


@contextmanager
def _signals() -> Iterator[Callable[[], int | None]]:
    """Signals wake up the selector; the function that is yielded says which one came first."""
    came: list[int] = []
    handled = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda n, _: came.append(n)) for number in handled}
    try:
        yield lambda: came[0] if came else None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve_by_fronts(
    settings: Settings, listener: socket.socket, ready: Callable[[], None]
) -> int | None:
    """Serve until a signal ends it, and return that signal; call `ready` when all are ready."""
    listener.setblocking(False)
    fronts = Fronts(settings)
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    waker = signal.set_wakeup_fd(writer.fileno())
    try:
        with reader, writer, _signals() as signalled:
            fronts.selector.register(reader, selectors.EVENT_READ)
            for number in range(settings.processes):
                fronts.start(number)
            announced, begin = False, time.monotonic()
            while signalled() is None:
                for key, _ in fronts.selector.select(PAUSE / 2 if fronts.due else 1.0):
                    if isinstance(key.data, Front):
                        fronts.hear(key.data)
                    elif key.fileobj is listener:
                        fronts.accept(listener)
                fronts.replace()
                if not announced and fronts.all_ready:
                    announced = True
                    fronts.selector.register(listener, selectors.EVENT_READ)
                    ready()
                elif not announced and time.monotonic() - begin > PATIENCE:
                    raise NonairoError("cannot serve: the front processes were not ready in time")
            listener.close()
            fronts.end()
            return signalled()
    finally:
        signal.set_wakeup_fd(waker)
        for front in [*fronts.fronts.values()]:
            with suppress(KeyError, ValueError, OSError, RuntimeError):
                fronts.drop(front)
        fronts.selector.close()
        os.close(fronts.shared.file)
