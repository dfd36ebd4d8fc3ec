"""How worker processes are started, and what is sent to them and back: frames over two pipes.

    kind  number of the call  length  data

A worker receives calls (a function and its arguments, pickled), and requests to stop one: now, or
if it has used so many seconds of processor time. It sends back what a call returned or raised,
pickled, or that it was stopped. Functions must be importable by name.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple

HEAD = struct.Struct("!cIQ")
CALL, STOP, STOP_IF_SPENT = b"C", b"S", b"H"  # to a worker
RETURNED, RAISED, STOPPED = b"R", b"E", b"X"  # from a worker
PACKAGES = str(Path(__file__).parents[2])  # where this package was found


class WorkerDied(Exception):
    """A worker process ended before it answered; the others go on."""


class Frame(NamedTuple):
    """One message, to a worker or from it."""

    kind: bytes
    call: int
    data: bytes = b""

    def packed(self) -> bytes:
        return HEAD.pack(self.kind, self.call, len(self.data)) + self.data

    @classmethod
    def read(cls, stream: BinaryIO) -> Frame | None:
        """The next frame, or None if the other side has closed its end."""
        head = stream.read(HEAD.size)
        if len(head) < HEAD.size:
            return None
        kind, call, length = HEAD.unpack(head)
        data = stream.read(length)
        return cls(kind, call, data) if len(data) == length else None


def call_frame(call: int, function: Callable[..., object], *arguments: object) -> bytes:
    """The frame that asks a worker for a call."""
    data = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
    return Frame(CALL, call, data).packed()


def stop_frame(call: int, spent: float | None = None) -> bytes:
    """The frame that stops a call; with `spent` only if it has used so many seconds already."""
    if spent is None:
        return Frame(STOP, call).packed()
    return Frame(STOP_IF_SPENT, call, str(spent).encode()).packed()


def command() -> list[str]:
    """The command that starts a worker; it never imports what is in the working folder."""
    return [sys.executable, "-P", "-c", "from nonairo.workers.child import main; main()"]


def environment() -> dict[str, str]:
    """The environment in which a worker finds this package, and whatever else we would find."""
    paths = [PACKAGES, *filter(None, sys.path)]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
