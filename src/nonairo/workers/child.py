"""The program of a worker: calls come in on standard input, what they gave goes out again.

A call and its outcome are pickles, each after its length. Whatever is printed meanwhile goes to
standard error. It ends when nobody can send anything any more, also when its parent was killed,
and also in the middle of a call.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
from threading import Thread
from typing import BinaryIO

from nonairo.workers.program import own_pipes

LENGTH = struct.Struct(">Q")


def send(stream: BinaryIO, data: bytes) -> None:
    """One frame: its length, and the bytes."""
    stream.write(LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: BinaryIO) -> bytes | None:
    """The next frame, or None where the other side has gone."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


def outcome(call: bytes) -> bytes:
    """What a call gives, or the exception that it raises, pickled."""
    try:
        function, arguments = pickle.loads(call)
        return pickle.dumps((True, function(*arguments)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        try:
            return pickle.dumps((False, error))
        except Exception:  # of a stranger's making: at least what it says arrives
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def end_with_parent(calls: int) -> None:
    """Wait until nobody holds the other end of the calls any more; whose work would it be then?"""
    poll = select.poll()
    poll.register(calls, 0)  # nothing but a hang-up, which is always told
    poll.poll()
    os._exit(0)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent, who then ends us
    calls, outcomes = own_pipes()  # what is printed is not mistaken for an outcome
    if hasattr(select, "poll"):  # which Windows lacks
        Thread(target=end_with_parent, args=(calls.fileno(),), daemon=True).start()
    try:
        while (call := receive(calls)) is not None:
            send(outcomes, outcome(call))
    except BrokenPipeError:
        os._exit(0)  # nobody waits for it


if __name__ == "__main__":
    main()
