"""How a server takes a request in, piece by piece, and says what it has to say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from nonairo.answers.errors import BUSY, AnswerError, too_large
from nonairo.serving.wire import Reply

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
ASGI: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers: TypeAlias = Iterable[tuple[bytes, bytes]]

JSON = b"application/json"
UNSTORED = ((b"cache-control", b"no-store"),)
SLOWEST = 20.0  # seconds until all of a request must be here
DRAINED = 4  # times what is allowed: so much is read, and dropped, so that a client hears why
NOT_MODIFIED = 304
RETRY = b"2"  # seconds


class Gone(Exception):
    """The client does not listen any more."""


class Room:
    """So many bytes for the bodies of all requests together.

    >>> room = Room(10)
    >>> with room.taken(8), room.taken(3):
    ...     pass
    Traceback (most recent call last):
    nonairo.answers.errors.AnswerError: too much is being asked at once; try again later
    """

    def __init__(self, size: int) -> None:
        self.left = size

    @contextmanager
    def taken(self, size: int) -> Iterator[None]:
        """Room for a body, or an AnswerError that says that there is none now."""
        if size > self.left:
            raise AnswerError("busy", "too much is being asked at once; try again later", BUSY)
        self.left -= size
        try:
            yield
        finally:
            self.left += size


def size_told(scope: Scope, most: int) -> int:
    """How large a body is, as its request says; the most that is allowed where it does not."""
    told = dict(scope["headers"]).get(b"content-length", b"")
    return min(int(told[:20]), most) if told.isdigit() else most


async def read_body(scope: Scope, receive: Receive, most: int) -> bytes:
    """All of a request, if it is not larger than allowed."""
    told = dict(scope["headers"]).get(b"content-length", b"0")
    if told.isdigit() and int(told[:20]) > DRAINED * most:
        raise _too_much(most)
    try:
        async with asyncio.timeout(SLOWEST):
            pieces, size, more = [], 0, True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                piece = message.get("body", b"")
                more = message.get("more_body", False)
                size += len(piece)
                if size <= most:
                    pieces.append(piece)
                elif size > DRAINED * most:
                    break
    except TimeoutError:
        told_ = f"expected the whole request within {SLOWEST:g} s"
        raise AnswerError("slow", told_, 408) from None
    if size > most:
        raise _too_much(most)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _too_much(most: int) -> AnswerError:
    return too_large(f"expected a request of at most {most:,} bytes, found a larger one")


async def unless_gone(work: Awaitable[Reply], receive: Receive) -> Reply:
    """What the work gives; it is cancelled, and Gone raised, when the client goes away first."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Gone
        return working.result()
    finally:
        leaving.cancel()
        if not working.done():
            working.cancel()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_reply(
    send: Send, reply: Reply, headers: Headers = UNSTORED, kind: bytes = JSON
) -> None:
    """Say it: the status, the headers and the body, which uvicorn leaves out for HEAD."""
    told = [(b"content-type", kind), *headers]
    if reply.status != NOT_MODIFIED:  # there it would be taken for that of the file
        told.append((b"content-length", str(len(reply.body)).encode()))
    if reply.status == BUSY:
        told.append((b"retry-after", RETRY))
    await send({"type": "http.response.start", "status": reply.status, "headers": told})
    await send({"type": "http.response.body", "body": reply.body})
