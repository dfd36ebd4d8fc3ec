"""One process of the pool, seen from the server.

It shares with `workers.processes` how a process is started, and no more: here an event loop waits,
and a request can be stopped in the middle, after the time that it had the processor.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from nonairo.serving.settings import Settings
from nonairo.serving.wire import (
    CANCELLED,
    REPLY,
    Order,
    Reply,
    cancel_frame,
    hurry_frame,
    order_frame,
)
from nonairo.workers.program import command, environment

READY = 30.0  # seconds until a new process must be ready
PATIENCE = 0.25  # seconds until a process must have heard that its work is not wanted
STALLS, LATE = 4, 0.05  # how often we may have slept ourselves, so many seconds too long, or it
OFTEN = 0.2  # of that time passes until it is asked again whether it had it
ENOUGH = 0.8  # of the time that a job may have the processor: clocks are coarse


def busy() -> bool:
    """Whether more wants to run here than can, so that a process may have had no time to hear."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1)


class Lost(Exception):
    """The process ended before it answered."""


class Hand:
    """A process that works on one request at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._job = 0
        self._reply: asyncio.Future[Reply] | None = None
        self._reader = asyncio.ensure_future(self._read())
        self.alive = True
        self.idle_since = time.monotonic()

    @classmethod
    async def start(cls, settings: Settings, nice: int) -> Hand:
        """A process that is ready; raises Lost if it cannot be had."""
        told = {"nice": nice, "memory": settings.memory_limit, "seconds": settings.time_limit}
        process = await asyncio.create_subprocess_exec(
            *command("nonairo.serving.worker", json.dumps(told)),
            stdin=PIPE, stdout=PIPE, start_new_session=True, env=environment(),
        )  # fmt: skip
        hand = cls(process)
        hand._reply = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(READY):
                await hand._reply
        except (TimeoutError, Lost):
            await hand.end()
            raise Lost("a process was not ready in time, or ended") from None
        except asyncio.CancelledError:
            await hand.end()
            raise
        return hand

    @property
    def busy(self) -> bool:
        return self._reply is not None and not self._reply.done()

    async def work(self, name: str, body: bytes, seconds: float, patience: int = 0) -> Reply | None:
        """The answer to a request, or None if it takes longer than so many seconds.

        With `patience` it is the time that the process had the processor: on a machine that is
        busy with other things it is asked so many times whether it had it.
        Who does not want to wait any more cancels this, and then calls `settle`.
        """
        if not self.alive:
            raise Lost("the process has ended already")
        self._job = self._job % 0xFFFFFFFF + 1
        self._reply = reply = asyncio.get_running_loop().create_future()
        assert self._process.stdin is not None
        self._process.stdin.write(order_frame(Order(self._job, name, body)))
        await asyncio.wait([reply], timeout=seconds)
        while patience and not reply.done():
            patience -= 1
            self._process.stdin.write(hurry_frame(self._job, ENOUGH * seconds))
            await asyncio.wait([reply], timeout=OFTEN * seconds)
        if not reply.done():
            await self.settle()
        if not reply.done():
            return None
        given: Reply = reply.result()
        return None if given.status == CANCELLED else given

    async def settle(self) -> None:
        """Stop the work; a process that does not hear that is killed."""
        if self._reply is None or self._reply.done():
            return
        if self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(cancel_frame(self._job))
        for _ in range(STALLS):
            begin = time.monotonic()
            await asyncio.wait([self._reply], timeout=PATIENCE)
            if self._reply.done():
                return
            if time.monotonic() - begin < PATIENCE + LATE and not busy():
                break  # we were awake all the time: it is the process that did not hear
        self.kill()

    async def _read(self) -> None:
        """Hand on the replies until the process ends."""
        pipe = self._process.stdout
        assert pipe is not None
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                job, status, leaves, length = REPLY.unpack(await pipe.readexactly(REPLY.size))
                body = await pipe.readexactly(length)
                self.alive = self.alive and not leaves
                self.idle_since = time.monotonic()
                if self._reply is not None and not self._reply.done() and job == self._job:
                    self._reply.set_result(Reply(status, body, leaves))
        self.alive = False
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(Lost("the process that worked on this request ended"))
            self._reply.exception()  # seen, also where nobody waits for it any more

    def kill(self) -> None:
        """End the process and all that it has started, at once."""
        self.alive = False
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
