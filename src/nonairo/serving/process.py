"""One worker process of the server, as its event loop sees it."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import time
from asyncio import subprocess
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from nonairo.answers.base import MOST_SECONDS
from nonairo.answers.puzzles import EXAMPLE
from nonairo.serving.requests import Reply, answered, to_bytes
from nonairo.serving.settings import Settings
from nonairo.serving.worker import reply, set_up
from nonairo.workers.protocol import (
    HEAD,
    STOPPED,
    WorkerDied,
    call_frame,
    command,
    environment,
    stop_frame,
)

LOG = logging.getLogger(__name__)  # warnings go to where the server was started
READY = 30.0  # seconds until a new process must be ready
PATIENCE = 1.0  # seconds until work must have stopped; most polls every few milliseconds
STALLS, LATE = 2, 0.05  # how often we may have slept ourselves, so many seconds too long, or it
OFTEN = 0.2  # of its time passes until a process is asked again to stop if it had that time
ENOUGH = 0.8  # of the processor time of a call: clocks are coarse
GROWTH = 256 * 1024 * 1024  # bytes more than at the start: then a fresh process takes over
QUESTION = "hint", to_bytes({"puzzle": EXAMPLE})  # to see whether a process works
TIMES = 3  # so often before its answer counts as wrong: a limit of a request may be very short
LATEST = 5.0  # seconds for an answer to the question


@cache
def right_answer() -> bytes:
    """The answer to the question, worked out in the server's own process."""
    return answered(*QUESTION, MOST_SECONDS).body


def busy() -> bool:
    """Whether the machine has more to run than it can, so that a process may have had no time."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1)


class WorkerProcess:
    """A process that works on one request at a time."""

    def __init__(self, process: subprocess.Process, most_seconds: float) -> None:
        self._process = process
        self._most_seconds = most_seconds
        self._most_memory = 0
        self._call = 0
        self._answer: asyncio.Future[Reply | int | None] | None = None  # None: it was stopped
        self._reader = asyncio.ensure_future(self._read())
        self.alive = True
        self.doubted = False  # whether to ask the question before the next request
        self.idle_since = time.monotonic()
        self.on_death: Callable[[str], object] = bool  # is passed why it ended, unless we wanted it
        self._killed = False

    @classmethod
    async def start(cls, settings: Settings, nice: int) -> WorkerProcess:
        """Return a process that is ready; raise WorkerDied if there can be none."""
        process = await asyncio.create_subprocess_exec(
            *command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env=environment(),
        )
        worker = cls(process, settings.time_limit)
        try:
            async with asyncio.timeout(READY):
                size = await worker._send(set_up, nice, settings.memory_limit, settings.engines)
        except asyncio.CancelledError:
            await worker.end()
            raise
        except Exception:
            await worker.end()
            raise WorkerDied("a process was not ready in time, or ended") from None
        assert isinstance(size, int)
        worker._most_memory = size + GROWTH
        return worker

    @property
    def busy(self) -> bool:
        return self._answer is not None and not self._answer.done()

    def _send(
        self, function: Callable[..., object], *arguments: object
    ) -> asyncio.Future[Reply | int | None]:
        self._call = self._call % 0xFFFFFFFF + 1
        self._answer = asyncio.get_running_loop().create_future()
        self._write(call_frame(self._call, function, *arguments))
        return self._answer

    def _write(self, frame: bytes) -> None:
        pipe = self._process.stdin
        if pipe is not None and not pipe.is_closing():
            pipe.write(frame)

    async def work(self, name: str, body: bytes, seconds: float, patience: int = 0) -> Reply | None:
        """The answer to a request, or None if it takes longer than so many seconds.

        With `patience` these are seconds of the processor: on a machine that is busy with other
        things the process is asked so many times to stop if it had them.
        A caller that does not want to wait any more cancels this, and then calls `stop`.
        """
        if not self.alive:
            raise WorkerDied("the process has ended already")
        answer = self._send(reply, name, body, self._most_seconds, self._most_memory)
        await asyncio.wait([answer], timeout=seconds)
        while patience and not answer.done():
            patience -= 1
            self._write(stop_frame(self._call, ENOUGH * seconds))
            await asyncio.wait([answer], timeout=OFTEN * seconds)
        if not answer.done():
            await self.stop()
        found = answer.result() if answer.done() else None
        assert not isinstance(found, int)
        return found

    async def stop(self) -> None:
        """Stop the work; kill a process that does not react."""
        if self._answer is None or self._answer.done():
            return
        self._write(stop_frame(self._call))
        for _ in range(STALLS):
            begin = time.monotonic()
            await asyncio.wait([self._answer], timeout=PATIENCE)
            if self._answer.done():
                return
            if time.monotonic() - begin < PATIENCE + LATE and not busy():
                break  # we were awake all the time: it is the process that did not react
        if not self._killed:
            LOG.warning("nonairo: process %d did not stop and is replaced", self._process.pid)
            self.on_death("hung")
        self.kill()

    async def examine(self) -> bool:
        """Ask the process the question; kill it and return False if its answer is wrong.

        One that is too slow, but stops when asked to, is not wrong: the machine may be busy.
        """
        self.doubted = False
        since, found = self.idle_since, None
        with suppress(WorkerDied):
            for _ in range(TIMES):
                found = await self.work(*QUESTION, LATEST)
                self.idle_since = since  # nobody needed it for this
                if found is None:
                    return self.alive
                if found.body == right_answer():
                    return True
        if found is not None:
            LOG.warning(
                "nonairo: a process gave a wrong answer to a known question and is replaced"
            )
            self.on_death("wrong")
        self.kill()
        return False

    async def _read(self) -> None:
        """Pass the answers on until the process ends."""
        pipe = self._process.stdout
        assert pipe is not None
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                kind, call, length = HEAD.unpack(await pipe.readexactly(HEAD.size))
                data = await pipe.readexactly(length)
                self.idle_since = time.monotonic()
                if self._answer is None or self._answer.done() or call != self._call:
                    continue
                if kind == STOPPED:
                    self._answer.set_result(None)
                    continue
                try:
                    value = pickle.loads(data)
                except Exception as unreadable:
                    value = unreadable
                if isinstance(value, BaseException):  # answers are made of all errors of requests
                    LOG.warning("nonairo: a process failed: %s: %s", type(value).__name__, value)
                    self.kill()
                    break
                if isinstance(value, tuple):
                    value = Reply(*value)
                    self.alive = self.alive and not value.last
                self._answer.set_result(value)
        self.alive = False
        if not self._killed:
            self._killed = True
            LOG.warning("nonairo: process %d ended: %s", self._process.pid, await self._ending())
            self.on_death("ended")
        self._fail(WorkerDied("the process that worked on this request ended"))

    async def _ending(self) -> str:
        """How a process ended, in words."""
        code = await self._process.wait()
        if code >= 0:
            return f"exit code {code}"
        try:
            return f"killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"killed by signal {-code}"

    def _fail(self, error: BaseException) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)
            self._answer.exception()  # seen, also where nobody waits for it any more

    def kill(self) -> None:
        """End the process and all that it has started, at once."""
        self.alive = False
        self._killed = True
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()

    async def end(self) -> None:
        """Kill the process and wait until nothing is left of it."""
        self.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
        await asyncio.wait([self._reader], timeout=1)
        self._reader.cancel()
