"""What the server and its processes say to each other: frames of bytes, over two pipes.

    to a process      kind  job  length of name  length of body  name  body
    from a process    job  status  leaves  length of body  body

A body is the JSON of a request or of an answer: the server itself never takes it apart.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

WORK, HURRY, CANCEL = b"W", b"H", b"C"
ORDER = struct.Struct("!cIBI")
REPLY = struct.Struct("!IH?I")
CANCELLED = 0  # instead of a status: somebody said that the answer is not wanted any more


class Order(NamedTuple):
    """A request for a process."""

    job: int
    name: str
    body: bytes


class Reply(NamedTuple):
    """An answer: a status of HTTP and JSON; and whether the process leaves after it."""

    status: int
    body: bytes
    leaves: bool = False


def order_frame(order: Order) -> bytes:
    """The frame of a request."""
    name = order.name.encode()
    return ORDER.pack(WORK, order.job, len(name), len(order.body)) + name + order.body


def hurry_frame(job: int, seconds: float) -> bytes:
    """The frame that ends a job if it has had the processor for so long already."""
    told = str(seconds).encode()
    return ORDER.pack(HURRY, job, 0, len(told)) + told


def cancel_frame(job: int) -> bytes:
    """The frame that says that an answer is not wanted any more."""
    return ORDER.pack(CANCEL, job, 0, 0)


def reply_frame(job: int, reply: Reply) -> bytes:
    """The frame of an answer."""
    return REPLY.pack(job, reply.status, reply.leaves, len(reply.body)) + reply.body
