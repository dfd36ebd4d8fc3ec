"""A process that answers requests, one at a time, until its pipe is closed.

A thread reads the pipe, so that a cancelled request is heard of while it is worked on; it then
interrupts the work as Ctrl-C would, which the compiled core notices, too.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from types import FrameType
from typing import BinaryIO

from nonairo.answers import ANSWERS, answer
from nonairo.answers.errors import AnswerError
from nonairo.kinds import KINDS
from nonairo.serving.requests import INTERNAL, SPENT, answered, refused
from nonairo.serving.wire import CANCEL, CANCELLED, ORDER, WORK, Order, Reply, reply_frame
from nonairo.workers.program import own_pipes

FAT = 256 * 1024 * 1024  # bytes more than at the start: then a fresh process takes over
GRACE = 0.5  # seconds after its time limit, at which work that does not look at the clock is ended


class Overdue(BaseException):
    """The time limit is long over."""


class Worker:
    """Works on one request at a time."""

    def __init__(self, most_seconds: float) -> None:
        self.most_seconds = most_seconds
        self.orders: SimpleQueue[Order] = SimpleQueue()
        self.now: int | None = None  # the job that is worked on,
        self.began = 0.0  # since this time of the processor,
        self.unwanted: int | None = None  # and the one that was cancelled last
        self.lean = resident()

    def listen(self, pipe: BinaryIO) -> None:
        """Read orders until the pipe is closed; then nobody waits for anything, and all ends."""
        while len(head := pipe.read(ORDER.size)) == ORDER.size:
            kind, job, named, length = ORDER.unpack(head)
            name, body = pipe.read(named).decode(), pipe.read(length)
            if kind == WORK:
                self.orders.put(Order(job, name, body))
            elif kind == CANCEL or self.has_had(job, float(body)):
                self.unwanted = job
                interrupt_main_thread()
        os._exit(0)

    def has_had(self, job: int, seconds: float) -> bool:
        """Whether this job is worked on, and has had the processor for so long."""
        return self.now == job and time.process_time() - self.began >= seconds

    def interrupt(self, signal_number: int, frame: FrameType | None) -> None:
        """Ends the work that is not wanted any more, and no other."""
        if self.now is not None and self.now == self.unwanted:
            raise KeyboardInterrupt

    def work(self, order: Order) -> Reply:
        """The answer to one order."""
        try:
            try:
                self.began = time.process_time()
                self.now = order.job
                if order.job == self.unwanted:  # before it was begun
                    return Reply(CANCELLED, b"")
                reply = self.reply(order)
            finally:
                self.now = None
                set_alarm(0)
        except (KeyboardInterrupt, Overdue) as end:
            self.now = None
            set_alarm(0)
            reply = Reply(CANCELLED, b"") if isinstance(end, KeyboardInterrupt) else SPENT["time"]
        leaves = reply.leaves or resident() > self.lean + FAT
        return reply._replace(leaves=leaves)

    def reply(self, order: Order) -> Reply:
        """What is said to one order, whatever happens."""
        try:
            return answered(
                order.name, order.body, self.most_seconds, lambda limit: set_alarm(limit + GRACE)
            )
        except MemoryError:
            pass  # what the work held is let go before anything else is done
        except Exception:  # a fault of ours: told where the server was started
            traceback.print_exc()
            told = "the server failed on this request; the fault is its own"
            return refused(AnswerError("internal", told, INTERNAL))
        return SPENT["memory"]._replace(leaves=True)


def interrupt_main_thread() -> None:
    """As Ctrl-C does: a signal for the main thread, which also ends it waiting for something."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


def set_alarm(seconds: float) -> None:
    """Raise Overdue after so long; 0: not any more. Where there is no such clock, nothing."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def overdue(signal_number: int, frame: FrameType | None) -> None:
    raise Overdue


def resident() -> int:
    """Bytes of memory that this process has; 0 where the system does not say."""
    with suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as text:  # noqa: PTH123
        return int(text.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def limit_memory(number: int) -> None:
    """No more than so many bytes from now on, where the system can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (number, number))


def warm_up() -> None:
    """Load everything, and think of each kind once: the first request is as fast as the next."""
    for name, found in ANSWERS.items():
        if not found.fields:
            answer(name, {})
    for kind in KINDS.values():
        for name in ("solve", "hint", "describe"):
            answer(name, {"puzzle": kind.example})


def main(words: list[str]) -> None:
    """Work until the pipe is closed; the one argument is JSON: how kindly, and with how much."""
    settings = json.loads(words[0])
    orders, replies = own_pipes()
    if settings["nice"] and hasattr(os, "nice"):
        os.nice(settings["nice"])
    warm_up()
    if settings["memory"]:
        limit_memory(settings["memory"])
    worker = Worker(settings["seconds"])
    signal.signal(signal.SIGINT, worker.interrupt)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, overdue)
    threading.Thread(target=worker.listen, args=(orders,), daemon=True).start()

    def say(job: int, reply: Reply) -> None:
        replies.write(reply_frame(job, reply))
        replies.flush()

    say(0, Reply(200, b""))  # ready
    run(worker, say)


def run(worker: Worker, say: Callable[[int, Reply], None]) -> None:
    leaves = False
    while not leaves:
        order = worker.orders.get()
        reply = worker.work(order)
        say(order.job, reply)
        leaves = reply.leaves
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
