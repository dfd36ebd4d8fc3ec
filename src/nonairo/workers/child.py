"""The program of a worker process: it reads calls from standard input and sends back their values.

A thread reads the frames, so a request to stop is noticed during a call. The thread only sets a
flag, which the called function polls. No exception is raised between two arbitrary instructions, so
a stopped call cannot leave anything half done for the next one. The process ends when the pipe is
closed, which also happens when the parent is killed, and also in the middle of a call.
"""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO

from nonairo.workers.protocol import CALL, RAISED, RETURNED, STOP, STOPPED, Frame


class Worker:
    """Makes one call at a time."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Frame] = SimpleQueue()
        self.stopped = False  # the flag: whether the current call should end
        self.on_stop: Callable[[bool], object] = bool  # is passed the flag whenever it may change
        self._lock = Lock()  # for the flag, and for what decides it:
        self._current: int | None = None  # the call that is being made,
        self._began = 0.0  # the processor time at its start,
        self._unwanted: int | None = None  # and the call that was stopped last

    def listen(self, pipe: BinaryIO) -> None:
        """Read frames until the pipe is closed; then nobody waits for anything."""
        try:
            while (frame := Frame.read(pipe)) is not None:
                if frame.kind == CALL:
                    self.calls.put(frame)
                elif frame.kind == STOP or self.has_used(frame.call, float(frame.data)):
                    self.stop(frame.call)
        finally:  # also without memory for a frame: whoever sent it learns that we have gone
            os._exit(0)

    def has_used(self, call: int, seconds: float) -> bool:
        """Whether this call is being made, and has used so much processor time."""
        with self._lock:
            return self._current == call and time.process_time() - self._began >= seconds

    def stop(self, call: int) -> None:
        """End this call and no other, also if it has not begun yet."""
        with self._lock:
            self._unwanted = call
            self._set_flag()

    def turn_to(self, call: int | None) -> None:
        """Note which call is made from now on; None: none is."""
        with self._lock:
            self._current, self._began = call, time.process_time()
            self._set_flag()

    def _set_flag(self) -> None:
        self.stopped = self._current is not None and self._current == self._unwanted
        self.on_stop(self.stopped)

    def answer(self, frame: Frame) -> Frame:
        """Make a call, and return what is sent back."""
        self.turn_to(frame.call)
        kind, data = (STOPPED, b"") if self.stopped else outcome(frame.data)
        if self.stopped:
            kind = STOPPED  # what it returned may have been cut short
        self.turn_to(None)
        return Frame(kind, frame.call, data)


WORKER = Worker()  # of this process


def outcome(call: bytes) -> tuple[bytes, bytes]:
    """What a call returns, or the exception that it raises, pickled."""
    try:
        function, arguments = pickle.loads(call)
        return RETURNED, pickle.dumps(function(*arguments), pickle.HIGHEST_PROTOCOL)
    except (Exception, KeyboardInterrupt) as error:  # the latter is how the core stops
        try:
            return RAISED, pickle.dumps(error)
        except Exception:  # no pickle: at least its message arrives
            return RAISED, pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes of this process, out of reach of code that reads or prints something."""
    calls, outcomes = os.dup(0), os.dup(1)
    void = os.open(os.devnull, os.O_RDONLY)
    os.dup2(void, 0)
    os.close(void)
    os.dup2(2, 1)
    return os.fdopen(calls, "rb"), os.fdopen(outcomes, "wb")


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent, who then ends us
    calls, outcomes = own_pipes()
    Thread(target=WORKER.listen, args=(calls,), daemon=True).start()
    while True:
        answer = WORKER.answer(WORKER.calls.get()).packed()
        try:
            outcomes.write(answer)
            outcomes.flush()
        except BrokenPipeError:
            os._exit(0)  # nobody waits for it
