"""The process of the engine `groebner`, seen from this one: send requests, read replies, end it.

A computation in BRiAl cannot be interrupted, may need any amount of memory, and gives up by ending
its process; so it has one of its own, `groebner_worker`, which limits kill. To start one takes
about a second. One that has answered waits for the next question, and keeps the polynomials.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO

from nonairo.engines.base import Run
from nonairo.errors import EngineError, LimitReached
from nonairo.limits import in_gigabytes, memory_kills

WORKER = [sys.executable, "-P", str(Path(__file__).with_name("groebner_worker.py"))]
WAITING = 4096  # lines that the process may be ahead of who reads the solutions
KILLED = -9  # the end of a process that the system, or somebody, killed
TICK = 0.05  # seconds between two looks at the clock
PATIENCE = 1.0  # seconds within which a process has to stop listing solutions
MOST_IDLE = 2  # processes that wait for a question


class MatrixTooSmall(LimitReached):
    """BRiAl's built-in limit for its matrices; another system of polynomials may stay below it."""


class Process:
    """A running `groebner_worker`."""

    def __init__(self) -> None:
        self.command = WORKER
        self.owner = os.getpid()  # after a fork it belongs to the parent
        self.complaints: IO[bytes] = TemporaryFile()  # noqa: SIM115  # as long as the process
        # No crash report of the signal library: it would start a debugger.
        environment = {**os.environ, "CYSIGNALS_CRASH_NDEBUG": "1"}
        self.process = subprocess.Popen(
            WORKER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            env=environment,
            text=True,
            start_new_session=True,  # Ctrl-C is for us
        )
        self.said: Queue[str | None] = Queue(WAITING)
        self.ear = Thread(target=self._listen, daemon=True)
        self.ear.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.put(line)
        self.said.put(None)

    def write(self, line: str) -> None:
        """Send a line; if the process is gone, what it said says why."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def lines(self, run: Run) -> Iterator[list[str]]:
        """Yield what the process says, in words; raises LimitReached while it waits."""
        while True:
            run.poll()
            with suppress(Empty):
                line = self.said.get(timeout=TICK)
                if line is None:
                    return
                yield line.split()

    def stop(self) -> bool:
        """Ask for no more solutions; returns whether the process is ready for a question."""
        self.write("stop")
        end = time.monotonic() + PATIENCE
        with suppress(Empty):
            while (line := self.said.get(timeout=max(0, end - time.monotonic()))) is not None:
                if line.split() == ["end"]:
                    return True
        return False

    def kill(self) -> None:
        """End the process, and close all that belongs to it."""
        self.process.kill()
        while self.ear.is_alive():  # it may wait until there is space
            with suppress(Empty):
                self.said.get(timeout=TICK)
        with suppress(BrokenPipeError):
            self.process.__exit__(None, None, None)
        self.complaints.close()

    def why(self, memory: int, kills: int) -> LimitReached | EngineError:
        """Return why the process ended without an answer.

        `kills` is how many processes the system had killed for want of memory before.
        """
        code = self.process.wait()
        self.complaints.seek(0)
        text = self.complaints.read().decode("utf-8", "replace")
        if "matrix-size exceeded" in text:
            return MatrixTooSmall("BRiAl's largest matrix is too small for this puzzle", "memory")
        starved = code == KILLED and memory_kills() > kills
        if starved or any(word in text for word in ("MemoryError", "bad_alloc", "out of memory")):
            return LimitReached(too_little(memory), "memory")
        if code < 0:
            return EngineError(f"engine groebner: its process was killed (signal {-code})")
        last = (text.strip().splitlines() or ["no error message"])[-1]
        return EngineError(f"engine groebner: its process failed: {last:.200}")


_idle: list[Process] = []  # ready for a question; lists are safe to share among threads


def take() -> tuple[Process, bool]:
    """Return a process, and whether it has just been started."""
    with suppress(IndexError):
        while True:
            process = _idle.pop()
            if process.owner != os.getpid():
                continue
            if process.command is WORKER and process.process.poll() is None:
                return process, False
            process.kill()
    return Process(), True


def give_back(process: Process) -> None:
    """Keep a process that is ready for a question."""
    if len(_idle) < MOST_IDLE:
        _idle.append(process)
    else:
        process.kill()


@atexit.register
def end_all() -> None:
    """End the processes that wait."""
    while _idle:
        process = _idle.pop()
        if process.owner == os.getpid():
            process.kill()


def answers(question: str, memory: int, run: Run) -> Iterator[list[str]]:
    """Ask a process, and yield what it says; it is killed unless it ends in good order.

    `seconds.start` counts the time until a new process has loaded BRiAl.
    """
    kills = memory_kills()
    begin = time.perf_counter()
    process, new = take()
    ready = listing = False
    try:
        if not new:
            process.write(question)
        for words in process.lines(run):
            if words == ["ready"]:
                run.took("seconds.start", time.perf_counter() - begin)
                process.write(question)
                continue
            listing = words[0] == "solution"
            ready = words == ["end"]
            if ready:
                return
            new = True  # it has begun
            yield words
        if new:
            raise process.why(memory, kills)
    finally:
        if ready or (listing and process.stop()):
            give_back(process)
        else:
            process.kill()
    yield from answers(question, memory, run)  # it ended while it waited: ask another


def too_little(memory: int) -> str:
    """Say that the memory was not enough."""
    return f"{in_gigabytes(memory)} of memory were not enough for the Groebner basis"
